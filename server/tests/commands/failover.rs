//! Several PostgreSQL servers in one URL: the first that accepts writes is used, also when that changes.

use super::home;
use crate::support::{
    cluster::{Cluster, socket_of, sql},
    command::{Running, Server, bare_townperk, run, wait_until},
    database::has_postgres,
};

const SUBSCRIBERS: &str = "SELECT count(*) FROM newsletter_readers";

/// Whether somebody could sign up.
fn signs_up(server: &Server, name: &str) -> bool {
    let body = format!(r#"{{"email":"{name}@mail.example"}}"#);
    server.post("/api/newsletter/subscribe", &body).0 < 300
}

#[test]
fn writes_go_to_the_server_that_accepts_them() {
    if !has_postgres() {
        return;
    }
    let primary = Cluster::start();
    let standby = Cluster::standby_of(&primary);
    let home = home();
    let hosts = [&standby, &primary].map(|one| socket_of(&one.url).to_string());
    let url = format!(
        "postgres://townperk:{}@{}/postgres?target_session_attrs=read-write",
        primary.url.password().unwrap(),
        hosts.join(",")
    );
    let command = |arguments: &[&str]| {
        let mut command = bare_townperk(home.path(), arguments);
        command
            .env("TOWNPERK_DATABASE_URL", &url)
            // A sign-up may take this long, whether or not it is accepted.
            .env("TOWNPERK_DATABASE_TIMEOUT_MS", "10000");
        command
    };
    let mut server = Server::start(command(&["serve"]));
    assert!(signs_up(&server, "before"));
    let check = run(command(&["check"]));
    let named = format!("{}/postgres", hosts.join(","));
    assert!(check.complained.contains(&named), "{check:?}");
    assert!(!format!("{check:?}").contains(primary.url.password().unwrap()));
    wait_until("the replication", || sql(&standby.url, SUBSCRIBERS) == "1");
    drop(primary);
    assert!(!signs_up(&server, "between"), "nobody accepts writes");
    assert_eq!(server.get("/").0, 200);
    sql(&standby.url, "SELECT pg_promote()");
    wait_until("a write to the other server", || signs_up(&server, "after"));
    server.until_told("another database server accepts writes now");
    assert_eq!(sql(&standby.url, SUBSCRIBERS), "2");
    let nodes = run(command(&["nodes"])).expect_success();
    assert!(nodes.said.contains("1 node."), "{nodes:?}");
    server.terminate();
    server.end().expect_success();
}

#[test]
fn servers_without_writes_are_named() {
    if !has_postgres() {
        return;
    }
    let cluster = Cluster::start();
    sql(
        &cluster.url,
        "ALTER SYSTEM SET default_transaction_read_only = on",
    );
    sql(&cluster.url, "SELECT pg_reload_conf()");
    let home = home();
    let mut command = bare_townperk(home.path(), &["migrate"]);
    let password = cluster.url.password().unwrap();
    let own = socket_of(&cluster.url);
    command.env(
        "TOWNPERK_DATABASE_URL",
        format!("postgres://townperk:{password}@127.0.0.1:1,{own}/postgres"),
    );
    let ended = Running::start(command).end();
    assert!(!ended.complained.contains(password), "{ended:?}");
    ended.expect_refusal(&[
        "no server in database_url accepts writes",
        "127.0.0.1:1: ",
        &format!("{own}: it is read-only"),
    ]);
}
