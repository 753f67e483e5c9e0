//! A form that comes again, links that don't work anymore, and devices that wait (D91).

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{form, list, shops, with};
use crate::support::{TestApp, Visitor};

const EMAIL: &str = "jo@mail.example";
/// A page's form.
const FORM: &str = "0190a8b2-0000-4000-8000-00000000000a";

async fn confirm(app: &TestApp, listed: &Value) -> Visitor {
    let person = app.signed_in(EMAIL).await;
    let path = format!("/api/listings/{}/confirm", listed["id"].as_str().unwrap());
    person.post(&path, &json!({})).await.expect(200);
    person
}

both_engines!(a_form_sent_again_mends_what_it_said, |app: TestApp| {
    let mut sent = with("formId", json!(FORM));
    list(&app, &sent).await.expect(201);
    let same = list(&app, &sent).await.expect(200).json();
    assert_eq!(same["isMended"], false);
    sent["phone"] = json!("318-555-0199");
    sent["website"] = json!("");
    sent["description"] = json!("Now with a garden.");
    sent["hours"] = json!("Mon-Sun 8-4");
    let mended = list(&app, &sent).await.expect(200).json();
    assert_eq!(mended["isMended"], true);
    let row = &shops(&app).await[0];
    assert_eq!(row.phone.as_deref(), Some("(318) 555-0199"));
    assert_eq!(row.website, None);
    assert_eq!(row.description.as_deref(), Some("Now with a garden."));
    assert_eq!(row.opening_hours.as_deref(), Some("Mo-Su 08:00-16:00"));
    assert_eq!(app.mails_to(EMAIL).await.len(), 1, "one code is enough");
});

both_engines!(
    what_somebody_else_filled_in_survives_a_form_sent_again,
    |app: TestApp| {
        let mut sent = with("formId", json!(FORM));
        let listed = list(&app, &sent).await.expect(201).json();
        let id = listed["id"].as_str().unwrap().parse().unwrap();
        let door = (Some(31.311_5), Some(-92.445_8));
        app.edit_shop(id, |row| {
            row.description = Some("By the administrator.".to_owned());
            (row.latitude, row.longitude) = door;
            let sources = &mut row.provenance.0;
            sources.insert("description".to_owned(), "editors".to_owned());
            sources.insert("address".to_owned(), "editors".to_owned());
        })
        .await;
        sent["latitude"] = json!(31.312);
        sent["longitude"] = json!(-92.446);
        list(&app, &sent).await.expect(200);
        let row = &shops(&app).await[0];
        assert_eq!(row.description.as_deref(), Some("By the administrator."));
        assert_eq!((row.latitude, row.longitude), door);
    }
);

both_engines!(
    a_second_listing_of_its_submitter_adds_what_it_says,
    |app: TestApp| {
        let mut first = form();
        first["phone"] = json!("");
        first["hours"] = json!("");
        let listed = list(&app, &first).await.expect(201).json();
        let mut second = form();
        second["description"] = json!("");
        // Before the address is confirmed, and for strangers, it is a duplicate.
        let person = app.signed_in(EMAIL).await;
        person.post("/api/coffee-shops", &second).await.expect(409);
        let person = confirm(&app, &listed).await;
        list(&app, &second).await.expect(409);
        let stranger = app.signed_in("ann@mail.example").await;
        stranger
            .post("/api/coffee-shops", &second)
            .await
            .expect(409);
        let mut others = second.clone();
        others["ownerEmail"] = json!("ann@mail.example");
        person.post("/api/coffee-shops", &others).await.expect(409);

        let answer = person.post("/api/coffee-shops", &second).await.expect(200);
        let added = answer.json();
        assert_eq!(
            (&added["id"], &added["alreadyListed"], &added["isMended"]),
            (&listed["id"], &json!(true), &json!(true))
        );
        assert_eq!(added["confirmationSentTo"], Value::Null);
        assert_eq!(added["proofId"], Value::Null);
        let rows = shops(&app).await;
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].phone.as_deref(), Some("(318) 555-0142"));
        assert!(rows[0].hours_confirmed_at.is_some());
        assert_eq!(
            rows[0].description.as_deref(),
            Some("Small, blue, and early."),
            "what it leaves out stays"
        );
    }
);

both_engines!(an_old_link_gets_a_new_one, |app: TestApp| {
    list(&app, &form()).await.expect(201);
    let (_, old) = app.code_to(EMAIL).await;
    app.clock.advance(TimeDelta::minutes(11));
    let visitor = app.visitor();
    let link = "/api/listings/confirm-link";
    visitor
        .post(link, &json!({ "token": old }))
        .await
        .expect(400);
    let path = "/api/listings/new-link";
    let sent = visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(202);
    assert!(!sent.text().contains("mail.example"), "{}", sent.text());
    let (_, new) = app.code_to(EMAIL).await;
    assert_ne!(new, old);
    visitor
        .post(link, &json!({ "token": new }))
        .await
        .expect(200);
    let refused = visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(409);
    assert_eq!(refused.json()["details"]["kind"], "already_confirmed");
    let unknown = json!({ "token": "0".repeat(40) });
    let refused = visitor.post(path, &unknown).await.expect(400);
    assert_eq!(refused.json()["field"], "token");
});

both_engines!(an_old_link_floods_no_mailbox, |app: TestApp| {
    list(&app, &form()).await.expect(201);
    let (_, old) = app.code_to(EMAIL).await;
    let path = "/api/listings/new-link";
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let answer = app.visitor().post(path, &json!({ "token": old })).await;
        statuses.push(answer.status());
    }
    assert_eq!(statuses, [202, 202, 429, 429]);
    assert_eq!(app.mails_to(EMAIL).await.len(), 3);
});

both_engines!(a_waiting_device_learns_of_the_other_one, |app: TestApp| {
    let listed = list(&app, &form()).await.expect(201).json();
    let path = format!(
        "/api/listings/{}/proof",
        listed["proofId"].as_str().unwrap()
    );
    let waits = app.visitor();
    let state = waits.get(&path).await.expect(200).json();
    assert_eq!(state, json!({ "confirmed": false }));
    confirm(&app, &listed).await;
    let state = waits.get(&path).await.expect(200).json();
    assert_eq!(state, json!({ "confirmed": true }));
    // Everybody knows the shop's ID.
    let by_shop = format!("/api/listings/{}/proof", listed["id"].as_str().unwrap());
    waits.get(&by_shop).await.expect(404);
});
