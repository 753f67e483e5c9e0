//! What the log says about refused people, and what it doesn't.

use std::io::Write;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{
    command::{Ended, Server, answer_on, argument, bare_townperk, file_in, run},
    line::Line,
};

#[test]
fn refusals_are_in_the_log_without_what_was_sent() {
    let folder = TempDir::new().unwrap();
    let mut command = bare_townperk(folder.path(), &["serve"]);
    command
        .env("TOWNPERK_LOG", "info")
        .env("TOWNPERK_LOG_FORMAT", "json");
    let server = Server::start(command);
    let mut stream = server.connect();
    let request = "POST /newsletter/preferences?reader=a-secret HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\
                   Content-Length: 0\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(answer_on(stream).0, 403);
    let sign_up = r#"{"email":"somebody@mail.example","homepage":"a program"}"#;
    let answers: Vec<(u16, String)> = (0..21)
        .map(|_| server.post("/api/newsletter/subscribe", sign_up))
        .collect();
    let (status, last) = answers.last().unwrap();
    assert_eq!(*status, 429);
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(server.get("/no-such-page").0, 404);
    server.terminate();
    let ended = server.end();
    let log = format!("{}{}", ended.said, ended.complained);
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("\"refused\""))
        .collect();
    let [forbidden, too_many] = lines.as_slice() else {
        panic!("two refusals were to be noted: {log}");
    };
    assert!(forbidden.contains("/newsletter/preferences") && forbidden.contains("forbidden"));
    assert!(too_many.contains("too many"));
    assert!(too_many.contains(last["requestId"].as_str().unwrap()));
    for secret in [
        "a-secret",
        "somebody@mail.example",
        "evil.example",
        "127.0.0.1\"",
    ] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

#[test]
fn refused_webhooks_are_in_the_log_once_a_minute() {
    let folder = TempDir::new().unwrap();
    let mut command = bare_townperk(folder.path(), &["serve"]);
    command
        .env("TOWNPERK_STRIPE_SECRET_KEY", "sk_test_1")
        .env("TOWNPERK_STRIPE_PUBLISHABLE_KEY", "pk_test_1")
        .env("TOWNPERK_STRIPE_WEBHOOK_SECRET", "whsec_1");
    let server = Server::start(command);
    for _ in 0..20 {
        assert_eq!(server.post("/api/stripe/webhook", "{}").0, 400);
    }
    let metrics = server.get("/metrics").1;
    server.terminate();
    let ended = server.end();
    let log = format!("{}{}", ended.said, ended.complained);
    let lines = log.lines();
    let told = lines
        .filter(|line| line.contains("rejected a webhook"))
        .count();
    assert_eq!(told, 1, "{log}");
    let mut counted = metrics.lines().filter(|line| line.contains("refused"));
    assert!(counted.any(|line| line.ends_with(" 20")), "{metrics}");
}

/// `deploy/fail2ban` reads these lines from their beginning; `scripts/check-deploy.sh` tries it on the fixture.
#[test]
fn a_failed_sign_in_is_in_the_form_that_fail2ban_reads() {
    let fixture = include_str!("../fixtures/sign-in-failures.txt");
    for (format, number) in [("text", 0), ("json", 2)] {
        let folder = TempDir::new().unwrap();
        let mut command = bare_townperk(folder.path(), &["serve"]);
        command.env("TOWNPERK_LOG_FORMAT", format);
        let server = Server::start(command);
        let guess = r#"{"password":"a guess"}"#;
        assert_eq!(server.post("/api/admin/login", guess).0, 401);
        server.terminate();
        let ended = server.end();
        let mut lines = ended.complained.lines();
        let line = lines.find(|line| line.contains("sign-in failed")).unwrap();
        let sample = fixture.lines().nth(number).unwrap();
        let of_sample = sample
            .replace("192.0.2.1", "127.0.0.1")
            .replace("192.0.2.2", "127.0.0.1");
        assert_eq!(without_time(line), without_time(&of_sample));
    }
}

fn without_time(line: &str) -> String {
    let start = line.find("20").unwrap();
    let end = start + line[start..].find('Z').unwrap();
    format!("{}{}", &line[..start], &line[end..])
}

/// The lines of the access log.
fn requests(ended: &Ended) -> Vec<Value> {
    let lines = ended
        .complained
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    lines
        .filter(|line: &Value| line["target"] == "townperk::access")
        .collect()
}

#[test]
fn requests_are_logged_alike_whoever_answers_them() {
    const FORWARDED: &str = "Accept-Encoding: br\r\nUser-Agent: a \"browser\"\r\nX-Forwarded-For: 203.0.113.9\r\nX-Request-ID: abc-1\r\n";
    let folder = TempDir::new().unwrap();
    let mut command = bare_townperk(folder.path(), &["serve"]);
    command
        .env("TOWNPERK_LOG_FORMAT", "json")
        .env("TOWNPERK_ACCESS_LOG", "true")
        .env("TOWNPERK_TRUSTED_PROXIES", "127.0.0.1");
    let server = Server::start(command);
    let mut line = Line::over(server.connect());
    // By the router, then as it was kept, with a query that nobody should read later.
    let mut lengths = Vec::new();
    for path in ["/?token=a-secret", "/", "/", "/api/no-such?q=a-secret"] {
        let answer = line.get(path, FORWARDED);
        assert_eq!(answer.headers["x-request-id"], "abc-1");
        lengths.push(answer.body.len());
    }
    let answer = line.get("/", "X-Request-ID: not safe\r\n");
    assert_ne!(answer.headers["x-request-id"], "not safe");
    drop(line);
    server.terminate();
    let ended = server.end().expect_success();
    assert!(!ended.complained.contains("a-secret"), "{ended:?}");
    let lines = requests(&ended);
    let told: Vec<_> = lines
        .iter()
        .map(|line| {
            (
                line["path"].as_str().unwrap(),
                line["status"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("/", 200),
            ("/", 200),
            ("/", 200),
            ("/api/no-such", 404),
            ("/", 200)
        ]
    );
    for (line, length) in lines.iter().zip(&lengths) {
        assert_eq!(line["client"], "203.0.113.9");
        assert_eq!(line["method"], "GET");
        assert_eq!(line["agent"], "a \"browser\"");
        assert_eq!(line["request_id"], "abc-1");
        assert_eq!(line["bytes"].as_u64().unwrap(), *length as u64, "{line}");
        assert!(line["millis"].as_f64().unwrap() > 0.0, "{line}");
    }
    assert_eq!(lines[4]["client"], "127.0.0.1");
    assert_eq!(lines[4]["request_id"].as_str().unwrap().len(), 32);
}

#[test]
fn the_access_log_is_off_until_somebody_wants_it() {
    let folder = TempDir::new().unwrap();
    let settings = file_in(
        folder.path(),
        "townperk.toml",
        "log_format = \"json\"\nlog = \"info\"\n",
    );
    let data = folder.path().join("data");
    let mut command = bare_townperk(&data, &["--config", argument(&settings), "serve"]);
    command.env_remove("TOWNPERK_LOG");
    let mut server = Server::start(command);
    // Who isn't our proxy chooses no IDs.
    let answer = Line::over(server.connect()).get("/robots.txt", "X-Request-ID: abc-1\r\n");
    assert_ne!(answer.headers["x-request-id"], "abc-1");
    file_in(
        folder.path(),
        "townperk.toml",
        "log_format = \"json\"\nlog = \"info\"\naccess_log = true\n",
    );
    server.signal("HUP");
    server.until_told("settings read again");
    assert_eq!(server.get("/healthz").0, 200);
    server.terminate();
    let ended = server.end().expect_success();
    let lines = requests(&ended);
    assert_eq!(lines.len(), 1, "{ended:?}");
    assert_eq!(lines[0]["path"], "/healthz");
}

#[test]
fn a_setting_that_can_t_be_read_is_said_in_json_where_json_is_read() {
    let folder = TempDir::new().unwrap();
    let settings = file_in(
        folder.path(),
        "townperk.toml",
        "log_format = \"json\"\nlisten = \"nowhere\"\n",
    );
    for arguments in [
        &["--config", argument(&settings), "serve"] as &[&str],
        &["--config", "/nowhere.toml", "serve"],
    ] {
        let mut command = bare_townperk(folder.path(), arguments);
        command.env_remove("TOWNPERK_LISTEN");
        if arguments[1] == "/nowhere.toml" {
            command.env("TOWNPERK_LOG_FORMAT", "json");
        }
        let ended = run(command);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        for line in ended.complained.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["level"], "ERROR");
        }
        assert!(ended.complained.contains("nowhere"), "{ended:?}");
    }
}
