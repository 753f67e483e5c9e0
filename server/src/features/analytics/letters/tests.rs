//! The monthly letter to a shop's owner.

use axum::{body::Body, http::Method};
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::shop,
    features::analytics,
    platform::{mail, sessions::person, settings::Secret},
};
use uuid::Uuid;

use crate::support::{Mood, Received, Response, Setup, SmtpServer, TestApp, Visitor};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const SWITCH: &str = "monthly-letter";

/// A shop with an owner, on which something was counted in the month that just ended: it is the first of April, in the morning.
async fn with_a_month(app: &TestApp) -> (shop::Model, Visitor) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    app.owner_of(&shop).await;
    count(app, &shop, &["page_view"]).await;
    until(app, "2026-04-01");
    let owner = app.owner_of(&shop).await;
    (shop, owner)
}

async fn count(app: &TestApp, shop: &shop::Model, events: &[&str]) {
    let browser = app
        .visitor()
        .with("user-agent", BROWSER)
        .with("content-type", "application/json");
    for event in events {
        let body = json!({ "eventType": event, "coffeeShopId": shop.id }).to_string();
        let sent = browser.send(Method::POST, "/api/analytics/track", Body::from(body));
        sent.await.expect(202);
    }
    analytics::write(&app.services).await.unwrap();
}

/// Moves the clock to 15:00 UTC of this day, which is in the morning at the site.
fn until(app: &TestApp, day: &str) {
    let then: DateTime<Utc> = format!("{day}T15:00:00Z").parse().unwrap();
    app.clock.advance(then - app.clock.now());
}

async fn letters(app: &TestApp) -> Vec<Received> {
    let mut all = app.mails().await;
    all.retain(|mail| mail.header("List-ID").starts_with("<monthly."));
    all
}

fn text_of(mail: &Received) -> String {
    mail.data
        .replace("=\r\n", "")
        .replace("=3D", "=")
        .replace("\r\n", "\n")
}

/// The letter's link that turns it off, starting at its path.
fn off_link(mail: &Received) -> String {
    let text = text_of(mail);
    let (_, rest) = text
        .split_once("https://townperk.example/monthly-letter")
        .unwrap();
    let is_part = |letter: &char| letter.is_ascii_alphanumeric() || "/?=-".contains(*letter);
    let rest: String = rest.chars().take_while(is_part).collect();
    format!("/monthly-letter{rest}")
}

async fn press(app: &TestApp, link: &str) -> Response {
    app.visitor()
        .with("content-type", "application/x-www-form-urlencoded")
        .with("sec-fetch-site", "cross-site")
        .with("origin", "https://mail.example")
        .send(Method::POST, link, Body::from("List-Unsubscribe=One-Click"))
        .await
}

async fn is_on(owner: &Visitor, shop: &shop::Model) -> Value {
    let path = format!("/api/your-shop/{}/{SWITCH}", shop.slug);
    owner.get(&path).await.expect(200).json()["isOn"].clone()
}

both_engines!(the_letter_says_what_the_screen_says, |app: TestApp| {
    let (shop, _) = with_a_month(&app).await;
    let first = letters(&app).await;
    assert_eq!(first.len(), 1);
    assert!(text_of(&first[0]).contains("Counted since Mar 4, 2026"));
    count(&app, &shop, &["page_view", "page_view", "phone_click"]).await;
    until(&app, "2026-05-01");
    let events = ["page_view", "page_view", "page_view", "directions_click"];
    count(&app, &shop, &events).await;
    let vote = format!("/api/coffee-shops/{}/upvote", shop.id);
    app.visitor().post(&vote, &json!({})).await.expect(200);
    analytics::write(&app.services).await.unwrap();
    until(&app, "2026-06-01");

    let all = letters(&app).await;
    let letter = all.last().unwrap();
    let text = text_of(letter);
    for words in [
        "Subject: Your page in May: 3 views of your page, 1 upvote",
        "Blue Door in May",
        "* 3 views of your page\n  Up 50% from 2 in April",
        "* 0 calls from your page\n  Down 100% from 1 in April",
        "* 1 request for directions\n  Counted since May 1, 2026",
        "No. 1 of 1 coffee shop in Alexandria today, by community ranking.",
        &format!("/your-shop/{}?month=2026-05#figures", shop.slug),
        "Add your hours",
        &format!("/your-shop/{}#hours", shop.slug),
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert_eq!(
        letter.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    assert!(
        letter
            .header("List-Unsubscribe")
            .contains(&off_link(letter)),
        "{text}"
    );

    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/figures?month=2026-05", shop.slug);
    let shown = owner.get(&path).await.expect(200).json();
    let figure = |kind: &str| {
        let mut all = shown["figures"].as_array().unwrap().iter();
        let figure = all.find(|figure| figure["kind"] == kind).unwrap();
        (figure["total"].clone(), figure["totalBefore"].clone())
    };
    assert_eq!(figure("views"), (json!(3), json!(2)));
    assert_eq!(figure("phoneClicks"), (json!(0), json!(1)));
    assert_eq!(figure("directionsClicks"), (json!(1), Value::Null));
    assert_eq!(figure("votes").0, 1);
    assert_eq!(shown["span"], "May 1 to May 31, 2026");
    assert_eq!(
        (&shown["days"], &shown["before"]),
        (&json!(31), &json!("April"))
    );
    assert_eq!(
        shown["lastMonth"],
        json!({ "month": "2026-05", "name": "May" })
    );
    for wrong in ["2026-13", "2026", "1999-01", "x"] {
        let path = format!("/api/your-shop/{}/figures?month={wrong}", shop.slug);
        assert_eq!(
            owner.get(&path).await.expect(400).json()["field"],
            "month",
            "{wrong}"
        );
    }
});

both_engines!(it_is_written_once_whoever_writes_it, |mut app: TestApp| {
    let (_, _) = with_a_month(&app).await;
    let other = app.second_node().await;
    let (here, there) = (app.services().job_worker(), other.services().job_worker());
    let (one, two) = tokio::join!(here.run_due(), there.run_due());
    one.unwrap();
    two.unwrap();
    assert_eq!(letters(&app).await.len(), 1);
    for _ in 0..10 {
        app.clock.advance(TimeDelta::days(1));
        other.work().await;
        assert_eq!(letters(&app).await.len(), 1);
    }
});

both_engines!(one_press_ends_it_without_signing_in, |app: TestApp| {
    let (shop, owner) = with_a_month(&app).await;
    let link = off_link(&letters(&app).await[0]);
    // What a program does that scans emails.
    let page = app.visitor().get(&link).await.expect(200);
    assert_eq!(page.html().h1(), "Stop the monthly letter?");
    assert!(page.text().contains("Blue Door"));
    assert_eq!(is_on(&owner, &shop).await, true, "nothing happened yet");
    for _ in 0..2 {
        let page = press(&app, &link).await.expect(200);
        assert_eq!(page.html().h1(), "The letter is off");
        assert!(page.headers().get("set-cookie").is_none());
    }
    assert_eq!(is_on(&owner, &shop).await, false);
    let again = app.visitor().get(&link).await.expect(200);
    assert_eq!(again.html().h1(), "The letter is off");
    for wrong in ["", "0", &link[link.len() - 63..], &"0".repeat(64)] {
        let link = format!("/monthly-letter/off?letter={wrong}");
        app.visitor().get(&link).await.expect(404);
        press(&app, &link).await.expect(404);
    }
    count(&app, &shop, &["page_view"]).await;
    until(&app, "2026-05-01");
    assert_eq!(letters(&app).await.len(), 1, "none for April");

    // The owner wants it again.
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/{SWITCH}", shop.slug);
    owner.put(&path, &json!({ "isOn": true })).await.expect(200);
    assert_eq!(is_on(&owner, &shop).await, true);
    until(&app, "2026-05-02");
    assert_eq!(letters(&app).await.len(), 2);

    // Another owner gets it, and the first one's link is no longer good for anything.
    let owner = app.owner_of(&shop).await;
    owner
        .put(&path, &json!({ "isOn": false }))
        .await
        .expect(200);
    let next = app.person("next@shop.example").await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(next))
        .await;
    app.visitor().get(&link).await.expect(404);
    press(&app, &link).await.expect(404);
    owner.get(&path).await.expect(403);
    until(&app, "2026-06-01");
    let all = letters(&app).await;
    assert_eq!(all.len(), 3);
    assert_eq!(all[2].recipient, "next@shop.example");
});

both_engines!(a_letter_that_waits_is_taken_back, |app: TestApp| {
    let (shop, owner) = with_a_month(&app).await;
    app.services().job_worker().run_due().await.unwrap();
    let path = format!("/api/your-shop/{}/{SWITCH}", shop.slug);
    owner
        .put(&path, &json!({ "isOn": false }))
        .await
        .expect(200);
    assert_eq!(letters(&app).await.len(), 0);
});

both_engines!(nobody_else_gets_one, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let [quiet, listed, hidden, closed, unproven] = [
        app.shop(&city).await,
        app.shop(&city).await,
        app.shop(&city).await,
        app.shop(&city).closed().await,
        app.shop(&city).await,
    ];
    for shop in [&quiet, &hidden, &closed, &unproven] {
        app.owner_of(shop).await;
    }
    app.manager_of(&quiet).await;
    app.submitter_of(&listed).await;
    for shop in [&listed, &hidden, &closed, &unproven] {
        count(&app, shop, &["page_view"]).await;
    }
    app.edit_shop(hidden.id, |row| row.is_active = false).await;
    let stranger = app.unconfirmed_person("unproven@shop.example").await;
    app.edit_shop(unproven.id, |row| row.owner_id = Some(stranger))
        .await;
    until(&app, "2026-04-01");
    assert_eq!(letters(&app).await.len(), 0);
    let address = format!("manager.of.{}@mail.example", quiet.slug);
    let manager = app.signed_in(&address).await;
    let path = format!("/api/your-shop/{}/{SWITCH}", quiet.slug);
    manager.get(&path).await.expect(403);
    app.administrator().await.get(&path).await.expect(403);
    app.visitor().get(&path).await.expect(401);
});

both_engines!(
    a_letter_that_can_not_be_written_does_not_stop_the_others,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let (mut shops, mut owners) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let shop = app.shop(&city).await;
            app.owner_of(&shop).await;
            count(&app, &shop, &["page_view"]).await;
            owners.push(app.shop_row(shop.id).await.owner_id.unwrap());
            shops.push(shop);
        }
        // The first in the order in which they are written.
        let first = shops.iter().zip(&owners).min_by_key(|(shop, _)| shop.id);
        let broken = *first.unwrap().1;
        set_email(&app, broken, "no address").await;
        until(&app, "2026-04-01");
        assert_eq!(letters(&app).await.len(), 2);
        set_email(&app, broken, "mended@mail.example").await;
        until(&app, "2026-04-02");
        let all = letters(&app).await;
        assert_eq!(all.len(), 3, "it is written the next morning");
        assert!(all[2].header("To").contains("mended@mail.example"));
    }
);

/// Stores an email address as it is.
async fn set_email(app: &TestApp, person: Uuid, email: &str) {
    let row = person::Entity::find_by_id(person)
        .one(app.database.reads())
        .await
        .unwrap()
        .unwrap();
    let mut row = row.into_active_model();
    row.email = Set(email.to_owned());
    app.database
        .transaction(move |transaction| {
            let row = row.clone();
            Box::pin(async move {
                row.update(transaction).await?;
                Ok(())
            })
        })
        .await
        .unwrap();
}

both_engines!(it_waits_while_lists_are_paused, |app: TestApp| {
    let (_, _) = with_a_month(&app).await;
    let now = app.clock.now();
    let pause = async |is_paused: bool| {
        app.database
            .transaction(move |transaction| {
                Box::pin(async move {
                    if is_paused {
                        mail::pause_lists(transaction, now).await
                    } else {
                        mail::resume_lists(transaction).await
                    }
                })
            })
            .await
            .unwrap();
    };
    pause(true).await;
    assert_eq!(letters(&app).await.len(), 0);
    pause(false).await;
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(letters(&app).await.len(), 1);
});

both_engines!(
    a_mailbox_that_is_gone_gets_no_more_letters,
    |setup: Setup| {
        let server = SmtpServer::start().await;
        let setup = setup.settings(|settings| {
            settings.smtp_url = Secret::new(server.url());
        });
        let app = setup.start().await;
        let (shop, owner) = with_a_month(&app).await;
        server.be(Mood::RefusesRecipients("550 5.1.1 no such person here"));
        app.work().await;
        app.work().await;
        assert_eq!(is_on(&owner, &shop).await, false);
        assert!(mail::dead(&app.database).await.unwrap().is_empty());
        server.be(Mood::Good);
        count(&app, &shop, &["page_view"]).await;
        until(&app, "2026-05-01");
        app.work().await;
        assert!(server.received().is_empty());

        // Whoever turns it on again was just signed in with a code sent there.
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}/{SWITCH}", shop.slug);
        owner.put(&path, &json!({ "isOn": true })).await.expect(200);
        until(&app, "2026-05-02");
        app.work().await;
        assert_eq!(server.received().len(), 1);
    }
);
