//! Requests to the administrator, and the effects of decisions.

use serde_json::{Value, json};
use townperk::{platform::mail::HELD, rooms::ROOMS};

use super::{form, list, shops, with};
use crate::support::TestApp;

async fn waiting(app: &TestApp) -> Vec<Value> {
    let answer = app.administrator().await.get("/api/admin/requests").await;
    answer.expect(200).json().as_array().unwrap().clone()
}

async fn decide(app: &TestApp, id: &Value, what: &str, body: Value) -> crate::support::Response {
    let path = format!("/api/admin/requests/{}/{what}", id.as_str().unwrap());
    app.administrator().await.post(&path, &body).await
}

fn objection(name: &str) -> Value {
    json!({ "kind": "chain", "listing": with("name", json!(name)), "explanation": "We were here in 1962." })
}

both_engines!(
    an_objection_waits_and_its_approval_lists_the_shop,
    |app: TestApp| {
        let kept = app
            .visitor()
            .post("/api/listing-objections", &objection("Starbucks"))
            .await
            .expect(202)
            .json();
        assert!(shops(&app).await.is_empty());
        let request = &waiting(&app).await[0];
        assert_eq!(
            (&request["id"], &request["kind"]),
            (&kept["id"], &json!("chain_objection"))
        );
        assert_eq!(request["explanation"], "We were here in 1962.");
        assert_eq!(request["details"]["name"], "Starbucks");
        let approved = decide(&app, &kept["id"], "approve", json!({}))
            .await
            .expect(200)
            .json();
        assert_eq!(approved["status"], "approved");
        assert_eq!(approved["shopSlug"], "starbucks-alexandria-la");
        app.visitor()
            .get("/api/coffee-shops/starbucks-alexandria-la")
            .await
            .expect(200);
        app.clock.advance(HELD);
        let mails = app.mails_to("jo@mail.example").await;
        assert!(mails.iter().any(|mail| mail.contains("Your code: ")));
        assert!(
            mails
                .iter()
                .any(|mail| mail.contains("done what you asked"))
        );
        let again = decide(&app, &kept["id"], "reject", json!({ "reason": "No." }))
            .await
            .expect(409)
            .json();
        assert_eq!(again["details"]["kind"], "already_decided");
    }
);

both_engines!(
    a_refused_objection_is_answered_with_the_reason,
    |app: TestApp| {
        let kept = app
            .visitor()
            .post("/api/listing-objections", &objection("Starbucks"))
            .await
            .expect(202)
            .json();
        let no_reason = decide(&app, &kept["id"], "reject", json!({ "reason": " " }))
            .await
            .expect(400)
            .json();
        assert_eq!(no_reason["field"], "reason");
        decide(
            &app,
            &kept["id"],
            "reject",
            json!({ "reason": "It's a chain." }),
        )
        .await
        .expect(200);
        app.clock.advance(HELD);
        let mails = app.mails_to("jo@mail.example").await;
        assert!(mails[0].contains("It's a chain."), "{}", mails[0]);
        assert!(
            !mails[0].contains("1962"),
            "nothing that was typed goes to an unproven address"
        );
        assert!(shops(&app).await.is_empty());
    }
);

both_engines!(objections_are_checked_and_limited, |app: TestApp| {
    let without = json!({ "kind": "chain", "listing": form() });
    let refused = app
        .visitor()
        .post("/api/listing-objections", &without)
        .await
        .expect(400)
        .json();
    assert_eq!(
        (&refused["field"], &refused["message"]),
        (&json!("explanation"), &json!("Please tell us why."))
    );
    let bad_form =
        json!({ "kind": "chain", "listing": with("name", json!("")), "explanation": "x" });
    let refused = app
        .visitor()
        .post("/api/listing-objections", &bad_form)
        .await
        .expect(400)
        .json();
    assert_eq!(refused["field"], "name");
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(
            app.visitor()
                .post("/api/listing-objections", &objection("Starbucks"))
                .await
                .status(),
        );
    }
    assert_eq!(statuses, [202, 202, 202, 202, 202, 429]);
});

both_engines!(a_doubtful_listing_is_settled_either_way, |app: TestApp| {
    let listed = list(&app, &with("name", json!("Second Cup")))
        .await
        .expect(201)
        .json();
    let (code, _) = app.code_to("jo@mail.example").await;
    let path = format!("/api/listings/{}/confirm", listed["id"].as_str().unwrap());
    app.visitor()
        .post(&path, &json!({ "code": code }))
        .await
        .expect(200);
    assert!(
        shops(&app).await[0].unconfirmed_since.is_some(),
        "the doubt stays"
    );
    let inbox = app.administrator().await.inbox().await;
    let is_there = |kind: &str| inbox.iter().any(|item| item["kind"] == kind);
    assert!(is_there("listing"));
    assert!(!is_there("shop"), "not once more as unconfirmed");
    let request = waiting(&app).await[0].clone();
    decide(&app, &request["id"], "approve", json!({}))
        .await
        .expect(200);
    assert_eq!(shops(&app).await[0].unconfirmed_since, None);

    let mut second = with("name", json!("Second Cup"));
    second["address"] = json!("900 Oak Street");
    let second = list(&app, &second).await.expect(201).json();
    let request = waiting(&app).await[0].clone();
    decide(
        &app,
        &request["id"],
        "reject",
        json!({ "reason": "A chain after all." }),
    )
    .await
    .expect(200);
    let slug = second["slug"].as_str().unwrap();
    app.visitor()
        .get(&format!("/api/coffee-shops/{slug}"))
        .await
        .expect(404);
    app.clock.advance(HELD);
    let mails = app.mails_to("jo@mail.example").await;
    assert!(mails.iter().any(|mail| mail.contains("A chain after all.")));
});

both_engines!(a_takedown_request_waits, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let ask = json!({
        "shop": format!("https://townperk.example/coffee-shops/{}?x=1", shop.slug),
        "reason": "closed",
        "details": "We closed in May.",
        "email": "jo@mail.example"
    });
    app.visitor()
        .post("/api/takedown-requests", &ask)
        .await
        .expect(202);
    let request = waiting(&app).await[0].clone();
    assert_eq!(request["subject"], "Blue Door (closed)");
    assert_eq!(request["shopSlug"], shop.slug);
    decide(&app, &request["id"], "approve", json!({}))
        .await
        .expect(200);
    app.clock.advance(HELD);
    assert_eq!(app.mails_to("jo@mail.example").await.len(), 1);
    for (field, value) in [("shop", " "), ("details", ""), ("email", "jo")] {
        let mut bad = ask.clone();
        bad[field] = json!(value);
        let refused = app
            .visitor()
            .post("/api/takedown-requests", &bad)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], field);
    }
});

both_engines!(only_the_administrator_decides, |app: TestApp| {
    app.visitor()
        .post("/api/listing-objections", &objection("Starbucks"))
        .await
        .expect(202);
    let id = waiting(&app).await[0]["id"].clone();
    for (stranger, refused) in [
        (app.visitor(), 401),
        (app.signed_in("jo@mail.example").await, 403),
    ] {
        stranger.get("/api/admin/requests").await.expect(refused);
        let path = format!("/api/admin/requests/{}/approve", id.as_str().unwrap());
        stranger.post(&path, &json!({})).await.expect(refused);
    }
    assert_eq!(waiting(&app).await[0]["status"], "open");
});

both_engines!(
    a_listing_can_be_undone_from_the_audit_log,
    |app: TestApp| {
        use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
        use townperk::{
            catalog::{entities::audit::entry, writing::undo},
            platform::web::Actor,
        };
        list(&app, &form()).await.expect(201);
        let listing = entry::Entity::find()
            .filter(entry::Column::Action.eq("shop.list"))
            .one(app.database.reads())
            .await
            .unwrap()
            .expect("an entry");
        assert_eq!(listing.subject_label, "Blue Door");
        let services = app.services();
        undo(
            &services.ledger,
            ROOMS.recorded_tables(),
            Actor::Administrator(None),
            listing.id,
        )
        .await
        .unwrap();
        assert!(shops(&app).await.is_empty());
        list(&app, &form()).await.expect(201);
    }
);

both_engines!(
    requests_of_a_person_are_found_however_the_address_was_typed,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let ask = json!({
            "shop": format!("/coffee-shops/{}", shop.slug),
            "reason": "closed",
            "details": "We closed in May.",
            "email": "Jo.Lee@Mail.Example"
        });
        app.visitor()
            .post("/api/takedown-requests", &ask)
            .await
            .expect(202);
        let admin = app.administrator().await;
        let person = json!({ "email": "jo.lee@mail.example" });
        let export = admin.post("/api/admin/people/export", &person).await;
        let export = export.expect(200).text();
        assert!(export.contains("We closed in May."), "{export}");
        admin
            .post("/api/admin/people/erase", &person)
            .await
            .expect(200);
        assert!(waiting(&app).await.is_empty());
    }
);
