//! A client that speaks HTTP over one connection, and another for sockets.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use tungstenite::{Message, WebSocket};

/// A server that does not answer for so long does not answer at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head, in small letters.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A client with a connection that is kept.
pub struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// One that will speak to this address.
    pub fn new(address: SocketAddr) -> Client {
        Client { address, stream: None }
    }

    /// Asks, and gives the answer or what became of the connection.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&[u8]>) -> io::Result<Answer> {
        let answer = self.try_ask(method, path, body);
        if answer.is_err() {
            self.stream = None;
        }
        answer
    }

    fn try_ask(&mut self, method: &str, path: &str, body: Option<&[u8]>) -> io::Result<Answer> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().unwrap();
        let body = body.unwrap_or_default();
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nhost: test\r\ncontent-length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        text.extend_from_slice(body);
        stream.get_mut().write_all(&text)?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let head = head.to_lowercase();
        let bad = || io::Error::other(format!("no answer: {head}"));
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(bad)?;
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length = length.map_or(Ok(0), str::parse).map_err(|_| bad())?;
        let mut body = vec![0; if method == "HEAD" { 0 } else { length }];
        stream.read_exact(&mut body)?;
        if head.contains("connection: close") {
            self.stream = None;
        }
        Ok(Answer { status, head, body })
    }

    /// Gets something.
    pub fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None).unwrap()
    }

    /// Posts something.
    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, Some(body.to_string().as_bytes())).unwrap()
    }

    /// Gets something that must be there.
    pub fn good(&mut self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        answer.json()
    }
}

/// A socket.
pub struct Socket(WebSocket<TcpStream>);

impl Socket {
    /// Opens one; or gives the status with which it was refused.
    pub fn open(address: SocketAddr, path: &str) -> Result<Socket, u16> {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        match tungstenite::client(format!("ws://{address}{path}"), stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// The next message; nothing when the server closes.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind; those before it are passed over.
    pub fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().unwrap_or_else(|| panic!("closed before a {kind} came"));
            if message["kind"] == kind {
                return message;
            }
        }
    }

    /// Waits until the server closes.
    pub fn closes(&mut self) {
        while self.next().is_some() {}
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }
}
