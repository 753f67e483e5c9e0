//! `townperk check` tries what a server needs, and says which part doesn't work and why.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{
    Bucket, Mood, SmtpServer,
    command::{Ended, Server, argument, bare_townperk, file_in, run},
};

/// A data folder as a server leaves it.
fn installed() -> TempDir {
    let home = TempDir::new().unwrap();
    let server = Server::start(bare_townperk(&home.path().join("data"), &["serve"]));
    server.terminate();
    server.end().expect_success();
    home
}

fn check(home: &Path, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Ended {
    let mut command = bare_townperk(&home.join("data"), &[&["check"][..], arguments].concat());
    change(&mut command);
    run(command)
}

/// Runs it without blocking the servers of this test.
async fn check_beside(
    home: &Path,
    arguments: &'static [&'static str],
    variables: Vec<(&'static str, String)>,
) -> Ended {
    let home = home.to_owned();
    let task = tokio::task::spawn_blocking(move || {
        check(&home, arguments, |command| {
            command.envs(variables);
        })
    });
    task.await.unwrap()
}

/// The line about `what`, which begins with `level`.
fn line<'a>(ended: &'a Ended, level: &str, what: &str) -> &'a str {
    let beginning = format!("{level:8} {what}: ");
    let mut lines = ended.said.lines();
    lines
        .find(|line| line.starts_with(&beginning))
        .unwrap_or_else(|| panic!("no {beginning}: {ended:?}"))
}

#[test]
fn what_works_was_tried_and_leaves_nothing_behind() {
    let home = installed();
    let files = || {
        let folder = fs::read_dir(home.path().join("data")).unwrap();
        let mut names: Vec<_> = folder.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = files();
    let works = check(home.path(), &[], |_| {}).expect_success();
    assert!(line(&works, "ok", "storage").contains("stores, returns and removes a file"));
    assert!(line(&works, "ok", "database").contains("answers in"));
    assert_eq!(files(), before);
    let photos = fs::read_dir(home.path().join("data/photos")).unwrap();
    assert_eq!(photos.count(), 0);

    let json = check(home.path(), &["--json"], |_| {}).expect_success();
    let json: Value = serde_json::from_str(&json.said).unwrap();
    assert_eq!(json["works"], true);
    let checks = json["checks"].as_array().unwrap();
    assert!(
        checks
            .iter()
            .any(|one| one["what"] == "storage" && one["level"] == "ok")
    );
}

#[test]
fn warnings_fail_who_asks_for_it() {
    let home = installed();
    let url = |command: &mut Command| {
        command.env("TOWNPERK_PUBLIC_URL", "http://127.0.0.1");
    };
    assert_eq!(check(home.path(), &[], url).code, Some(0));
    assert_eq!(check(home.path(), &["--strict"], url).code, Some(2));
    let wrong = |command: &mut Command| {
        command.env("TOWNPERK_PUBLIC_URL", "nonsense");
    };
    assert_eq!(check(home.path(), &["--strict"], wrong).code, Some(1));
}

#[test]
fn files_that_settings_name_are_opened() {
    let home = installed();
    let ended = check(home.path(), &[], |command| {
        command
            .env("TOWNPERK_GEOIP_FILE", "/no/such/places.mmdb")
            .env("TOWNPERK_OPEN_PLACES_FILE", "no-such-list.csv");
    });
    assert_eq!(ended.code, Some(1));
    assert!(line(&ended, "error", "geoip_file").contains("/no/such/places.mmdb"));
    assert!(line(&ended, "error", "open_places_file").contains("no-such-list.csv"));

    let secret = file_in(home.path(), "secret", "0123456789abcdef0123456789abcdef");
    for (mode, is_open) in [("640", false), ("644", true)] {
        let changed = Command::new("chmod")
            .args([mode, argument(&secret)])
            .status();
        assert!(changed.unwrap().success());
        let ended = check(home.path(), &[], |command| {
            command.env("TOWNPERK_SECRET_FILE", &secret);
        })
        .expect_success();
        assert_eq!(
            ended.said.contains("every user of this machine can read"),
            is_open
        );
    }
}

/// A folder that this user can't write to. Root can write everywhere, except to what isn't a real folder.
#[cfg(target_os = "linux")]
#[test]
fn a_storage_that_takes_nothing_is_named() {
    let home = installed();
    let ended = check(home.path(), &[], |command| {
        command.env("TOWNPERK_STORAGE_URL", "/proc/self/fdinfo");
    });
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(line(&ended, "error", "storage").contains("can't store a file"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bucket_is_used_as_the_server_uses_it() {
    let home = installed();
    let bucket = Bucket::start().await;
    let with = |setting: String| vec![("TOWNPERK_STORAGE_URL", setting)];
    let right = bucket.setting("photos").reveal().to_owned();
    let works = check_beside(home.path(), &[], with(right.clone())).await;
    let works = works.expect_success();
    assert!(line(&works, "ok", "storage").contains("s3://"));
    assert_eq!(bucket.keys(), Vec::<String>::new());
    let wrong = bucket
        .setting_with("not-the-secret", "photos")
        .reveal()
        .to_owned();
    let refused = check_beside(home.path(), &[], with(wrong)).await;
    assert_eq!(refused.code, Some(1));
    let said = line(&refused, "error", "storage");
    assert!(
        said.contains("403") && said.contains("TOWNPERK_STORAGE_URL"),
        "{said}"
    );
    assert!(!refused.said.contains("not-the-secret"), "{refused:?}");
    bucket.set_away(true);
    let away = check_beside(home.path(), &[], with(right)).await;
    assert!(line(&away, "error", "storage").contains("503"), "{away:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_is_asked_and_sends_if_wanted() {
    let home = installed();
    let server = SmtpServer::start().await;
    let settings = |url: String| {
        vec![
            ("TOWNPERK_SMTP_URL", url),
            ("TOWNPERK_SUPPORT_EMAIL", "help@coffee.example".to_owned()),
        ]
    };
    let works = check_beside(home.path(), &[], settings(server.url())).await;
    assert!(line(&works.expect_success(), "ok", "mail").contains("signed in"));
    assert_eq!(server.received().len(), 0);
    let sent = check_beside(home.path(), &["--send-mail"], settings(server.url())).await;
    assert!(line(&sent.expect_success(), "ok", "mail").contains("help@coffee.example"));
    assert_eq!(server.received()[0].recipient, "help@coffee.example");
    server.be(Mood::RefusesRecipients("550 no such person here"));
    let refused = check_beside(home.path(), &["--send-mail"], settings(server.url())).await;
    assert_eq!(refused.code, Some(1));
    assert!(line(&refused, "error", "mail").contains("no such person here"));
    // A server that can't be signed in to, and one that isn't there.
    let with_password = server
        .url()
        .replace("smtp://", "smtp://ann:wrong-password@");
    for url in [with_password, "smtp://127.0.0.1:9".to_owned()] {
        let failed = check_beside(home.path(), &[], settings(url)).await;
        assert_eq!(failed.code, Some(1), "{failed:?}");
        assert!(line(&failed, "error", "mail").contains("TOWNPERK_SMTP_URL"));
        assert!(!failed.said.contains("wrong-password"), "{failed:?}");
    }
}
