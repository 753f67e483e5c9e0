//! Slow clients, careless or malicious.

use std::{
    io::{ErrorKind, Read, Write},
    time::Duration,
};

use crate::support::command::{Server, bare_townperk};

/// Much longer than clients are given here, but short enough to end a failing test.
const TOO_LONG: Duration = Duration::from_secs(30);

/// A server that gives its clients one second.
fn hasty_server(home: &std::path::Path) -> Server {
    let mut command = bare_townperk(home, &["serve"]);
    command.env("TOWNPERK_CLIENT_SECONDS", "1");
    Server::start(command)
}

/// How many bytes arrive before the connection ends; fails if it doesn't end.
fn read_to_the_end(stream: &mut std::net::TcpStream) -> usize {
    let mut buffer = vec![0; 1 << 16];
    let mut bytes = 0;
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return bytes,
            Ok(read) => bytes += read,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return bytes,
            Err(error) => panic!("still open after {bytes} bytes: {error}"),
        }
    }
}

#[test]
fn half_a_head_holds_no_connection() {
    let home = tempfile::TempDir::new().unwrap();
    let server = hasty_server(home.path());
    let mut stream = server.connect();
    stream.set_read_timeout(Some(TOO_LONG)).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: loc").unwrap();
    read_to_the_end(&mut stream);
    assert_eq!(server.get("/healthz").0, 200);
}

#[test]
fn a_client_that_takes_nothing_of_its_answers_is_cut_off() {
    const ASKED: usize = 5_000;
    let home = tempfile::TempDir::new().unwrap();
    let server = hasty_server(home.path());
    let (status, page) = server.get("/terms");
    assert_eq!(status, 200);
    let mut stream = server.connect();
    stream.set_read_timeout(Some(TOO_LONG)).unwrap();
    let request = b"GET /terms HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(&request.repeat(ASKED)).unwrap();
    // Many more responses than both sides can buffer, none of which is read for longer than the server waits.
    std::thread::sleep(Duration::from_secs(4));
    let taken = read_to_the_end(&mut stream);
    assert!(
        taken < ASKED * page.len(),
        "{taken} bytes were taken after all"
    );
    assert_eq!(server.get("/healthz").0, 200);
}
