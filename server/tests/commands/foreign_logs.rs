//! A database file beside the log of another one: an older copy that was put over it after a crash, or another installation's.

#![cfg(target_os = "linux")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::support::command::{Ended, Server, argument, bare_townperk, file_in, run};

const REFUSED: &str = "doesn't belong to the database";

/// An installation with so many shops; its database.
fn installation(shops: usize) -> (TempDir, PathBuf) {
    let home = TempDir::new().unwrap();
    let rows: String = (0..shops)
        .map(|number| {
            format!("{number},Cup {number},{number} Main St,Alexandria,LA,31.3{number:02},-92.44\n")
        })
        .collect();
    let list = format!("id,name,street,city,state,lat,lon\n{rows}");
    let list = file_in(home.path(), "list.csv", list);
    run(bare_townperk(home.path(), &["import", argument(&list)])).expect_success();
    let file = home.path().join("townperk.sqlite");
    (home, file)
}

fn log_of(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}-wal", argument(file)))
}

fn voting(home: &Path) -> Command {
    let mut command = bare_townperk(home, &["serve"]);
    command.env("TOWNPERK_VOTES_PER_NETWORK", "10000");
    command.env("TOWNPERK_VOTES_PER_NETWORK_DAY", "10000");
    command
}

/// A server that is killed after some votes.
fn kill_after(home: &Path, votes: u32) {
    let server = Server::start(voting(home));
    for _ in 0..votes {
        let (status, answer) = server.post("/api/coffee-shops/cup-1-alexandria-la/upvote", "");
        assert_eq!(status, 200, "{answer}");
    }
    server.signal("KILL");
    assert_eq!(server.end().code, None);
}

fn text_of(ended: &Ended) -> String {
    format!("{}{}", ended.said, ended.complained)
}

/// Every way to open it is refused with the same words, and changes nothing.
fn expect_refusals(home: &Path, file: &Path) {
    let list = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";
    let list = file_in(home, "more.csv", list);
    let before = (fs::read(file).unwrap(), fs::read(log_of(file)).unwrap());
    for arguments in [
        &["check"][..],
        &["serve"],
        &["migrate"],
        &["import", argument(&list)],
        &["import", "--dry-run", argument(&list)],
        &["review", "list"],
    ] {
        let ended = run(bare_townperk(home, arguments));
        assert_eq!(ended.code, Some(1), "{arguments:?}: {ended:?}");
        let text = text_of(&ended);
        for words in [
            REFUSED,
            argument(file),
            argument(&log_of(file)),
            "Put back the database that the log belongs to",
            "move the log away",
        ] {
            assert!(
                text.contains(words),
                "{arguments:?}: no \"{words}\" in {text}"
            );
        }
        let after = (fs::read(file).unwrap(), fs::read(log_of(file)).unwrap());
        assert!(before == after, "{arguments:?} changed them");
    }
}

/// A server that starts and ends, and its shops.
fn shops_served(home: &Path) -> usize {
    let server = Server::start(voting(home));
    let (status, shops) = server.get("/api/cities/alexandria-la/coffee-shops");
    assert_eq!(status, 200, "{shops}");
    server.terminate();
    server.end().expect_success();
    let shops: Vec<serde_json::Value> = serde_json::from_str(&shops).unwrap();
    shops.len()
}

#[test]
fn an_older_copy_beside_a_newer_log_is_refused_until_the_log_is_moved_away() {
    let (home, file) = installation(7);
    let copy = home.path().join("yesterday.sqlite");
    fs::copy(&file, &copy).unwrap();
    kill_after(home.path(), 30);
    // The copy lacks what is in no log any more.
    assert_eq!(shops_served(home.path()), 7);
    kill_after(home.path(), 30);
    let right = home.path().join("right.sqlite");
    fs::copy(&file, &right).unwrap();
    fs::copy(&copy, &file).unwrap();
    expect_refusals(home.path(), &file);
    // The right file is accepted again.
    fs::copy(&right, &file).unwrap();
    assert_eq!(run(bare_townperk(home.path(), &["check"])).code, Some(0));
    kill_after(home.path(), 30);
    fs::copy(&copy, &file).unwrap();
    expect_refusals(home.path(), &file);
    fs::rename(log_of(&file), home.path().join("kept-wal")).unwrap();
    assert_eq!(shops_served(home.path()), 7);
    assert_eq!(run(bare_townperk(home.path(), &["check"])).code, Some(0));
}

#[test]
fn the_file_of_another_installation_is_refused() {
    let (home, file) = installation(7);
    let (_other_home, other) = installation(19);
    kill_after(home.path(), 30);
    fs::copy(&other, &file).unwrap();
    expect_refusals(home.path(), &file);
    fs::remove_file(log_of(&file)).unwrap();
    assert_eq!(shops_served(home.path()), 19);
}

#[test]
fn a_server_that_is_killed_again_and_again_always_starts() {
    let (home, file) = installation(7);
    for round in 0..12 {
        let server = Server::start(voting(home.path()));
        // At another step of a checkpoint each time.
        for _ in 0..11 * round {
            server.post("/api/coffee-shops/cup-1-alexandria-la/upvote", "");
        }
        server.signal("KILL");
        server.end();
        assert!(log_of(&file).exists());
        if round % 3 == 0 {
            let checked = run(bare_townperk(home.path(), &["check"]));
            assert_eq!(checked.code, Some(0), "{checked:?}");
        }
    }
    assert_eq!(shops_served(home.path()), 7);
    assert!(!log_of(&file).exists(), "after a clean end");
    assert_eq!(run(bare_townperk(home.path(), &["check"])).code, Some(0));
}
