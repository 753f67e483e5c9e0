//! `townperk backup` next to a running server, and `townperk restore` into an empty installation on either engine.

mod continuous;
mod kills;
mod photos;
mod vault;

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{
    Engine, TestDatabase,
    cluster::sql,
    command::{Ended, Server, argument, run, townperk, until},
};

const SIGN_UP: &str = r#"{"email":"ann@coffee.cafe","afterMillis":60000}"#;

/// A running server with demo content, five votes, a reader and two photos.
fn server(home: &TestDatabase) -> Server {
    let server = demo(home);
    take_part(&server);
    server
}

/// A running server with demo content and two photos.
fn demo(home: &TestDatabase) -> Server {
    let photos = home.settings().data_dir.join("photos/ab");
    fs::create_dir_all(&photos).unwrap();
    fs::write(photos.join("one.webp"), vec![7; 300_000]).unwrap();
    fs::write(photos.join("two.webp"), b"a small one").unwrap();
    Server::start(townperk(home, &["serve", "--demo=shops"]))
}

/// Five votes and a sign-up.
fn take_part(server: &Server) {
    for shop in shops(server).iter().take(5) {
        let (status, _) = server.post(&format!("/api/coffee-shops/{shop}/upvote"), "");
        assert_eq!(status, 200);
    }
    assert_eq!(server.post("/api/newsletter/subscribe", SIGN_UP).0, 200);
}

/// The number of rows in a table, counted over a separate connection.
async fn rows_in(home: &TestDatabase, table: &str) -> u64 {
    let database = home.open().await;
    let query = format!("SELECT COUNT(*) AS number FROM {table}");
    let query = Statement::from_string(database.reads().get_database_backend(), query);
    let row = database.reads().query_one_raw(query).await.unwrap();
    let number: i64 = row.unwrap().try_get("", "number").unwrap();
    database.close().await.unwrap();
    number.try_into().unwrap()
}

/// How many rows of a table in the file contain `text`.
fn rows_with(file: &Path, table: &str, text: &str) -> usize {
    let mut archive = tar::Archive::new(fs::File::open(file).unwrap());
    let mut found = 0;
    for entry in archive.entries().unwrap() {
        let entry = entry.unwrap();
        let name = entry.path().unwrap().to_str().unwrap().to_owned();
        if name.starts_with(&format!("tables/{table}/")) {
            let mut rows = String::new();
            flate2::read::GzDecoder::new(entry)
                .read_to_string(&mut rows)
                .unwrap();
            found += rows.lines().filter(|row| row.contains(text)).count();
        }
    }
    found
}

fn shops(server: &Server) -> Vec<String> {
    let (_, list) = server.get("/api/coffee-shops/recent");
    let list: Value = serde_json::from_str(&list).unwrap();
    let slug = |row: &Value| row["slug"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(slug).collect()
}

/// Facts that don't change over time.
fn facts(server: &Server, shop: &str) -> (Value, Value, Value) {
    let (_, shop) = server.get(&format!("/api/coffee-shops/{shop}"));
    let shop: Value = serde_json::from_str(&shop).unwrap();
    (
        shop["id"].clone(),
        shop["name"].clone(),
        shop["upvoteCount"].clone(),
    )
}

fn back_up(home: &TestDatabase, file: &Path) -> Ended {
    run(townperk(home, &["backup", argument(file)]))
}

fn restore(home: &TestDatabase, file: &Path) -> Ended {
    run(townperk(home, &["restore", argument(file)]))
}

/// The bytes of an entry.
fn entry(file: &Path, name: &str) -> Vec<u8> {
    let mut archive = tar::Archive::new(fs::File::open(file).unwrap());
    let mut bytes = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        if entry.path().unwrap() == Path::new(name) {
            entry.read_to_end(&mut bytes).unwrap();
        }
    }
    bytes
}

/// The counts and hashes of a file's tables.
fn tables(file: &Path) -> Value {
    let manifest: Value = serde_json::from_slice(&entry(file, "manifest.json")).unwrap();
    manifest["tables"].clone()
}

fn rows_of(tables: &Value, name: &str) -> u64 {
    let tables = tables.as_array().unwrap();
    let table = tables.iter().find(|table| table["name"] == name);
    table.unwrap()["rows"].as_u64().unwrap()
}

/// From both engines to both engines.
async fn to(home: TestDatabase, engine: Engine) {
    let Some(target) = TestDatabase::on(engine).await else {
        return;
    };
    let server = demo(&home);
    let (votes, readers) = (
        rows_in(&home, "votes").await,
        rows_in(&home, "newsletter_readers").await,
    );
    let shops_there = rows_in(&home, "shops").await;
    take_part(&server);
    let folder = TempDir::new().unwrap();
    let (file, again) = (folder.path().join("one.tar"), folder.path().join("two.tar"));
    let said = back_up(&home, &file).expect_success().said;
    assert!(said.contains("Written and verified"), "{said}");
    let slug = shops(&server).remove(0);
    let shown = facts(&server, &slug);
    server.terminate();
    server.end().expect_success();
    let counted = tables(&file);
    assert_eq!(rows_of(&counted, "votes"), votes + 5);
    assert_eq!(rows_of(&counted, "newsletter_readers"), readers + 1);
    assert_eq!(rows_with(&file, "outbox", "ann@coffee.cafe"), 1);
    assert_eq!(rows_of(&counted, "shops"), shops_there);
    assert!(shops_there > 20, "{shops_there}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "nobody else may read it");
    }

    if engine == Engine::Postgres {
        // A new database that no program has used yet.
        let url = target.settings().database_url.reveal().parse().unwrap();
        sql(&url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    }
    let said = restore(&target, &file).expect_success().said;
    assert!(said.contains("2  photos"), "{said}");
    back_up(&target, &again).expect_success();
    assert_eq!(tables(&again), counted, "every row is the same");
    for photo in ["photos/ab/one.webp", "photos/ab/two.webp"] {
        let [before, after] =
            [&home, &target].map(|home| fs::read(home.settings().data_dir.join(photo)).unwrap());
        assert_eq!(before, after);
    }
    let restored = Server::start(townperk(&target, &["serve"]));
    assert_eq!(facts(&restored, &slug), shown);
    // A second restore is refused.
    restored.terminate();
    restored.end().expect_success();
    restore(&target, &file).expect_refusal(&["not empty", "TOWNPERK_DATA_DIR"]);
}

both_engines!(
    a_copy_sends_no_mail_of_the_original,
    |home: TestDatabase| {
        let mut command = townperk(&home, &["serve", "--demo=shops"]);
        // Nobody listens there.
        command.env("TOWNPERK_SMTP_URL", "smtp://127.0.0.1:9");
        let server = Server::start(command);
        take_part(&server);
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("one.tar");
        back_up(&home, &file).expect_success();
        server.terminate();
        server.end().expect_success();
        let waiting = rows_in(&home, "outbox WHERE state = 'waiting'").await;
        assert!(waiting > 0);

        let copy = TestDatabase::on(Engine::Sqlite).await.unwrap();
        let restored = ["restore", "--without-mail", argument(&file)];
        let said = run(townperk(&copy, &restored)).expect_success().said;
        assert!(said.contains("held back"), "{said}");
        assert_eq!(rows_in(&copy, "outbox WHERE state = 'waiting'").await, 0);
        let held = "outbox WHERE state = 'dead' AND last_error LIKE 'Held back%'";
        assert_eq!(rows_in(&copy, held).await, waiting);
    }
);

both_engines!(a_backup_is_restored_on_sqlite, |home: TestDatabase| {
    to(home, Engine::Sqlite).await;
});

both_engines!(a_backup_is_restored_on_postgres, |home: TestDatabase| {
    to(home, Engine::Postgres).await;
});

// Two servers on one PostgreSQL; on SQLite, a server with a command next to it.
both_engines!(
    processes_hear_of_each_other_after_a_restore,
    |target: TestDatabase| {
        let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
        let first = server(&home);
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("backup.tar");
        back_up(&home, &file).expect_success();
        first.terminate();
        first.end().expect_success();
        restore(&target, &file).expect_success();
        let server = Server::start(townperk(&target, &["serve"]));
        let list = folder.path().join("list.csv");
        fs::write(
            &list,
            "id,name,city,state,lat,lon\n1,Restored Cup,Alexandria,LA,31.3113,-92.4451\n",
        )
        .unwrap();
        run(townperk(&target, &["import", argument(&list)])).expect_success();
        until("the server hears of the import", || async {
            server.get("/api/coffee-shops/restored-cup-alexandria-la").0 == 200
        })
        .await;
    }
);

/// A backup of the demo.
async fn backup_of_demo(folder: &Path) -> PathBuf {
    let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let server = server(&home);
    let file = folder.join("backup.tar");
    back_up(&home, &file).expect_success();
    server.terminate();
    server.end().expect_success();
    file
}

both_engines!(
    a_backup_that_is_not_whole_restores_nothing,
    |target: TestDatabase| {
        let folder = TempDir::new().unwrap();
        let file = backup_of_demo(folder.path()).await;
        let whole = fs::read(&file).unwrap();
        let bad = folder.path().join("bad.tar");
        let refuse = |bytes: &[u8], words: &[&str]| {
            fs::write(&bad, bytes).unwrap();
            restore(&target, &bad).expect_refusal(words);
            run(townperk(&target, &["restore", "--check", argument(&bad)])).expect_refusal(words);
        };
        let seal = whole.len() - 1024 - 512;
        for length in [
            1000,
            10_000,
            whole.len() / 2,
            seal - 3000,
            seal - 600,
            seal + 10,
        ] {
            refuse(&whole[..length], &["bad.tar", "damaged or cut"]);
        }
        for place in [700, 20_000, whole.len() / 2, seal - 2000, seal + 10] {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            refuse(&bytes, &["bad.tar"]);
        }
        refuse(b"", &["no backup of Townperk"]);
        refuse(b"id,name,city,state\n", &["no backup of Townperk"]);
        refuse(&vec![0x1f; 100_000], &["no backup of Townperk"]);
        refuse(&tar_of(&[("a-file", b"words")]), &["no backup of Townperk"]);
        let header = entry(&file, "townperk-backup.json");
        let mut newer: Value = serde_json::from_slice(&header).unwrap();
        newer["format"] = 2.into();
        newer["program"] = "9.1.0".into();
        let newer = serde_json::to_vec(&newer).unwrap();
        refuse(
            &tar_of(&[("townperk-backup.json", &newer)]),
            &["newer Townperk (9.1.0)"],
        );
        refuse(&with_newer_schema(&file), &["newer Townperk"]);
        run(townperk(
            &target,
            &["restore", argument(&folder.path().join("nowhere"))],
        ))
        .expect_refusal(&["nowhere"]);
        // The target is as empty as before.
        restore(&target, &file).expect_success();
    }
);

fn tar_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

/// The same backup as written by a version with one more migration, with correct hashes.
fn with_newer_schema(file: &Path) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let hash = |bytes: &[u8]| {
        let hash = Sha256::digest(bytes);
        hash.iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let mut header: Value = serde_json::from_slice(&entry(file, "townperk-backup.json")).unwrap();
    header["schema"]
        .as_array_mut()
        .unwrap()
        .push("m9999_future".into());
    let header = serde_json::to_vec(&header).unwrap();
    let mut manifest: Value = serde_json::from_slice(&entry(file, "manifest.json")).unwrap();
    manifest["entries"][0]["sha256"] = hash(&header).into();
    manifest["entries"][0]["bytes"] = header.len().into();
    let manifest = serde_json::to_vec(&manifest).unwrap();
    let mut entries = vec![("townperk-backup.json".to_owned(), header)];
    let mut archive = tar::Archive::new(fs::File::open(file).unwrap());
    for found in archive.entries().unwrap() {
        let mut found = found.unwrap();
        let name = found.path().unwrap().to_str().unwrap().to_owned();
        let mut bytes = Vec::new();
        found.read_to_end(&mut bytes).unwrap();
        if !["townperk-backup.json", "manifest.json", "manifest.sha256"].contains(&name.as_str()) {
            entries.push((name, bytes));
        }
    }
    let seal = hash(&manifest).into_bytes();
    entries.push(("manifest.json".to_owned(), manifest));
    entries.push(("manifest.sha256".to_owned(), seal));
    let entries: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    tar_of(&entries)
}

both_engines!(
    a_database_without_rows_is_no_reason_for_a_backup,
    |home: TestDatabase| {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("backup.tar");
        home.remove_file();
        if home.settings().database_url.reveal().is_empty() {
            back_up(&home, &file)
                .expect_refusal(&["there is no Townperk database", "TOWNPERK_DATA_DIR"]);
            assert!(!file.exists());
        }
        home.open().await;
        back_up(&home, &file).expect_success();
        back_up(&home, &file).expect_refusal(&["is there already"]);
    }
);
