//! A PostgreSQL of our own, in a folder that goes away with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::running::Folder;

/// A server of PostgreSQL that listens at a socket in its folder, until it is dropped.
pub struct Postgres {
    folder: Folder,
    programs: PathBuf,
    /// Where it listens for those who speak TLS.
    port: Option<u16>,
}

/// Where Debian puts the programs of the newest version, or the folder of one on the path.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let newest = folders.filter(|bin| bin.join("initdb").exists()).max();
    let on_path = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    newest.or_else(on_path).expect("PostgreSQL is installed: run scripts/setup")
}

/// PostgreSQL refuses to run as root: then it runs as the user of its package.
fn as_somebody(program: &Path) -> Command {
    let root = std::fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    });
    if !root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"]);
    command.arg(program);
    command
}

fn good(output: Output) {
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "PostgreSQL: {said}");
}

impl Postgres {
    /// Starts one with an empty database called `dq`, and waits until it answers.
    pub fn start() -> Postgres {
        Postgres::started(None)
    }

    /// The same, and on the network for those who speak TLS, with a certificate that it has signed itself.
    pub fn start_with_tls() -> Postgres {
        // One that is free just now.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        Postgres::started(Some(port))
    }

    fn started(port: Option<u16>) -> Postgres {
        let (folder, programs) = (Folder::new(), programs());
        good(Command::new("chmod").arg("0777").arg(&folder.0).output().unwrap());
        let data = folder.0.join("data");
        let mut make = as_somebody(&programs.join("initdb"));
        make.args(["--auth", "trust", "--username", "dq", "--encoding", "UTF8", "--no-sync", "-D"]);
        good(make.arg(&data).current_dir(&folder.0).output().unwrap());
        let postgres = Postgres { folder, programs, port };
        let options = match port {
            None => "-c listen_addresses=".to_owned(),
            Some(port) => {
                postgres.certify();
                format!("-c listen_addresses=127.0.0.1 -c port={port} -c ssl=on")
            }
        };
        let options = format!("{options} -k {}", postgres.folder.0.display());
        let mut start = postgres.control();
        start.args(["-w", "-l"]).arg(postgres.folder.0.join("log")).arg("-o").arg(options);
        // What it leaves running must not hold our pipes open.
        let status = start.arg("start").stdout(std::process::Stdio::null()).status().unwrap();
        assert!(status.success(), "PostgreSQL does not start");
        let mut create = as_somebody(&postgres.programs.join("createdb"));
        create.arg("-h").arg(&postgres.folder.0).args(["-U", "dq", "dq"]);
        create.args(["-p", &port.unwrap_or(5432).to_string()]);
        good(create.current_dir(&postgres.folder.0).output().unwrap());
        postgres
    }

    /// Its address.
    pub fn url(&self) -> String {
        let folder = self.folder.0.display().to_string().replace('/', "%2F");
        format!("postgres://dq@{folder}/dq")
    }

    /// Its address for those who speak TLS, in a mode of libpq's.
    pub fn tls_url(&self, mode: &str) -> String {
        let port = self.port.expect("started with TLS");
        format!("postgres://dq@localhost:{port}/dq?sslmode={mode}")
    }

    /// What it shows to those who want to know who it is.
    pub fn certificate(&self) -> PathBuf {
        self.folder.0.join("data/server.crt")
    }

    /// Signs a certificate for itself and lets nobody in from the network without TLS.
    fn certify(&self) {
        let data = self.folder.0.join("data");
        let settings = "[req]\ndistinguished_name = name\nx509_extensions = extensions\nprompt = no\n\
                        [name]\nCN = localhost\n\
                        [extensions]\nbasicConstraints = CA:FALSE\nsubjectAltName = DNS:localhost\n";
        let file = self.folder.0.join("certificate.conf");
        std::fs::write(&file, settings).unwrap();
        let mut sign = as_somebody(Path::new("openssl"));
        sign.args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-config"]);
        sign.arg(&file).args(["-keyout", "server.key", "-out", "server.crt"]);
        good(sign.current_dir(&data).output().unwrap());
        let rules = self.folder.0.join("rules.conf");
        std::fs::write(&rules, "local all all trust\nhostssl all all 127.0.0.1/32 trust\n")
            .unwrap();
        let mut put = as_somebody(Path::new("cp"));
        good(put.arg(&rules).arg(data.join("pg_hba.conf")).output().unwrap());
    }

    fn control(&self) -> Command {
        let mut command = as_somebody(&self.programs.join("pg_ctl"));
        command.arg("-D").arg(self.folder.0.join("data")).current_dir(&self.folder.0);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.control().args(["-w", "-m", "immediate", "stop"]).output();
    }
}
