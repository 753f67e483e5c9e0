//! Disk faults under a running server: everything acknowledged is in the database, whatever was refused before. "In the
//! database" means what another connection reads while the server runs, and again after a clean shutdown.

#![cfg(target_os = "linux")]

use std::{
    fmt::Write as _,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, Statement};
use tempfile::TempDir;
use townperk::{
    catalog::entities::{shop, vote},
    platform::{data_folder::DataFolder, database::Database, settings::Settings},
};

use crate::support::{
    command::{Ended, Server, argument, bare_townperk, file_in, run},
    fault_table::{self, Refusals},
    line::{Answered, Line},
};

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";
const SHOP: &str = "/api/coffee-shops/rust-and-bean-alexandria-la";
const VOTE: &str = "/api/coffee-shops/rust-and-bean-alexandria-la/upvote";

/// A server with a disk that the test can fill.
struct Fixture {
    server: Server,
    home: PathBuf,
    case: &'static str,
    votes: u64,
    sign_ups: u64,
    events: u64,
    shops: u64,
    refusals: Refusals,
}

impl Fixture {
    fn start(home: &Path, case: &'static str) -> Self {
        Self {
            server: Server::start(serve(home)),
            home: home.to_path_buf(),
            case,
            votes: 0,
            sign_ups: 0,
            events: 0,
            shops: 1,
            refusals: Refusals::default(),
        }
    }

    fn post(&mut self, path: &str, body: &str) -> Answered {
        let began = Instant::now();
        let answer = self.send(path, body);
        if answer.status == 503 {
            self.refusals.note(began.elapsed());
        }
        answer
    }

    fn send(&self, path: &str, body: &str) -> Answered {
        let mut line = Line::over(self.server.connect());
        line.send(format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n\
             Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        line.answer()
    }

    /// Votes without a cookie.
    fn vote(&mut self) -> Answered {
        let answer = self.post(VOTE, "");
        self.votes += u64::from(answer.status == 200);
        answer
    }

    fn sign_up(&mut self, name: &str) -> Answered {
        let body = format!(r#"{{"email":"{name}@example.com","afterMillis":60000}}"#);
        let answer = self.post("/api/newsletter/subscribe", &body);
        self.sign_ups += u64::from(answer.status == 200);
        answer
    }

    /// A page view, which is counted in memory first and accepted whatever the disk does.
    fn view(&mut self) {
        let (_, shop) = self.server.get(SHOP);
        let shop: serde_json::Value = serde_json::from_str(&shop).unwrap();
        let id = shop["id"].as_str().unwrap();
        let body = format!(r#"{{"eventType":"page_view","coffeeShopId":"{id}"}}"#);
        let answer = self.post("/api/analytics/track", &body);
        assert_eq!(answer.status, 202);
        self.events += 1;
    }

    /// Imports 200 shops next to the server.
    fn import(&mut self, round: &str) -> Ended {
        let mut list = String::from("id,name,street,city,state,lat,lon\n");
        for number in 0..200 {
            let (north, east) = (f64::from(number / 20), f64::from(number % 20));
            let (north, east) = (31.2 + north * 0.002, -92.6 + east * 0.002);
            let name = format!("{round} {number}");
            writeln!(
                list,
                "{name},{name},{number} {round} St,Alexandria,LA,{north:.4},{east:.4}"
            )
            .unwrap();
        }
        // Not on the full disk.
        let folder = TempDir::new().unwrap();
        let list = file_in(folder.path(), "more.csv", list);
        run(bare_townperk(&self.home, &["import", argument(&list)]))
    }

    /// Votes until there is no more room. The snapshot keeps SQLite's log from being reused.
    async fn until_refused(&mut self) -> DatabaseTransaction {
        let database = open(&self.home).await;
        let snapshot = database.snapshot().await.unwrap();
        vote::Entity::find().count(&snapshot).await.unwrap();
        for _ in 0..10_000 {
            let answer = self.vote();
            if answer.status != 200 {
                expect_unavailable(&answer);
                return snapshot;
            }
        }
        panic!("the disk is never full");
    }

    /// Sends `number` votes and a sign-up; all are refused, and none is stored afterward.
    async fn expect_refusals(&mut self, round: &str, number: u32) {
        for _ in 0..number {
            expect_unavailable(&self.vote());
        }
        expect_unavailable(&self.sign_up(&format!("refused-{round}")));
        self.view();
        self.expect_everything_acknowledged().await;
    }

    /// Sends `number` votes and a sign-up; all are accepted, and stored afterward.
    async fn expect_success(&mut self, round: &str, number: u32) {
        for _ in 0..number {
            assert_eq!(self.vote().status, 200);
        }
        assert_eq!(self.sign_up(&format!("taken-{round}")).status, 200);
        self.view();
        let import = self.import(round).expect_success();
        self.shops += import.count("added");
        self.expect_everything_acknowledged().await;
    }

    /// Stops the server, and counts again.
    async fn expect_everything_after_the_end(self) {
        self.server.terminate();
        self.server.end().expect_success();
        let found = counts_in(&self.home).await;
        let acknowledged = (self.votes, self.sign_ups, self.shops);
        assert_eq!(found, acknowledged, "votes, sign-ups, shops");
        let events = events_in(&self.home).await;
        assert_eq!(events, self.events, "events");
        fault_table::line(
            self.case,
            self.votes + self.sign_ups + self.shops + self.events,
            found.0 + found.1 + found.2 + events,
            &self.refusals,
        );
    }

    /// Counts what is in the database over a separate connection.
    async fn expect_everything_acknowledged(&self) {
        let found = counts_in(&self.home).await;
        let acknowledged = (self.votes, self.sign_ups, self.shops);
        assert_eq!(found, acknowledged, "votes, sign-ups, shops");
        let (_, shown) = self
            .server
            .get("/api/coffee-shops/rust-and-bean-alexandria-la");
        let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["upvoteCount"].as_u64().unwrap(), self.votes);
    }
}

fn expect_unavailable(answer: &Answered) {
    let body = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 503, "{body}");
    assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
    assert!(body.contains("We can't save anything right now."), "{body}");
}

/// A connection next to the server's.
async fn open(home: &Path) -> Database {
    let mut settings = Settings::defaults().unwrap();
    settings.data_dir = home.to_path_buf();
    let folder = DataFolder::open(home).unwrap();
    Database::connect(&settings, &folder).await.unwrap()
}

/// Page views that were written.
async fn events_in(home: &Path) -> u64 {
    let database = open(home).await;
    let sum = Statement::from_string(
        database.reads().get_database_backend(),
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS number FROM event_counts WHERE kind = 'page_view'",
    );
    let sum = database.reads().query_one_raw(sum).await.unwrap().unwrap();
    let sum: i64 = sum.try_get("", "number").unwrap();
    database.close().await.unwrap();
    sum.try_into().unwrap()
}

/// Votes, newsletter readers and shops.
async fn counts_in(home: &Path) -> (u64, u64, u64) {
    let database = open(home).await;
    let reads = database.reads();
    let votes = vote::Entity::find().count(reads).await.unwrap();
    let sums: Vec<i64> = shop::Entity::find()
        .all(reads)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.upvote_count)
        .collect();
    assert_eq!(
        sums.iter().sum::<i64>(),
        i64::try_from(votes).unwrap(),
        "the shops' counts equal their votes"
    );
    let readers = Statement::from_string(
        reads.get_database_backend(),
        "SELECT COUNT(*) AS number FROM newsletter_readers",
    );
    let readers = reads.query_one_raw(readers).await.unwrap().unwrap();
    let sign_ups = u64::try_from(readers.try_get::<i64>("", "number").unwrap()).unwrap();
    database.close().await.unwrap();
    (votes, sign_ups, u64::try_from(sums.len()).unwrap())
}

/// `townperk serve` that gets an error instead of a fatal signal when it hits the file size limit, as with a full disk.
fn serve(home: &Path) -> Command {
    let plain = bare_townperk(home, &[]);
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; exec \"$TOWNPERK\" serve"])
        .env_clear()
        .env("TOWNPERK", plain.get_program())
        .env("TOWNPERK_VOTES_PER_NETWORK", "100000")
        .env("TOWNPERK_VOTES_PER_NETWORK_DAY", "100000")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in plain.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command
}

/// Puts one shop into a data folder.
fn import_into(home: &Path) {
    let list = file_in(home, "list.csv", LIST);
    run(bare_townperk(home, &["import", argument(&list)])).expect_success();
}

/// Sets the largest file that the running server may write. It has the effect of a full disk, and every user can set
/// it.
fn limit_files_of(server: &Server, limit: &str) {
    let set = Command::new("prlimit")
        .args([
            "--pid",
            &server.pid().to_string(),
            &format!("--fsize={limit}:unlimited"),
        ])
        .status();
    assert!(set.unwrap().success());
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_files_could_not_grow_for_a_while() {
    let home = TempDir::new().unwrap();
    import_into(home.path());
    let mut fixture = Fixture::start(home.path(), "SQLite: files can't grow");
    fixture.expect_success("before", 5).await;
    for round in ["first", "second", "third"] {
        limit_files_of(&fixture.server, "4096");
        fixture.expect_refusals(round, 4).await;
        limit_files_of(&fixture.server, "unlimited");
        fixture.expect_success(round, 20).await;
    }
    fixture.expect_everything_after_the_end().await;
}

/// The folder on a small file system, set when a test has restarted itself inside one.
const SMALL_DISK: &str = "TOWNPERK_TEST_SMALL_DISK";

/// Runs the test `name` again in a mount namespace where `mount` has put a small file system on `$DISK`. Returns the
/// folder inside it; outside, returns `None` with the result of the inner run.
fn small_disk(name: &str, unshare: &[&str], mount: &str) -> Option<PathBuf> {
    if let Some(disk) = std::env::var_os(SMALL_DISK) {
        return Some(disk.into());
    }
    let folder = TempDir::new().unwrap();
    let (disk, image) = (folder.path().join("disk"), folder.path().join("image"));
    fs::create_dir(&disk).unwrap();
    let inside = Command::new("unshare")
        .args(unshare)
        .args([
            "--mount",
            "sh",
            "-c",
            &format!("({mount}) >/dev/null 2>&1 || exit 97; exec \"$@\""),
            "sh",
        ])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env("DISK", &disk)
        .env("IMAGE", image)
        .env(SMALL_DISK, &disk)
        .output();
    match inside.map(Ended::from) {
        Ok(ended) if ended.code != Some(97) && !ended.complained.starts_with("unshare: ") => {
            assert!(
                ended.said.contains("1 passed"),
                "{}\n{}",
                ended.said,
                ended.complained
            );
        }
        _ => eprintln!("skipped: this machine lets nobody mount such a file system ({mount})"),
    }
    None
}

/// Votes and sign-ups while the disk is full, three times, and afterward.
async fn expect_no_loss_on(disk: &Path, case: &'static str) -> Fixture {
    import_into(disk);
    let mut fixture = Fixture::start(disk, case);
    fixture.expect_success("before", 5).await;
    let filler = disk.join("filler");
    for round in ["first", "second", "third"] {
        fill(&filler);
        let snapshot = fixture.until_refused().await;
        fixture.expect_refusals(round, 4).await;
        let import = fixture.import(round);
        assert_eq!(import.code, Some(1), "{import:?}");
        drop(snapshot);
        fs::remove_file(&filler).unwrap();
        fixture.expect_success(round, 20).await;
    }
    fixture
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_a_tmpfs_was_full_for_a_while() {
    let name = "commands::loss::nothing_acknowledged_is_lost_when_a_tmpfs_was_full_for_a_while";
    let mount = "mount -t tmpfs -o size=16m none \"$DISK\"";
    if let Some(disk) = small_disk(name, &["--user", "--map-root-user"], mount) {
        let fixture = expect_no_loss_on(&disk, "SQLite: disk full (tmpfs)").await;
        fixture.expect_everything_after_the_end().await;
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_an_ext4_was_full_or_read_only_for_a_while() {
    let name = "commands::loss::nothing_acknowledged_is_lost_when_an_ext4_was_full_or_read_only_for_a_while";
    let mount = "truncate -s 32M \"$IMAGE\" && mkfs.ext4 -q -b 4096 -m 0 \"$IMAGE\" && mount -o loop \"$IMAGE\" \"$DISK\"";
    let Some(disk) = small_disk(name, &[], mount) else {
        return;
    };
    let mut fixture = expect_no_loss_on(&disk, "SQLite: disk full, then read-only (ext4)").await;
    // Immutable files have the effect of a file system remounted read-only. The third file is mapped into memory:
    // whether the kernel lets a process write there or kills it depends on what was already written back.
    let flags = |change: &str| {
        let files = ["townperk.sqlite", "townperk.sqlite-wal"].map(|name| disk.join(name));
        let changed = Command::new("chattr").arg(change).args(files).status();
        assert!(changed.unwrap().success());
    };
    for round in ["fourth", "fifth"] {
        flags("+i");
        for _ in 0..4 {
            expect_unavailable(&fixture.vote());
        }
        expect_unavailable(&fixture.sign_up(&format!("refused-{round}")));
        fixture.view();
        flags("-i");
        fixture.expect_success(round, 20).await;
    }
    fixture.expect_everything_after_the_end().await;
}

/// Writes until there is no more room.
fn fill(file: &Path) {
    let mut file = fs::File::create(file).unwrap();
    for size in [1 << 20, 4096, 1] {
        while file.write_all(&vec![b'x'; size]).is_ok() {}
    }
}
