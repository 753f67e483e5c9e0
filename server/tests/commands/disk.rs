//! A disk that fills up during an import.

#![cfg(target_os = "linux")]

use std::{fmt::Write, path::PathBuf, process::Command};

use sea_orm::{EntityTrait, PaginatorTrait};
use tempfile::TempDir;
use townperk::{
    catalog::entities::shop,
    platform::{data_folder::DataFolder, database::Database, settings::Settings},
};

use crate::support::command::{Ended, argument, bare_townperk, file_in, run};

/// A list of shops far apart from each other.
fn table(shops: u32) -> String {
    let mut table = String::from("id,name,street,city,state,lat,lon\n");
    for number in 0..shops {
        let (north, east) = (number / 100, number % 100);
        writeln!(
            table,
            "{number},Cup {number},{number} Main Street,Alexandria,LA,{:.4},{:.4}",
            31.2 + f64::from(north) * 0.002,
            -92.6 + f64::from(east) * 0.002,
        )
        .unwrap();
    }
    table
}

/// Runs a script that imports `$LIST` into `$HOME_FOLDER` with some limit in place.
fn under(program: &[&str], script: &str, folder: &TempDir) -> Option<Ended> {
    let (first, rest) = program.split_first().unwrap();
    let mut command = Command::new(first);
    command
        .args(rest)
        .args(["sh", "-c", script])
        .env("LIST", list_in(folder))
        .env("HOME_FOLDER", home_in(folder))
        .env("TOWNPERK", env!("CARGO_BIN_EXE_townperk"))
        .env("TOWNPERK_LOG", "warn");
    Some(command.output().ok()?.into())
}

fn list_in(folder: &TempDir) -> PathBuf {
    folder.path().join("list.csv")
}

fn home_in(folder: &TempDir) -> PathBuf {
    folder.path().join("home")
}

/// A folder with a list and an empty data folder.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    file_in(folder.path(), "list.csv", table(SHOPS));
    std::fs::create_dir(home_in(&folder)).unwrap();
    folder
}

const SHOPS: u32 = 10_000;

/// Everything in the summary is in the database, and once there is room, the same command picks up from there.
async fn expect_whole_batches(ended: Ended, folder: &TempDir) {
    let ended = ended.expect_refusal(&["full", "make room and run the same command again"]);
    assert!(ended.said.contains("committed records stay"), "{ended:?}");
    let (added, all) = (ended.count("added"), u64::from(SHOPS));
    assert!((1..all).contains(&added), "{ended:?}");
    assert_eq!(added % 1000, 0, "a batch is written wholly or not at all");
    let home = home_in(folder);
    assert_eq!(shops_in(&home).await, added);
    let list = list_in(folder);
    let rest = run(bare_townperk(&home, &["import", argument(&list)])).expect_success();
    assert_eq!(
        (rest.count("unchanged"), rest.count("added")),
        (added, all - added)
    );
}

/// A file system of six megabytes; only on machines where users may mount one.
#[tokio::test]
async fn what_was_committed_before_the_disk_was_full_stays() {
    let folder = folder();
    let script = "mkdir \"$HOME_FOLDER.disk\"; mount -t tmpfs -o size=6m none \"$HOME_FOLDER.disk\" 2>/dev/null || exit 97; \
        TOWNPERK_DATA_DIR=\"$HOME_FOLDER.disk\" \"$TOWNPERK\" import \"$LIST\"; code=$?; \
        cp \"$HOME_FOLDER.disk\"/townperk.sqlite* \"$HOME_FOLDER\"; exit $code";
    let unshare = ["unshare", "--user", "--map-root-user", "--mount"];
    match under(&unshare, script, &folder) {
        Some(ended) if ended.code != Some(97) && !ended.complained.contains("unshare") => {
            expect_whole_batches(ended, &folder).await;
        }
        _ => eprintln!("skipped: this machine lets nobody mount a small file system"),
    }
}

/// A limit on file sizes has the same effect, and every user can set it.
#[tokio::test]
async fn what_was_committed_before_a_file_could_grow_no_more_stays() {
    let folder = folder();
    let script = "trap '' XFSZ; ulimit -f 4096; TOWNPERK_DATA_DIR=\"$HOME_FOLDER\" exec \"$TOWNPERK\" import \"$LIST\"";
    let ended = under(&["env"], script, &folder).expect("a shell");
    expect_whole_batches(ended, &folder).await;
}

/// `/dev/full` rejects everything, like a full disk.
#[test]
fn words_that_find_no_room_are_no_success() {
    let folder = folder();
    for script in [
        "TOWNPERK_DATA_DIR=\"$HOME_FOLDER\" exec \"$TOWNPERK\" import \"$LIST\" > /dev/full",
        "exec \"$TOWNPERK\" settings > /dev/full",
    ] {
        let ended = under(&["env"], script, &folder).expect("a shell");
        ended.expect_refusal(&["standard output", "No space left"]);
    }
    let list = list_in(&folder);
    let again = run(bare_townperk(
        &home_in(&folder),
        &["import", argument(&list)],
    ));
    assert_eq!(again.expect_success().count("unchanged"), u64::from(SHOPS));
}

#[test]
fn who_reads_no_further_is_no_failure() {
    let folder = folder();
    let script = "{ \"$TOWNPERK\" settings; echo $? > \"$HOME_FOLDER/code\"; } | :";
    let ended = under(&["env"], script, &folder).expect("a shell");
    assert_eq!((ended.code, ended.complained.as_str()), (Some(0), ""));
    let code = std::fs::read_to_string(home_in(&folder).join("code")).unwrap();
    assert_eq!(code, "0\n");
}

async fn shops_in(home: &std::path::Path) -> u64 {
    let mut settings = Settings::defaults().unwrap();
    settings.data_dir = home.to_path_buf();
    let folder = DataFolder::open(home).unwrap();
    let database = Database::open(&settings, &folder).await.unwrap();
    let shops = shop::Entity::find().count(database.reads()).await.unwrap();
    database.close().await.unwrap();
    shops
}
