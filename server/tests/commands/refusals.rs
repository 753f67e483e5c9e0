//! Whatever can't work is refused before anything is written, with a sentence that says what to do.

use std::net::TcpListener;

use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait};
use tempfile::TempDir;
use townperk::catalog::entities::shop;

use crate::support::{
    TestDatabase,
    command::{Server, argument, bare_townperk, file_in, run, townperk},
};

#[test]
fn a_port_in_use_is_named_and_nothing_is_made() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = bare_townperk(&data, &["serve"]);
    command.env("TOWNPERK_LISTEN", &address);
    run(command).expect_refusal(&["can't listen on", &address, "TOWNPERK_LISTEN"]);
    assert!(!data.exists(), "a data folder was made");
}

#[test]
fn a_data_folder_that_another_server_holds_is_refused() {
    let folder = TempDir::new().unwrap();
    let first = Server::start(bare_townperk(folder.path(), &["serve"]));
    run(bare_townperk(folder.path(), &["serve"])).expect_refusal(&[
        "another Townperk server uses the data folder",
        argument(folder.path()),
        "TOWNPERK_DATA_DIR",
    ]);
    assert_eq!(first.get("/readyz").0, 200, "the first one was disturbed");
    first.terminate();
    first.end();
    // The lock ended with the process.
    let next = Server::start(bare_townperk(folder.path(), &["serve"]));
    assert_eq!(next.get("/readyz").0, 200);
}

both_engines!(
    a_database_newer_than_the_program_is_left_alone,
    |home: TestDatabase| {
        let database = home.open().await;
        database
            .reads()
            .execute_unprepared(
                "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_from_the_future', 0)",
            )
            .await
            .unwrap();
        database
            .reads()
            .execute_unprepared("UPDATE schema_release SET oldest = '99.0.0'")
            .await
            .unwrap();
        let list = file_in(
            &home.settings().data_dir,
            "list.csv",
            "name,city,state\nRust & Bean,Alexandria,LA\n",
        );
        for arguments in [
            vec!["serve"],
            vec!["import", argument(&list)],
            vec!["review", "list"],
        ] {
            run(townperk(&home, &arguments)).expect_refusal(&[
                "the database is newer than this program",
                "m9999_from_the_future",
                "Start the newer program",
            ]);
        }
        let check = run(townperk(&home, &["check"]));
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(check.said.contains("m9999_from_the_future"), "{check:?}");
        let shops = shop::Entity::find().count(database.reads()).await.unwrap();
        assert_eq!(shops, 0);
    }
);

#[test]
fn a_bad_setting_is_named() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    for (variable, value, words) in [
        ("TOWNPERK_COLOR", "red", &["color"][..]),
        ("TOWNPERK_LISTEN", "nowhere", &["listen", "nowhere"]),
        ("TOWNPERK_MODE", "live", &["mode", "live"]),
        (
            "TOWNPERK_CACHE_MEGABYTES",
            "0",
            &["cache_megabytes", "1 or more"],
        ),
        (
            "TOWNPERK_CACHE_MEGABYTES",
            "plenty",
            &["cache_megabytes", "plenty"],
        ),
        (
            "TOWNPERK_DATABASE_URL",
            "mysql://localhost/x",
            &["database_url", "postgres://"],
        ),
        ("TOWNPERK_PUBLIC_URL", "coffee", &["public_url", "https://"]),
        (
            "TOWNPERK_CONFIG",
            "/no/such/file.toml",
            &["/no/such/file.toml"],
        ),
    ] {
        let mut command = bare_townperk(&data, &["serve"]);
        command.env(variable, value);
        run(command).expect_refusal(words);
    }
    assert!(!data.exists(), "a data folder was made");
}

#[test]
fn a_bad_settings_file_is_named_with_its_line() {
    let folder = TempDir::new().unwrap();
    for (content, words) in [
        ("color = \"red\"\n", &["color"][..]),
        ("name = \n", &["line 1"]),
    ] {
        let file = file_in(folder.path(), "settings.toml", content);
        let data = folder.path().join("data");
        let command = bare_townperk(&data, &["serve", "--config", argument(&file)]);
        run(command).expect_refusal(words);
        assert!(!data.exists(), "a data folder was made");
    }
}

#[test]
fn production_refuses_what_is_unsafe_all_of_it_at_once() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let mut command = bare_townperk(&data, &["serve"]);
    command
        .env("TOWNPERK_MODE", "production")
        .env("TOWNPERK_PUBLIC_URL", "http://coffee.example");
    run(command).expect_refusal(&["public_url: is http", "support_email"]);
    let mut demo = bare_townperk(&data, &["serve", "--demo"]);
    demo.env("TOWNPERK_MODE", "production")
        .env("TOWNPERK_PUBLIC_URL", "https://coffee.example");
    assert_eq!(run(demo).code, Some(1));
    assert!(!data.exists(), "a data folder was made");
    // `check` reports what is fine,
    let works = run(bare_townperk(&data, &["check"]));
    assert_eq!(works.code, Some(0), "{works:?}");
    assert!(
        works.said.contains("database: none yet (SQLite, "),
        "{works:?}"
    );
    // and that the same settings don't work.
    let mut check = bare_townperk(&data, &["check"]);
    check.env("TOWNPERK_MODE", "production");
    let check = run(check);
    assert_eq!(check.code, Some(1), "{check:?}");
    assert!(check.said.contains("doesn't work yet"), "{check:?}");
}

#[test]
fn a_database_that_can_t_be_opened_is_named() {
    let folder = TempDir::new().unwrap();
    let list = file_in(folder.path(), "list.csv", "name,city,state\n");
    for (address, words) in [
        (
            "sqlite:///no/such/folder/x.sqlite",
            &["can't open the database", "TOWNPERK_DATABASE_URL"][..],
        ),
        ("mysql://localhost/x", &["database_url", "postgres://"]),
    ] {
        for arguments in [vec!["serve"], vec!["import", argument(&list)]] {
            let mut command = bare_townperk(folder.path(), &arguments);
            command.env("TOWNPERK_DATABASE_URL", address);
            run(command).expect_refusal(words);
        }
    }
}

#[test]
fn a_data_folder_that_can_t_be_made_is_named() {
    let folder = TempDir::new().unwrap();
    let file = file_in(folder.path(), "a-file", "");
    for arguments in [vec!["serve"], vec!["migrate"]] {
        run(bare_townperk(&file.join("data"), &arguments))
            .expect_refusal(&["can't make the data folder", "TOWNPERK_DATA_DIR"]);
    }
}
