//! What is saved on SQLite is in the vault seconds later.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use sea_orm::ConnectionTrait;
use tempfile::TempDir;
use townperk::platform::{
    clock::Clock, data_folder::DataFolder, database::Database, settings::Settings,
};

use super::rows_in;
use crate::support::{
    Engine, TestDatabase,
    command::{Ended, Server, argument, file_in, run, townperk},
};

const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const VOTE: &str = "/api/coffee-shops/rust-and-bean-alexandria-la/upvote";

/// A server on SQLite that backs up into a vault.
struct Fixture {
    home: TestDatabase,
    vault: TempDir,
    server: Option<Server>,
    votes: u64,
}

impl Fixture {
    async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With further settings of the server.
    async fn start_with(settings: &[(&str, &str)]) -> Self {
        let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
        let mut fixture = Self {
            home,
            vault: TempDir::new().unwrap(),
            server: None,
            votes: 0,
        };
        fixture.import("Rust & Bean", 1).expect_success();
        let mut command = fixture.command(&fixture.home, &["serve"]);
        command.env("TOWNPERK_VOTES_PER_NETWORK", "100000");
        command.env("TOWNPERK_VOTES_PER_NETWORK_DAY", "100000");
        command.envs(settings.iter().copied());
        fixture.server = Some(Server::start(command));
        fixture
    }

    fn vault(&self) -> std::path::PathBuf {
        self.vault.path().join("vault")
    }

    fn command(&self, home: &TestDatabase, arguments: &[&str]) -> Command {
        let mut command = townperk(home, arguments);
        command.env("TOWNPERK_BACKUP_URL", self.vault());
        command.env("TOWNPERK_BACKUP_KEY", KEY);
        command
    }

    fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    /// Another program that writes, as a list is imported.
    fn import(&self, name: &str, count: u32) -> Ended {
        let mut list = String::from("id,name,street,city,state,lat,lon\n");
        for number in 0..count {
            let shown = if count == 1 {
                name.to_owned()
            } else {
                format!("{name} {number}")
            };
            let north = 31.2 + f64::from(number / 20) * 0.002;
            let east = -92.6 + f64::from(number % 20) * 0.002;
            writeln!(
                list,
                "{shown},{shown},{number} {name} St,Alexandria,LA,{north:.4},{east:.4}"
            )
            .unwrap();
        }
        let folder = TempDir::new().unwrap();
        let list = file_in(folder.path(), "list.csv", list);
        run(self.command(&self.home, &["import", argument(&list)]))
    }

    fn vote(&mut self, count: u64) {
        for _ in 0..count {
            assert_eq!(self.server().post(VOTE, "").0, 200);
        }
        self.votes += count;
    }

    /// Restores what the vault has into an empty installation.
    async fn restored(&self, more: &[&str]) -> (TestDatabase, String) {
        let new = TestDatabase::on(Engine::Sqlite).await.unwrap();
        let arguments = [&["restore", "--from-vault"], more].concat();
        let said = run(self.command(&new, &arguments)).expect_success().said;
        (new, said)
    }

    /// Waits until the vault has all votes, and returns the installation that was restored from it.
    async fn caught_up(&self) -> TestDatabase {
        let began = Instant::now();
        loop {
            // Beyond a new recording's pause of a minute, on a machine that is busy with other tests.
            let is_stuck = began.elapsed() > Duration::from_secs(180);
            let mut found = 0;
            if self.base_is_there() {
                let (new, _) = self.restored(&[]).await;
                found = rows_in(&new, "votes").await;
                if found == self.votes {
                    return new;
                }
            }
            assert!(!is_stuck, "the vault has {found} of {} votes", self.votes);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    fn base_is_there(&self) -> bool {
        let recordings = fs::read_dir(self.vault().join("commits"))
            .into_iter()
            .flatten();
        let mut recordings = recordings.map(|recording| recording.unwrap().path());
        recordings.any(|recording| recording.join("base").is_file())
    }

    async fn expect_all_in(&self, new: &TestDatabase) {
        for table in ["shops", "votes", "shop_sources", "cities"] {
            let (found, kept) = (rows_in(new, table).await, rows_in(&self.home, table).await);
            assert!(kept > 0, "{table}");
            assert_eq!(found, kept, "{table}");
        }
    }
}

/// A connection next to the server's, of a program that checkpoints by itself.
async fn beside(home: &Path) -> Database {
    let mut settings = Settings::defaults().unwrap();
    settings.data_dir = home.to_path_buf();
    let folder = DataFolder::open(home).unwrap();
    Database::connect(&settings, &folder).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_is_lost_with_its_disk_loses_seconds() {
    let mut fixture = Fixture::start().await;
    fixture.vote(20);
    fixture.import("Blue Heron", 40).expect_success();
    fixture.vote(5);
    let new = fixture.caught_up().await;
    drop(fixture.server.take());
    fixture.expect_all_in(&new).await;
    let list = run(fixture.command(&fixture.home, &["backups", "list"])).expect_success();
    assert!(
        list.said.contains("everything saved until"),
        "{}",
        list.said
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_at_a_moment_comes_back() {
    let mut fixture = Fixture::start().await;
    fixture.vote(3);
    fixture.caught_up().await;
    let moment = Clock::system().now().to_rfc3339();
    // A segment's commits come back together.
    tokio::time::sleep(Duration::from_secs(1)).await;
    fixture.vote(4);
    fixture.caught_up().await;
    let (then, said) = fixture.restored(&["--at", &moment]).await;
    assert!(said.contains("What was saved until"), "{said}");
    assert_eq!(rows_in(&then, "votes").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vault_that_is_away_delays_nobody_and_gets_everything_later() {
    let mut fixture = Fixture::start().await;
    fixture.vote(1);
    fixture.caught_up().await;
    let (there, away) = (fixture.vault(), fixture.vault.path().join("away"));
    fs::rename(&there, &away).unwrap();
    fs::write(&there, "no folder").unwrap();
    fixture.vote(50);
    fixture.import("Blue Heron", 400).expect_success();
    tokio::time::sleep(Duration::from_secs(6)).await;
    fixture.vote(50);
    fs::remove_file(&there).unwrap();
    fs::rename(&away, &there).unwrap();
    let new = fixture.caught_up().await;
    fixture.expect_all_in(&new).await;
    let log = fixture.home.settings().data_dir.join("townperk.sqlite-wal");
    assert!(fs::metadata(log).unwrap().len() < 64 << 20);
    fixture.server.take().unwrap().terminate();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storage_that_is_away_keeps_no_commit_from_the_vault() {
    // Nothing listens at port 9.
    let bucket = "s3://KEY:SECRET@photos?endpoint=http://127.0.0.1:9&region=us-east-1";
    let mut fixture = Fixture::start_with(&[("TOWNPERK_STORAGE_URL", bucket)]).await;
    fixture.vote(3);
    let new = fixture.caught_up().await;
    fixture.expect_all_in(&new).await;
    fixture.server.take().unwrap().terminate();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_program_that_checkpoints_costs_no_commit() {
    let mut fixture = Fixture::start().await;
    fixture.vote(1);
    fixture.caught_up().await;
    let other = beside(&fixture.home.settings().data_dir).await;
    for _ in 0..40 {
        fixture.vote(3);
        other
            .reads()
            .execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)")
            .await
            .unwrap();
    }
    other.close().await.unwrap();
    let new = fixture.caught_up().await;
    fixture.expect_all_in(&new).await;
    fixture.server.take().unwrap().terminate();
}
