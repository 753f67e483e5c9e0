//! The half-yearly question about hours, and its links.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor};

const SHOW: &str = "/api/hours-question/show";
const CONFIRM: &str = "/api/hours-question/confirm";
const OPEN: &str = "/api/hours-question/open";
const CHANGE: &str = "/api/hours-question/change";

/// A shop with hours and an owner, half a year later, and the tokens of the email that asks.
async fn asked(app: &TestApp) -> (shop::Model, Visitor, String, String) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app
        .shop(&city)
        .name("Blue Door")
        .with(|row| {
            row.hours = Some("Mo-Fr 07:00-15:00".to_owned());
            row.opening_hours = Some("Mo-Fr 07:00-15:00".to_owned());
        })
        .await;
    let owner = app.owner_of(&shop).await;
    let email = email_of(&owner).await;
    let person = app.person(&email).await;
    assert_eq!(app.shop_row(shop.id).await.owner_id, Some(person));
    app.clock.advance(TimeDelta::days(181));
    let mails = app.mails_to(&email).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("Are the hours for Blue Door"), "{mail}");
    let token = |page: &str| {
        let (_, rest) = mail.split_once(&format!("{page}#token=")).unwrap();
        let token: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(token.len(), 96, "{mail}");
        token
    };
    let (right, change) = (token("/confirm-hours"), token("/change-hours"));
    // The session from half a year ago has ended.
    (shop, app.signed_in(&email).await, right, change)
}

async fn email_of(visitor: &Visitor) -> String {
    let session = visitor.get("/api/session").await.expect(200).json();
    session["person"]["email"].as_str().unwrap().to_owned()
}

async fn confirmed_at(app: &TestApp, shop: &shop::Model) -> Value {
    json!(app.shop_row(shop.id).await.hours_confirmed_at)
}

both_engines!(one_press_confirms_the_hours, |app: TestApp| {
    let (shop, owner, right, change) = asked(&app).await;
    let visitor = app.visitor();
    // What a program does that scans emails.
    for page in ["/confirm-hours", "/change-hours"] {
        visitor.get(page).await.expect(200);
    }
    let token = json!({ "token": right });
    let shown = visitor.post(SHOW, &token).await.expect(200).json();
    assert_eq!(shown["shopName"], "Blue Door");
    assert!(shown["hours"].as_str().unwrap().contains("7 AM"), "{shown}");
    assert_eq!(shown["key"], Value::Null);
    assert_eq!(
        confirmed_at(&app, &shop).await,
        Value::Null,
        "nothing happened yet"
    );
    // This link opens nothing.
    visitor.post(OPEN, &token).await.expect(404);
    // JSON's 2.0 is a whole number, too.
    let version = shown["version"].as_f64().unwrap();
    let press = json!({ "token": right, "version": version });
    let answer = visitor.post(CONFIRM, &press).await.expect(200);
    assert_eq!(answer.json()["hoursConfirmedAt"], json!(app.clock.now()));
    assert_eq!(
        confirmed_at(&app, &shop).await,
        json!(app.clock.now()),
        "{}",
        answer.text()
    );
    let signed_in = app.visitor().keeping_cookies_of(&answer);
    let path = format!("/api/your-shop/{}", shop.slug);
    signed_in.get(&path).await.expect(401);
    let history = owner.get(&format!("{path}/history")).await.json();
    assert_eq!(
        (&history[0]["action"], &history[0]["by"]),
        (&json!("shop.hours-confirmed"), &json!("you"))
    );

    // Both links of the question are used up.
    for (path, body) in [
        (CONFIRM, &press),
        (SHOW, &token),
        (OPEN, &json!({ "token": change })),
    ] {
        let used = visitor.post(path, body).await.expect(409).json();
        assert_eq!(used["details"]["kind"], "used", "{path}");
    }
});

both_engines!(
    the_other_link_changes_the_hours_for_half_an_hour,
    |app: TestApp| {
        let (shop, owner, right, change) = asked(&app).await;
        let visitor = app.visitor();
        let opened = visitor
            .post(OPEN, &json!({ "token": change }))
            .await
            .expect(200)
            .json();
        let key = opened["key"].as_str().unwrap();
        assert_eq!(opened["weeklyHours"], "Mo-Fr 07:00-15:00");
        let until = app.clock.now() + TimeDelta::minutes(30);
        assert_eq!(opened["editableUntil"], json!(until));
        // The key reads the hours again after a reload, and is no link.
        let again = visitor
            .post(SHOW, &json!({ "token": key }))
            .await
            .expect(200)
            .json();
        assert_eq!(again["editableUntil"], json!(until));
        visitor
            .post(OPEN, &json!({ "token": change }))
            .await
            .expect(409);
        visitor
            .post(SHOW, &json!({ "token": right }))
            .await
            .expect(409);

        let mut body =
            json!({ "key": key, "version": opened["version"], "weeklyHours": "whenever" });
        let wrong = visitor.post(CHANGE, &body).await.expect(400).json();
        assert_eq!(wrong["field"], "weeklyHours");
        body["weeklyHours"] = json!("Mo-Sa 08:00-14:00");
        body["phone"] = json!("3185550142");
        visitor.post(CHANGE, &body).await.expect(400);
        body.as_object_mut().unwrap().remove("phone");
        let changed = visitor.post(CHANGE, &body).await.expect(200).json();
        assert_eq!(changed["weeklyHours"], "Mo-Sa 08:00-14:00");
        assert_eq!(changed["hoursConfirmedAt"], json!(app.clock.now()));
        let stale = visitor.post(CHANGE, &body).await.expect(409).json();
        assert_eq!(stale["details"]["kind"], "stale");
        body["version"] = changed["version"].clone();
        body["specialDays"] = json!([{ "from": "2026-12-25", "to": "2026-12-25", "spans": [] }]);
        let special = visitor.post(CHANGE, &body).await.expect(200).json();
        assert_eq!(special["specialDays"].as_array().unwrap().len(), 1);
        let path = format!("/api/your-shop/{}/history", shop.slug);
        let history = owner.get(&path).await.expect(200).json();
        assert_eq!(
            (&history[0]["by"], &history[0]["canUndo"]),
            (&json!("you"), &json!(true))
        );

        app.clock.advance(TimeDelta::minutes(30));
        body["version"] = special["version"].clone();
        let late = visitor.post(CHANGE, &body).await.expect(409).json();
        assert_eq!(late["details"]["kind"], "expired");
    }
);

both_engines!(links_end_with_their_days_and_their_owner, |app: TestApp| {
    let (shop, _, right, change) = asked(&app).await;
    let visitor = app.visitor();
    for token in ["", "0", &right[..95], &format!("{:0>96}", "")] {
        let body = json!({ "token": token });
        visitor.post(SHOW, &body).await.expect(404);
    }
    let other = app.person("next@shop.example").await;
    let first = app.shop_row(shop.id).await.owner_id;
    app.edit_shop(shop.id, |row| row.owner_id = Some(other))
        .await;
    for token in [&right, &change] {
        let body = json!({ "token": token });
        visitor.post(SHOW, &body).await.expect(404);
    }
    app.edit_shop(shop.id, |row| row.owner_id = first).await;
    visitor
        .post(SHOW, &json!({ "token": right }))
        .await
        .expect(200);
    let version = app.shop_row(shop.id).await.edition;
    let press = json!({ "token": right, "version": version - 1 });
    let stale = visitor.post(CONFIRM, &press).await.expect(409).json();
    assert_eq!(stale["details"]["kind"], "stale");
    // A refused press uses up nothing.
    visitor
        .post(SHOW, &json!({ "token": right }))
        .await
        .expect(200);
    app.clock.advance(TimeDelta::days(30));
    let late = visitor
        .post(SHOW, &json!({ "token": right }))
        .await
        .expect(409)
        .json();
    assert_eq!(late["details"]["kind"], "expired");
});
