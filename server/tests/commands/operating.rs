//! What service managers, load balancers and containers need: sockets, readiness, stopping, secrets in files.

#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    os::fd::{AsRawFd, OwnedFd},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use url::Url;

use super::stopping::half_a_request;
use crate::support::{
    Engine, Relay, TestDatabase,
    cluster::{by_way_of, socket_of},
    command::{Running, Server, answer_on, argument, bare_townperk, file_in, run, townperk},
    line::Line,
    secure::secure,
};

/// A server that `/readyz` is asked of.
fn watched(home: &Path, drain: &str) -> Server {
    let mut command = bare_townperk(home, &["serve"]);
    command
        .env("TOWNPERK_DRAIN_SECONDS", drain)
        .env("TOWNPERK_LOG", "info");
    let server = Server::start(command);
    assert_eq!(server.get("/readyz"), (200, "ready\n".to_owned()));
    server
}

#[test]
fn a_server_that_stops_says_so_before_it_refuses_connections() {
    let home = TempDir::new().unwrap();
    // Until it is asked once more.
    let mut server = watched(home.path(), "600");
    server.terminate();
    server.until_told("draining");
    assert_eq!(server.get("/readyz"), (503, "stopping\n".to_owned()));
    assert_eq!(server.get("/healthz").0, 200);
    server.terminate();
    server.until_closed();
    server.end().expect_success();
    // By itself, and not before the time is over.
    let server = watched(home.path(), "2");
    let asked = Instant::now();
    server.terminate();
    server.until_closed();
    assert!(asked.elapsed() >= Duration::from_secs(2));
    server.end().expect_success();
}

#[test]
fn nobody_waits_for_a_load_balancer_that_isn_t_there() {
    let home = TempDir::new().unwrap();
    // Ctrl-C, or /readyz that was never asked. The ends are waited for, but not for as long as this.
    let server = watched(home.path(), "600");
    server.signal("INT");
    server.end().expect_success();
    let mut command = bare_townperk(home.path(), &["serve"]);
    command.env("TOWNPERK_DRAIN_SECONDS", "600");
    let server = Server::start(command);
    server.terminate();
    server.end().expect_success();
}

#[test]
fn a_stop_cuts_off_a_request_that_stays_half_sent() {
    let home = TempDir::new().unwrap();
    let server = Server::start(bare_townperk(home.path(), &["serve"]));
    let mut stuck = half_a_request(&server, "/api/newsletter/subscribe", 40);
    stuck.write_all(b"{\"email\"").unwrap();
    server.terminate();
    let ended = server.end().expect_success();
    assert!(
        ended.complained.contains("still busy and were closed"),
        "{ended:?}"
    );
    assert_eq!(stuck.read(&mut [0]).unwrap_or(0), 0);
}

/// `townperk serve` with one or two sockets handed over as systemd does.
fn handed_over(home: &Path, sockets: &[&TcpListener]) -> Command {
    let wanted = bare_townperk(home, &["serve"]);
    // Not `sh`: it may know descriptors of one digit only, and a test's own may have more.
    let mut shell = Command::new("bash");
    let more = sockets.get(1).map_or_else(String::new, |socket| {
        rustix::io::fcntl_setfd(socket, rustix::io::FdFlags::empty()).unwrap();
        format!("4<&{}", socket.as_raw_fd())
    });
    let hand_over = format!(
        "export LISTEN_PID=$$ LISTEN_FDS={}; exec \"$0\" \"$@\" 3<&0 {more} </dev/null",
        sockets.len()
    );
    shell
        .args(["-c", &hand_over])
        .arg(wanted.get_program())
        .args(wanted.get_args())
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(sockets[0].try_clone().unwrap())))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in wanted.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell
}

#[test]
fn a_socket_that_systemd_holds_loses_nobody_over_a_restart() {
    let home = TempDir::new().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let ask = || {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .unwrap();
        stream
    };
    // Nobody serves yet, and the system keeps the request.
    let early = ask();
    let server = Server::start(handed_over(home.path(), &[&socket]));
    assert_eq!(server.address, address.to_string());
    assert_eq!(answer_on(early).0, 200);
    server.terminate();
    server.end().expect_success();
    let between = ask();
    let server = Server::start(handed_over(home.path(), &[&socket]));
    assert_eq!(answer_on(between).0, 200);
    assert_eq!(answer_on(ask()).0, 200);
    server.terminate();
    server.end().expect_success();
}

#[test]
fn a_second_socket_is_for_plain_http_beside_our_own_https() {
    let home = TempDir::new().unwrap();
    let sockets = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let mut command = handed_over(home.path(), &[&sockets[0], &sockets[1]]);
    secure(&mut command, home.path());
    let server = Server::start(command);
    assert_eq!(server.address, sockets[0].local_addr().unwrap().to_string());
    let plain = std::net::TcpStream::connect(sockets[1].local_addr().unwrap()).unwrap();
    let answer = Line::over(plain).get("/cities?page=2", "");
    assert_eq!(answer.status, 301);
    let expected = format!("https://{}/cities?page=2", server.address);
    assert_eq!(answer.headers["location"], expected);
}

#[test]
fn secrets_come_from_files_and_typos_name_what_was_meant() {
    let home = TempDir::new().unwrap();
    let token = "0123456789abcdef0123456789abcdef";
    let secret = file_in(home.path(), "token", format!("{token}\n"));
    let data = home.path().join("data");
    let mut command = bare_townperk(&data, &["serve"]);
    command.env("TOWNPERK_METRICS_TOKEN_FILE", &secret);
    let server = Server::start(command);
    let metrics = |sent: &str| {
        let mut stream = server.connect();
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {sent}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        answer_on(stream).0
    };
    assert_eq!((metrics(token), metrics("another")), (200, 404));

    let lines = file_in(home.path(), "lines", "one\ntwo\n");
    let empty = file_in(home.path(), "empty", "\n");
    let missing = home.path().join("missing");
    for (name, value, words) in [
        (
            "TOWNPERK_SMTP_URL_FILE",
            argument(&lines),
            &["smtp_url_file", "several lines"][..],
        ),
        (
            "TOWNPERK_SMTP_URL_FILE",
            argument(&empty),
            &["smtp_url_file", "is empty"],
        ),
        (
            "TOWNPERK_SMTP_URL_FILE",
            argument(&missing),
            &["smtp_url_file", "can't read"],
        ),
        (
            "TOWNPERK_SMPT_URL",
            "x",
            &[
                "TOWNPERK_SMPT_URL is no setting",
                "did you mean \"smtp_url\"",
            ],
        ),
        (
            "TOWNPERK_COLOUR",
            "x",
            &["TOWNPERK_COLOUR is no setting", "townperk settings"],
        ),
        ("TOWNPERK_LISTEN", "8080", &["such as 127.0.0.1:8080"]),
    ] {
        let mut command = bare_townperk(&data, &["check"]);
        command.env(name, value);
        run(command).expect_refusal(words);
    }
    let mut both = bare_townperk(&data, &["check"]);
    both.env("TOWNPERK_SECRET", token)
        .env("TOWNPERK_SECRET_FILE", &secret);
    run(both).expect_refusal(&["set secret or secret_file, not both"]);
    let file = file_in(
        home.path(),
        "townperk.toml",
        "publicurl = \"https://a.example\"\n",
    );
    run(bare_townperk(
        &data,
        &["check", "--config", argument(&file)],
    ))
    .expect_refusal(&[
        "\"publicurl\" in",
        argument(&file),
        "did you mean \"public_url\"",
    ]);
}

#[test]
fn a_hang_up_reads_the_settings_again_and_names_what_needs_a_restart() {
    let home = TempDir::new().unwrap();
    let (old, new) = ("a".repeat(32), "b".repeat(32));
    let token = file_in(home.path(), "token", &old);
    let settings = |log: &str, name: &str| {
        let token = argument(&token);
        let text =
            format!("metrics_token_file = \"{token}\"\nlog = \"{log}\"\nname = \"{name}\"\n");
        file_in(home.path(), "townperk.toml", text)
    };
    let file = settings("warn", "Perk");
    let mut command = bare_townperk(
        &home.path().join("data"),
        &["serve", "--config", argument(&file)],
    );
    command.env_remove("TOWNPERK_LOG");
    let mut server = Server::start(command);
    let metrics = |server: &Server, sent: &str| {
        let mut stream = server.connect();
        let request = format!(
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {sent}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        answer_on(stream).0
    };
    assert_eq!((metrics(&server, &old), metrics(&server, &new)), (200, 404));
    fs::write(&token, &new).unwrap();
    settings("info", "Another name");
    server.signal("HUP");
    server.until_told("these need a restart");
    assert_eq!((metrics(&server, &old), metrics(&server, &new)), (404, 200));
    fs::write(&file, "nmae = \"x\"\n").unwrap();
    server.signal("HUP");
    server.until_told("goes on with the old ones");
    assert_eq!(metrics(&server, &new), 200);
    server.terminate();
    let ended = server.end().expect_success();
    let named = ended
        .complained
        .lines()
        .find(|line| line.contains("need a restart"));
    assert!(named.unwrap().contains("settings=\"name\""), "{ended:?}");
    // The new filter lets this through; the old one didn't.
    assert!(ended.complained.contains("stopping"), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_waits_for_a_database_that_starts_later() {
    let Some(home) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let url: Url = home.settings().database_url.reveal().parse().unwrap();
    let relay = Relay::to(socket_of(&url)).await;
    relay.cut();
    let mut command = townperk(&home, &["serve"]);
    command
        .env(
            "TOWNPERK_DATABASE_URL",
            by_way_of(&url, relay.address).to_string(),
        )
        // It is said after two thirds of that, and everything at the start has to be quicker.
        .env("TOWNPERK_DATABASE_TIMEOUT_MS", "6000");
    let mut running = Running::start(command);
    running.until_complained("the database doesn't answer yet");
    relay.lead_to(socket_of(&url));
    running.until_said("is ready");
    running.signal("TERM");
    running.end().expect_success();
}

both_engines!(
    nodes_have_names_and_health_is_asked,
    |home: TestDatabase| {
        let mut command = townperk(&home, &["serve"]);
        command.env("TOWNPERK_NODE_NAME", "kettle-2");
        let server = Server::start(command);
        let began = Instant::now();
        let nodes = loop {
            let nodes = run(townperk(&home, &["nodes"])).expect_success();
            if nodes.said.contains("1 node.") {
                break nodes;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "{nodes:?}");
        };
        let line = format!("kettle-2: {}, process {}", server.address, server.pid());
        assert!(nodes.said.contains(&line), "{nodes:?}");

        let with_address = |arguments: &[&str]| {
            let mut command = townperk(&home, arguments);
            command.env("TOWNPERK_LISTEN", &server.address);
            run(command)
        };
        assert_eq!(with_address(&["health"]).code, Some(0));
        let check = with_address(&["check"]).expect_success();
        let runs = format!("your own server runs on {}", server.address);
        assert!(check.said.contains(&runs), "{check:?}");
        server.signal("KILL");
        server.until_closed();
        with_address(&["health"]).expect_refusal(&["not ready", &server.address]);
    }
);

#[test]
fn machines_read_json_from_the_first_line_to_the_last() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    let json = |arguments: &[&str]| {
        let mut command = bare_townperk(&data, arguments);
        command
            .env("TOWNPERK_LOG_FORMAT", "json")
            .env("TOWNPERK_LOG", "info");
        command
    };
    let server = Server::start(json(&["serve"]));
    // A second server is refused, in JSON too.
    let refused = run(json(&["serve"]));
    assert_eq!(refused.code, Some(1), "{refused:?}");
    server.terminate();
    let ended = server.end().expect_success();
    assert!(ended.said.contains("\"password\":\""), "{ended:?}");
    for text in [
        &ended.said,
        &ended.complained,
        &refused.said,
        &refused.complained,
    ] {
        for line in text.lines() {
            let value: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(
                value["message"].is_string() || value["database"].is_string(),
                "{line}"
            );
        }
    }
    assert!(
        refused.complained.contains("another Townperk server"),
        "{refused:?}"
    );
}

#[test]
fn every_address_of_the_machine_is_a_colon_and_a_port() {
    let home = TempDir::new().unwrap();
    let mut command = bare_townperk(home.path(), &["serve"]);
    command.env("TOWNPERK_LISTEN", ":0");
    let mut running = Running::start(command);
    let said = running.until_said("\nMails: ");
    let port = said
        .split("]:")
        .nth(1)
        .or_else(|| said.split("0.0.0.0:").nth(1))
        .unwrap();
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    let stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}"));
    assert!(stream.is_ok(), "{said}");
}
