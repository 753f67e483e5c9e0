//! HTTPS of the server's own: certificate files, HTTP/2 with its limits, slow handshakes.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use bytes::Bytes;
use h2::{Ping, PingPong, Reason, client::SendRequest};
use hyper::{Request, Response};
use tempfile::TempDir;
use tokio::{net::TcpStream, task::JoinHandle};
use tokio_rustls::{TlsConnector, rustls::pki_types::ServerName};

use crate::support::{
    command::{bare_townperk, run, wait_until},
    line::Line,
    secure::{SecureServer, certificates, trusting},
};

/// A connection with HTTP/2. It is driven by a task of its own, which tells how it ended.
async fn http2(server: &SecureServer) -> (SendRequest<Bytes>, JoinHandle<bool>) {
    let (requests, _, driven) = http2_with_pings(server).await;
    (requests, driven)
}

/// The same with its pings, whose answers tell that the server has read what was sent before.
async fn http2_with_pings(
    server: &SecureServer,
) -> (SendRequest<Bytes>, PingPong, JoinHandle<bool>) {
    let stream = TcpStream::connect(&server.server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TlsConnector::from(trusting(&[b"h2", b"http/1.1"]))
        .connect(name, stream)
        .await
        .unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    // Fewer than the server allows, until it says how many.
    let (requests, mut connection) = h2::client::Builder::new()
        .initial_max_send_streams(5)
        .handshake(stream)
        .await
        .unwrap();
    let pings = connection.ping_pong().unwrap();
    let driven = tokio::spawn(async move {
        let ended = connection.await;
        ended
            .inspect_err(|error| eprintln!("it ended with: {error}"))
            .is_ok()
    });
    (requests.ready().await.unwrap(), pings, driven)
}

fn request(method: &str, path: &str) -> Request<()> {
    Request::builder()
        .method(method)
        .uri(format!("https://localhost{path}"))
        .header("user-agent", "Firefox")
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json")
        .body(())
        .unwrap()
}

async fn read(response: Response<h2::RecvStream>) -> (u16, Vec<u8>) {
    let (head, mut body) = response.into_parts();
    let mut whole = Vec::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk.unwrap();
        body.flow_control().release_capacity(chunk.len()).unwrap();
        whole.extend_from_slice(&chunk);
    }
    (head.status.as_u16(), whole)
}

#[tokio::test]
async fn http2_gives_the_same_answers() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start(home.path());
    let (mut requests, _driven) = http2(&server).await;
    let mut line = server.line();
    // Made, then from the cache.
    for _ in 0..2 {
        let expected = line.get("/terms", "");
        let (response, _) = requests
            .send_request(request("GET", "/terms"), true)
            .unwrap();
        let response = response.await.unwrap();
        let text = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        for name in [
            "content-type",
            "content-length",
            "etag",
            "content-security-policy",
            "strict-transport-security",
            "vary",
        ] {
            assert_eq!(text(name), expected.headers[name], "{name}");
        }
        let (status, body) = read(response).await;
        assert_eq!((status, body), (200, expected.body));
    }
    assert_eq!(requests.current_max_send_streams(), 100);
    let (response, mut body) = requests
        .send_request(request("POST", "/api/analytics/track"), false)
        .unwrap();
    let event = r#"{"eventType":"search","query":"ruston"}"#;
    body.send_data(event.into(), true).unwrap();
    let (status, answer) = read(response.await.unwrap()).await;
    assert_eq!(status, 202, "{}", String::from_utf8_lossy(&answer));
    let (response, _) = requests
        .send_request(request("GET", "/nothing-here"), true)
        .unwrap();
    assert_eq!(read(response.await.unwrap()).await.0, 404);
}

#[tokio::test]
async fn who_takes_back_too_many_requests_is_disconnected() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start(home.path());
    let (mut requests, mut pings, driven) = http2_with_pings(&server).await;
    let mut sent = 0;
    while sent < 2000 {
        // A page that nobody has asked for, so that it is in work when it is taken back.
        let page = request("GET", &format!("/search?q={sent}"));
        let Ok((_, mut stream)) = requests.send_request(page, true) else {
            break;
        };
        sent += 1;
        if pings.ping(Ping::opaque()).await.is_err() {
            break;
        }
        stream.send_reset(Reason::CANCEL);
        let Ok(ready) = requests.ready().await else {
            break;
        };
        requests = ready;
    }
    assert!((100..1000).contains(&sent), "{sent} were heard");
    driven.await.unwrap();
    // Others aren't affected.
    assert_eq!(server.line().get("/healthz", "").status, 200);
}

#[tokio::test]
async fn who_says_nothing_is_disconnected() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start_with(home.path(), |command| {
        command.env("TOWNPERK_CLIENT_SECONDS", "1");
    });
    let began = Instant::now();
    let (requests, driven) = http2(&server).await;
    // With a farewell, so that the client opens another connection for its next request.
    assert!(driven.await.unwrap(), "it ended in a failure");
    drop(requests);
    let mut silent = Line::over(server.server.connect());
    assert!(silent.is_closed(), "before a handshake");
    let mut half = server.server.connect();
    half.write_all(&[0x16, 3, 1, 2, 0]).unwrap();
    assert!(Line::over(half).is_closed(), "within a handshake");
    let mut whole = server.line();
    assert_eq!(whole.get("/healthz", "").status, 200);
    assert!(whole.is_closed(), "after a request");
    // The default is a minute for each of them.
    assert!(began.elapsed() < Duration::from_secs(50));
}

#[tokio::test]
async fn connections_at_rest_hold_up_no_stop() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start(home.path());
    let (mut requests, driven) = http2(&server).await;
    let (response, _) = requests
        .send_request(request("GET", "/healthz"), true)
        .unwrap();
    assert_eq!(read(response.await.unwrap()).await.0, 200);
    let mut used = server.line();
    assert_eq!(used.get("/terms", "").status, 200);
    let mut silent = Line::over(server.server.connect());
    server.server.terminate();
    assert!(driven.await.unwrap(), "it ended in a failure");
    assert!(used.is_closed());
    assert!(silent.is_closed());
    let ended = tokio::task::spawn_blocking(|| server.server.end().expect_success())
        .await
        .unwrap();
    assert!(!ended.complained.contains("still busy"), "{ended:?}");
}

/// Whether the server is `name` by its certificate.
fn is_named(server: &SecureServer, name: &str) -> bool {
    let mut stream = server.stream(name);
    stream.flush().is_ok() && {
        let mut line = Line::over(stream);
        line.get("/healthz", "").status == 200
    }
}

fn until_named(server: &SecureServer, name: &str) {
    wait_until(&format!("the certificate of {name}"), || {
        is_named(server, name)
    });
}

const ELSEWHERE: &str = "mail.elsewhere.example";

#[test]
fn replaced_files_are_used_without_a_restart() {
    let home = TempDir::new().unwrap();
    let mut server = SecureServer::start(home.path());
    let mut open = server.line();
    assert_eq!(open.get("/healthz", "").status, 200);
    assert!(!is_named(&server, ELSEWHERE));
    // One of two files, as between two copies.
    server.replace("elsewhere", "pem");
    server
        .server
        .until_told("is the key of another certificate");
    assert!(is_named(&server, "localhost"), "the previous one stays");
    server.replace("elsewhere", "key");
    until_named(&server, ELSEWHERE);
    assert_eq!(open.get("/healthz", "").status, 200, "who is there stays");
    std::fs::write(home.path().join("site.pem"), "no certificate").unwrap();
    server.server.until_told("holds no certificate in PEM");
    assert!(is_named(&server, ELSEWHERE));
    std::fs::remove_file(home.path().join("site.key")).unwrap();
    server.server.until_told("site.key: No such file");
    assert!(is_named(&server, ELSEWHERE));
    server.replace("loopback", "pem");
    server.replace("loopback", "key");
    until_named(&server, "localhost");
}

#[test]
fn health_asks_over_tls_whatever_the_certificate_is_for() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start(home.path());
    for public_url in ["", "https://perk.example"] {
        let mut command = bare_townperk(home.path(), &["health"]);
        command
            .env("TOWNPERK_TLS", "files")
            .env("TOWNPERK_PUBLIC_URL", public_url)
            .env("TOWNPERK_LISTEN", &server.server.address);
        assert_eq!(run(command).expect_success().said, "ready\n");
    }
}

#[test]
fn a_reload_reads_the_files_at_once() {
    let home = TempDir::new().unwrap();
    let mut server = SecureServer::start_with(home.path(), |command| {
        command.env("TOWNPERK_LOG", "info");
    });
    server.replace("elsewhere", "pem");
    server.replace("elsewhere", "key");
    server.server.signal("HUP");
    server.server.until_told("certificate files read again");
    assert!(is_named(&server, ELSEWHERE));
}

#[test]
fn files_that_do_not_fit_are_refused_at_the_start() {
    let home = TempDir::new().unwrap();
    let file = |name: &str| certificates().join(name);
    for (certificate, key, words) in [
        ("loopback.pem", "elsewhere.key", "tls_key_file: "),
        ("loopback.key", "loopback.key", "tls_certificate_file: "),
        ("loopback.pem", "nothing.key", "No such file"),
    ] {
        for verb in ["serve", "check"] {
            let mut command = bare_townperk(home.path(), &[verb]);
            command
                .env("TOWNPERK_TLS", "files")
                .env("TOWNPERK_TLS_CERTIFICATE_FILE", file(certificate))
                .env("TOWNPERK_TLS_KEY_FILE", file(key));
            let ended = run(command);
            assert_eq!(ended.code, Some(1), "{ended:?}");
            let told = format!("{}{}", ended.said, ended.complained);
            assert!(told.contains(words), "{told}");
        }
    }
    let mut command = bare_townperk(home.path(), &["serve"]);
    command.env("TOWNPERK_TLS", "files");
    run(command).expect_refusal(&["tls_certificate_file", "required with tls"]);
}
