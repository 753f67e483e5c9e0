//! A PostgreSQL database that no server can work with is refused by `serve`, `migrate` and `check` in the same sentence, whose remedy
//! works.

use std::process::Command;

use tempfile::TempDir;
use url::Url;

use super::home;
use crate::support::{
    cluster::{Cluster, sql, tool},
    command::{Running, Server, argument, bare_townperk, run},
    database::has_postgres,
};

/// A role that may log in.
const ROLE: &str = "anna";

/// What no message may say.
const PASSWORD: &str = "hush-hush";

/// A cluster that knows the role.
fn cluster() -> Option<Cluster> {
    if !has_postgres() {
        return None;
    }
    let cluster = Cluster::start();
    let role = format!("CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}'");
    sql(&cluster.url, &role);
    Some(cluster)
}

/// The database `name`, as a superuser.
fn superuser(cluster: &Cluster, name: &str) -> Url {
    let mut url = cluster.url.clone();
    url.set_path(name);
    url
}

/// The same as the role.
fn role(cluster: &Cluster, name: &str) -> Url {
    let mut url = superuser(cluster, name);
    url.set_username(ROLE).unwrap();
    url.set_password(Some(PASSWORD)).unwrap();
    url
}

fn command(home: &TempDir, url: &Url, arguments: &[&str]) -> Command {
    let mut command = bare_townperk(home.path(), arguments);
    command.env("TOWNPERK_DATABASE_URL", url.as_str());
    command
}

/// The one sentence about `url`, which has all of `words`.
fn refusal(url: &Url, words: &[&str]) -> String {
    let home = home();
    let sentence = |name: &str| {
        let ended = Running::start(command(&home, url, &[name])).end();
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(!format!("{ended:?}").contains(PASSWORD), "{ended:?}");
        let (lines, beginning) = match name {
            "check" => (&ended.said, format!("{:8} database: ", "error")),
            _ => (&ended.complained, "townperk: ".to_owned()),
        };
        let mut lines = lines.lines();
        lines
            .find_map(|line| line.strip_prefix(&beginning))
            .unwrap_or_else(|| panic!("{name} says nothing of it: {ended:?}"))
            .to_owned()
    };
    let said = sentence("serve");
    for name in ["migrate", "check"] {
        assert_eq!(sentence(name), said, "{name}");
    }
    for word in words {
        assert!(said.contains(word), "no \"{word}\" in {said}");
    }
    said
}

/// The last piece of SQL in a sentence.
fn remedy(sentence: &str) -> &str {
    let quoted = sentence.split('`').skip(1).step_by(2);
    let sql = quoted.filter(|text| !text.starts_with("townperk"));
    sql.last().unwrap()
}

/// `migrate`, `check` and `serve` work.
fn expect_work(url: &Url) {
    let home = home();
    for name in ["migrate", "check"] {
        run(command(&home, url, &[name])).expect_success();
    }
    let server = Server::start(command(&home, url, &["serve"]));
    assert_eq!(server.get("/readyz").0, 200);
    server.terminate();
    server.end().expect_success();
}

#[test]
fn a_database_that_isn_t_utf_8_is_refused_and_what_is_in_it_can_be_moved() {
    let Some(cluster) = cluster() else {
        return;
    };
    sql(&cluster.url, &format!("CREATE DATABASE whole OWNER {ROLE}"));
    let whole = role(&cluster, "whole");
    expect_work(&whole);
    let home = home();
    let dump = home.path().join("dump.sql");
    tool("pg_dump", &["--file", argument(&dump), whole.as_str()]);
    let backup = home.path().join("backup.tar");
    let mut new = None;
    for encoding in ["SQL_ASCII", "LATIN1"] {
        let name = format!("in_{}", encoding.to_lowercase());
        let create = format!(
            "CREATE DATABASE {name} OWNER {ROLE} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        );
        sql(&cluster.url, &create);
        let old = role(&cluster, &name);
        let said = refusal(&old, &[encoding, &name, ROLE, "`townperk backup`"]);
        // One that an earlier release has filled.
        let filled = ["-q", "--file", argument(&dump), old.as_str()];
        tool("psql", &[&["--no-psqlrc"][..], &filled].concat());
        assert_eq!(refusal(&old, &[]), said);
        let restore = ["restore", argument(&backup)];
        if new.is_none() {
            run(command(&home, &old, &["backup", argument(&backup)])).expect_success();
            sql(&cluster.url, remedy(&said));
            let url = role(&cluster, "townperk_utf8");
            run(command(&super::home(), &url, &restore)).expect_success();
            assert_eq!(sql(&url, "SELECT count(*) FROM keys"), "2");
            new = Some(url);
        }
        // Nothing is restored into such a database.
        run(command(&super::home(), &old, &restore)).expect_refusal(&[encoding, &name]);
    }
    expect_work(&new.unwrap());
}

#[test]
fn a_role_that_may_make_no_tables_is_told_which_right_it_lacks() {
    let Some(cluster) = cluster() else {
        return;
    };
    sql(&cluster.url, "CREATE DATABASE bare");
    let owner = superuser(&cluster, "bare");
    // Before PostgreSQL 15, everybody may.
    sql(&owner, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    let url = role(&cluster, "bare");
    let said = refusal(&url, &[ROLE, "bare", "GRANT CREATE ON SCHEMA public"]);
    sql(&owner, remedy(&said));
    expect_work(&url);
}

#[test]
fn a_schema_that_isn_t_there_or_is_shut_is_named() {
    let Some(cluster) = cluster() else {
        return;
    };
    sql(&cluster.url, "CREATE DATABASE nowhere");
    let owner = superuser(&cluster, "nowhere");
    sql(&owner, "CREATE SCHEMA shut");
    for schema in ["nope", "shut"] {
        let mut url = role(&cluster, "nowhere");
        url.set_query(Some(&format!("options=-c%20search_path%3D{schema}")));
        let said = refusal(&url, &[ROLE, "nowhere", "search_path", schema]);
        sql(&owner, remedy(&said));
        expect_work(&url);
    }
}

#[test]
fn a_database_without_writes_says_where_they_were_turned_off() {
    let Some(cluster) = cluster() else {
        return;
    };
    sql(&cluster.url, &format!("CREATE DATABASE still OWNER {ROLE}"));
    let alter = "ALTER DATABASE still SET default_transaction_read_only = on";
    sql(&cluster.url, alter);
    let url = role(&cluster, "still");
    let said = refusal(
        &url,
        &[ROLE, "still", "default_transaction_read_only is on"],
    );
    sql(&cluster.url, remedy(&said));
    expect_work(&url);
    let standby = Cluster::standby_of(&cluster);
    refusal(
        &role(&standby, "still"),
        &[ROLE, "still", "standby", "name the primary"],
    );
}

#[test]
fn a_role_that_may_only_read_is_told_so_also_before_the_keys_exist() {
    let Some(cluster) = cluster() else {
        return;
    };
    sql(&cluster.url, "CREATE DATABASE shared");
    let (owner, reader) = (superuser(&cluster, "shared"), role(&cluster, "shared"));
    sql(&owner, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    let home = home();
    run(command(&home, &owner, &["migrate"])).expect_success();
    let select = format!("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {ROLE}");
    sql(&owner, &select);
    let list = || run(command(&home, &reader, &["review", "list"]));
    list().expect_refusal(&["no keys yet", ROLE, "shared", "start the server once"]);
    let words = [
        ROLE,
        "shared",
        "GRANT CREATE ON SCHEMA public",
        "GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public",
        "name the role townperk",
    ];
    let said = refusal(&reader, &words);
    // With the keys, what only reads works, and what writes says why it doesn't.
    expect_work(&owner);
    list().expect_success();
    run(command(&home, &reader, &["keys", "rotate"]))
        .expect_refusal(&["permission denied", "`townperk check` says which rights"]);
    sql(&owner, remedy(&said));
    expect_work(&reader);
    // It still can't change tables that are another's, as a later release would.
    let age = "DROP TABLE schema_release; DELETE FROM seaql_migrations WHERE version = 'm0037_schema_release'";
    sql(&owner, age);
    let said = refusal(&reader, &[ROLE, "shared", "belong to the role townperk"]);
    sql(&owner, remedy(&said));
    expect_work(&reader);
}
