//! `townperk admin claims`, `townperk admin requests` and `townperk admin suggestions`, next to a running server.

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{
    TestDatabase,
    command::{Server, run, townperk, until},
};

fn listing(name: &str) -> Value {
    json!({
        "name": name, "address": "126 Main Street", "zipCode": "71301",
        "ownerName": "Jo Doe", "ownerEmail": "jo@mail.example"
    })
}

fn claim(email: &str) -> String {
    json!({
        "ownerName": "Jo Doe", "ownerEmail": email, "businessRole": "Owner", "ownerDescription": "Ours since 1998."
    })
    .to_string()
}

/// The ID at the start of the line that contains `words`.
fn id_of(listed: &str, words: &str) -> String {
    let line = listed.lines().find(|line| line.contains(words));
    let line = line.unwrap_or_else(|| panic!("no {words} in {listed}"));
    line.split(' ').next().unwrap().to_owned()
}

both_engines!(
    claims_are_decided_on_the_command_line,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        let (status, body) = server.post("/api/coffee-shops", &listing("Blue Door").to_string());
        assert_eq!(status, 201, "{body}");
        let shop = "/api/coffee-shops/blue-door-alexandria-la";
        for email in ["jo@mail.example", "ann@mail.example", "bo@mail.example"] {
            let (status, body) = server.post(&format!("{shop}/claim"), &claim(email));
            assert_eq!(status, 201, "{body}");
        }
        let listed = run(townperk(&home, &["admin", "claims", "list"])).expect_success();
        assert!(
            listed
                .said
                .contains("Blue Door, 126 Main Street, Alexandria, LA 71301"),
            "{listed:?}"
        );
        assert!(
            listed
                .said
                .contains("level 0: Form only; 2 other claims pending"),
            "{listed:?}"
        );
        let ids: Vec<String> = listed
            .said
            .lines()
            .filter(|line| line.contains("Pending"))
            .map(|line| id_of(line, "Pending"))
            .collect();
        run(townperk(
            &home,
            &["admin", "claims", "reject", &ids[1], " "],
        ))
        .expect_refusal(&["give a reason"]);
        run(townperk(
            &home,
            &["admin", "claims", "reject", &ids[1], "Nobody knows you."],
        ))
        .expect_success();
        run(townperk(&home, &["admin", "claims", "approve", &ids[0]]))
            .expect_refusal(&["hasn't confirmed the email address"]);
        let database = home.open().await;
        let confirm = "UPDATE claims SET email_confirmed_at = created_at";
        database.reads().execute_unprepared(confirm).await.unwrap();
        database.close().await.unwrap();
        let approved =
            run(townperk(&home, &["admin", "claims", "approve", &ids[0]])).expect_success();
        assert!(
            approved
                .said
                .contains("/coffee-shops/blue-door-alexandria-la"),
            "{approved:?}"
        );
        until("the server follows", || async {
            server.get(shop).1.contains("Ours since 1998.")
        })
        .await;
        // The approval has ended the third claim.
        for id in [&ids[1], &ids[2]] {
            run(townperk(&home, &["admin", "claims", "approve", id]))
                .expect_refusal(&["already been decided"]);
        }
        run(townperk(&home, &["admin", "claims", "approve", "nothing"]))
            .expect_refusal(&["no such claim"]);
    }
);

both_engines!(
    requests_are_decided_on_the_command_line,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        let objection = json!({ "kind": "chain", "listing": listing("Starbucks"), "explanation": "Since 1962." });
        let (status, body) = server.post("/api/listing-objections", &objection.to_string());
        assert_eq!(status, 202, "{body}");
        let listed = run(townperk(&home, &["admin", "requests", "list"])).expect_success();
        assert!(listed.said.contains("Since 1962."), "{listed:?}");
        let id = id_of(&listed.said, "Starbucks");
        run(townperk(&home, &["admin", "requests", "approve", &id])).expect_success();
        until("the server follows", || async {
            server.get("/api/coffee-shops/starbucks-alexandria-la").0 == 200
        })
        .await;
        run(townperk(
            &home,
            &["admin", "requests", "reject", &id, "No."],
        ))
        .expect_refusal(&["already been decided"]);
    }
);

both_engines!(
    suggestions_are_decided_on_the_command_line,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        let (status, body) = server.post("/api/coffee-shops", &listing("Blue Door").to_string());
        assert_eq!(status, 201, "{body}");
        let shop = "/api/coffee-shops/blue-door-alexandria-la";
        let path = format!("{shop}/suggestions");
        for phone in ["318-555-0142", "318-555-0143"] {
            let edit = json!({ "kind": "edit", "phone": phone }).to_string();
            let (status, body) = server.post(&path, &edit);
            assert_eq!(status, 202, "{body}");
        }
        let listed = run(townperk(&home, &["admin", "suggestions", "list"])).expect_success();
        assert!(
            listed.said.contains("Phone: nothing → (318) 555-0143"),
            "{listed:?}"
        );
        assert!(listed.said.contains("2 suggestions wait."), "{listed:?}");
        let ids: Vec<String> = listed
            .said
            .lines()
            .filter(|line| line.contains("Open"))
            .map(|line| id_of(line, "Open"))
            .collect();
        run(townperk(
            &home,
            &["admin", "suggestions", "reject", &ids[0], "We called them."],
        ))
        .expect_success();
        run(townperk(
            &home,
            &["admin", "suggestions", "approve", &ids[1]],
        ))
        .expect_success();
        until("the server follows", || async {
            server.get(shop).1.contains("(318) 555-0143")
        })
        .await;
        run(townperk(
            &home,
            &["admin", "suggestions", "approve", &ids[0]],
        ))
        .expect_refusal(&["already been decided"]);
        run(townperk(
            &home,
            &["admin", "suggestions", "approve", "nothing"],
        ))
        .expect_refusal(&["no such suggestion"]);
    }
);
