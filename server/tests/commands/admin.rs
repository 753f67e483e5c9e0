//! The administrator's password, from the operator's side.

use std::{io::Write, process::Stdio};

use serde_json::json;

use crate::support::{
    TestDatabase,
    command::{Ended, Server, townperk},
};

/// Runs `townperk admin set-password` and types `password`.
fn set_password(home: &TestDatabase, password: &str) -> Ended {
    let mut command = townperk(home, &["admin", "set-password"]);
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
