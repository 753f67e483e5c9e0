//! Other users of the machine can read nothing, whatever the umask.

#![cfg(target_os = "linux")]

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Command,
};

use tempfile::TempDir;

use crate::support::command::{Server, argument, bare_townperk, file_in, run};

fn mode(path: &Path) -> u32 {
    fs::metadata(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .permissions()
        .mode()
        & 0o7777
}

/// `command`, started by a shell with a umask that lets everyone read and write.
fn with_an_open_umask(command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "umask 000; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args())
        .env_clear();
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    shell
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    shell
}

/// Settings that production accepts.
fn in_production(data: &Path, arguments: &[&str]) -> Command {
    let mut command = bare_townperk(data, arguments);
    for (name, value) in [
        ("TOWNPERK_MODE", "production"),
        ("TOWNPERK_PUBLIC_URL", "https://coffee.example"),
        ("TOWNPERK_SUPPORT_EMAIL", "help@coffee.example"),
        ("TOWNPERK_MAIL_FROM", "Coffee <hello@coffee.example>"),
        (
            "TOWNPERK_POSTAL_ADDRESS",
            "1 Main Street, Alexandria, LA 71301",
        ),
    ] {
        command.env(name, value);
    }
    command
}

#[test]
fn what_is_made_is_for_this_user_alone_whatever_the_umask_says() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("of").join("townperk");
    let server = Server::start(with_an_open_umask(&bare_townperk(&data, &["serve"])));
    let signed_up = server.post(
        "/api/newsletter/subscribe",
        r#"{"email":"ann@example.com","afterMillis":60000}"#,
    );
    assert_eq!(signed_up.0, 200, "{signed_up:?}");
    let mails = data.join("mail");
    let begun = std::time::Instant::now();
    let photos = data.join("photos");
    let mail = loop {
        let found = fs::read_dir(&mails).into_iter().flatten().flatten();
        let mut found = found.map(|entry| entry.path());
        if let Some(mail) = found.find(|path| path.extension().is_some_and(|end| end == "eml")) {
            break mail;
        }
        assert!(begun.elapsed().as_secs() < 60, "no mail came");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    for folder in [&data, &mails, &photos] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    for name in [
        "townperk.sqlite",
        "townperk.sqlite-wal",
        "townperk.sqlite-shm",
        "server.lock",
    ] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    assert_eq!(mode(&mail), 0o600);
    server.terminate();
    server.end();
}

#[test]
fn production_refuses_what_others_can_read_and_check_says_so() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    let list = file_in(home.path(), "list.csv", "name,city,state\n");
    run(bare_townperk(&data, &["import", argument(&list)])).expect_success();
    let database = data.join("townperk.sqlite");
    for (path, open, closed) in [(&data, 0o755, 0o700), (&database, 0o640, 0o600)] {
        fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
        let words = [argument(path), &format!("chmod {closed:o}")];
        run(in_production(&data, &["serve"])).expect_refusal(&words);
        let check = run(in_production(&data, &["check"]));
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(
            words.iter().all(|word| check.said.contains(word)),
            "{check:?}"
        );
        let tolerated = run(bare_townperk(&data, &["check"]));
        assert_eq!(tolerated.code, Some(0), "{tolerated:?}");
        assert!(
            tolerated.said.contains("warning  data folder: other users"),
            "{tolerated:?}"
        );
        fs::set_permissions(path, Permissions::from_mode(closed)).unwrap();
    }
    run(in_production(&data, &["check"])).expect_success();
}

#[test]
fn folders_that_an_older_version_left_open_are_closed() {
    let home = TempDir::new().unwrap();
    let data = home.path().join("data");
    let photos = data.join("photos");
    fs::create_dir_all(&photos).unwrap();
    for (path, open) in [(&data, 0o700), (&photos, 0o755)] {
        fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
    }
    let server = Server::start(bare_townperk(&data, &["serve"]));
    assert_eq!(mode(&photos), 0o700);
    server.terminate();
    server.end();
    // A folder that the settings name may be shared with a web server on purpose.
    let shared = home.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, Permissions::from_mode(0o755)).unwrap();
    let mut command = bare_townperk(&data, &["serve"]);
    command.env(
        "TOWNPERK_STORAGE_URL",
        format!("file://{}", argument(&shared)),
    );
    let server = Server::start(command);
    assert_eq!(mode(&shared), 0o755);
    server.terminate();
    server.end();
}
