//! Persistent connections: cached responses are written without hyper, everything else by hyper, alternating. Clients
//! must not be able to tell, and no byte of a request may be taken for another's.

use std::{
    io::{Read, Write},
    path::Path,
    time::Duration,
};

use tempfile::TempDir;

use crate::support::{
    command::{Server, bare_townperk},
    line::{Answered, Line},
    secure::SecureServer,
};

const EVENT: &str = r#"{"eventType":"search","query":"ruston"}"#;

fn server(home: &Path) -> Server {
    Server::start(bare_townperk(home, &["serve"]))
}

/// A response without the parts that differ each time.
fn lasting(mut answer: Answered) -> Answered {
    for name in ["date", "x-request-id", "server-timing"] {
        answer.headers.remove(name);
    }
    answer
}

fn post(path: &str, framing: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Firefox\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/json\r\n{framing}\r\n\r\n{body}"
    )
}

fn whole_post(path: &str, body: &str) -> String {
    post(path, &format!("Content-Length: {}", body.len()), body)
}

fn hits(line: &mut Line<impl Read + Write>) -> u64 {
    let metrics = String::from_utf8(line.get("/metrics", "").body).unwrap();
    let hits = metrics
        .lines()
        .find_map(|row| row.strip_prefix("townperk_response_cache_total{met=\"hit\"} "));
    hits.map_or(0, |count| count.parse().unwrap())
}

#[test]
fn both_ways_give_the_same_answer() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    compare_both_ways(|| Line::over(server.connect()));
}

#[test]
fn both_ways_give_the_same_answer_over_tls() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start(home.path());
    compare_both_ways(|| server.line());
}

fn compare_both_ways<S: Read + Write>(connect: impl Fn() -> Line<S>) {
    for accepted in [
        "",
        "Accept-Encoding: br\r\n",
        "Accept-Encoding: gzip, br;q=0.5\r\n",
    ] {
        for path in ["/terms", "/api/cities/all", "/cities"] {
            let mut line = connect();
            let made = line.get(path, accepted);
            let before = hits(&mut line);
            // From the router, made for this request only.
            let with_a_length = line.get(path, &format!("{accepted}Content-Length: 0\r\n"));
            // Written as cached.
            let ready = line.get(path, accepted);
            assert_eq!(hits(&mut line), before + 2, "{path}");
            assert_eq!(ready.status, 200);
            let id = ready.headers["x-request-id"].clone();
            assert_eq!(id.len(), 32);
            assert_ne!(id, made.headers["x-request-id"]);
            assert!(ready.headers["date"].ends_with(" GMT"), "{ready:?}");
            let ready = lasting(ready);
            assert_eq!(ready, lasting(with_a_length), "{path} {accepted}");
            assert_eq!(ready, lasting(made), "{path} {accepted}");
        }
    }
}

#[test]
fn all_kinds_of_requests_take_turns_on_one_connection() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    take_turns(Line::over(server.connect()));
}

#[test]
fn all_kinds_of_requests_take_turns_on_one_connection_over_tls() {
    let home = TempDir::new().unwrap();
    take_turns(SecureServer::start(home.path()).line());
}

fn take_turns<S: Read + Write>(mut line: Line<S>) {
    let page = lasting(line.get("/terms", ""));
    let tag = page.headers["etag"].clone();
    let ready = |line: &mut Line<S>, after: &str| {
        assert_eq!(lasting(line.get("/terms", "")), page, "after {after}");
    };
    ready(&mut line, "the first request");
    line.send("HEAD /terms HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(line.answer_without_body().status, 200);
    ready(&mut line, "a request for the head");
    line.send(format!(
        "GET /terms HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}\r\n\r\n"
    ));
    assert_eq!(line.answer_without_body().status, 304);
    ready(&mut line, "a page that the client has");
    line.send(whole_post("/api/analytics/track", EVENT));
    let counted = line.answer();
    assert_eq!(counted.status, 202, "{counted:?}");
    ready(&mut line, "a request with a body");
    let chunked = format!("{:x}\r\n{EVENT}\r\n0\r\n\r\n", EVENT.len());
    line.send(post(
        "/api/analytics/track",
        "Transfer-Encoding: chunked",
        &chunked,
    ));
    let counted = line.answer();
    assert_eq!(counted.status, 202, "{counted:?}");
    ready(&mut line, "a body in chunks");
    assert_eq!(line.get("/nothing-here", "").status, 404);
    ready(&mut line, "a page that is not there");
    let big = "X-Long: ".to_owned() + &"a".repeat(6000) + "\r\n";
    assert_eq!(lasting(line.get("/terms", &big)), page);
    ready(&mut line, "a long head");
}

#[test]
fn requests_sent_at_once_are_answered_in_their_order() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    send_at_once(Line::over(server.connect()));
}

#[test]
fn requests_sent_at_once_are_answered_in_their_order_over_tls() {
    let home = TempDir::new().unwrap();
    send_at_once(SecureServer::start(home.path()).line());
}

fn send_at_once(mut line: Line<impl Read + Write>) {
    let terms = lasting(line.get("/terms", ""));
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let event = whole_post("/api/analytics/track", EVENT);
    let round = get("/terms") + &get("/healthz") + &event + &get("/terms") + &get("/terms");
    // Complete, and split at every position where one request or line could be taken for another's.
    let rounds = round.repeat(3);
    for size in [rounds.len(), 7, 40, 61, 200] {
        for piece in rounds.as_bytes().chunks(size) {
            line.send(piece);
        }
        for _ in 0..3 {
            assert_eq!(lasting(line.answer()), terms);
            assert_eq!(line.answer().body, b"ok\n");
            assert_eq!(line.answer().status, 202);
            assert_eq!(lasting(line.answer()), terms);
            assert_eq!(lasting(line.answer()), terms);
        }
    }
}

#[test]
fn a_body_that_nobody_reads_is_never_the_next_request() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    assert_eq!(server.get("/terms").0, 200);
    let inner = "GET /terms HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let far_too_long = 10_000_000;
    let its_length = format!("Content-Length: {}", inner.len());
    for (path, framing, expected) in [
        // Refused for its length, and twice for its method.
        (
            "/api/analytics/track",
            format!("Content-Length: {far_too_long}"),
            413,
        ),
        ("/api/nothing-here", its_length.clone(), 405),
        ("/terms", its_length, 405),
    ] {
        let mut line = Line::over(server.connect());
        line.send(post(path, &framing, inner));
        let refused = line.answer();
        assert_eq!(refused.status, expected, "{path} {refused:?}");
        if framing.ends_with(&far_too_long.to_string()) {
            assert!(line.is_closed(), "{path}");
        } else {
            let next = line.get("/healthz", "");
            assert_eq!(next.body, b"ok\n", "{path}");
        }
    }
}

#[test]
fn what_two_readers_could_read_differently_is_refused() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    assert_eq!(server.get("/terms").0, 200);
    for head in [
        "GET /terms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6",
        "GET /terms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked",
        "GET /terms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity",
        "GET /terms HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b: c",
        "GET /terms HTTP/1.1\nHost: localhost\r\nX\0: a",
    ] {
        let mut line = Line::over(server.connect());
        line.send(format!("{head}\r\n\r\n"));
        assert_eq!(line.answer().status, 400, "{head}");
        assert!(line.is_closed(), "{head}");
    }
    for hosts in ["", "Host: localhost\r\nHost: elsewhere\r\n"] {
        let mut line = Line::over(server.connect());
        line.send(format!("GET /terms HTTP/1.1\r\n{hosts}\r\n"));
        assert_eq!(line.answer().status, 400, "{hosts}");
    }
}

#[test]
fn a_client_that_wishes_an_end_gets_it() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    assert_eq!(server.get("/terms").0, 200);
    for version_and_wish in ["1.1\r\nConnection: close", "1.0"] {
        let mut line = Line::over(server.connect());
        line.send(format!(
            "GET /terms HTTP/{version_and_wish}\r\nHost: localhost\r\n\r\n"
        ));
        assert_eq!(line.answer().status, 200);
        assert!(line.is_closed(), "{version_and_wish}");
    }
    // The client closes its side, but continues to read.
    for (path, expected) in [("/terms", 200), ("/healthz", 200), ("/cities?page=2", 404)] {
        let stream = server.connect();
        let writing = stream.try_clone().unwrap();
        let mut line = Line::over(stream);
        line.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        writing.shutdown(std::net::Shutdown::Write).unwrap();
        assert_eq!(line.answer().status, expected, "{path}");
        assert!(line.is_closed(), "{path}");
    }
}

/// The URL of a large file.
fn script(server: &Server) -> String {
    let (_, page) = server.get("/terms");
    let (_, behind) = page.split_once("src=\"/assets/").unwrap();
    let (name, _) = behind.split_once('"').unwrap();
    format!("/assets/{name}")
}

/// Connections that request `last` after several large files, so that on one of them, its response has begun when the
/// buffers between the two are full.
fn full_ways(server: &Server, file: &str, last: &str) -> Vec<(Line, usize)> {
    let request = format!("GET {file} HTTP/1.1\r\nHost: a\r\n\r\n");
    let full = |files: usize| {
        let mut line = Line::over(server.connect());
        line.send(request.repeat(files) + last);
        (line, files)
    };
    let lines = (2..20).map(full).collect();
    std::thread::sleep(Duration::from_millis(500));
    lines
}

#[test]
fn an_answer_is_whole_when_the_request_is_not() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    let file = script(&server);
    let expected = Line::over(server.connect()).get(&file, "").body;
    for more in ["", "Upgrade: h2c\r\n"] {
        let last = format!("GET {file} HTTP/1.1\r\nHost: a\r\n{more}Content-Length: 5\r\n\r\n");
        for (mut line, files) in full_ways(&server, &file, &last) {
            for number in 0..=files {
                assert!(line.answer().body == expected, "{number} of {files}");
            }
            assert!(line.is_closed(), "{files}");
        }
    }
}

#[test]
fn an_answer_under_way_is_whole_when_the_server_stops() {
    for wish in ["HTTP/1.1\r\nHost: a\r\nConnection: close", "HTTP/1.0"] {
        let home = TempDir::new().unwrap();
        let server = server(home.path());
        let file = script(&server);
        let expected = Line::over(server.connect()).get(&file, "").body;
        let last = format!("GET {file} {wish}\r\n\r\n");
        let lines = full_ways(&server, &file, &last);
        server.terminate();
        std::thread::sleep(Duration::from_millis(200));
        for (mut line, files) in lines {
            let mut answers = 0;
            while let Some(answer) = line.answer_or_end() {
                assert!(answer.body == expected, "{files} before, then {wish}");
                answers += 1;
            }
            assert!(answers > 0, "{files} before, then {wish}");
        }
        server.end().expect_success();
    }
}

#[test]
fn what_was_sent_before_a_stop_is_answered() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    let requests = [
        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "GET /terms HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        whole_post("/api/analytics/track", EVENT),
    ];
    let mut lines: Vec<Line> = (0..150).map(|_| Line::over(server.connect())).collect();
    for line in &mut lines {
        assert_eq!(line.get("/healthz", "").status, 200);
    }
    for (line, request) in lines.iter_mut().zip(requests.iter().cycle()) {
        line.send(request);
    }
    server.terminate();
    for (number, line) in lines.iter_mut().enumerate() {
        assert!(line.answer().status < 300, "{number}");
    }
    server.end().expect_success();
}

#[test]
fn connections_at_rest_hold_up_no_stop() {
    let home = TempDir::new().unwrap();
    let server = server(home.path());
    let mut fresh = Line::over(server.connect());
    let mut used = Line::over(server.connect());
    assert_eq!(used.get("/terms", "").status, 200);
    assert_eq!(used.get("/terms", "").status, 200);
    let mut after_hyper = Line::over(server.connect());
    assert_eq!(after_hyper.get("/healthz", "").status, 200);
    server.terminate();
    server.end().expect_success();
    for line in [&mut fresh, &mut used, &mut after_hyper] {
        assert!(line.is_closed());
    }
}
