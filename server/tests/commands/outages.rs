//! A database that is down, frozen, locked or read-only under a server that gets 25 writes a second: refused callers
//! are told quickly, pages are served throughout, and afterward exactly what was acknowledged is stored.

#![cfg(target_os = "linux")]

use std::{
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use townperk::{
    catalog::entities::vote,
    platform::database::{Database, engine_of},
};
use url::Url;

use crate::support::{
    Engine, Relay, TestDatabase,
    cluster::{by_way_of, socket_of, sql},
    command::{LONGEST_WAIT, Server, argument, file_in, run, townperk, until},
    fault_table::{self, Refusals},
    line::{Answered, Line},
};

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";
const PAGE: &str = "/coffee-shops/rust-and-bean-alexandria-la";

/// Between two write requests.
const PAUSE: Duration = Duration::from_millis(40);

/// The server refuses after its timeout, and a busy machine takes longer. A server that waits for its database takes until
/// the fault ends, which is after all answers.
const LONGEST: Duration = Duration::from_secs(30);

/// The server's database timeout in ms: the default for the table, which says how long refusals take. A busy machine needs
/// longer for a write that is taken.
fn database_timeout() -> &'static str {
    if fault_table::is_wanted() {
        "1500"
    } else {
        "3000"
    }
}

/// A server with one shop.
fn serve(home: &TestDatabase, change: impl FnOnce(&mut Command)) -> Server {
    let list = file_in(&home.settings().data_dir, "list.csv", LIST);
    run(townperk(home, &["import", argument(&list)])).expect_success();
    Server::start(serving(home, change))
}

fn serving(home: &TestDatabase, change: impl FnOnce(&mut Command)) -> Command {
    let mut command = townperk(home, &["serve"]);
    command
        .env("TOWNPERK_DATABASE_TIMEOUT_MS", database_timeout())
        .env("TOWNPERK_VOTES_PER_NETWORK", "100000")
        .env("TOWNPERK_VOTES_PER_NETWORK_DAY", "100000")
        // Each visitor has a different network.
        .env("TOWNPERK_TRUSTED_PROXIES", "127.0.0.1");
    change(&mut command);
    command
}

fn post(server: &Server, number: usize, path: &str, body: &str) -> Answered {
    let mut line = Line::over(server.connect());
    line.send(format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 20.{}.{}.1\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        number / 250,
        number % 250,
        body.len()
    ));
    line.answer()
}

/// Acknowledged votes, and all that were sent.
struct Voters {
    server: Server,
    asked: usize,
    acknowledged: u64,
    /// Refused while the database was recovering: a commit may have been in progress.
    unknown: u64,
    /// The name of the fault, and the refusals during it.
    case: String,
    refusals: Refusals,
}

impl Voters {
    fn of(server: Server) -> Self {
        Self {
            server,
            asked: 0,
            acknowledged: 0,
            unknown: 0,
            case: String::new(),
            refusals: Refusals::default(),
        }
    }

    /// Sends `number` writes, one every 40 ms whether or not earlier ones are answered. One in ten is a sign-up.
    fn ask(&mut self, number: usize) -> Vec<(Answered, Duration)> {
        let answers = Arc::new(Mutex::new(Vec::new()));
        let server = &self.server;
        std::thread::scope(|scope| {
            for request in self.asked..self.asked + number {
                let answers = answers.clone();
                scope.spawn(move || {
                    let began = Instant::now();
                    let answer = if request % 10 == 9 {
                        let body = format!(
                            r#"{{"email":"reader-{request}@example.com","afterMillis":60000}}"#
                        );
                        post(server, request, "/api/newsletter/subscribe", &body)
                    } else {
                        post(server, request, &format!("/api{PAGE}/upvote"), "")
                    };
                    let mut answers = answers.lock().unwrap();
                    answers.push((request % 10 != 9, answer, began.elapsed()));
                });
                std::thread::sleep(PAUSE);
                assert_eq!(server.get(PAGE).0, 200, "a page in the meantime");
            }
        });
        self.asked += number;
        let answers = Arc::into_inner(answers).unwrap().into_inner().unwrap();
        let votes = answers
            .iter()
            .filter(|(vote, answer, _)| *vote && answer.status == 200);
        self.acknowledged += u64::try_from(votes.count()).unwrap();
        answers
            .into_iter()
            .map(|(_, answer, took)| (answer, took))
            .collect()
    }

    /// Eventually a vote is accepted; those before are refused.
    fn expect_success_within(&mut self, longest: Duration) {
        let began = Instant::now();
        loop {
            let (answer, _) = self.ask(1).remove(0);
            if answer.status == 200 {
                return;
            }
            assert_eq!(answer.status, 503, "{answer:?}");
            assert!(
                began.elapsed() < longest,
                "nothing is taken after {:?}",
                began.elapsed()
            );
        }
    }

    fn expect_success(&mut self, number: usize) {
        for (answer, _) in self.ask(number) {
            assert_eq!(answer.status, 200, "{answer:?}");
        }
    }

    /// All requests are refused in time while the fault lasts.
    fn expect_refusals(&mut self, case: &str) {
        let answers = self.ask((fault_table::lasts().as_millis() / PAUSE.as_millis()) as usize);
        case.clone_into(&mut self.case);
        for (answer, took) in answers {
            self.refusals.note(took);
            let body = String::from_utf8_lossy(&answer.body);
            assert_eq!(answer.status, 503, "{body}");
            assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
            assert!(body.contains("We can't save anything right now."), "{body}");
            assert!(took < LONGEST, "{case}: {took:?}");
        }
    }

    /// Once the fault is fixed, writes are accepted again, and the database contains what was acknowledged.
    async fn expect_recovery(mut self, home: &TestDatabase) {
        until("writes are taken again", || {
            let answer = post(&self.server, self.asked, &format!("/api{PAGE}/upvote"), "");
            self.asked += 1;
            let is_taken = answer.status == 200;
            self.acknowledged += u64::from(is_taken);
            self.unknown += u64::from(!is_taken);
            async move { is_taken }
        })
        .await;
        self.expect_success(30);
        let database = home.open().await;
        let found = votes_in(&database).await;
        fault_table::line(&self.case, self.acknowledged, found, &self.refusals);
        assert!((self.acknowledged..=self.acknowledged + self.unknown).contains(&found));
        self.server.terminate();
        self.server.end().expect_success();
        assert_eq!(votes_in(&database).await, found);
    }
}

async fn votes_in(database: &Database) -> u64 {
    vote::Entity::find().count(database.reads()).await.unwrap()
}

/// A PostgreSQL server behind a relay.
async fn behind_relay() -> Option<(TestDatabase, Relay, Url)> {
    let home = TestDatabase::on(Engine::Postgres).await?;
    let url: Url = home.settings().database_url.reveal().parse().unwrap();
    let relay = Relay::to(socket_of(&url)).await;
    Some((home, relay, url))
}

fn through(relay: &Relay, url: &Url) -> String {
    by_way_of(url, relay.address).to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_away_is_told_of_soon() {
    let Some((home, relay, url)) = behind_relay().await else {
        return;
    };
    let address = through(&relay, &url);
    let mut voters = Voters::of(serve(&home, |command| {
        command.env("TOWNPERK_DATABASE_URL", address);
    }));
    voters.expect_success(20);
    relay.cut();
    voters.expect_refusals("PostgreSQL stopped");
    relay.lead_to(socket_of(&url));
    voters.expect_recovery(&home).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_frozen_is_told_of_soon() {
    let Some((home, relay, url)) = behind_relay().await else {
        return;
    };
    let address = through(&relay, &url);
    let mut voters = Voters::of(serve(&home, |command| {
        command.env("TOWNPERK_DATABASE_URL", address);
    }));
    voters.expect_success(20);
    relay.freeze();
    voters.expect_refusals("PostgreSQL frozen");
    relay.lead_to(socket_of(&url));
    voters.expect_recovery(&home).await;
}

/// A firewall that has forgotten connections drops their packets silently.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_nobody_answers_on_are_replaced() {
    let Some((home, relay, url)) = behind_relay().await else {
        return;
    };
    let address = through(&relay, &url);
    let mut voters = Voters::of(serve(&home, |command| {
        command.env("TOWNPERK_DATABASE_URL", address);
    }));
    voters.expect_success(20);
    relay.strand();
    "PostgreSQL: all connections silent".clone_into(&mut voters.case);
    let mut is_served = false;
    // On a busy machine, all of the first hundred may come too soon.
    for _ in 0..3 {
        for (answer, took) in voters.ask(100) {
            if answer.status == 200 {
                is_served = true;
            } else {
                voters.refusals.note(took);
            }
        }
        if is_served {
            break;
        }
    }
    assert!(is_served, "nobody was served on new connections");
    voters.expect_recovery(&home).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_for_reading_alone_is_told_of_at_once() {
    let Some(home) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let url: Url = home.settings().database_url.reveal().parse().unwrap();
    let mut voters = Voters::of(serve(&home, |_| {}));
    voters.expect_success(20);
    let mut elsewhere = url.clone();
    elsewhere.set_path("postgres");
    let set = |value: &str| {
        let name = &url.path()[1..];
        let alter = format!("ALTER DATABASE {name} SET default_transaction_read_only = {value}");
        sql(&elsewhere, &alter);
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sql(&url, others);
    };
    set("on");
    voters.expect_refusals("PostgreSQL read-only");
    set("off");
    voters.expect_recovery(&home).await;
}

/// Locks what every write needs, until dropped.
async fn lock(home: &TestDatabase) -> DatabaseTransaction {
    let settings = home.settings();
    let address = match settings.database_url.reveal() {
        "" => format!("sqlite://{}/townperk.sqlite", argument(&settings.data_dir)),
        address => address.to_owned(),
    };
    let connection = sea_orm::Database::connect(address).await.unwrap();
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..Default::default()
    };
    let transaction = connection.begin_with_options(options).await.unwrap();
    if engine_of(&transaction) == Engine::Postgres {
        let lock = "LOCK TABLE shops, newsletter_readers IN ACCESS EXCLUSIVE MODE";
        transaction.execute_unprepared(lock).await.unwrap();
    }
    transaction
}

both_engines!(a_locked_database_is_told_of_soon, |home: TestDatabase| {
    let mut voters = Voters::of(serve(&home, |_| {}));
    voters.expect_success(20);
    let held = lock(&home).await;
    voters.expect_refusals(&format!("{} locked", engine_of(&held)));
    held.rollback().await.unwrap();
    voters.expect_recovery(&home).await;
});

/// Idle transactions of other nodes.
const IDLE: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_frozen_in_a_transaction_is_cut_off() {
    let Some(home) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let url: Url = home.settings().database_url.reveal().parse().unwrap();
    let other_folder = tempfile::TempDir::new().unwrap();
    let mut frozen = Voters::of(serve(&home, |_| {}));
    let mut awake = Voters::of(Server::start(serving(&home, |command| {
        command.env("TOWNPERK_DATA_DIR", other_folder.path());
    })));
    // Freezes the first node repeatedly, until it happens in the middle of a transaction.
    let mut attempts = 0;
    loop {
        frozen.asked += 1;
        let (server, number) = (&frozen.server, frozen.asked);
        let met = std::thread::scope(|scope| {
            let vote = scope.spawn(move || post(server, number, &format!("/api{PAGE}/upvote"), ""));
            std::thread::sleep(Duration::from_micros(500 + 250 * (attempts % 40)));
            server.signal("STOP");
            let met = sql(&url, IDLE) == "1" && {
                std::thread::sleep(Duration::from_millis(200));
                sql(&url, IDLE) == "1"
            };
            if met {
                // Another node first waits for the row in vain, then gets it although the first is still frozen.
                awake.expect_success_within(LONGEST_WAIT);
            }
            server.signal("CONT");
            frozen.acknowledged += u64::from(vote.join().unwrap().status == 200);
            met
        });
        if met {
            break;
        }
        attempts += 1;
        assert!(attempts < 2000, "it was never frozen in a transaction");
    }
    assert_eq!(sql(&url, IDLE), "0");
    awake.acknowledged += frozen.acknowledged;
    "PostgreSQL: a node frozen in a transaction".clone_into(&mut awake.case);
    frozen.server.terminate();
    frozen.server.end().expect_success();
    awake.expect_recovery(&home).await;
}
