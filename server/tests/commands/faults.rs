//! The fault table (docs/operating.md): each fault is named by the operator's page, by `townperk check`, in the log and in the
//! metrics.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::{fs::MetadataExt, process::CommandExt},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;

use super::home;
use crate::support::{
    Bucket, SmtpServer,
    command::{Ended, Server, argument, bare_townperk, file_in, run},
};

/// What `/readyz?full` says, as the operator's page does, about `name`.
fn on_the_page(server: &Server, name: &str) -> Value {
    let (status, text) = server.get("/readyz?full");
    assert_eq!(status, 200, "{text}");
    let state: Value = serde_json::from_str(&text).unwrap();
    let lines = state["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["name"] == name);
    line.unwrap_or_else(|| panic!("no {name}: {state}")).clone()
}

/// Waits until the metrics have `line`.
fn until_measured(server: &Server, line: &str) {
    let began = Instant::now();
    loop {
        let metrics = server.get("/metrics").1;
        if metrics.lines().any(|known| known == line) {
            return;
        }
        // Mail counts as broken after a minute.
        assert!(began.elapsed() < Duration::from_secs(150), "{metrics}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A server with `variables`, what its page, log and metric say about a fault, and what `check` says.
struct Fault {
    variables: Vec<(&'static str, String)>,
    /// Of the page, and what its advice says.
    page: (&'static str, &'static str),
    metric: &'static str,
    log: &'static str,
    /// What `check` calls it, and what it says.
    check: (&'static str, &'static str),
}

impl Fault {
    fn expect(self) {
        let home = home();
        let command = |arguments: &[&str]| {
            let mut command = bare_townperk(home.path(), arguments);
            command.envs(self.variables.clone());
            command
        };
        let server = Server::start(command(&["serve"]));
        let sign_up = r#"{"email":"ann@mail.example"}"#;
        server.post("/api/newsletter/subscribe", sign_up);
        until_measured(&server, self.metric);
        let (name, words) = self.page;
        let line = on_the_page(&server, name);
        let advice = line["advice"].as_str().unwrap_or_default();
        assert!(advice.contains(words), "{line}");
        let check = run(command(&["check"]));
        let (what, words) = self.check;
        let beginning = format!("error    {what}: ");
        let mut lines = check.said.lines();
        let said = lines.find(|line| line.starts_with(&beginning));
        assert!(said.is_some_and(|said| said.contains(words)), "{check:?}");
        server.terminate();
        let ended = server.end().expect_success();
        assert!(ended.complained.contains(self.log), "{ended:?}");
    }
}

/// Runs it without blocking the servers of this test.
async fn expect(fault: Fault) {
    tokio::task::spawn_blocking(|| fault.expect())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storage_that_doesn_t_work_is_named_everywhere() {
    let bucket = Bucket::start().await;
    let right = bucket.setting("photos").reveal().to_owned();
    let wrong = bucket.setting_with("not-the-secret", "photos");
    let fault = |setting: String, words| Fault {
        variables: vec![("TOWNPERK_STORAGE_URL", setting)],
        page: ("Storage", words),
        metric: "townperk_storage_up 0",
        log: "the storage for photos doesn't work",
        check: ("storage", words),
    };
    expect(fault(wrong.reveal().to_owned(), "403")).await;
    bucket.set_half(true);
    expect(fault(right.clone(), "came back with other bytes")).await;
    bucket.set_away(true);
    expect(fault(right, "503")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_that_takes_nothing_is_named_everywhere() {
    let fault = |variables, words| Fault {
        variables,
        page: ("Mail", "No email gets through"),
        metric: "townperk_mail_broken 1",
        log: "email not sent; it will be retried",
        check: ("mail", words),
    };
    let server = SmtpServer::start().await;
    let with_password = server.url().replace("smtp://", "smtp://ann:wrong@");
    let wrong = fault(
        vec![("TOWNPERK_SMTP_URL", with_password)],
        "TOWNPERK_SMTP_URL",
    );
    let (expired, authority) = SmtpServer::start_expired().await;
    let home = TempDir::new().unwrap();
    let authority = file_in(home.path(), "authority.pem", authority);
    let variables = vec![
        ("TOWNPERK_SMTP_URL", expired.url()),
        ("TOWNPERK_SMTP_CA_FILE", argument(&authority).to_owned()),
    ];
    tokio::join!(expect(wrong), expect(fault(variables, "expired")));
}

/// `townperk` on a file system of 64 megabytes, mounted for it alone; `None` where nobody may mount one.
fn on_small_disk(home: &Path, options: &str, arguments: &[&str]) -> Option<Command> {
    let disk = home.join("disk");
    let _ = fs::create_dir(&disk);
    let wanted = bare_townperk(&disk, arguments);
    let may = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "true"])
        .stderr(Stdio::null())
        .status();
    if !may.is_ok_and(|ended| ended.success()) {
        eprintln!("skipped: this machine lets nobody mount a small file system");
        return None;
    }
    let mut command = Command::new("unshare");
    command
        .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
        .arg(format!(
            "mount -t tmpfs -o size=64m none \"$TOWNPERK_DATA_DIR\" && {options} exec \"$0\" \"$@\""
        ))
        .arg(wanted.get_program())
        .args(wanted.get_args())
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, value) in wanted.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    Some(command)
}

#[test]
fn a_disk_with_little_room_is_named_everywhere() {
    let home = home();
    let Some(serve) = on_small_disk(home.path(), "", &["serve"]) else {
        return;
    };
    let server = Server::start(serve);
    let line = on_the_page(&server, "Disk");
    assert!(
        line["advice"].as_str().unwrap().contains("Free up space"),
        "{line}"
    );
    let metrics = server.get("/metrics").1;
    let free = metrics
        .lines()
        .find_map(|line| line.strip_prefix("townperk_disk_free_bytes "));
    let free: f64 = free.unwrap().parse().unwrap();
    assert!(free <= f64::from(64 << 20), "{metrics}");
    let check = run(on_small_disk(home.path(), "", &["check"]).unwrap());
    assert!(check.said.contains("warning  disk: "), "{check:?}");
}

#[test]
fn a_folder_that_takes_nothing_is_named() {
    let home = home();
    let only_read = "mount -o remount,ro \"$TOWNPERK_DATA_DIR\" &&";
    let Some(serve) = on_small_disk(home.path(), only_read, &["serve"]) else {
        return;
    };
    let disk = home.path().join("disk");
    run(serve).expect_refusal(&[argument(&disk), "Read-only file system"]);
    let check = run(on_small_disk(home.path(), only_read, &["check"]).unwrap());
    assert_eq!(check.code, Some(1), "{check:?}");
    assert!(check.said.contains("Read-only file system"), "{check:?}");
}

/// A container whose user isn't the owner of its volume.
#[test]
fn a_folder_of_another_user_is_named() {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("skipped: only root becomes another user");
        return;
    }
    let home = home();
    let data = home.path().join("data");
    let server = Server::start(bare_townperk(&data, &["serve"]));
    server.terminate();
    server.end().expect_success();
    // The other user may get as far as to the folder.
    let opened = Command::new("chmod")
        .args(["0755", argument(home.path())])
        .status();
    assert!(opened.unwrap().success());
    let foreign = |arguments: &[&str]| -> Option<Ended> {
        let mut command = bare_townperk(&data, arguments);
        command.uid(10_001).gid(10_001);
        // Where the program itself is closed to others, nothing can be tried.
        command.output().ok().map(Ended::from)
    };
    let Some(served) = foreign(&["serve"]) else {
        eprintln!("skipped: another user can't run the program where it is");
        return;
    };
    served.expect_refusal(&[argument(&data), "Permission denied"]);
    let check = foreign(&["check"]).unwrap();
    assert_eq!(check.code, Some(1), "{check:?}");
    assert!(check.said.contains("Permission denied"), "{check:?}");
}
