//! A separate PostgreSQL cluster besides the one shared by all tests, and PostgreSQL's tools.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use url::Url;

/// A new cluster, removed when dropped.
#[derive(Debug)]
pub struct Cluster {
    process: Child,
    pub url: Url,
}

impl Cluster {
    /// Starts it.
    pub fn start() -> Self {
        Self::started(None)
    }

    /// A standby of `primary`, which replays what happens there.
    pub fn standby_of(primary: &Self) -> Self {
        Self::started(Some(&primary.url))
    }

    fn started(primary: Option<&Url>) -> Self {
        let mut command = Command::new(script("with-postgres.sh"));
        if let Some(primary) = primary {
            command.env("TOWNPERK_TEST_STANDBY_OF", primary.as_str());
        }
        let mut process = command
            // Prints where it is, and ends when nobody reads any more.
            .args([
                "sh",
                "-c",
                "echo \"$TOWNPERK_TEST_POSTGRES_URL\"; read -r _",
            ])
            .env_remove("TOWNPERK_TEST_POSTGRES_URL")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = process.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let url = line.trim().parse().expect("the address of a new cluster");
        Self { process, url }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        // It may already be gone.
        let _ = self.process.wait();
    }
}

fn script(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts")).join(name)
}

/// Where a server listens.
pub fn socket_of(url: &Url) -> SocketAddr {
    url.socket_addrs(|| Some(5432)).unwrap().remove(0)
}

/// The same database through another address.
pub fn by_way_of(url: &Url, address: SocketAddr) -> Url {
    let mut url = url.clone();
    url.set_ip_host(address.ip()).unwrap();
    url.set_port(Some(address.port())).unwrap();
    url
}

/// Runs one of PostgreSQL's programs (`psql`, `pg_dump`) and returns its output.
pub fn tool(name: &str, arguments: &[&str]) -> String {
    let folder = Command::new(script("find-postgres.sh")).output().unwrap();
    let folder = String::from_utf8(folder.stdout).unwrap();
    let program = PathBuf::from(folder.trim()).join(name);
    let output = Command::new(program).args(arguments).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs SQL with `psql`.
pub fn sql(url: &Url, sql: &str) -> String {
    let arguments = [
        "--no-psqlrc",
        "--set",
        "ON_ERROR_STOP=1",
        "-qtA",
        "-c",
        sql,
        url.as_str(),
    ];
    tool("psql", &arguments).trim().to_owned()
}
