//! The files in `deploy/`, the image and the compose file name settings that exist, with values that a production server
//! accepts, and give it the time to stop that it takes.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use townperk::platform::settings::Settings;

use crate::support::{
    command::{Server, argument, bare_townperk, file_in, run},
    secure::SecureServer,
};

const PREFIX: &str = "TOWNPERK_";

/// Variables with our prefix that aren't settings: the settings file's path, and what goes into the version.
const OTHERS: &[&str] = &["config", "commit"];

/// What a stop takes besides `drain_seconds`.
const STOPPING: u64 = 10;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Each variable with our prefix in `text`, in lower case without it, and the rest of its line.
fn variables(text: &str) -> Vec<(String, &str)> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| {
            line.match_indices(PREFIX)
                .map(|(at, _)| &line[at + PREFIX.len()..])
        })
        .map(|rest| {
            let end = rest.find(|letter: char| !letter.is_ascii_uppercase() && letter != '_');
            let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
            (name.to_lowercase(), rest)
        })
        .filter(|(name, _)| !name.is_empty())
        .collect()
}

/// The settings in a file with their values: `NAME: "value"`, `{ name: NAME, value: "value" }` or `NAME=value`.
fn values(text: &str) -> Vec<(String, String)> {
    let found = variables(text).into_iter().filter_map(|(name, rest)| {
        let value = match rest.strip_prefix('=') {
            Some(value) => value.split_whitespace().next()?,
            None => rest.split('"').nth(1)?,
        };
        (!OTHERS.contains(&name.as_str())).then(|| (name, value.to_owned()))
    });
    found.collect()
}

/// A settings file with these values. Files with secrets are replaced by some of the same kind.
fn settings_file(home: &Path, values: &[(String, String)]) -> PathBuf {
    let mut text = String::new();
    for (name, value) in values {
        let sample = match name.as_str() {
            "database_url_file" => Some("postgres://townperk:x@postgres/townperk"),
            "storage_url_file" => Some("s3://KEY:SECRET@photos?endpoint=http://storage:9000"),
            "smtp_url_file" => Some("smtps://USER:PASSWORD@mail.example"),
            "metrics_token_file" => Some("0123456789abcdef0123456789abcdef"),
            _ => None,
        };
        let value = match sample {
            Some(sample) => format!("\"{}\"", argument(&file_in(home, name, sample))),
            None if value.parse::<u64>().is_ok() => value.clone(),
            None => format!("\"{value}\""),
        };
        text.push_str(&format!("{name} = {value}\n"));
    }
    file_in(home, "townperk.toml", text)
}

fn expect_production(path: &Path) -> Settings {
    let settings = Settings::load(Some(path)).unwrap_or_else(|error| panic!("{error}"));
    settings
        .refuse_unsafe()
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(settings.is_production(), "{}", path.display());
    settings
}

#[test]
fn every_setting_that_a_file_names_exists() {
    let known = Settings::names();
    assert!(known.contains(&"smtp_url_file".to_owned()), "{known:?}");
    for name in [
        "Dockerfile",
        "compose.yaml",
        "deploy/kubernetes.yaml",
        "docs/operating.md",
        "README.md",
    ] {
        let text = file(name);
        for (setting, _) in variables(&text) {
            let is_known = known.contains(&setting) || OTHERS.contains(&setting.as_str());
            assert!(is_known, "{name} names {PREFIX}{}", setting.to_uppercase());
        }
    }
}

// The mail library needs a runtime even to parse a URL.
#[tokio::test]
async fn the_shipped_settings_start_a_production_server() {
    let image = values(&file("Dockerfile"));
    assert_eq!(image.len(), 2, "{image:?}");
    for (name, grace) in [
        ("compose.yaml", "stop_grace_period: "),
        ("deploy/kubernetes.yaml", "terminationGracePeriodSeconds: "),
    ] {
        let home = TempDir::new().unwrap();
        let text = file(name);
        let mut own = values(&text);
        assert!(own.len() >= 10, "{own:?}");
        for (setting, value) in &image {
            if !own.iter().any(|(known, _)| known == setting) {
                own.push((setting.clone(), value.clone()));
            }
        }
        let settings = expect_production(&settings_file(home.path(), &own));
        let listen = settings.listen.network().unwrap();
        assert_eq!(listen.port(), 8080, "{name}");
        assert!(listen.ip().is_unspecified(), "{name}");
        assert_eq!(settings.data_dir, Path::new("/data/townperk"), "{name}");
        let (_, rest) = text.split_once(grace).unwrap();
        let seconds: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let seconds: u64 = seconds.parse().unwrap();
        assert!(
            seconds > settings.drain_seconds + STOPPING,
            "{name}: {seconds}"
        );
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/townperk.toml");
    let settings = expect_production(&path);
    let unit = file("deploy/townperk.service");
    let limit = format!("TimeoutStopSec={}", 2 * (settings.drain_seconds + STOPPING));
    assert!(unit.contains(&limit), "{limit}");
    let socket = file("deploy/townperk.socket");
    assert!(socket.contains(&format!("ListenStream={}\n", settings.listen)));
}

#[test]
fn load_balancers_ask_whether_a_node_is_ready() {
    for name in [
        "deploy/haproxy.cfg",
        "deploy/Caddyfile",
        "deploy/kubernetes.yaml",
    ] {
        assert!(file(name).contains("/readyz"), "{name}");
    }
    for name in ["nginx.conf", "haproxy.cfg", "Caddyfile"] {
        let text = file(&format!("deploy/{name}"));
        assert!(
            text.contains("/api/admin/imports") && text.contains("/metrics"),
            "{name}"
        );
    }
    let image = file("Dockerfile");
    assert!(image.contains("CMD [\"townperk\", \"health\"]") && image.contains("USER 10001"));
    let home = TempDir::new().unwrap();
    for command in ["health", "serve"] {
        run(bare_townperk(home.path(), &[command, "--help"])).expect_success();
    }
}

/// The metrics' names in `text`.
fn metrics_in(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let mut names: Vec<String> = words
        .filter(|word| word.starts_with("townperk_") || word.starts_with("process_"))
        .filter(|word| *word != "townperk_token")
        .map(|word| word.trim_end_matches("_bucket").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn alerts_and_dashboard_read_metrics_that_exist_and_are_explained() {
    let home = TempDir::new().unwrap();
    let server = SecureServer::start_with(home.path(), |command| {
        command.env("TOWNPERK_BACKUP_URL", home.path().join("vault"));
        command.env("TOWNPERK_BACKUP_KEY", "a1".repeat(32));
    });
    let mut line = server.line();
    assert_eq!(line.get("/terms", "").status, 200);
    let backup = home.path().join("backup.tar");
    run(bare_townperk(home.path(), &["backup", argument(&backup)])).expect_success();
    let began = Instant::now();
    let mut read = || String::from_utf8(line.get("/metrics", "").body).unwrap();
    let mut metrics = read();
    // The storage is tried, and jobs begin, soon after the start.
    while !metrics.contains("townperk_storage_up") || !metrics.contains("townperk_jobs{") {
        assert!(began.elapsed() < Duration::from_secs(60), "{metrics}");
        std::thread::sleep(Duration::from_millis(50));
        metrics = read();
    }
    for name in ["deploy/alerts.yml", "deploy/grafana.json"] {
        let named = metrics_in(&file(name));
        assert!(named.len() >= 10, "{named:?}");
        for metric in named {
            assert!(
                metrics.contains(&format!("\n# TYPE {metric} ")),
                "{name} names {metric}"
            );
        }
    }
    let mut before = "";
    for line in metrics.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let name = rest.split(' ').next().unwrap();
            assert!(
                before.starts_with(&format!("# HELP {name} ")),
                "{name} isn't explained"
            );
        }
        before = line;
    }
    let alerts = file("deploy/alerts.yml");
    let rules = alerts.matches("- alert: ").count();
    assert_eq!(alerts.matches("remedy: ").count(), rules);
}

#[test]
fn monitoring_sees_what_the_operator_s_page_says() {
    let home = TempDir::new().unwrap();
    let server = Server::start(bare_townperk(home.path(), &["serve"]));
    let (status, state) = server.get("/readyz?full");
    assert_eq!(status, 200, "{state}");
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["ready"], true);
    let lines = state["lines"].as_array().unwrap();
    for name in ["Mail", "Backup", "Disk"] {
        assert!(lines.iter().any(|line| line["name"] == name), "{state}");
    }
    let advised = lines
        .iter()
        .filter(|line| line["advice"].is_string())
        .count();
    assert_eq!(state["problems"], advised, "{state}");
    // It isn't for everybody.
    let token = "0123456789abcdef0123456789abcdef";
    let other = TempDir::new().unwrap();
    let mut command = bare_townperk(other.path(), &["serve"]);
    command.env("TOWNPERK_METRICS_TOKEN", token);
    let closed = Server::start(command);
    assert_eq!(closed.get("/readyz?full").0, 404);
    assert_eq!(closed.get("/readyz?fuller").0, 200);
}
