//! Sending suggestions, and what happens to them.

mod closed;
mod deciding;
mod plain;

use serde_json::{Value, json};
use townperk::{catalog::entities::shop, platform::mail::HELD};

use crate::support::{Response, TestApp, Visitor};

/// A shop with complete facts.
async fn blue_door(app: &TestApp) -> shop::Model {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .name("Blue Door")
        .with(|row| {
            row.street = Some("126 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
            row.phone = Some("(318) 555-0142".to_owned());
            row.telephone = Some("+13185550142".to_owned());
            row.opening_hours = Some("Mo-Fr 07:00-15:00".to_owned());
            row.hours = Some("Mo-Fr 07:00-15:00".to_owned());
            row.has_wifi = None;
            row.description = None;
        })
        .await
}

async fn suggest(visitor: &Visitor, shop: &shop::Model, body: &Value) -> Response {
    let path = format!("/api/coffee-shops/{}/suggestions", shop.slug);
    visitor.post(&path, body).await
}

/// Sends it from its own network; returns the ID.
async fn kept(app: &TestApp, shop: &shop::Model, body: &Value) -> String {
    let kept = suggest(&app.visitor(), shop, body).await.expect(202).json();
    kept["id"].as_str().unwrap().to_owned()
}

async fn page(app: &TestApp, shop: &shop::Model) -> Value {
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await.expect(200).json()
}

async fn listed(visitor: &Visitor, query: &str) -> Vec<Value> {
    let path = format!("/api/admin/suggestions{query}");
    let list = visitor.get(&path).await.expect(200).json();
    list["suggestions"].as_array().unwrap().clone()
}

/// The administrator's open tasks, by kind.
async fn tasks(app: &TestApp) -> Vec<Value> {
    app.administrator().await.inbox().await
}

async fn decide(visitor: &Visitor, id: &str, what: &str, body: &Value) -> Response {
    let path = format!("/api/admin/suggestions/{id}/{what}");
    visitor.post(&path, body).await
}

/// The node's in-memory data equals that of a freshly started node.
async fn assert_same_as_loaded(mut app: TestApp, shop: &shop::Model) {
    let fresh = app.second_node().await;
    let (loaded, held) = (fresh.catalog.view(), app.catalog.view());
    assert_eq!(loaded.any_shop(shop.id), held.any_shop(shop.id));
}

fn edit() -> Value {
    json!({
        "kind": "edit",
        "phone": "318-555-0199",
        "weeklyHours": "Mo-Sa 08:00-16:00",
        "hasWifi": true,
        "note": "I was there this morning."
    })
}

both_engines!(
    an_edit_waits_for_the_administrator_and_changes_nothing,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let answer = suggest(&app.visitor(), &shop, &edit()).await.expect(202);
        assert!(answer.header("set-cookie").starts_with("__Secure-visitor="));
        assert_eq!(answer.json()["alreadyReported"], false);
        assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0142");
        let administrator = app.administrator().await;
        let suggestion = &listed(&administrator, "").await[0];
        assert_eq!(suggestion["kind"], "edit");
        assert_eq!(suggestion["waitsFor"], "administrator");
        assert_eq!(suggestion["notes"], json!(["I was there this morning."]));
        assert_eq!(
            suggestion["differences"],
            json!([
                { "field": "phone", "now": "(318) 555-0142", "suggested": "(318) 555-0199", "wasAccepted": false },
                { "field": "hours", "now": "Mo-Fr 07:00-15:00", "suggested": "Mo-Sa 08:00-16:00", "wasAccepted": false },
                { "field": "hasWifi", "now": null, "suggested": "Yes", "wasAccepted": false },
            ])
        );
        let task = &tasks(&app).await[0];
        assert_eq!(task["kind"], "suggestion");
        assert_eq!(task["shopSlug"], shop.slug);
        assert!(
            task["text"]
                .as_str()
                .unwrap()
                .contains("Phone: (318) 555-0142 → (318) 555-0199"),
            "{task}"
        );
    }
);

both_engines!(what_a_sender_said_before_waits_once, |app: TestApp| {
    let shop = blue_door(&app).await;
    let first = app.visitor().from("198.51.1.1");
    let answer = suggest(&first, &shop, &edit()).await.expect(202);
    let id = answer.json()["id"].clone();
    // The same browser on another network, then another browser on the same network, which leaves an email address.
    let elsewhere = first.keeping_cookies_of(&answer).from("198.51.2.1");
    let neighbor = app.visitor().from("198.51.1.2");
    let mut with_address = edit();
    with_address["note"] = Value::Null;
    with_address["email"] = json!("ann@mail.example");
    for (visitor, body) in [(&elsewhere, &edit()), (&neighbor, &with_address)] {
        let told = suggest(visitor, &shop, body).await.expect(202).json();
        assert_eq!(told["id"], id);
        assert_eq!(told["alreadyReported"], true);
    }
    let administrator = app.administrator().await;
    assert_eq!(listed(&administrator, "").await.len(), 1);
    // Different values, a different note, another shop or another sender make it a new suggestion.
    let mut other_note = edit();
    other_note["note"] = json!("And again today.");
    let other_value = json!({ "kind": "edit", "phone": "318-555-0198" });
    let city = app.city("Hammond", "LA").await;
    let next = app.shop(&city).await;
    for (visitor, shop, body) in [
        (&elsewhere, &shop, &other_note),
        (&elsewhere, &shop, &other_value),
        (&elsewhere, &next, &edit()),
        (&app.visitor().from("198.51.3.1"), &shop, &edit()),
    ] {
        let told = suggest(visitor, shop, body).await.expect(202).json();
        assert_eq!(told["alreadyReported"], false, "{body}");
    }
    assert_eq!(listed(&administrator, "").await.len(), 5);
    // After a decision, the same edit can be suggested again.
    decide(&administrator, id.as_str().unwrap(), "reject", &json!({}))
        .await
        .expect(200);
    app.clock.advance(HELD);
    assert_eq!(app.mails_to("ann@mail.example").await.len(), 1);
    let told = suggest(&elsewhere, &shop, &edit()).await.expect(202).json();
    assert_eq!(told["alreadyReported"], false);
});

both_engines!(
    what_the_page_says_already_is_no_suggestion,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let same = json!({
            "kind": "edit", "name": "Blue Door", "street": "126 Main Street", "zipCode": "71301",
            "phone": "+1 318 555 0142", "weeklyHours": "Mo-Fr 07:00-15:00", "description": "", "categories": shop.categories.0
        });
        let refused = suggest(&app.visitor(), &shop, &same).await.expect(400);
        assert!(
            refused.json()["message"]
                .as_str()
                .unwrap()
                .starts_with("Nothing has changed")
        );
        let with_note = json!({ "kind": "edit", "note": "The sign has another color now." });
        suggest(&app.visitor(), &shop, &with_note).await.expect(202);
        let one_news =
            json!({ "kind": "edit", "name": "Blue Door", "description": "Beans from next door." });
        let id = kept(&app, &shop, &one_news).await;
        let administrator = app.administrator().await;
        let all = listed(&administrator, "").await;
        let mine = all.iter().find(|one| one["id"] == id.as_str()).unwrap();
        assert_eq!(mine["differences"].as_array().unwrap().len(), 1);
        assert_eq!(mine["differences"][0]["field"], "description");
    }
);

both_engines!(no_error_names_the_hidden_field, |app: TestApp| {
    let shop = blue_door(&app).await;
    for (name, filled, code) in [
        ("leftEmpty", json!("x"), "filled_by_program"),
        ("leftEmpty", json!(7), "invalid"),
        ("homepage", json!("x"), "filled_by_program"),
        ("homepage", json!(7), "invalid"),
    ] {
        let body = json!({ "kind": "closed", name: filled });
        let refused = suggest(&app.visitor(), &shop, &body).await.expect(400);
        assert!(!refused.text().contains(name), "{}", refused.text());
        assert_eq!(refused.json()["code"], code);
    }
});

both_engines!(mistakes_are_told_beside_their_fields, |app: TestApp| {
    let shop = blue_door(&app).await;
    let long = "x".repeat(501);
    for (body, field) in [
        (json!({ "kind": "edit", "name": " " }), "name"),
        (json!({ "kind": "edit", "name": "x".repeat(201) }), "name"),
        (json!({ "kind": "edit", "street": "" }), "street"),
        (json!({ "kind": "edit", "zipCode": "00000" }), "zipCode"),
        (json!({ "kind": "edit", "phone": "12" }), "phone"),
        (
            json!({ "kind": "edit", "website": "not a website" }),
            "website",
        ),
        (
            json!({ "kind": "edit", "weeklyHours": "whenever" }),
            "weeklyHours",
        ),
        (
            json!({ "kind": "edit", "description": long }),
            "description",
        ),
        (
            json!({ "kind": "edit", "categories": ["a", "b", "c", "d", "e", "f", "g"] }),
            "categories",
        ),
        (json!({ "kind": "hours" }), "hours"),
        (json!({ "kind": "closed", "note": long }), "note"),
        (json!({ "kind": "closed", "email": "nobody" }), "email"),
    ] {
        let refused = suggest(&app.visitor(), &shop, &body)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], field, "{body}");
    }
    for body in [
        json!({ "kind": "gone" }),
        json!({}),
        json!({ "kind": "edit", "ownerId": "x" }),
    ] {
        suggest(&app.visitor(), &shop, &body).await.expect(400);
    }
    let fast = json!({ "kind": "closed", "afterMillis": 100 });
    suggest(&app.visitor(), &shop, &fast).await.expect(429);
    let elsewhere = app.visitor().with("sec-fetch-site", "cross-site");
    suggest(&elsewhere, &shop, &json!({ "kind": "closed" }))
        .await
        .expect(403);
    let path = "/api/coffee-shops/no-such-shop/suggestions";
    app.visitor()
        .post(path, &json!({ "kind": "closed" }))
        .await
        .expect(404);
    assert!(listed(&app.administrator().await, "").await.is_empty());
});

both_engines!(a_network_and_a_mailbox_have_their_share, |app: TestApp| {
    let shop = blue_door(&app).await;
    let note = json!({ "kind": "edit", "note": "Look." });
    for _ in 0..10 {
        suggest(&app.visitor(), &shop, &note).await.expect(202);
    }
    let refused = suggest(&app.visitor(), &shop, &note).await.expect(429);
    assert_ne!(refused.header("retry-after"), "");
    let with_address = json!({ "kind": "edit", "note": "Look.", "email": "ann@mail.example" });
    let mut statuses = Vec::new();
    for network in 1..7 {
        let visitor = app.visitor().from(&format!("198.51.{network}.1"));
        statuses.push(suggest(&visitor, &shop, &with_address).await.status());
    }
    assert_eq!(statuses, [202, 202, 202, 202, 202, 429]);
});

both_engines!(an_unpublished_shop_takes_no_suggestion, |app: TestApp| {
    let shop = blue_door(&app).await;
    app.edit_shop(shop.id, |row| row.is_active = false).await;
    let body = json!({ "kind": "edit", "note": "Look." });
    suggest(&app.visitor(), &shop, &body).await.expect(404);
});

both_engines!(
    a_senders_address_is_exported_erased_and_gone_a_month_after_the_decision,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let body = json!({ "kind": "edit", "note": "Look.", "email": "Ann@mail.example" });
        let ask = json!({ "email": "ann@mail.example" });
        let sent = |parts: &Value| {
            let parts = parts["parts"].as_array().unwrap();
            parts
                .iter()
                .filter(|part| part["name"] == "suggestions")
                .count()
        };
        let first = kept(&app, &shop, &body).await;
        let export = administrator.post("/api/admin/people/export", &ask).await;
        let export = export.expect(200).json();
        assert_eq!(sent(&export), 1, "{export}");
        assert!(export.to_string().contains("Look."), "{export}");
        let erased = administrator.post("/api/admin/people/erase", &ask).await;
        assert_eq!(sent(&erased.expect(200).json()), 1);
        let export = administrator.post("/api/admin/people/export", &ask).await;
        assert_eq!(sent(&export.expect(200).json()), 0);
        // The suggestion stays and gets decided; no mail is sent.
        decide(&administrator, &first, "accept", &json!({}))
            .await
            .expect(200);
        assert!(app.mails_to("ann@mail.example").await.is_empty());
        let second = kept(&app, &shop, &body).await;
        decide(&administrator, &second, "reject", &json!({}))
            .await
            .expect(200);
        assert!(app.mails_to("ann@mail.example").await.is_empty());
        app.clock.advance(HELD);
        assert_eq!(app.mails_to("ann@mail.example").await.len(), 1);
        for (days, count) in [(29, 1), (2, 0)] {
            app.clock.advance(chrono::TimeDelta::days(days));
            app.work().await;
            let administrator = app.administrator().await;
            let export = administrator.post("/api/admin/people/export", &ask).await;
            assert_eq!(sent(&export.expect(200).json()), count);
        }
    }
);

both_engines!(a_sender_is_forgotten_after_half_a_year, |app: TestApp| {
    let shop = blue_door(&app).await;
    let body = json!({ "kind": "edit", "note": "Look.", "email": "bo@mail.example" });
    let id = kept(&app, &shop, &body).await;
    for (days, is_known) in [(179, true), (2, false)] {
        app.clock.advance(chrono::TimeDelta::days(days));
        app.work().await;
        let administrator = app.administrator().await;
        let ask = json!({ "email": "bo@mail.example" });
        let export = administrator.post("/api/admin/people/export", &ask).await;
        assert_eq!(export.expect(200).json()["isKnown"], is_known);
    }
    let waiting = listed(&app.administrator().await, "").await;
    assert_eq!(waiting[0]["id"], id.as_str(), "what was said stays");
});
