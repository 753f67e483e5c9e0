//! What the log says about refused people, and what it doesn't.

use std::io::Write;

use tempfile::TempDir;

use crate::support::command::{Server, answer_on, bare_townperk};

#[test]
fn refusals_are_in_the_log_without_what_was_sent() {
    let folder = TempDir::new().unwrap();
    let mut command = bare_townperk(folder.path(), &["serve"]);
    command
        .env("TOWNPERK_LOG", "info")
        .env("TOWNPERK_LOG_FORMAT", "json");
    let server = Server::start(command);
    let mut stream = server.connect();
    let request = "POST /newsletter/preferences?reader=a-secret HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\
                   Content-Length: 0\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(answer_on(stream).0, 403);
    let sign_up = r#"{"email":"somebody@mail.example","homepage":"a program"}"#;
    let answers: Vec<(u16, String)> = (0..21)
        .map(|_| server.post("/api/newsletter/subscribe", sign_up))
        .collect();
    let (status, last) = answers.last().unwrap();
    assert_eq!(*status, 429);
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(server.get("/no-such-page").0, 404);
    server.terminate();
    let ended = server.end();
    let log = format!("{}{}", ended.said, ended.complained);
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("\"refused\""))
        .collect();
    let [forbidden, too_many] = lines.as_slice() else {
        panic!("two refusals were to be noted: {log}");
    };
    assert!(forbidden.contains("/newsletter/preferences") && forbidden.contains("forbidden"));
    assert!(too_many.contains("too many"));
    assert!(too_many.contains(last["requestId"].as_str().unwrap()));
    for secret in [
        "a-secret",
        "somebody@mail.example",
        "evil.example",
        "127.0.0.1\"",
    ] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}
