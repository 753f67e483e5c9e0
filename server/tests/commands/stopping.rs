//! Clean shutdowns: Ctrl-C during an import, and a server that is asked to stop.

#![cfg(unix)]

use std::{
    fmt::Write as _,
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::Command,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait, Statement};
use townperk::{
    catalog::entities::{shop, vote},
    platform::database::Database,
};

use crate::support::{
    TestDatabase,
    command::{
        LONGEST_WAIT, Running, Server, answer_on, argument, bare_townperk, file_in, run, townperk,
        until,
    },
};

/// A pipe, so that the test controls how far the reader gets.
fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.unwrap().success());
}

both_engines!(
    ctrl_c_ends_an_import_between_two_batches,
    |home: TestDatabase| {
        let database = home.open().await;
        let whole = |count: u32| {
            (0..count).fold(
                "id,name,street,city,state,lat,lon\n".to_owned(),
                |mut rows, number| {
                    let (north, east) = (f64::from(number / 100), f64::from(number % 100));
                    let (north, east) = (31.2 + north * 0.002, -92.6 + east * 0.002);
                    writeln!(
                        rows,
                        "{number},Cup {number},{number} Main St,Alexandria,LA,{north:.4},{east:.4}"
                    )
                    .unwrap();
                    rows
                },
            )
        };
        let folder = home.settings().data_dir;
        // Far more rows than are read before the signal comes.
        let file = file_in(&folder, "list.csv", whole(40_000));
        let mut running = Running::start(townperk(&home, &["import", argument(&file)]));
        until("two batches", || async {
            shop::Entity::find().count(database.reads()).await.unwrap() >= 2000
        })
        .await;
        running.signal("INT");
        running.until_complained("Stopping after this batch. Committed records stay.");
        let ended = running.end();
        assert_eq!(ended.code, Some(130), "{ended:?}");
        assert!(ended.said.contains("stopped early"), "{ended:?}");
        assert!(
            ended.said.contains("run the same command again"),
            "{ended:?}"
        );
        let added = ended.count("added");
        assert!((2000..40_000).contains(&added), "{ended:?}");
        assert_eq!(
            shop::Entity::find().count(database.reads()).await.unwrap(),
            added
        );
        // Importing the same list again picks up from there.
        let more = whole(u32::try_from(added).unwrap() + 1000);
        let file = file_in(&folder, "more.csv", more);
        let rest = run(townperk(&home, &["import", argument(&file)])).expect_success();
        assert_eq!(
            (rest.count("unchanged"), rest.count("added")),
            (added, 1000)
        );
    }
);

#[test]
fn a_second_ctrl_c_ends_an_import_that_waits_for_its_file() {
    let home = tempfile::TempDir::new().unwrap();
    let pipe = home.path().join("list.csv");
    make_pipe(&pipe);
    let mut running = Running::start(bare_townperk(home.path(), &["import", argument(&pipe)]));
    // Opening the other side waits for the import.
    let list = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    running.signal("INT");
    running.until_complained("Press Ctrl-C again to stop now.");
    running.signal("INT");
    assert_eq!(running.end().code, Some(130));
    drop(list);
}

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";

/// A server with one shop.
fn server(home: &TestDatabase) -> Server {
    let list = file_in(&home.settings().data_dir, "list.csv", LIST);
    run(townperk(home, &["import", argument(&list)])).expect_success();
    Server::start(townperk(home, &["serve"]))
}

/// Sends a request without its body. Returns the connection once the server waits for the body.
pub(super) fn half_a_request(server: &Server, path: &str, length: usize) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let expected = b"HTTP/1.1 100 Continue\r\n\r\n";
    let mut answer = vec![0; expected.len()];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer, expected);
    stream
}

/// Reads one complete response from a persistent connection.
fn one_answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap().to_lowercase();
    let (_, behind) = head.split_once("content-length: ").unwrap();
    let length: usize = behind.lines().next().unwrap().parse().unwrap();
    stream.read_exact(&mut vec![0; length]).unwrap();
    head
}

/// The column `line` of the only row.
async fn line(database: &Database, query: &str) -> String {
    let connection = database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let row = connection.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get("", "line").unwrap()
}

both_engines!(
    a_server_that_is_asked_to_stop_finishes_what_it_began,
    |home: TestDatabase| {
        let server = server(&home);
        let (_, shop) = server.get("/api/coffee-shops/rust-and-bean-alexandria-la");
        let shop: serde_json::Value = serde_json::from_str(&shop).unwrap();
        let id = shop["id"].as_str().unwrap();
        let (status, answer) = server.post(&format!("/api/coffee-shops/{id}/upvote"), "");
        assert_eq!((status, answer.as_str()), (200, r#"{"upvoteCount":1}"#));
        for _ in 0..3 {
            let event = format!(r#"{{"eventType":"page_view","coffeeShopId":"{id}"}}"#);
            assert_eq!(server.post("/api/analytics/track", &event).0, 202);
        }
        let mut kept_alive = server.connect();
        kept_alive
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .unwrap();
        assert!(one_answer(&mut kept_alive).starts_with("http/1.1 200"));
        let sign_up = r#"{"email":"ann@example.com","afterMillis":60000}"#;
        let mut in_hand = half_a_request(&server, "/api/newsletter/subscribe", sign_up.len());

        server.terminate();
        server.until_closed();
        assert_eq!(
            kept_alive.read(&mut [0]).unwrap(),
            0,
            "an idle connection stays open"
        );
        in_hand.write_all(sign_up.as_bytes()).unwrap();
        let (status, answer) = answer_on(in_hand);
        assert_eq!(status, 200, "{answer}");
        server.end().expect_success();

        let database = home.open().await;
        let votes = vote::Entity::find().count(database.reads()).await.unwrap();
        assert_eq!(votes, 1);
        let events =
            "SELECT CAST(SUM(count) AS TEXT) AS line FROM event_counts WHERE kind = 'page_view'";
        assert_eq!(line(&database, events).await, "3");
        let subscribers = "SELECT CAST(COUNT(*) AS TEXT) AS line FROM newsletter_readers";
        assert_eq!(line(&database, subscribers).await, "1");
    }
);

#[test]
fn a_second_request_to_stop_cuts_who_does_not_end() {
    let home = tempfile::TempDir::new().unwrap();
    let server = Server::start(bare_townperk(home.path(), &["serve"]));
    let mut stuck = half_a_request(&server, "/api/newsletter/subscribe", 40);
    server.terminate();
    server.until_closed();
    server.terminate();
    let ended = server.end().expect_success();
    assert!(
        ended.said.contains("were closed") || ended.complained.contains("were closed"),
        "{ended:?}"
    );
    // Disconnected with or without a response, but never processed.
    assert_eq!(stuck.read(&mut [0]).unwrap_or(0), 0);
}

/// Requests sent this soon after the stop request are answered. The server goes on for 100 ms, and it takes a moment to
/// ask it.
const LAST_MOMENT: Duration = Duration::from_millis(20);

/// How many requests are sent before each stop request.
const ENOUGH: u32 = 100;

/// Sends requests until some time after `stopped`. Counts those `sent` before or soon after it, and returns how many of
/// those got no response. `keeps`: uses one connection instead of one per request.
fn ask_until(server: &Server, stopped: &OnceLock<Instant>, sent: &AtomicU32, keeps: bool) -> u32 {
    let mut unanswered = 0;
    let mut kept: Option<TcpStream> = None;
    loop {
        let is_over = |at: &Instant| at.elapsed() > LAST_MOMENT;
        if stopped.get().is_some_and(is_over) {
            return unanswered;
        }
        let Some(mut stream) = kept
            .take()
            .or_else(|| TcpStream::connect(&server.address).ok())
        else {
            continue;
        };
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        // Sent after the last moment, so no response was promised.
        let is_late = stopped.get().is_some_and(is_over);
        if asked.is_err() || is_late {
            continue;
        }
        sent.fetch_add(1, Ordering::Relaxed);
        let mut answer = [0; 12];
        if stream.read_exact(&mut answer).is_err() {
            unanswered += 1;
            continue;
        }
        assert_eq!(&answer, b"HTTP/1.1 200");
        let mut rest = Vec::new();
        let mut byte = [0];
        while !rest.ends_with(b"\r\n\r\n") && stream.read_exact(&mut byte).is_ok() {
            rest.push(byte[0]);
        }
        let head = String::from_utf8(rest).unwrap().to_lowercase();
        let length = head
            .split_once("content-length: ")
            .and_then(|(_, behind)| behind.lines().next()?.parse().ok())
            .unwrap_or(0);
        if stream.read_exact(&mut vec![0; length]).is_err() {
            unanswered += 1;
        } else if keeps && !head.contains("connection: close") {
            kept = Some(stream);
        }
    }
}

#[test]
fn what_is_sent_as_the_server_is_asked_to_stop_is_answered() {
    let (mut sent, mut unanswered) = (0, 0);
    for _ in 0..5 {
        let home = tempfile::TempDir::new().unwrap();
        let server = Server::start(bare_townperk(home.path(), &["serve"]));
        let (stopped, asked) = (OnceLock::new(), AtomicU32::new(0));
        std::thread::scope(|scope| {
            let askers: Vec<_> = (0..12)
                .map(|number| {
                    let (server, stopped, asked) = (&server, &stopped, &asked);
                    scope.spawn(move || ask_until(server, stopped, asked, number % 2 == 0))
                })
                .collect();
            // It doesn't panic: the scope would wait for askers that only end after the stop.
            let began = Instant::now();
            while asked.load(Ordering::Relaxed) < ENOUGH && began.elapsed() < LONGEST_WAIT {
                std::thread::sleep(Duration::from_millis(1));
            }
            // Before the signal: the server may be gone when this thread is next in turn.
            stopped.set(Instant::now()).unwrap();
            server.terminate();
            for asker in askers {
                unanswered += asker.join().unwrap();
            }
        });
        sent += asked.into_inner();
        server.end().expect_success();
    }
    assert_eq!(unanswered, 0, "of {sent}");
    assert!(sent >= 5 * ENOUGH, "{sent}");
}
