//! Which commands may create a database or change its schema (D102).

use std::process::Command;

use sea_orm::{ConnectionTrait, Statement};
use townperk::platform::database::Database;

use super::home;
use crate::support::{
    TestDatabase,
    command::{Ended, Server, argument, bare_townperk, file_in, run, townperk},
};

/// A command of each kind that uses a database, without those that may create one.
const USERS: &[&[&str]] = &[
    &["review", "list"],
    &["chains", "list"],
    &["chains", "allow", "Second Cup"],
    &["admin", "set-password"],
    &["admin", "claims", "list"],
    &["admin", "requests", "list"],
    &["admin", "suggestions", "list"],
    &["admin", "stories", "list"],
    &["demo", "remove"],
    &["demo", "clear"],
    &["demo", "photos"],
    &["demo", "links"],
    &["newsletter", "preview"],
    &["newsletter", "remove", "ann@example.com"],
    &["mail", "dead"],
    &["mail", "retry"],
    &["prices", "announce"],
    &["person", "export", "ann@example.com"],
    &["person", "erase", "ann@example.com"],
    &["keys", "rotate"],
    &["nodes"],
    &["imports", "list"],
    &["admin", "sign-in-link"],
    &["admin", "clear-limit"],
    &["newsletter", "send-test", "ann@example.com"],
];

async fn execute(database: &Database, sql: &str) {
    database.reads().execute_unprepared(sql).await.unwrap();
}

/// The applied migrations.
async fn schema(database: &Database) -> Vec<String> {
    let connection = database.reads();
    let query = Statement::from_string(
        connection.get_database_backend(),
        "SELECT version FROM seaql_migrations ORDER BY version",
    );
    let rows = connection.query_all_raw(query).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "version").unwrap())
        .collect()
}

#[test]
fn a_command_that_finds_no_database_says_so_and_makes_none() {
    let home = home();
    let data = home.path().join("data");
    let backup = home.path().join("backup.tar");
    let articles = home.path().join("articles");
    std::fs::create_dir(&articles).unwrap();
    let samples = home.path().join("samples");
    let more: [&[&str]; 3] = [
        &["backup", argument(&backup)],
        &["blog", "import", argument(&articles)],
        &["mail", "samples", argument(&samples)],
    ];
    for arguments in USERS.iter().chain(&more) {
        run(bare_townperk(&data, arguments)).expect_refusal(&[
            "there is no Townperk database",
            argument(&data.join("townperk.sqlite")),
            "townperk migrate",
        ]);
        assert!(!data.exists(), "{arguments:?} made a data folder");
    }
    let check = run(bare_townperk(&data, &["check"])).expect_success();
    assert!(check.said.contains("database: none yet"), "{check:?}");
    assert!(check.said.contains("data folder: none yet"), "{check:?}");
    assert!(!data.exists(), "`check` made a data folder");
    // What is in its way is named.
    let file = file_in(home.path(), "file", "");
    for data in [file.join("data"), file] {
        let check = run(bare_townperk(&data, &["check"]));
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(check.said.contains("not a folder"), "{check:?}");
    }
    // Those that may create one do.
    let list = file_in(home.path(), "list.csv", "name,city,state\n");
    run(bare_townperk(&data, &["import", argument(&list)])).expect_success();
    let other = home.path().join("other");
    run(bare_townperk(&other, &["migrate"])).expect_success();
    for data in [&data, &other] {
        let check = run(bare_townperk(data, &["check"])).expect_success();
        assert!(check.said.contains("schema up to date"), "{check:?}");
    }
}

/// The database as the version before one of the migrations left it.
async fn age(database: &Database) {
    execute(database, "DROP TABLE schema_release").await;
    execute(
        database,
        "DELETE FROM seaql_migrations WHERE version = 'm0037_schema_release'",
    )
    .await;
}

both_engines!(
    an_older_database_is_refused_by_name_until_it_is_migrated,
    |home: TestDatabase| {
        let database = home.open().await;
        age(&database).await;
        let before = schema(&database).await;
        let list = file_in(&home.settings().data_dir, "list.csv", "name,city,state\n");
        let backup = home.settings().data_dir.join("backup.tar");
        let samples = home.settings().data_dir.join("samples");
        let more: [&[&str]; 4] = [
            &["import", argument(&list)],
            &["import", argument(&list), "--dry-run"],
            &["backup", argument(&backup)],
            &["mail", "samples", argument(&samples)],
        ];
        for arguments in USERS.iter().chain(&more) {
            run(townperk(&home, arguments)).expect_refusal(&[
                "this database is at schema m00",
                "this townperk expects m00",
                "run `townperk migrate`",
            ]);
        }
        let check = run(townperk(&home, &["check"]));
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(check.said.contains("run `townperk migrate`"), "{check:?}");
        assert_eq!(schema(&database).await, before);
        run(townperk(&home, &["migrate"])).expect_success();
        run(townperk(&home, &["review", "list"])).expect_success();
        assert_eq!(schema(&database).await.len(), before.len() + 1);
        age(&database).await;
        let server = Server::start(townperk(&home, &["serve"]));
        assert_eq!(schema(&database).await.len(), before.len() + 1);
        server.terminate();
        server.end().expect_success();
    }
);

both_engines!(
    a_server_accepts_a_newer_schema_that_names_its_release,
    |home: TestDatabase| {
        let database = home.open().await;
        execute(
            &database,
            "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_from_the_future', 0)",
        )
        .await;
        execute(&database, "UPDATE schema_release SET oldest = '0.0.9'").await;
        let server = Server::start(townperk(&home, &["serve"]));
        assert_eq!(server.get("/readyz").0, 200);
        server.terminate();
        let ended = server.end().expect_success();
        assert!(
            ended.complained.contains("newer than this program"),
            "{ended:?}"
        );
        run(townperk(&home, &["review", "list"])).expect_refusal(&[
            "this database is at schema m9999_from_the_future",
            "this townperk expects m00",
        ]);
        for oldest in ["99.0.0", "soon"] {
            let sql = format!("UPDATE schema_release SET oldest = '{oldest}'");
            execute(&database, &sql).await;
            run(townperk(&home, &["serve"])).expect_refusal(&["newer than this program"]);
        }
    }
);

/// The line on standard error that names the database.
fn named(ended: &Ended) -> &str {
    let line = ended.complained.lines();
    line.filter_map(|line| line.strip_prefix("Database: "))
        .next()
        .unwrap_or_else(|| panic!("no database is named: {ended:?}"))
}

both_engines!(
    each_command_says_which_database_it_uses_without_secrets,
    |home: TestDatabase| {
        run(townperk(&home, &["migrate"])).expect_success();
        let url = home.settings().database_url.reveal().to_owned();
        let check: &[&str] = &["check"];
        for arguments in USERS.iter().chain([&check]) {
            let mut command: Command = townperk(&home, arguments);
            // The server ignores it; in a message it would be a leak.
            if !url.is_empty() {
                command.env(
                    "TOWNPERK_DATABASE_URL",
                    format!("{url}?application_name=hush"),
                );
            }
            let ended = run(command);
            let name = named(&ended);
            if url.is_empty() {
                assert!(name.starts_with("SQLite, /"), "{name}");
            } else {
                assert!(name.starts_with("PostgreSQL, "), "{name}");
                assert!(url.ends_with(name.rsplit('/').next().unwrap()), "{name}");
            }
            for secret in ["sharedpw", "hush", "@"] {
                assert!(!ended.complained.contains(secret), "{ended:?}");
            }
        }
    }
);
