//! Photos in a backup: taken from, and restored to, the place in the setting `storage_url`.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use crate::support::{
    Bucket,
    command::{argument, bare_townperk, file_in, run},
};

const LIST: &str = "id,name,city,state,lat,lon\n1,Rust & Bean,Alexandria,LA,31.3113,-92.4451\n";

/// A data folder with a shop.
fn home() -> TempDir {
    let home = TempDir::new().unwrap();
    let list = file_in(home.path(), "list.csv", LIST);
    run(bare_townperk(home.path(), &["import", argument(&list)])).expect_success();
    home
}

/// A command of an installation with photos in `storage`.
fn with(home: &Path, storage: &str, arguments: &[&str]) -> Command {
    let mut command = bare_townperk(home, arguments);
    command.env("TOWNPERK_STORAGE_URL", storage);
    command
}

#[test]
fn photos_go_from_the_folder_of_the_settings_to_the_folder_of_the_settings() {
    let (home, place) = (home(), TempDir::new().unwrap());
    let (from, to) = (place.path().join("from"), place.path().join("to"));
    fs::create_dir_all(from.join("ab")).unwrap();
    file_in(&from.join("ab"), "one.webp", [7; 3000]);
    // Still being written, by the storage and by an interrupted restore.
    file_in(&from.join("ab"), "two.webp#1", [7; 10]);
    file_in(&from.join("ab"), "three.webp.unfinished", [7; 10]);
    // No setting points here.
    fs::create_dir_all(home.path().join("photos")).unwrap();
    file_in(&home.path().join("photos"), "other.webp", [1; 10]);
    let file = place.path().join("backup.tar");
    let said = run(with(
        home.path(),
        argument(&from),
        &["backup", argument(&file)],
    ))
    .expect_success()
    .said;
    assert!(said.contains("1  photos"), "{said}");
    let target = TempDir::new().unwrap();
    let storage = format!("file://{}", argument(&to));
    run(with(target.path(), &storage, &["restore", argument(&file)])).expect_success();
    assert_eq!(fs::read(to.join("ab/one.webp")).unwrap(), [7; 3000]);
    assert_eq!(fs::read_dir(to.join("ab")).unwrap().count(), 1);
    assert!(!target.path().join("photos").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_is_named_and_its_secret_is_not() {
    let (home, place) = (home(), TempDir::new().unwrap());
    let bucket = Bucket::start().await;
    let setting = bucket.setting("shops");
    let (_, behind) = setting.reveal().split_once("//").unwrap();
    let (credentials, _) = behind.split_once('@').unwrap();
    let secret = credentials.split_once(':').unwrap().1;
    let file = place.path().join("backup.tar");
    let name = "Photos are in s3://townperk-photos/shops";
    let command = with(home.path(), setting.reveal(), &["backup", argument(&file)]);
    let said = run(command).expect_success().said;
    assert!(said.contains(name), "{said}");
    let checked = run(bare_townperk(
        home.path(),
        &["restore", "--check", argument(&file)],
    ));
    assert!(checked.expect_success().said.contains(name));
    let bytes = fs::read(&file).unwrap();
    for text in [secret, &secret.replace("%2F", "/")] {
        assert!(!said.contains(text), "{said}");
        assert!(
            !bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        );
    }
    // Without the setting, the operator is told which one is missing; with it, nothing is missing.
    for (setting, is_told) in [("", true), (setting.reveal(), false)] {
        let target = TempDir::new().unwrap();
        let said = run(with(target.path(), setting, &["restore", argument(&file)]))
            .expect_success()
            .said;
        let told = said.contains("Set TOWNPERK_STORAGE_URL to s3://townperk-photos/shops");
        assert_eq!(told, is_told, "{said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn photos_that_have_no_folder_to_go_to_stop_a_restore_before_it_writes() {
    let (home, place) = (home(), TempDir::new().unwrap());
    fs::create_dir_all(home.path().join("photos")).unwrap();
    file_in(&home.path().join("photos"), "one.webp", [7; 3000]);
    let file = place.path().join("backup.tar");
    run(bare_townperk(home.path(), &["backup", argument(&file)])).expect_success();
    let bucket = Bucket::start().await;
    let target = TempDir::new().unwrap();
    let setting = bucket.setting("shops");
    let command = with(
        target.path(),
        setting.reveal(),
        &["restore", argument(&file)],
    );
    run(command).expect_refusal(&["storage_url names a bucket", "Set it to a folder"]);
    assert!(bucket.keys().is_empty());
    // The target is as empty as before.
    run(bare_townperk(target.path(), &["restore", argument(&file)])).expect_success();
    assert!(target.path().join("photos/one.webp").exists());
}
