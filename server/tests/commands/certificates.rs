//! Certificates that the server orders itself, from Pebble: for one node and for two, and all that can go wrong on the way.

use std::{
    io::Write,
    net::{TcpListener, TcpStream},
    process::Command,
    time::Duration,
};

use chrono::Datelike;
use sea_orm::{ConnectionTrait, Statement};
use tempfile::TempDir;
use townperk::platform::{clock::Clock, database::Database, tls::Certificate};

use crate::support::{
    TestDatabase,
    command::{Running, bare_townperk, file_in, townperk, until, wait_until},
    line::Line,
    pebble::{self, Pebble, free_listener, free_port},
    secure::shown_certificate,
};

const HOST: &str = "perk.example";

/// A node, with the ports that it listens on.
struct Node {
    running: Running,
    https: String,
    http_port: u16,
}

impl Node {
    /// Starts it and waits until it is ready, with or without a certificate.
    fn start(mut command: Command, http_port: u16) -> Self {
        let https = format!("127.0.0.1:{}", free_port());
        command
            .env("TOWNPERK_LISTEN", &https)
            .env("TOWNPERK_HTTP_LISTEN", format!("127.0.0.1:{http_port}"));
        let mut running = Running::start(command);
        running.until_said("is ready: https://perk.example");
        Self {
            running,
            https,
            http_port,
        }
    }

    async fn until_certified(&self) -> Vec<u8> {
        until("a certificate", || async {
            shown_certificate(&self.https, HOST).is_some()
        })
        .await;
        shown_certificate(&self.https, HOST).unwrap().to_vec()
    }

    fn plain(&self) -> Line {
        Line::over(TcpStream::connect(("127.0.0.1", self.http_port)).unwrap())
    }
}

/// A column of the host's row as text.
async fn stored(database: &Database, column: &str) -> Option<String> {
    let connection = database.reads();
    let sql = format!("SELECT CAST({column} AS TEXT) AS value FROM certificates");
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let row = connection.query_one_raw(statement).await.unwrap()?;
    row.try_get("", "value").unwrap()
}

both_engines!(
    a_certificate_is_ordered_for_all_nodes,
    |home: TestDatabase| {
        let Some(pebble) = Pebble::start() else {
            return;
        };
        let database = home.open().await;
        let is_shared = !home.settings().database_url.reveal().is_empty();
        let mut command = townperk(&home, &["serve"]);
        pebble.configure(&mut command);
        let first = Node::start(command, pebble.http_port);
        let other_home = TempDir::new().unwrap();
        let second = is_shared.then(|| {
            // The authority asks the first node, whichever of them orders.
            let mut command = bare_townperk(other_home.path(), &["serve"]);
            command.env(
                "TOWNPERK_DATABASE_URL",
                home.settings().database_url.reveal(),
            );
            pebble.configure(&mut command);
            Node::start(command, free_port())
        });
        let certificate = first.until_certified().await;
        if let Some(second) = &second {
            assert_eq!(second.until_certified().await, certificate);
        }
        let chain = stored(&database, "chain").await.unwrap();
        let key = stored(&database, "private_key").await.unwrap();
        let parsed = Certificate::parse(chain.as_bytes(), key.as_bytes()).unwrap();
        assert!(parsed.names(HOST));
        assert!(parsed.identity().is_some());
        assert_eq!(stored(&database, "problem").await, None);
        assert_eq!(pebble.orders(), 1);

        // Beside it, plain HTTP redirects, and never to where the client says.
        let mut plain = first.plain();
        plain.send("GET /cities?page=2 HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        let answer = plain.answer();
        assert_eq!(answer.status, 301);
        assert_eq!(
            answer.headers["location"],
            "https://perk.example/cities?page=2"
        );
        assert!(!answer.headers.contains_key("strict-transport-security"));
        for (request, status) in [
            ("GET /.well-known/acme-challenge/unknown", 404),
            ("POST /api/votes", 308),
            ("GET //evil.example/", 301),
        ] {
            let mut plain = first.plain();
            plain.send(format!(
                "{request} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
            ));
            let answer = plain.answer();
            assert_eq!(answer.status, status, "{request}");
            if let Some(location) = answer.headers.get("location") {
                assert!(location.starts_with("https://perk.example/"), "{location}");
            }
        }

        // A restart orders nothing.
        let http_port = first.http_port;
        first.running.signal("TERM");
        first.running.end().expect_success();
        let mut command = townperk(&home, &["serve"]);
        pebble.configure(&mut command);
        let again = Node::start(command, http_port);
        assert_eq!(again.until_certified().await, certificate);

        // A renewal replaces it on all nodes.
        let due = "UPDATE certificates SET renew_at = '2026-01-01 00:00:00+00:00', \
               issued_at = '2025-12-01 00:00:00+00:00', ordered_at = '2025-12-01 00:00:00+00:00'";
        database.reads().execute_unprepared(due).await.unwrap();
        let nodes: Vec<&Node> = [&again].into_iter().chain(&second).collect();
        for node in nodes {
            until("a renewal", || async {
                shown_certificate(&node.https, HOST).is_some_and(|shown| *shown != *certificate)
            })
            .await;
        }
        assert_eq!(pebble.orders(), 2);

        // When the authority is gone, the certificate stays in use.
        let renewed = again.until_certified().await;
        drop(pebble);
        database.reads().execute_unprepared(due).await.unwrap();
        until("a failed renewal", || async {
            stored(&database, "problem").await.is_some()
        })
        .await;
        let problem = stored(&database, "problem").await.unwrap();
        assert!(problem.contains("Connection refused"), "{problem}");
        assert_eq!(again.until_certified().await, renewed);
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn an_authority_that_refuses_is_quoted_and_asked_once_an_hour() {
    let Some(pebble) = Pebble::start() else {
        return;
    };
    let home = TempDir::new().unwrap();
    let start = || {
        let mut command = bare_townperk(home.path(), &["serve"]);
        pebble.configure(&mut command);
        // Not where the authority asks.
        Node::start(command, free_port())
    };
    let mut node = start();
    let told = node.running.until_complained("no certificate was issued");
    assert!(
        told.contains("urn:ietf:params:acme:error:connection"),
        "{told}"
    );
    assert!(
        told.contains("Connection refused") || told.contains("connection refused"),
        "{told}"
    );
    assert!(shown_certificate(&node.https, HOST).is_none());
    node.running.signal("TERM");
    node.running.end().expect_success();
    let node = start();
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(pebble.orders(), 1);
    drop(node);
}

/// What the log says of an order from the authority at `directory`.
fn failure(directory: &str) -> String {
    let home = TempDir::new().unwrap();
    let mut command = bare_townperk(home.path(), &["serve"]);
    pebble::configure(&mut command, directory);
    let mut node = Node::start(command, free_port());
    node.running.until_complained("no certificate was issued")
}

#[test]
fn an_authority_that_is_down_or_silent_stops_nothing() {
    let told = failure(&format!("https://127.0.0.1:{}/dir", free_port()));
    assert!(told.contains("Connection refused"), "{told}");
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let told = failure(&format!("https://{}/dir", silent.local_addr().unwrap()));
    assert!(told.contains("timed out"), "{told}");
}

#[test]
fn a_taken_port_is_said_and_tried_again() {
    let taken = free_listener();
    let port = taken.local_addr().unwrap().port();
    let home = TempDir::new().unwrap();
    let mut command = bare_townperk(home.path(), &["serve"]);
    pebble::configure(
        &mut command,
        &format!("https://127.0.0.1:{}/dir", free_port()),
    );
    let mut node = Node::start(command, port);
    let told = node.running.until_complained("for plain HTTP");
    assert!(told.contains("TOWNPERK_HTTP_LISTEN"), "{told}");
    // HTTPS isn't affected: there is just no certificate yet.
    let mut https = TcpStream::connect(&node.https).unwrap();
    https.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    drop(taken);
    wait_until("another try", || {
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    });
    assert_eq!(node.plain().get("/a", "").status, 301);
}

/// The subjects of the mails in the data folder.
fn mails_about(home: &TempDir, words: &str) -> usize {
    let files = std::fs::read_dir(home.path().join("mail"));
    let texts = files
        .into_iter()
        .flatten()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    texts.filter(|text| text.contains(words)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_ends_soon_is_told_once() {
    let home = TempDir::new().unwrap();
    let end = Clock::system().now().date_naive() + chrono::Days::new(10);
    let mut parameters = rcgen::CertificateParams::new(vec![HOST.to_owned()]).unwrap();
    parameters.not_after = rcgen::date_time_ymd(
        end.year(),
        u8::try_from(end.month()).unwrap(),
        u8::try_from(end.day()).unwrap(),
    );
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = parameters.self_signed(&key).unwrap();
    let [chain, key] = [
        ("site.pem", certificate.pem()),
        ("site.key", key.serialize_pem()),
    ]
    .map(|(name, text)| file_in(home.path(), name, text));
    let start = || {
        let mut command = bare_townperk(home.path(), &["serve"]);
        command
            .env("TOWNPERK_TLS", "files")
            .env("TOWNPERK_TLS_CERTIFICATE_FILE", &chain)
            .env("TOWNPERK_TLS_KEY_FILE", &key)
            .env("TOWNPERK_PUBLIC_URL", "https://perk.example")
            .env("TOWNPERK_SUPPORT_EMAIL", "keeper@perk.example");
        Node::start(command, free_port())
    };
    let mut node = start();
    node.running.until_complained("the certificate ends soon");
    let subject = format!("Subject: The certificate of {HOST} ends on");
    until("the mail", || async { mails_about(&home, &subject) == 1 }).await;
    node.running.signal("TERM");
    node.running.end().expect_success();
    let node = start();
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(mails_about(&home, &subject), 1);
    node.running.signal("TERM");
    let ended = node.running.end();
    assert!(!ended.complained.contains("ends soon"), "{ended:?}");
}
