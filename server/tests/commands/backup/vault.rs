//! `townperk backups`, and `townperk restore --from-vault`.

use std::{fs, path::Path};

use super::{rows_in, take_part};
use crate::support::{
    Engine, TestDatabase,
    command::{Server, argument, run, townperk, until},
};

const KEY: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// A vault that a demo server with two photos has backed up into.
async fn filled(home: &TestDatabase, vault: &Path) {
    let photos = home.settings().data_dir.join("photos/ab");
    fs::create_dir_all(&photos).unwrap();
    fs::write(photos.join("one.webp"), vec![7; 300_000]).unwrap();
    fs::write(photos.join("two.webp"), b"a small one").unwrap();
    let mut command = townperk(home, &["serve", "--demo=shops"]);
    command.env("TOWNPERK_BACKUP_URL", vault);
    command.env("TOWNPERK_BACKUP_KEY", KEY);
    let server = Server::start(command);
    take_part(&server);
    // The night's turn is made up at the first start.
    until("a snapshot is in the vault", || async {
        let snapshots = fs::read_dir(vault.join("snapshots")).into_iter().flatten();
        let mut snapshots = snapshots.map(|snapshot| snapshot.unwrap().path());
        snapshots.any(|snapshot| snapshot.join("index").is_file())
    })
    .await;
    server.terminate();
    server.end().expect_success();
}

both_engines!(a_lost_machine_comes_back, |new: TestDatabase| {
    let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let vault = tempfile::TempDir::new().unwrap();
    filled(&home, vault.path()).await;
    let with_key = |home: &TestDatabase, arguments: &[&str], key: &str| {
        let mut command = townperk(home, arguments);
        command.env("TOWNPERK_BACKUP_URL", vault.path());
        command.env("TOWNPERK_BACKUP_KEY", key);
        command
    };
    let list = run(with_key(&home, &["backups", "list"], KEY))
        .expect_success()
        .said;
    assert!(
        list.contains("2 photos") && list.contains("1 backup in"),
        "{list}"
    );
    let verified = run(with_key(&home, &["backups", "verify"], KEY))
        .expect_success()
        .said;
    assert!(verified.contains("It is whole"), "{verified}");
    let other = run(with_key(&home, &["backups", "verify"], &"f".repeat(64)));
    other.expect_refusal(&["sealed with another key"]);

    let restored = run(with_key(&new, &["restore", "--from-vault"], KEY))
        .expect_success()
        .said;
    assert!(restored.contains("Restored and verified"), "{restored}");
    assert_eq!(rows_in(&new, "shops").await, rows_in(&home, "shops").await);
    let photos = new.settings().data_dir.join("photos/ab");
    assert_eq!(fs::read(photos.join("one.webp")).unwrap(), [7; 300_000]);
    assert_eq!(fs::read(photos.join("two.webp")).unwrap(), b"a small one");

    // Again: refused before anything is fetched.
    fs::remove_file(photos.join("two.webp")).unwrap();
    run(with_key(&new, &["restore", "--from-vault"], KEY)).expect_refusal(&["not empty"]);
    assert!(!photos.join("two.webp").exists());

    let early = ["restore", "--from-vault", "--at", "2020-01-01T00:00:00Z"];
    let empty = TestDatabase::on(Engine::Sqlite).await.unwrap();
    run(with_key(&empty, &early, KEY)).expect_refusal(&["has no snapshot", "2020-01-01"]);

    let file = vault.path().join("fetched.tar");
    let fetched = ["backups", "fetch", argument(&file)];
    run(with_key(&home, &fetched, KEY)).expect_success();
    run(townperk(&home, &["restore", "--check", argument(&file)])).expect_success();
    let piece = fs::read_dir(vault.path().join("snapshots")).unwrap().next();
    fs::remove_file(piece.unwrap().unwrap().path().join("0001")).unwrap();
    run(with_key(&home, &["backups", "verify"], KEY)).expect_refusal(&["0001", "it is missing"]);
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_photo_that_the_vault_has_lost_keeps_nothing_else_from_coming_back() {
    let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let vault = tempfile::TempDir::new().unwrap();
    filled(&home, vault.path()).await;
    fs::remove_file(vault.path().join("photos/ab/two.webp")).unwrap();
    let with_vault = |home: &TestDatabase, arguments: &[&str]| {
        let mut command = townperk(home, arguments);
        command.env("TOWNPERK_BACKUP_URL", vault.path());
        command.env("TOWNPERK_BACKUP_KEY", KEY);
        run(command)
    };
    with_vault(&home, &["backups", "verify"]).expect_refusal(&["two.webp", "it is missing"]);
    let new = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let restored = with_vault(&new, &["restore", "--from-vault"]).expect_success();
    for words in ["photos/ab/two.webp", "it is missing", "1 photo is lost"] {
        assert!(restored.complained.contains(words), "{restored:?}");
    }
    assert!(restored.said.contains("1  photos"), "{restored:?}");
    assert_eq!(rows_in(&new, "shops").await, rows_in(&home, "shops").await);
    let photos = new.settings().data_dir.join("photos/ab");
    assert_eq!(fs::read(photos.join("one.webp")).unwrap(), [7; 300_000]);
    assert!(!photos.join("two.webp").exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_index_that_can_t_be_read_is_named_and_hides_no_other_backup() {
    let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let vault = tempfile::TempDir::new().unwrap();
    filled(&home, vault.path()).await;
    let broken = [
        "snapshots/2099-01-01T000000Z/index",
        "commits/00000000-0000-7000-8000-000000000000/base",
    ];
    for name in broken {
        let file = vault.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "nonsense").unwrap();
    }
    let with_vault = |home: &TestDatabase, arguments: &[&str]| {
        let mut command = townperk(home, arguments);
        command.env("TOWNPERK_BACKUP_URL", vault.path());
        command.env("TOWNPERK_BACKUP_KEY", KEY);
        run(command)
    };
    let new = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let list = with_vault(&home, &["backups", "list"]).expect_success();
    assert!(list.said.contains("1 backup in"), "{list:?}");
    let restored = with_vault(&new, &["restore", "--from-vault"]).expect_success();
    for ended in [list, restored] {
        for name in broken {
            let left_out = format!("Left out: {name} in ");
            assert!(ended.complained.contains(&left_out), "{ended:?}");
        }
    }
    assert_eq!(rows_in(&new, "shops").await, rows_in(&home, "shops").await);
    // Who tries the newest backup doesn't try an older one instead.
    with_vault(&home, &["backups", "verify"]).expect_refusal(&[broken[0], "can't be used"]);
}

#[tokio::test]
async fn a_new_key_can_be_used_as_it_is_printed() {
    let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let key = run(townperk(&home, &["backups", "key"]))
        .expect_success()
        .said;
    assert_eq!(key.trim().len(), 64, "{key}");
    let refused = run(townperk(&home, &["backups", "list"]));
    refused.expect_refusal(&["set backup_url", "townperk backups key"]);
}
