//! Faults of the disk under a running server: what was acknowledged is in the database, whatever was refused before.
//! "In the database" is what another connection reads while the server runs, and again after its orderly end.

#![cfg(target_os = "linux")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, Statement};
use tempfile::TempDir;
use townperk::{
    catalog::entities::{shop, vote},
    platform::{data_folder::DataFolder, database::Database, settings::Settings},
};

use crate::support::{
    command::{Ended, Server, argument, bare_townperk, file_in, run},
    line::{Answered, Line},
};

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";
const VOTE: &str = "/api/coffee-shops/rust-and-bean-alexandria-la/upvote";

/// A server whose disk the test can fill.
struct Fixture {
    server: Server,
    home: PathBuf,
    votes: u64,
    sign_ups: u64,
}

impl Fixture {
    fn start(home: &Path) -> Self {
        Self {
            server: Server::start(serve(home)),
            home: home.to_path_buf(),
            votes: 0,
            sign_ups: 0,
        }
    }

    fn post(&self, path: &str, body: &str) -> Answered {
        let mut line = Line::over(self.server.connect());
        line.send(format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        ));
        line.answer()
    }

    /// Votes by somebody without a cookie.
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

    /// Votes until there is no room for one more. The snapshot keeps the log of recent writes from being written over.
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

    /// Asks for `number` votes and a sign-up, all of which are refused, and none of which is there afterwards.
    async fn expect_refusals(&mut self, round: &str, number: u32) {
        for _ in 0..number {
            expect_unavailable(&self.vote());
        }
        expect_unavailable(&self.sign_up(&format!("refused-{round}")));
        self.expect_everything_acknowledged().await;
    }

    /// Asks for `number` votes and a sign-up, all of which are taken, and are there afterwards.
    async fn expect_success(&mut self, round: &str, number: u32) {
        for _ in 0..number {
            assert_eq!(self.vote().status, 200);
        }
        assert_eq!(self.sign_up(&format!("taken-{round}")).status, 200);
        self.expect_everything_acknowledged().await;
    }

    /// Stops the server, and counts again.
    async fn expect_everything_after_the_end(self) {
        self.server.terminate();
        self.server.end().expect_success();
        let found = counts_in(&self.home).await;
        assert_eq!(found, (self.votes, self.sign_ups), "votes, sign-ups");
    }

    /// Counts what is in the database over a connection of our own.
    async fn expect_everything_acknowledged(&self) {
        let found = counts_in(&self.home).await;
        assert_eq!(found, (self.votes, self.sign_ups), "votes, sign-ups");
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

/// A connection beside the server's.
async fn open(home: &Path) -> Database {
    let mut settings = Settings::defaults().unwrap();
    settings.data_dir = home.to_path_buf();
    let folder = DataFolder::open(home).unwrap();
    Database::connect(&settings, &folder).await.unwrap()
}

/// Votes and newsletter readers.
async fn counts_in(home: &Path) -> (u64, u64) {
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
        sums,
        [i64::try_from(votes).unwrap()],
        "the shop's count equals its votes"
    );
    let readers = Statement::from_string(
        reads.get_database_backend(),
        "SELECT COUNT(*) AS number FROM newsletter_readers",
    );
    let readers = reads.query_one_raw(readers).await.unwrap().unwrap();
    let sign_ups = u64::try_from(readers.try_get::<i64>("", "number").unwrap()).unwrap();
    database.close().await.unwrap();
    (votes, sign_ups)
}

/// `townperk serve`, to be met by limits as by a full disk: an answer of the system, not a signal that ends it.
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

/// The largest file that the running server may write. It is met as a full disk is, and every user can set it.
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
    let mut fixture = Fixture::start(home.path());
    fixture.expect_success("before", 5).await;
    for round in ["first", "second", "third"] {
        limit_files_of(&fixture.server, "4096");
        fixture.expect_refusals(round, 4).await;
        limit_files_of(&fixture.server, "unlimited");
        fixture.expect_success(round, 20).await;
    }
    fixture.expect_everything_after_the_end().await;
}

/// The folder on a small file system; set where a test has started itself anew inside one.
const SMALL_DISK: &str = "TOWNPERK_TEST_SMALL_DISK";

/// Runs the test `name` again in a mount namespace where `mount` has put a small file system on `$DISK`. Gives the folder
/// inside it, and nothing outside, where the result is that of the run inside.
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

/// Votes and sign-ups while the disk is full, three times, and afterwards.
async fn expect_no_loss_on(disk: &Path) -> Fixture {
    import_into(disk);
    let mut fixture = Fixture::start(disk);
    fixture.expect_success("before", 5).await;
    let filler = disk.join("filler");
    for round in ["first", "second", "third"] {
        fill(&filler);
        let snapshot = fixture.until_refused().await;
        fixture.expect_refusals(round, 4).await;
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
        let fixture = expect_no_loss_on(&disk).await;
        fixture.expect_everything_after_the_end().await;
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_an_ext4_was_full_or_read_only_for_a_while() {
    let name = "commands::loss::nothing_acknowledged_is_lost_when_an_ext4_was_full_or_read_only_for_a_while";
    let mount = "truncate -s 32M \"$IMAGE\" && mkfs.ext4 -q -m 0 \"$IMAGE\" && mount -o loop \"$IMAGE\" \"$DISK\"";
    let Some(disk) = small_disk(name, &[], mount) else {
        return;
    };
    let mut fixture = expect_no_loss_on(&disk).await;
    // Files that can't be changed are met as a file system that was remounted for reading alone is.
    let flags = |change: &str| {
        let files = [
            "townperk.sqlite",
            "townperk.sqlite-wal",
            "townperk.sqlite-shm",
        ]
        .map(|name| disk.join(name));
        let changed = Command::new("chattr").arg(change).args(files).status();
        assert!(changed.unwrap().success());
    };
    for round in ["fourth", "fifth"] {
        flags("+i");
        for _ in 0..4 {
            expect_unavailable(&fixture.vote());
        }
        expect_unavailable(&fixture.sign_up(&format!("refused-{round}")));
        flags("-i");
        fixture.expect_success(round, 20).await;
    }
    fixture.expect_everything_after_the_end().await;
}

/// Writes until there is no room.
fn fill(file: &Path) {
    let mut file = fs::File::create(file).unwrap();
    for size in [1 << 20, 4096, 1] {
        while file.write_all(&vec![b'x'; size]).is_ok() {}
    }
}
