//! A server killed between a commit and what follows it: everything acknowledged is stored and shown, including its
//! audit log entry.

#![cfg(unix)]

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use townperk::catalog::entities::shop;

use crate::support::{
    TestDatabase,
    command::{LONGEST_WAIT, Server, argument, file_in, run, townperk},
    fault_table::{self, Refusals},
};

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";
const SHOP: &str = "/api/coffee-shops/rust-and-bean-alexandria-la";
const PASSWORD: &str = "a long enough password";

fn serve(home: &TestDatabase) -> Command {
    let mut command = townperk(home, &["serve"]);
    command.env("TOWNPERK_ADMIN_PASSWORD", PASSWORD);
    command
}

/// Signs in the administrator; returns the cookie.
fn sign_in(server: &Server) -> String {
    let body = format!(r#"{{"password":"{PASSWORD}"}}"#);
    let mut stream = server.connect();
    write!(
        stream,
        "POST /api/admin/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, cookie) = answer.split_once("set-cookie: ").expect(&answer);
    cookie.split(';').next().unwrap().to_owned()
}

/// Changes the name of the shop's link; returns whether that was acknowledged.
fn rename(server: &Server, cookie: &str, number: u32) -> bool {
    let body = format!(
        r#"{{"onlineStoreUrl":"https://beans.example/","onlineStoreName":"Beans {number}"}}"#
    );
    let Ok(mut stream) = TcpStream::connect(&server.address) else {
        return false;
    };
    let sent = write!(
        stream,
        "PATCH {SHOP} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut answer = Vec::new();
    sent.is_ok() && stream.read_to_end(&mut answer).is_ok() && answer.starts_with(b"HTTP/1.1 200")
}

both_engines!(
    a_kill_between_commit_and_refresh_loses_nothing_acknowledged,
    |home: TestDatabase| {
        let list = file_in(&home.settings().data_dir, "list.csv", LIST);
        run(townperk(&home, &["import", argument(&list)])).expect_success();
        let (mut sent, mut acknowledged, mut kills) = (0, 0, 0);
        while kills < 8 {
            let server = Server::start(serve(&home));
            let cookie = sign_in(&server);
            let before = (sent, acknowledged);
            let taken = AtomicU32::new(0);
            std::thread::scope(|scope| {
                let writing = scope.spawn(|| {
                    let (mut sent, mut acknowledged) = before;
                    loop {
                        sent += 1;
                        if !rename(&server, &cookie, sent) {
                            return (sent, acknowledged);
                        }
                        acknowledged = sent;
                        taken.fetch_add(1, Ordering::Relaxed);
                    }
                });
                // It doesn't panic: the scope would wait for a writer that only ends with the server.
                let began = Instant::now();
                while taken.load(Ordering::Relaxed) < 2
                    && !writing.is_finished()
                    && began.elapsed() < LONGEST_WAIT
                {
                    std::thread::sleep(Duration::from_millis(1));
                }
                // A little longer each time, so that it is killed at another step.
                std::thread::sleep(Duration::from_millis(7 * kills));
                server.signal("KILL");
                (sent, acknowledged) = writing.join().unwrap();
            });
            let taken = taken.into_inner();
            assert!(taken >= 2, "{taken} writes were taken in time");
            server.end();
            kills += 1;
            let next = Server::start(serve(&home));
            let (_, shown) = next.get(SHOP);
            let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
            let name = shown["onlineStoreName"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            let number: u32 = name.trim_start_matches("Beans ").parse().unwrap_or(0);
            assert!(
                number == acknowledged || number == sent,
                "{acknowledged} acknowledged, {sent} sent, \"{name}\" shown"
            );
            let database = home.open().await;
            let row = shop::Entity::find()
                .one(database.reads())
                .await
                .unwrap()
                .unwrap();
            assert_eq!(row.online_store_name.unwrap_or_default(), name);
            // Each stored edit has its entry, and there is no entry without an edit.
            let count = Statement::from_string(
                database.reads().get_database_backend(),
                "SELECT COUNT(*) AS number FROM audit_entries WHERE subject_kind = 'shop'",
            );
            let entries = database
                .reads()
                .query_one_raw(count)
                .await
                .unwrap()
                .unwrap();
            let entries: i64 = entries.try_get("", "number").unwrap();
            assert_eq!(entries, row.edition - 1);
            // Unacknowledged edits may have been committed; by now, that is known.
            acknowledged = number;
            next.signal("KILL");
            next.end();
        }
        assert!(u64::from(acknowledged) > kills, "{acknowledged}");
        let engine = home.open().await.engine();
        let case = format!("{engine}: server killed while the administrator writes, 8 times");
        let number = acknowledged.into();
        fault_table::line(&case, number, number, &Refusals::default());
    }
);
