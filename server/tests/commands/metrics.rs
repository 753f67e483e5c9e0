//! What Prometheus reads.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use super::home;
use crate::support::command::{Server, bare_townperk};

#[test]
fn metrics_are_explained_and_bounded() {
    let home = home();
    let server = Server::start(bare_townperk(home.path(), &["serve"]));
    for _ in 0..3 {
        assert_eq!(server.get("/robots.txt").0, 200);
        assert_eq!(server.get("/cities/nowhere-la").0, 404);
    }
    for number in 0..5 {
        assert_eq!(server.get(&format!("/nothing-{number}")).0, 404);
    }
    assert_eq!(server.get("/api/admin/operator").0, 401);
    let text = server.get("/metrics").1;
    for (route, class, count) in [
        ("/robots.txt", "2xx", "3"),
        ("/cities/{slug}", "4xx", "3"),
        ("(none)", "4xx", "5"),
        ("/api/admin/operator", "4xx", "1"),
    ] {
        let line = text.lines().find(|line| {
            line.starts_with("townperk_http_requests_total{")
                && line.contains(&format!("route=\"{route}\""))
                && line.contains(&format!("class=\"{class}\""))
        });
        let line = line.unwrap_or_else(|| panic!("{route}: {text}"));
        assert!(line.ends_with(&format!(" {count}")), "{line}");
    }
    assert!(!text.contains("nothing-1"), "{text}");
    let mut before = "";
    for line in text.lines() {
        if let Some(typed) = line.strip_prefix("# TYPE ") {
            let name = typed.split(' ').next().unwrap();
            assert!(before.starts_with(&format!("# HELP {name} ")), "{name}");
        }
        before = line;
    }
    for name in [
        "townperk_database_round_trip_seconds",
        "townperk_disk_free_bytes",
        "townperk_database_log_bytes",
        "townperk_clock_offset_seconds",
    ] {
        assert!(text.contains(&format!("\n{name} ")), "{name}: {text}");
    }
    accepted_by_promtool(&text);
}

fn accepted_by_promtool(text: &str) {
    let started = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut promtool) = started else {
        eprintln!("skipped: promtool is not installed (scripts/install-deploy-tools.sh)");
        return;
    };
    let mut stdin = promtool.stdin.take().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    drop(stdin);
    let output = promtool.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
