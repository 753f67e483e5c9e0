//! The question on a shop's page: who counts, what two who agree change, and how an answer is taken back.

mod plain;

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::{fact_answer, shop};

use crate::support::{Node, Response, TestApp, Visitor, page_of};

/// Longer than an answer can be taken back.
const LATER: TimeDelta = TimeDelta::seconds(80);

/// A shop whose hours nobody has confirmed for 300 days, and whose Wi-Fi nobody knows.
async fn old_hours(app: &TestApp) -> shop::Model {
    let city = app.city("Alexandria", "LA").await;
    let at = app.clock.now() - TimeDelta::days(300);
    app.shop(&city)
        .name("Blue Door")
        .hours("Mo-Su 07:00-15:00")
        .with(|row| {
            row.created_at = at;
            row.hours_confirmed_at = Some(at);
            row.has_wifi = None;
        })
        .await
}

async fn answer(visitor: &Visitor, shop: &shop::Model, fact: &str, yes: bool) -> Response {
    let path = format!("/api/coffee-shops/{}/answers", shop.slug);
    let body = json!({ "fact": fact, "yes": yes });
    visitor.post(&path, &body).await
}

/// The same, once it can't be taken back any more.
async fn settled(app: &TestApp, from: &str, shop: &shop::Model, yes: bool) {
    let visitor = app.visitor().from(from);
    answer(&visitor, shop, "hours", yes).await.expect(200);
    app.clock.advance(LATER);
    app.work().await;
}

async fn page(app: &TestApp, shop: &shop::Model) -> Value {
    let path = format!("/api{}", page_of(shop));
    app.visitor().get(&path).await.expect(200).json()
}

async fn kept(node: &Node) -> Vec<fact_answer::Model> {
    use sea_orm::EntityTrait;
    let rows = fact_answer::Entity::find().all(node.database.reads());
    rows.await.unwrap()
}

both_engines!(two_networks_that_agree_renew_a_date, |app: TestApp| {
    let shop = old_hours(&app).await;
    assert_eq!(
        page(&app, &shop).await["question"],
        json!({ "fact": "hours", "text": "Are these hours right?" })
    );
    settled(&app, "203.0.1.1", &shop, true).await;
    let before = page(&app, &shop).await;
    assert_eq!(
        before["hoursConfirmed"]["label"],
        "Hours confirmed in May 2025"
    );
    app.clock.advance(TimeDelta::days(29));
    settled(&app, "198.51.100.1", &shop, true).await;
    let after = page(&app, &shop).await;
    assert_eq!(
        after["hoursConfirmed"]["label"],
        "Hours confirmed by visitors in April 2026"
    );
    assert_eq!(after["question"]["fact"], "wifi");
    // Nothing is left that tells networks apart.
    assert!(kept(&app).await.is_empty());
    let administrator = app.administrator().await;
    let acts = administrator
        .get("/api/admin/audit")
        .await
        .expect(200)
        .json();
    let text = acts.to_string();
    assert!(text.contains("shop.visitors-agreed"), "{text}");
});

both_engines!(one_network_never_renews_a_date, |app: TestApp| {
    let shop = old_hours(&app).await;
    for visit in 1..=50 {
        // Another browser each time, in the same /24.
        let visitor = app.visitor().from(&format!("203.0.1.{visit}"));
        let answered = answer(&visitor, &shop, "hours", true).await;
        // The network's limit ends it even sooner.
        assert!([200, 429].contains(&answered.status()));
    }
    assert_eq!(kept(&app).await.len(), 1);
    app.clock.advance(LATER);
    app.work().await;
    let after = page(&app, &shop).await;
    assert_eq!(
        after["hoursConfirmed"]["label"],
        "Hours confirmed in May 2025"
    );
});

both_engines!(a_visitor_in_two_networks_is_one, |app: TestApp| {
    let shop = old_hours(&app).await;
    let vote = format!("/api/coffee-shops/{}/upvote", shop.id);
    let voted = app.visitor().post(&vote, &json!({})).await.expect(200);
    let cookie = voted
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    for (network, is_counted) in [("203.0.1.1", true), ("198.51.100.1", false)] {
        let visitor = app.visitor().from(network).with("cookie", &cookie);
        let answered = answer(&visitor, &shop, "hours", true)
            .await
            .expect(200)
            .json();
        assert_eq!(answered["id"].is_string(), is_counted, "{network}");
    }
    assert_eq!(kept(&app).await.len(), 1);
});

both_engines!(answers_of_long_ago_agree_with_nobody, |app: TestApp| {
    let shop = old_hours(&app).await;
    settled(&app, "203.0.1.1", &shop, true).await;
    app.clock.advance(TimeDelta::days(31));
    settled(&app, "198.51.100.1", &shop, true).await;
    let after = page(&app, &shop).await;
    assert_eq!(
        after["hoursConfirmed"]["label"],
        "Hours confirmed in May 2025"
    );
    // The first one is gone.
    assert_eq!(kept(&app).await.len(), 1);
});

both_engines!(
    two_who_disagree_wait_for_the_administrator,
    |app: TestApp| {
        let shop = old_hours(&app).await;
        settled(&app, "203.0.1.1", &shop, true).await;
        settled(&app, "198.51.100.1", &shop, false).await;
        let rows = kept(&app).await;
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert!(row.contested_at.is_some());
            assert_eq!((row.network, row.visitor), (None, None));
        }
        let after = page(&app, &shop).await;
        assert_eq!(
            after["hoursConfirmed"]["label"],
            "Hours confirmed in May 2025"
        );

        let admin = app.administrator().await;
        let waiting = admin.inbox().await;
        let item = waiting.iter().find(|item| item["kind"] == "visitors_doubt");
        let item = item.unwrap();
        assert_eq!(item["title"], "Blue Door, Alexandria, LA");
        assert_eq!(
            item["text"],
            "Visitors answered:\nAre these hours right? Yes: 1, no: 1."
        );
        let seen = format!("/api/admin/coffee-shops/{}/answers/seen", shop.id);
        let earlier = json!({ "version": item["version"].as_i64().unwrap() - 1 });
        admin.post(&seen, &earlier).await.expect(404);
        let version = json!({ "version": item["version"] });
        app.visitor().post(&seen, &version).await.expect(401);
        admin.post(&seen, &version).await.expect(204);
        admin.post(&seen, &version).await.expect(404);
        let waiting = admin.inbox().await;
        assert!(waiting.iter().all(|item| item["kind"] != "visitors_doubt"));
    }
);

both_engines!(an_answer_is_taken_back_within_a_minute, |app: TestApp| {
    let shop = old_hours(&app).await;
    settled(&app, "203.0.1.1", &shop, true).await;
    let second = app.visitor().from("198.51.100.1");
    let answered = answer(&second, &shop, "hours", true).await.expect(200);
    assert!(
        answered
            .header("set-cookie")
            .contains(&format!("Path={}", page_of(&shop)))
    );
    let id = answered.json()["id"].as_str().unwrap().to_owned();
    let undo = format!("/api/coffee-shops/{}/answers/{id}/undo", shop.slug);
    app.clock.advance(TimeDelta::seconds(59));
    app.work().await;
    let undone = second.post(&undo, &json!({})).await.expect(200);
    assert!(undone.header("set-cookie").contains("Max-Age=0"));
    second.post(&undo, &json!({})).await.expect(409);
    app.clock.advance(LATER);
    app.work().await;
    let after = page(&app, &shop).await;
    assert_eq!(
        after["hoursConfirmed"]["label"],
        "Hours confirmed in May 2025"
    );
    // Ten minutes later it is too late, on another node as well.
    let answered = answer(&second, &shop, "hours", true)
        .await
        .expect(200)
        .json();
    let undo = format!(
        "/api/coffee-shops/{}/answers/{}/undo",
        shop.slug,
        answered["id"].as_str().unwrap()
    );
    app.clock.advance(TimeDelta::minutes(10));
    second.post(&undo, &json!({})).await.expect(409);
});

both_engines!(what_nobody_knew_is_what_two_visitors_say, |app: TestApp| {
    let shop = old_hours(&app).await;
    for network in ["203.0.1.1", "198.51.100.1"] {
        let visitor = app.visitor().from(network);
        answer(&visitor, &shop, "wifi", false).await.expect(200);
    }
    app.clock.advance(LATER);
    app.work().await;
    let after = page(&app, &shop).await;
    assert_eq!(after["hasWifi"], false);
    // Two others who say it has some don't change what the page says.
    for network in ["203.0.2.1", "198.51.101.1"] {
        let visitor = app.visitor().from(network);
        answer(&visitor, &shop, "wifi", true).await.expect(200);
    }
    app.clock.advance(LATER);
    app.work().await;
    assert_eq!(page(&app, &shop).await["hasWifi"], false);
    assert_eq!(kept(&app).await.len(), 2);
});

both_engines!(
    nobody_is_asked_about_a_place_out_of_season,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let at = app.clock.now() - TimeDelta::days(500);
        // The test clock is in March.
        let seasonal = app
            .shop(&city)
            .hours("May-Sep Mo-Su 08:00-16:00")
            .with(|row| row.created_at = at)
            .await;
        let asked = page(&app, &seasonal).await["question"]["fact"].clone();
        assert_eq!(asked, "hours");
        answer(&app.visitor(), &seasonal, "place", true)
            .await
            .expect(409);
        app.clock.advance(TimeDelta::days(70));
        let asked = page(&app, &seasonal).await["question"]["fact"].clone();
        assert_eq!(asked, "place");
        answer(&app.visitor(), &seasonal, "place", true)
            .await
            .expect(200);
    }
);

both_engines!(a_suggestion_is_an_answer, |app: TestApp| {
    let shop = old_hours(&app).await;
    let path = format!("/api/coffee-shops/{}/suggestions", shop.slug);
    let body = json!({ "kind": "hours", "hours": "Mo-Fr 8am-4pm" });
    let visitor = app.visitor().from("203.0.1.1");
    visitor.post(&path, &body).await.expect(202);
    let again = answer(&visitor, &shop, "hours", true)
        .await
        .expect(200)
        .json();
    assert!(again["id"].is_null());
    let rows = kept(&app).await;
    assert_eq!((rows.len(), rows[0].says_yes), (1, false));
});

both_engines!(answers_about_other_hours_do_not_count, |app: TestApp| {
    let shop = old_hours(&app).await;
    settled(&app, "203.0.1.1", &shop, true).await;
    app.edit_shop(shop.id, |row| {
        row.opening_hours = Some("Mo-Fr 09:00-12:00".to_owned())
    })
    .await;
    settled(&app, "198.51.100.1", &shop, true).await;
    let after = page(&app, &shop).await;
    assert_eq!(
        after["hoursConfirmed"]["label"],
        "Hours confirmed in May 2025"
    );
});

both_engines!(bad_answers_are_refused, |app: TestApp| {
    let shop = old_hours(&app).await;
    let path = format!("/api/coffee-shops/{}/answers", shop.slug);
    let visitor = app.visitor();
    for body in [
        json!({ "fact": "taste", "yes": true }),
        json!({ "fact": "hours" }),
    ] {
        visitor.post(&path, &body).await.expect(400);
    }
    let nowhere = "/api/coffee-shops/nowhere/answers";
    let body = json!({ "fact": "hours", "yes": true });
    visitor.post(nowhere, &body).await.expect(404);
});

/// What the page shows is the same for everybody.
#[tokio::test]
async fn the_page_is_the_same_after_an_answer() {
    let app = crate::support::Setup::on_sqlite().await.start().await;
    let shop = old_hours(&app).await;
    let path = page_of(&shop);
    let visitor = app.visitor();
    let before = visitor.get(&path).await.expect(200);
    assert!(before.text().contains("Are these hours right?"));
    let answered = answer(&visitor, &shop, "hours", true).await.expect(200);
    let cookie = answered
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let after = visitor.with("cookie", &cookie).get(&path).await.expect(200);
    assert_eq!(before.bytes(), after.bytes());
    assert_eq!(before.header("etag"), after.header("etag"));
}
