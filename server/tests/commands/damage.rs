//! A SQLite database with damaged or missing files, or files used by another server: the message names the file and
//! says what to do.

#![cfg(target_os = "linux")]

use std::{
    fs::{self, OpenOptions},
    os::unix::fs::{FileExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::support::command::{Ended, Server, argument, bare_townperk, file_in, run};

const SHOP: &str = "/api/coffee-shops/cup-1-alexandria-la";
const SIGN_UP: &str = r#"{"email":"ann@example.com","afterMillis":60000}"#;
/// The sizes of a SQLite page, of the log's header, and of each frame header.
const PAGE: u64 = 4096;
const LOG_HEAD: u64 = 32;
const FRAME: u64 = PAGE + 24;

/// A data folder with 2,000 shops, and its database.
fn filled() -> (TempDir, PathBuf) {
    let home = TempDir::new().unwrap();
    let rows: String = (0..2000)
        .map(|number| {
            let (north, east) = (f64::from(number / 100), f64::from(number % 100));
            let (north, east) = (31.2 + north * 0.002, -92.6 + east * 0.002);
            format!("{number},Cup {number},{number} Main St,Alexandria,LA,{north:.4},{east:.4}\n")
        })
        .collect();
    let list = format!("id,name,street,city,state,lat,lon\n{rows}");
    let list = file_in(home.path(), "list.csv", list);
    run(bare_townperk(home.path(), &["import", argument(&list)])).expect_success();
    let file = home.path().join("townperk.sqlite");
    (home, file)
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", argument(file)))
}

/// Overwrites all pages starting with number `from` (the first is 0).
fn spoil(file: &Path, from: u64, to: u64) {
    let open = OpenOptions::new().write(true).open(file).unwrap();
    for page in from..to {
        let noise = vec![0x5a; usize::try_from(PAGE).unwrap()];
        open.write_all_at(&noise, page * PAGE).unwrap();
    }
}

fn pages_of(file: &Path) -> u64 {
    fs::metadata(file).unwrap().len() / PAGE
}

fn check(home: &Path) -> Ended {
    run(bare_townperk(home, &["check"]))
}

/// `check` reports `words`, and that the setup doesn't work.
fn expect_finding(ended: &Ended, words: &[&str]) {
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for word in words {
        assert!(ended.said.contains(word), "no \"{word}\" in {ended:?}");
    }
}

/// A server killed after some votes.
fn kill_after_votes(home: &Path) {
    let server = Server::start(voting(home));
    for _ in 0..30 {
        assert_eq!(server.post(&format!("{SHOP}/upvote"), "").0, 200);
    }
    server.signal("KILL");
    assert_eq!(server.end().code, None);
}

fn voting(home: &Path) -> Command {
    let mut command = bare_townperk(home, &["serve"]);
    command.env("TOWNPERK_VOTES_PER_NETWORK", "1000");
    command
}

/// The output of a server that starts successfully.
fn start_and_stop(home: &Path) -> String {
    let server = Server::start(voting(home));
    server.terminate();
    let ended = server.end().expect_success();
    format!("{}{}", ended.said, ended.complained)
}

#[test]
fn check_finds_one_damaged_page() {
    let (home, file) = filled();
    assert_eq!(check(home.path()).code, Some(0));
    let pages = pages_of(&file);
    assert!(pages > 200, "{pages}");
    let middle = pages * 3 / 4;
    spoil(&file, middle, middle + 1);
    let words = ["is damaged", argument(&file), "townperk restore"];
    expect_finding(&check(home.path()), &words);
}

#[test]
fn a_server_does_not_start_on_a_damaged_database_and_names_it() {
    let (home, file) = filled();
    let pages = pages_of(&file);
    spoil(&file, pages / 2, pages);
    run(bare_townperk(home.path(), &["serve"])).expect_refusal(&[
        "is damaged",
        argument(&file),
        "townperk restore",
    ]);
    fs::write(
        &file,
        "no database at all, and longer than a hundred bytes".repeat(100),
    )
    .unwrap();
    for command in ["serve", "check"] {
        let ended = run(bare_townperk(home.path(), &[command]));
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let text = format!("{}{}", ended.said, ended.complained);
        assert!(
            text.contains("is damaged") && text.contains(argument(&file)),
            "{text}"
        );
    }
}

#[test]
fn damage_that_a_running_server_meets_is_said_once_with_file_and_remedy() {
    let (home, file) = filled();
    let server = Server::start(voting(home.path()));
    spoil(&file, 1, pages_of(&file));
    for _ in 0..3 {
        let (status, answer) = server.post("/api/newsletter/subscribe", SIGN_UP);
        assert!(matches!(status, 500 | 503), "{status}: {answer}");
    }
    assert_eq!(server.get(SHOP).0, 200, "what is in memory is served");
    server.terminate();
    let ended = server.end();
    let log = format!("{}{}", ended.said, ended.complained);
    let said = log
        .lines()
        .filter(|line| line.contains("is damaged. Stop the server"));
    let said: Vec<&str> = said.collect();
    assert_eq!(said.len(), 1, "{log}");
    for word in [argument(&file), "townperk restore", "townperk check"] {
        assert!(said[0].contains(word), "no \"{word}\" in {}", said[0]);
    }
}

#[test]
fn a_log_that_vanished_is_said() {
    let (home, file) = filled();
    kill_after_votes(home.path());
    let log = beside(&file, "-wal");
    fs::remove_file(&log).unwrap();
    let words = [argument(&log), "is gone", "may be missing"];
    expect_finding(&check(home.path()), &words);
    // Running a command first doesn't hide it.
    run(bare_townperk(home.path(), &["review", "list"])).expect_success();
    let said = start_and_stop(home.path());
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    // Reported once, and not again after a clean shutdown.
    let said = start_and_stop(home.path());
    assert!(!said.contains("is gone"), "{said}");
    assert_eq!(check(home.path()).code, Some(0));
}

#[test]
fn a_log_that_is_whole_after_a_kill_is_nothing_to_speak_of() {
    let (home, _) = filled();
    kill_after_votes(home.path());
    assert_eq!(check(home.path()).code, Some(0));
    kill_after_votes(home.path());
    let server = Server::start(voting(home.path()));
    let (_, shop) = server.get(SHOP);
    let shop: serde_json::Value = serde_json::from_str(&shop).unwrap();
    assert_eq!(shop["upvoteCount"], 60);
    server.terminate();
    let ended = server.end().expect_success();
    assert!(!ended.said.contains("log"), "{ended:?}");
    assert!(!ended.complained.contains("log"), "{ended:?}");
}

#[test]
fn a_damaged_log_is_said_with_its_place() {
    let (home, file) = filled();
    kill_after_votes(home.path());
    let log = beside(&file, "-wal");
    let open = OpenOptions::new().write(true).open(&log).unwrap();
    // The third of many frames.
    open.write_all_at(b"?", LOG_HEAD + 2 * FRAME + 1000)
        .unwrap();
    let words = [argument(&log), "is damaged at its frame 3", "is missing"];
    expect_finding(&check(home.path()), &words);
    let said = start_and_stop(home.path());
    assert!(words.iter().all(|word| said.contains(word)), "{said}");
    assert_eq!(check(home.path()).code, Some(0));
}

#[test]
fn a_log_that_is_taken_from_a_running_server_is_said() {
    expect_word_of_a_lost_log(|log| fs::remove_file(log).unwrap());
}

#[test]
fn a_log_that_is_another_one_under_a_running_server_is_said() {
    expect_word_of_a_lost_log(|log| {
        fs::remove_file(log).unwrap();
        // As a connection does that is opened afterwards.
        fs::write(log, "").unwrap();
    });
}

fn expect_word_of_a_lost_log(take_away: impl FnOnce(&Path)) {
    let (home, file) = filled();
    let mut server = Server::start(voting(home.path()));
    assert_eq!(server.post(&format!("{SHOP}/upvote"), "").0, 200);
    let log = beside(&file, "-wal");
    take_away(&log);
    for _ in 0..10 {
        assert_eq!(server.post(&format!("{SHOP}/upvote"), "").0, 200);
    }
    server.until_told("was taken away under the running server");
    server.terminate();
    let ended = server.end().expect_success();
    let text = format!("{}{}", ended.said, ended.complained);
    assert!(text.contains(argument(&log)), "{text}");
}

#[test]
fn a_database_that_another_server_has_is_refused_from_any_folder_by_any_way() {
    let (home, file) = filled();
    let first = Server::start(voting(home.path()));
    let elsewhere = TempDir::new().unwrap();
    let link = elsewhere.path().join("link.sqlite");
    symlink(&file, &link).unwrap();
    let folder_link = elsewhere.path().join("folder");
    symlink(home.path(), &folder_link).unwrap();
    let empty = TempDir::new().unwrap();
    for (number, way) in [&file, &link, &folder_link.join("townperk.sqlite")]
        .into_iter()
        .enumerate()
    {
        let data = empty.path().join(number.to_string());
        let mut second = bare_townperk(&data, &["serve"]);
        second.env(
            "TOWNPERK_DATABASE_URL",
            format!("sqlite://{}", argument(way)),
        );
        run(second).expect_refusal(&[
            "another Townperk server uses the database",
            argument(&file),
            "TOWNPERK_DATABASE_URL",
        ]);
    }
    // Commands may run next to it.
    let mut beside = bare_townperk(elsewhere.path(), &["review", "list"]);
    beside.env(
        "TOWNPERK_DATABASE_URL",
        format!("sqlite://{}", argument(&file)),
    );
    run(beside).expect_success();
    assert_eq!(first.get("/readyz").0, 200, "the first one was disturbed");
    first.signal("KILL");
    first.end();
    // The lock ended with the process.
    let mut next = voting(elsewhere.path());
    next.env(
        "TOWNPERK_DATABASE_URL",
        format!("sqlite://{}", argument(&file)),
    );
    assert_eq!(Server::start(next).get(SHOP).0, 200);
}
