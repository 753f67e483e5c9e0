//! PgBouncer in transaction mode between us and PostgreSQL.

use std::{
    fs,
    net::TcpStream,
    os::unix::fs::{MetadataExt, PermissionsExt},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;
use url::Url;

use super::home;
use crate::support::{
    cluster::{Cluster, sql},
    command::{Server, argument, bare_townperk, run, wait_until},
    database::has_postgres,
    pebble::free_port,
};

/// A running PgBouncer, ended when dropped.
struct PgBouncer {
    process: Child,
    port: u16,
    _folder: TempDir,
}

/// Where Debian has it, and others.
const PLACES: [&str; 3] = [
    "/usr/sbin/pgbouncer",
    "/usr/bin/pgbouncer",
    "/usr/local/bin/pgbouncer",
];

impl PgBouncer {
    /// In front of `server`, with two connections for all clients. `None`, and says so, if it isn't installed.
    fn start(server: &Url) -> Option<Self> {
        let Some(program) = PLACES.iter().find(|place| fs::exists(place).unwrap()) else {
            eprintln!("skipped: pgbouncer is not installed (scripts/install-deploy-tools.sh)");
            return None;
        };
        let folder = TempDir::new().unwrap();
        // It gives up the rights of root, and then has to read its file.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let port = free_port();
        let settings = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\npostgres = host=127.0.0.1 port={} user=townperk password={}\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200\n",
            server.port().unwrap(),
            server.password().unwrap()
        );
        fs::write(&settings, text).unwrap();
        let mut command = Command::new(program);
        if fs::metadata("/proc/self").unwrap().uid() == 0 {
            command.args(["-u", "nobody"]);
        }
        let process = command
            .arg(&settings)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_until("PgBouncer's start", || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Some(Self {
            process,
            port,
            _folder: folder,
        })
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_server_works_behind_pgbouncer_in_transaction_mode() {
    if !has_postgres() {
        return;
    }
    let cluster = Cluster::start();
    let Some(pooler) = PgBouncer::start(&cluster.url) else {
        return;
    };
    let home = home();
    let url = format!(
        "postgres://townperk@127.0.0.1:{}/postgres?sslmode=disable",
        pooler.port
    );
    let command = |pooler: &str, arguments: &[&str]| {
        let mut command = bare_townperk(home.path(), arguments);
        command
            .env("TOWNPERK_DATABASE_URL", &url)
            .env("TOWNPERK_DATABASE_POOLER", pooler);
        command
    };
    run(command("none", &["migrate"]))
        .expect_refusal(&["PgBouncer", "TOWNPERK_DATABASE_POOLER=transaction"]);
    let server = Server::start(command("transaction", &["serve"]));
    // More writers at once than there are connections.
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let server = &server;
            scope.spawn(move || {
                let body = format!(r#"{{"email":"reader{writer}@mail.example"}}"#);
                for _ in 0..2 {
                    let answer = server.post("/api/newsletter/subscribe", &body);
                    assert!(answer.0 < 500, "{answer:?}");
                }
            });
        }
    });
    assert_eq!(
        sql(&cluster.url, "SELECT count(*) FROM newsletter_readers"),
        "8"
    );
    let backup = home.path().join("backup.tar");
    for arguments in [
        &["nodes"] as &[&str],
        &["backup", argument(&backup)],
        &["person", "export", "reader1@mail.example"],
        &["review", "list"],
        &["check"],
    ] {
        run(command("transaction", arguments)).expect_success();
    }
    server.terminate();
    let ended = server.end().expect_success();
    for trouble in ["prepared statement", "ERROR", "panic"] {
        assert!(!ended.complained.contains(trouble), "{ended:?}");
    }
    // Its sessions are as it gave them: what we set was for a transaction each.
    let through: Url = url.parse().unwrap();
    assert_eq!(sql(&through, "SHOW lock_timeout"), "0");
}
