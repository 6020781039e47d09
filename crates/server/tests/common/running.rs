//! A server that runs beside the test.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;

use server::{Server, Settings, Texts};
use tokio::sync::oneshot;

use super::client::{Client, Socket};

/// A server, with a database of its own, until it is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// A folder that is removed when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("dq-server-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A database of SQLite in it.
    pub fn sqlite(&self) -> String {
        format!("sqlite://{}", self.0.join("battles.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The usual settings of a test: nobody is too fast.
pub fn settings(database: &str) -> Settings {
    Settings { rate: 0, ..Settings::of(database) }
}

impl Running {
    /// Starts a server.
    pub fn start(settings: Settings) -> Running {
        let (told, address) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let texts = Texts {
                    briefing: |state| format!("The briefing of {}", state.scenario.title),
                    sheet: |period, edition| match period {
                        "acw" => Ok(format!("<p>{period} {edition:?}</p>")),
                        _ => Err(format!("no war `{period}`")),
                    },
                };
                let at = SocketAddr::from(([127, 0, 0, 1], 0));
                let server = Server::open(settings, texts, at).await.unwrap();
                told.send(server.address().unwrap()).unwrap();
                let stop = async {
                    let _ = stopped.await;
                };
                server.run(stop).await.unwrap();
            });
        });
        let address = address.recv().expect("the server starts");
        Running { address, stop: Some(stop), thread: Some(thread) }
    }

    /// A client of it.
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// A socket of it.
    pub fn socket(&self, path: &str) -> Result<Socket, u16> {
        Socket::open(self.address, path)
    }

    /// Stops it as a signal does, and waits until it has stopped.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
