//! Grades, the worklist, and what is done about its shops.

mod grades;

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{catalog::entities::shop, features::analytics, platform::mail::HELD};

use crate::support::{TestApp, Visitor};

const LIST: &str = "/api/admin/worklist";

async fn names(admin: &Visitor, address: &str) -> Vec<String> {
    let list = admin.get(address).await.expect(200).json();
    let items = list["items"].as_array().unwrap();
    let names = items.iter().map(|item| item["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

async fn item(admin: &Visitor, name: &str) -> Value {
    let list = admin.get(LIST).await.expect(200).json();
    let items = list["items"].as_array().unwrap();
    let found = items.iter().find(|item| item["name"] == name);
    found
        .unwrap_or_else(|| panic!("{name} waits: {list}"))
        .clone()
}

fn at(item: &Value, verb: &str) -> String {
    format!("{LIST}/{}/{verb}", item["id"].as_str().unwrap())
}

fn undo_of(done: &Value) -> String {
    format!("/api/admin/audit/{}/undo", done["entry"].as_str().unwrap())
}

fn confirmed(app: &TestApp, days: i64) -> impl FnOnce(&mut shop::Model) + use<> {
    let at = app.clock.now() - TimeDelta::days(days);
    move |row| row.hours_confirmed_at = Some(at)
}

fn has_phone(row: &mut shop::Model) {
    row.telephone = Some("+13185550142".to_owned());
}

both_engines!(the_oldest_and_most_viewed_comes_first, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let elsewhere = app.city("Marfa", "TX").await;
    let viewed = app
        .shop(&city)
        .name("Viewed")
        .with(confirmed(&app, 400))
        .with(has_phone)
        .await;
    let old = app.shop(&city).name("Old").with(confirmed(&app, 700));
    old.with(has_phone).await;
    let older = app
        .shop(&elsewhere)
        .name("Older")
        .with(confirmed(&app, 900));
    older.await;
    app.shop(&city)
        .name("Fresh")
        .with(confirmed(&app, 300))
        .await;
    let closed = app.shop(&city).name("Closed").with(confirmed(&app, 900));
    closed
        .with(|row| row.closed_at = Some(row.created_at))
        .await;
    let admin = app.administrator().await;
    assert_eq!(names(&admin, LIST).await, ["Older", "Old", "Viewed"]);
    for browser in 0..3 {
        let event = json!({ "eventType": "page_view", "coffeeShopId": viewed.id });
        let visitor = app.visitor().from(&format!("10.0.{browser}.1"));
        let visitor = visitor.with("user-agent", "Mozilla/5.0 Firefox/128.0");
        let visitor = visitor.with("content-type", "application/json");
        let body = Body::from(event.to_string());
        let sent = visitor.send(Method::POST, "/api/analytics/track", body);
        sent.await.expect(202);
    }
    analytics::write(&app.services).await.unwrap();
    assert_eq!(names(&admin, LIST).await, ["Viewed", "Older", "Old"]);
    assert_eq!(item(&admin, "Viewed").await["views"], 3);
    for (query, expected) in [
        ("search=alexandria", vec!["Viewed", "Old"]),
        ("search=TX%20old", vec!["Older"]),
        ("has=phone", vec!["Viewed", "Old"]),
        ("has=people", vec![]),
    ] {
        assert_eq!(
            names(&admin, &format!("{LIST}?{query}")).await,
            expected,
            "{query}"
        );
    }
    let beyond = admin.get(&format!("{LIST}?page=2")).await.expect(200);
    assert_eq!(
        (&beyond.json()["items"], &beyond.json()["total"]),
        (&json!([]), &json!(3))
    );
    admin.get(&format!("{LIST}?has=cats")).await.expect(400);
});

both_engines!(a_shop_is_found_however_it_is_spelled, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for name in ["Joe’s Co-Op", "Other"] {
        let shop = app.shop(&city).name(name);
        shop.with(confirmed(&app, 700)).await;
    }
    let admin = app.administrator().await;
    for typed in ["joes", "joe%27s", "coop", "co+op+alexandria"] {
        let address = format!("{LIST}?search={typed}");
        assert_eq!(names(&admin, &address).await, ["Joe’s Co-Op"], "{typed}");
    }
});

both_engines!(
    a_confirmed_shop_leaves_and_undo_brings_it_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app
            .shop(&city)
            .name("Tamp")
            .hours("Mo-Fr 07:00-15:00")
            .await;
        let admin = app.administrator().await;
        let waiting = item(&admin, "Tamp").await;
        assert_eq!(
            waiting["hours"],
            "Mon to Fri 7 AM – 3 PM; Sat to Sun closed"
        );
        let seen = json!({ "version": waiting["version"] });
        let done = admin
            .post(&at(&waiting, "confirm"), &seen)
            .await
            .expect(200)
            .json();
        assert!(names(&admin, LIST).await.is_empty());
        let public = format!("/api/coffee-shops/{}", shop.slug);
        let page = app.visitor().get(&public).await.expect(200).json();
        assert_eq!(
            page["hoursConfirmed"]["label"],
            "Hours confirmed in March 2026"
        );
        let town = app.visitor().get("/api/cities/alexandria-la").await.json();
        assert_eq!(town["freshness"], 5);
        admin.post(&undo_of(&done), &json!({})).await.expect(200);
        let again = item(&admin, "Tamp").await;
        let page = app.visitor().get(&public).await.expect(200).json();
        assert_eq!(page["hoursConfirmed"], Value::Null);
        // What somebody else has changed meanwhile isn't confirmed.
        app.edit_shop(shop.id, |row| row.edition += 1).await;
        let seen = json!({ "version": again["version"] });
        let stale = admin.post(&at(&again, "confirm"), &seen).await.expect(409);
        assert!(stale.text().contains("meanwhile"));
        assert_eq!(names(&admin, LIST).await, ["Tamp"]);
    }
);

both_engines!(hours_that_nobody_knows_are_not_confirmed, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp");
    shop.with(|row| {
        row.hours = None;
        row.opening_hours = None;
    })
    .await;
    let admin = app.administrator().await;
    let waiting = item(&admin, "Tamp").await;
    assert_eq!(
        (&waiting["hours"], &waiting["canAsk"]),
        (&Value::Null, &json!(false))
    );
    let seen = json!({ "version": waiting["version"] });
    let refused = admin
        .post(&at(&waiting, "confirm"), &seen)
        .await
        .expect(409);
    assert!(refused.text().contains("Add the hours first."));
});

both_engines!(an_owner_is_asked_once_in_half_a_year, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app
        .shop(&city)
        .name("Tamp")
        .hours("Mo-Fr 07:00-15:00")
        .await;
    app.owner_of(&shop).await;
    app.mails().await;
    let admin = app.administrator().await;
    let waiting = item(&admin, "Tamp").await;
    assert_eq!(waiting["canAsk"], true);
    let ask = at(&waiting, "ask");
    let undone = admin.post(&ask, &json!({})).await.expect(200).json();
    assert!(
        names(&admin, LIST).await.is_empty(),
        "it waits for the owner"
    );
    admin.post(&undo_of(&undone), &json!({})).await.expect(200);
    app.clock.advance(HELD);
    let about = |mails: &[crate::support::Received]| {
        mails
            .iter()
            .filter(|mail| mail.data.contains("still right"))
            .count()
    };
    assert_eq!(about(&app.mails().await), 0, "undo recalls the email");
    assert_eq!(item(&admin, "Tamp").await["canAsk"], true);
    admin.post(&ask, &json!({})).await.expect(200);
    app.clock.advance(HELD);
    assert_eq!(about(&app.mails().await), 1);
    let twice = admin.post(&ask, &json!({})).await.expect(409);
    assert!(twice.text().contains("They were asked on March 4, 2026."));
    app.clock.advance(TimeDelta::days(31));
    let admin = app.administrator().await;
    let back = item(&admin, "Tamp").await;
    assert_eq!(
        back["canAsk"], false,
        "nobody answered, and it isn't asked again yet"
    );
    assert_eq!(names(&admin, &format!("{LIST}?has=people")).await, ["Tamp"]);
});

both_engines!(a_shop_without_people_has_nobody_to_ask, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .name("Tamp")
        .hours("Mo-Fr 07:00-15:00")
        .await;
    let admin = app.administrator().await;
    let waiting = item(&admin, "Tamp").await;
    assert_eq!(waiting["canAsk"], false);
    let refused = admin
        .post(&at(&waiting, "ask"), &json!({}))
        .await
        .expect(409);
    assert!(refused.text().contains("nobody whom we can ask"));
});

both_engines!(a_shop_is_put_off_for_a_month, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("Tamp").await;
    let admin = app.administrator().await;
    let later = at(&item(&admin, "Tamp").await, "later");
    let done = admin.post(&later, &json!({})).await.expect(200).json();
    assert!(names(&admin, LIST).await.is_empty());
    admin.post(&undo_of(&done), &json!({})).await.expect(200);
    assert_eq!(names(&admin, LIST).await, ["Tamp"]);
    for _ in 0..2 {
        admin.post(&later, &json!({})).await.expect(200);
    }
    app.clock.advance(TimeDelta::days(31));
    let admin = app.administrator().await;
    assert_eq!(names(&admin, LIST).await, ["Tamp"]);
    let nowhere = format!("{LIST}/00000000-0000-7000-8000-000000000000/later");
    admin.post(&nowhere, &json!({})).await.expect(404);
});
