//! A raw connection to a running server, for requests that normal clients would never send.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::TcpStream,
};

/// A persistent connection.
#[derive(Debug)]
pub struct Line<S = TcpStream>(BufReader<S>);

/// A response as received.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    pub status: u16,
    /// By name in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl<S: Read + Write> Line<S> {
    /// Over `stream`.
    pub fn over(stream: S) -> Self {
        Self(BufReader::new(stream))
    }

    /// Sends `bytes` as they are.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    /// The next response, which has a body unless its headers say otherwise.
    pub fn answer(&mut self) -> Answered {
        self.head_and_body(true)
    }

    /// The next response, or `None` if the server has closed the connection.
    pub fn answer_or_end(&mut self) -> Option<Answered> {
        let is_over = match self.0.fill_buf() {
            Ok(bytes) => bytes.is_empty(),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => true,
            Err(error) => panic!("{error}"),
        };
        (!is_over).then(|| self.answer())
    }

    /// The next response, to a HEAD request.
    pub fn answer_without_body(&mut self) -> Answered {
        self.head_and_body(false)
    }

    /// Sends a GET and returns its response.
    pub fn get(&mut self, path: &str, headers: &str) -> Answered {
        self.send(format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n"
        ));
        self.answer()
    }

    /// Whether the server has closed the connection without another response.
    pub fn is_closed(&mut self) -> bool {
        match self.0.read(&mut [0]) {
            Ok(read) => read == 0,
            // Over TLS, an end without its own farewell.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof
                ) =>
            {
                true
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn head_and_body(&mut self, has_body: bool) -> Answered {
        let status = self.row().split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = BTreeMap::new();
        loop {
            let row = self.row();
            let Some((name, value)) = row.split_once(": ") else {
                assert_eq!(row, "", "not a header");
                break;
            };
            let known = headers.insert(name.to_lowercase(), value.to_owned());
            assert_eq!(known, None, "{name} came twice");
        }
        let body = match headers.get("content-length") {
            Some(length) if has_body => self.bytes(length.parse().unwrap()),
            None if headers.contains_key("transfer-encoding") => self.chunks(),
            _ => Vec::new(),
        };
        Answered {
            status,
            headers,
            body,
        }
    }

    fn row(&mut self) -> String {
        let mut row = String::new();
        self.0.read_line(&mut row).unwrap();
        row.strip_suffix("\r\n").expect("a whole line").to_owned()
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).unwrap();
        bytes
    }

    fn chunks(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.row(), 16).unwrap();
            body.extend(self.bytes(length));
            assert_eq!(self.row(), "");
            if length == 0 {
                return body;
            }
        }
    }
}
