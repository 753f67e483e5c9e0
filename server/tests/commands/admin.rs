//! The administrator's password, from the operator's side.

use std::{io::Write, process::Stdio};

use serde_json::json;

use crate::support::{
    TestDatabase,
    command::{Ended, Server, townperk},
};

/// Runs `townperk admin set-password` and types `password`.
fn set_password(home: &TestDatabase, password: &str) -> Ended {
    typing(home, &["admin", "set-password"], password)
}

/// Runs a command and types `password`.
fn typing(home: &TestDatabase, words: &[&str], password: &str) -> Ended {
    let mut command = townperk(home, words);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{password}").unwrap();
    drop(stdin);
    child.wait_with_output().unwrap().into()
}

fn run(home: &TestDatabase, words: &[&str]) -> Ended {
    townperk(home, words).output().unwrap().into()
}

fn login(server: &Server, password: &str) -> u16 {
    let body = json!({ "password": password }).to_string();
    server.post("/api/admin/login", &body).0
}

fn login_as(server: &Server, name: &str, password: &str) -> u16 {
    let body = json!({ "name": name, "password": password }).to_string();
    server.post("/api/admin/login", &body).0
}

/// The password printed by a command, once.
fn shown(ended: Ended) -> String {
    let said = ended.expect_success().said;
    let (_, behind) = said.split_once(", password ").expect("it is shown");
    behind.split(' ').next().unwrap().to_owned()
}

/// The password printed by a server's first start.
fn printed(said: &str) -> Option<String> {
    let (_, behind) = said.split_once("/admin, password ")?;
    Some(behind.split(' ').next()?.to_owned())
}

both_engines!(
    the_password_is_made_and_printed_once_and_another_can_be_set,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        server.signal("TERM");
        let said = server.end().expect_success().said;
        let made = printed(&said).expect("the first start prints it");
        assert!(made.chars().count() >= 12, "{made}");
        for what in ["is ready: http://", "/admin, password", "Data: ", "Mails: "] {
            assert!(said.contains(what), "no {what} in {said}");
        }

        let server = Server::start(townperk(&home, &["serve"]));
        assert_eq!(login(&server, &made), 200);
        set_password(&home, "short").expect_refusal(&["12 to 200 characters"]);
        assert_eq!(login(&server, &made), 200, "a refusal changes nothing");
        set_password(&home, "correct horse battery").expect_success();
        assert_eq!(login(&server, &made), 401);
        assert_eq!(login(&server, "correct horse battery"), 200);
        server.signal("TERM");
        let said = server.end().expect_success().said;
        assert_eq!(printed(&said), None, "{said}");
    }
);

both_engines!(a_password_of_the_settings_decides, |home: TestDatabase| {
    let mut command = townperk(&home, &["serve"]);
    command.env("TOWNPERK_ADMIN_PASSWORD", "a password of the settings");
    let server = Server::start(command);
    assert_eq!(login(&server, "a password of the settings"), 200);
    server.signal("TERM");
    let said = server.end().expect_success().said;
    assert!(!said.contains("a password of the settings"), "{said}");
});

both_engines!(
    a_link_of_the_console_signs_in_once_while_strangers_lock_the_password,
    |home: TestDatabase| {
        let mut command = townperk(&home, &["serve"]);
        command.env("TOWNPERK_ADMIN_PASSWORD", "a password of the settings");
        let server = Server::start(command);
        while login(&server, "a guess") == 401 {}
        assert_eq!(login(&server, "a password of the settings"), 429);

        let said = run(&home, &["admin", "sign-in-link"]).expect_success().said;
        let (_, token) = said.trim().split_once("/admin-login#token=").unwrap();
        let body = json!({ "token": token }).to_string();
        let path = "/api/admin/sign-in-link";
        assert_eq!(server.post(path, &body).0, 200);
        let (status, answer) = server.post(path, &body);
        assert_eq!(status, 401, "it works once");
        assert!(answer.contains("sign-in-link"), "{answer}");
        assert_eq!(
            login(&server, "a password of the settings"),
            200,
            "the guesses of that network are forgotten"
        );

        while login(&server, "a guess") == 401 {}
        let clear = ["admin", "clear-limit", "--address", "127.0.0.1"];
        run(&home, &clear).expect_success();
        assert_eq!(login(&server, "a password of the settings"), 200);
        server.signal("TERM");
        let said = server.end().expect_success().said;
        assert!(!said.contains(token), "the log doesn't have it");
    }
);

both_engines!(
    administrators_with_a_name_are_managed_on_the_console,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        let add = ["admin", "add", "Ann Lee", "--email", "ann@mail.example"];
        let made = shown(run(&home, &add));
        assert_eq!(login_as(&server, "ann  LEE", &made), 200);
        run(&home, &["admin", "add", "ANN LEE"]).expect_refusal(&["already"]);
        run(&home, &["admin", "add", "x"]).expect_refusal(&["2 to 60"]);
        let typed = ["admin", "add", "Bob", "--typed"];
        typing(&home, &typed, "aaaaaaaaaaaaaaaa").expect_refusal(&["repeats"]);
        typing(&home, &typed, "kettle-drips-slowly").expect_success();
        assert_eq!(login_as(&server, "Bob", "kettle-drips-slowly"), 200);

        let listed = run(&home, &["admin", "list"]).expect_success().said;
        for part in [
            "Ann Lee, ann@mail.example  password alone",
            "Bob  password alone",
            "2 administrators",
            "The shared password opens the panel",
        ] {
            assert!(listed.contains(part), "no {part} in {listed}");
        }

        let fresh = shown(run(&home, &["admin", "reset", "annlee"]));
        assert_eq!(login_as(&server, "Ann Lee", &made), 401);
        assert_eq!(login_as(&server, "Ann Lee", &fresh), 200);
        run(&home, &["admin", "remove", "ann lee"]).expect_success();
        assert_eq!(login_as(&server, "Ann Lee", &fresh), 401);
        for action in ["remove", "reset"] {
            run(&home, &["admin", action, "Ann Lee"]).expect_refusal(&["townperk admin list"]);
        }
        server.signal("TERM");
        let said = server.end().expect_success().said;
        for secret in [made, fresh] {
            assert!(!said.contains(&secret), "{said}");
        }
    }
);
