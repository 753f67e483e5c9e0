//! `serve --demo` and `townperk demo`: how a newcomer gets in.

use serde_json::json;

use crate::support::{
    TestDatabase,
    command::{Server, run, townperk},
};

/// The token of the owner's link among printed lines.
fn owner_token(said: &str) -> String {
    let (_, behind) = said.split_once("/demo#token=").expect("an owner's link");
    behind.lines().next().unwrap().to_owned()
}

both_engines!(
    a_demo_prints_links_that_sign_in_once,
    |home: TestDatabase| {
        let none = run(townperk(&home, &["demo", "links"])).expect_success();
        assert!(none.said.contains("There are no demo shops."), "{none:?}");

        let server = Server::start(townperk(&home, &["serve", "--demo"]));
        let made = run(townperk(&home, &["demo", "links"])).expect_success();
        for owner in ["of a boosted shop", "since yesterday"] {
            let line = format!("  as an owner {owner}: http");
            assert!(made.said.contains(&line), "{made:?}");
        }
        let token = owner_token(&made.said);
        let link = json!({ "token": token }).to_string();
        assert_eq!(server.post("/api/demo/link", &link).0, 200);
        assert_eq!(server.post("/api/demo/link", &link).0, 401, "once");
        let door = json!({ "as": "administrator" }).to_string();
        let (status, answer) = server.post("/api/demo/enter", &door);
        assert_eq!((status, answer.as_str()), (200, r#"{"path":"/admin"}"#));

        server.terminate();
        let ended = server.end().expect_success();
        assert!(!ended.complained.contains("no whole past"), "{ended:?}");
        let first = owner_token(&ended.said);
        assert!(ended.said.contains("/admin-login#token="), "{ended:?}");
        for token in [&first, &token] {
            assert!(!ended.complained.contains(token.as_str()), "a log has it");
        }
    }
);

both_engines!(a_demo_of_shops_alone_has_no_past, |home: TestDatabase| {
    let server = Server::start(townperk(&home, &["serve", "--demo=shops"]));
    let made = run(townperk(&home, &["demo", "links"])).expect_success();
    assert!(
        made.said.contains("as an owner of a boosted shop"),
        "{made:?}"
    );
    assert!(!made.said.contains("since yesterday"), "{made:?}");
    server.terminate();
    server.end().expect_success();

    // Who asks for everything afterwards is told what is missing, and what to do.
    let server = Server::start(townperk(&home, &["serve", "--demo"]));
    server.terminate();
    let ended = server.end().expect_success();
    for part in ["no whole past", "an empty data folder", "an empty database"] {
        assert!(ended.complained.contains(part), "{part}: {ended:?}");
    }

    let removed = run(townperk(&home, &["demo", "remove"])).expect_success();
    for part in [
        " invented shops and ",
        " sample articles.",
        "Kept what was imported, listed or added: 0 shops, 0 towns and 0 articles.",
    ] {
        assert!(removed.said.contains(part), "{part}: {removed:?}");
    }
    // By its former name.
    let again = run(townperk(&home, &["demo", "clear"])).expect_success();
    assert!(again.said.contains("There are no demo shops."), "{again:?}");
});
