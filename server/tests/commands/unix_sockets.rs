//! Servers that listen on a Unix socket, for a proxy on their machine.

use std::{
    fs,
    io::{Read, Write},
    os::unix::{
        fs::PermissionsExt,
        net::{UnixListener, UnixStream},
    },
    path::Path,
    process::Command,
};

use super::home;
use crate::support::command::{Running, bare_townperk, file_in, run};

fn on_socket(data: &Path, socket: &Path, arguments: &[&str]) -> Command {
    let mut command = bare_townperk(data, arguments);
    command
        .env("TOWNPERK_LISTEN", format!("unix:{}", socket.display()))
        .env("TOWNPERK_LOG_FORMAT", "json")
        .env("TOWNPERK_ACCESS_LOG", "true");
    command
}

fn get(socket: &Path, path: &str) -> String {
    let mut stream = UnixStream::connect(socket).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: perk.example\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.9\r\n\
         X-Request-ID: from-the-proxy\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_proxy_reaches_a_server_by_its_socket() {
    let home = home();
    let socket = home.path().join("townperk.sock");
    // What a program that was killed leaves behind.
    drop(UnixListener::bind(&socket).unwrap());
    for (trusted, client, id) in [("unix", "203.0.113.9", true), ("", "127.0.0.1", false)] {
        let mut command = on_socket(home.path(), &socket, &["serve"]);
        command
            .env("TOWNPERK_TRUSTED_PROXIES", trusted)
            .env("TOWNPERK_SOCKET_MODE", "600");
        let mut running = Running::start(command);
        running.until_said("is ready: http://localhost");
        let mode = fs::metadata(&socket).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let answer = get(&socket, "/robots.txt");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert_eq!(
            answer.contains("x-request-id: from-the-proxy\r\n"),
            id,
            "{answer}"
        );
        run(on_socket(home.path(), &socket, &["health"])).expect_success();
        let check = run(on_socket(home.path(), &socket, &["check"])).expect_success();
        assert!(
            check.said.contains("your own server runs on unix:"),
            "{check:?}"
        );
        // Another server can't take it.
        let other = home.path().join("other");
        run(on_socket(&other, &socket, &["serve"])).expect_refusal(&["another program listens"]);
        running.signal("TERM");
        let ended = running.end().expect_success();
        let line = ended
            .complained
            .lines()
            .find(|line| line.contains("/robots.txt"));
        let line: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
        assert_eq!(line["client"], client, "{line}");
    }
    run(on_socket(home.path(), &socket, &["health"])).expect_refusal(&["not ready"]);
}

#[test]
fn paths_that_can_t_be_sockets_are_refused() {
    let home = home();
    let data = home.path().join("data");
    let file = file_in(home.path(), "file", "precious");
    run(on_socket(&data, &file, &["serve"])).expect_refusal(&["no socket", "TOWNPERK_LISTEN"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let nowhere = home.path().join("nowhere/townperk.sock");
    let check = run(on_socket(&data, &nowhere, &["check"]));
    assert!(check.said.contains("RuntimeDirectory"), "{check:?}");
    run(on_socket(&data, Path::new("t.sock"), &["serve"])).expect_refusal(&["not a full path"]);
    let mut command = on_socket(&data, &nowhere, &["serve"]);
    command.env("TOWNPERK_SOCKET_MODE", "rw");
    run(command).expect_refusal(&["socket_mode"]);
}
