//! `townperk setup`: from the binary to a service, without doing anything twice.

#![cfg(target_os = "linux")]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::support::{
    command::{Ended, Server, argument, run},
    pebble::free_port,
};

const TOLD: &[&str] = &[
    "--support-email",
    "help@perk.example",
    "--postal-address",
    "1 \"Main\" Street, Alexandria, LA 71301",
    "--smtp-url",
    "none",
];

/// The program without any settings of the tests.
fn plain(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_townperk"));
    command
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn set_up(root: &Path, listen: &str) -> Ended {
    let own = [
        "setup",
        "perk.example",
        "--root",
        argument(root),
        "--listen",
        listen,
    ];
    run(plain(&[&own[..], TOLD].concat()))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn free_address() -> String {
    format!("127.0.0.1:{}", free_port())
}

#[test]
fn a_service_is_set_up_once_and_then_kept() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let listen = free_address();
    let first = set_up(root, &listen).expect_success();
    assert!(
        first.said.contains("Address: https://perk.example"),
        "{first:?}"
    );
    assert!(first.said.contains("/admin, password "), "{first:?}");
    let (settings, data) = (root.join("etc/townperk"), root.join("var/lib/townperk"));
    let file = settings.join("townperk.toml");
    for (path, wanted) in [
        (&settings, 0o700),
        (&data, 0o700),
        (&file, 0o600),
        (&settings.join("metrics_token"), 0o600),
        (&root.join("usr/local/bin/townperk"), 0o755),
    ] {
        assert_eq!(mode(path), wanted, "{}", path.display());
    }
    let socket = root.join("etc/systemd/system/townperk.socket");
    let written = fs::read_to_string(&socket).unwrap();
    assert!(
        written.contains(&format!("ListenStream={listen}\n")),
        "{written}"
    );
    assert!(root.join("etc/systemd/system/townperk.service").is_file());

    // Somebody changes a file, and runs it again.
    let before = fs::read_to_string(&file).unwrap();
    fs::write(&socket, "[Socket]\n").unwrap();
    let again = set_up(root, &listen).expect_success();
    assert!(!again.said.contains("made "), "{again:?}");
    assert!(
        again.said.contains("the password stays as it was"),
        "{again:?}"
    );
    assert!(
        again.said.contains("differs from this release's"),
        "{again:?}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(fs::read_to_string(&socket).unwrap(), "[Socket]\n");

    // The settings start a server.
    let server = Server::start_as(plain(&["--config", argument(&file), "serve"]), &listen);
    assert_eq!(server.get("/readyz").0, 200);
    server.signal("INT");
    server.end().expect_success();
}

#[test]
fn a_service_that_speaks_https_itself_needs_no_proxy() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let own = ["setup", "perk.example", "--root", argument(root), "--https"];
    // Whether its ports are free here is another matter.
    let ended = run(plain(&[&own[..], TOLD].concat()));
    assert!(
        ended.said.contains("Address: https://perk.example"),
        "{ended:?}"
    );
    let settings = fs::read_to_string(root.join("etc/townperk/townperk.toml")).unwrap();
    for line in [
        "listen = \"[::]:443\"",
        "tls = \"acme\"",
        "acme_email = \"help@perk.example\"",
    ] {
        assert!(settings.lines().any(|one| one == line), "{settings}");
    }
    assert!(!settings.contains("trusted_proxies"), "{settings}");
    let socket = fs::read_to_string(root.join("etc/systemd/system/townperk.socket")).unwrap();
    assert!(
        socket.contains("ListenStream=443\nListenStream=80\nAccept=no"),
        "{socket}"
    );
}

#[test]
fn a_service_that_backs_itself_up_gets_a_key_that_is_shown_once() {
    let home = TempDir::new().unwrap();
    let (root, listen) = (home.path().join("root"), free_address());
    let vault = home.path().join("vault");
    let set_up = || {
        let own = [
            "setup",
            "perk.example",
            "--root",
            argument(&root),
            "--listen",
            &listen,
            "--backup-url",
            argument(&vault),
        ];
        run(plain(&[&own[..], TOLD].concat())).expect_success().said
    };
    let said = set_up();
    let key = said.split("Backup key: ").nth(1).unwrap();
    let key = key.split(' ').next().unwrap();
    let settings = root.join("etc/townperk");
    let written = fs::read_to_string(settings.join("backup_key")).unwrap();
    assert_eq!(written.trim(), key);
    assert_eq!(mode(&settings.join("backup_key")), 0o600);
    let file = settings.join("townperk.toml");
    let list = run(plain(&["--config", argument(&file), "backups", "list"]));
    assert!(list.expect_success().said.contains("0 backups in"));
    let again = set_up();
    assert!(!again.contains("Backup key"), "{again}");
}

/// Whoever is second finds what the first made, or finds it in the making.
#[test]
fn two_at_once_make_one_service() {
    let home = TempDir::new().unwrap();
    let root = home.path();
    let listen = free_address();
    let ends: Vec<Ended> = std::thread::scope(|scope| {
        let both = [0, 1].map(|_| scope.spawn(|| set_up(root, &listen)));
        both.map(|one| one.join().unwrap()).into()
    });
    let told = ends
        .iter()
        .filter(|ended| ended.said.contains("/admin, password "));
    assert_eq!(told.count(), 1, "{ends:?}");
    assert!(ends.iter().any(|ended| ended.code == Some(0)), "{ends:?}");
    set_up(root, &listen).expect_success();
    let file = root.join("etc/townperk/townperk.toml");
    let server = Server::start_as(plain(&["--config", argument(&file), "serve"]), &listen);
    assert_eq!(server.get("/readyz").0, 200);
    server.signal("INT");
    server.end().expect_success();
}

#[test]
fn what_is_missing_or_wrong_is_named_before_anything_is_made() {
    let home = TempDir::new().unwrap();
    let root = home.path().join("root");
    for (arguments, word) in [
        (vec!["setup", "--root", argument(&root)], "DOMAIN"),
        (
            vec!["setup", "perk.example", "--root", argument(&root)],
            "--support-email",
        ),
        (
            [
                &["setup", "https://perk.example/", "--root", argument(&root)][..],
                TOLD,
            ]
            .concat(),
            "without https://",
        ),
    ] {
        run(plain(&arguments)).expect_refusal(&[word]);
        assert!(!root.exists(), "{arguments:?}");
    }
}

#[test]
fn a_compose_file_has_the_answers_in_it() {
    let printed = run(plain(
        &[&["setup", "perk.example", "--container"][..], TOLD].concat(),
    ));
    let printed = printed.expect_success().said;
    assert!(
        printed.contains("TOWNPERK_PUBLIC_URL: \"https://perk.example\""),
        "{printed}"
    );
    assert!(
        printed.contains("TOWNPERK_SUPPORT_EMAIL: \"help@perk.example\""),
        "{printed}"
    );
    assert!(printed.contains("1 \\\"Main\\\" Street"), "{printed}");
    assert!(!printed.contains("coffee.example"), "{printed}");
}
