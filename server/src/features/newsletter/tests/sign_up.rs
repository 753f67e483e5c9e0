//! Signing up, by people and by programs.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{ANN, link, post, sign_up, sign_up_with, subscribe, value_after};
use crate::support::{Response, TestApp, Visitor};

both_engines!(
    signing_up_takes_a_mail_and_a_press_of_a_button,
    |app: TestApp| {
        let answer = sign_up(&app.visitor(), " Ann@Home.Example ")
            .await
            .expect(200);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.headers().get("set-cookie").is_none());
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].recipient, "Ann@home.example");
        assert_eq!(
            mails[0].header("List-Unsubscribe"),
            "",
            "nobody is on a list yet"
        );
        let address = link(&mails[0], "/newsletter/confirm");
        for _ in 0..2 {
            let page = app.visitor().get(&address).await.expect(200);
            assert_eq!(
                page.html().h1(),
                "Confirm your subscription",
                "a GET confirms nothing"
            );
            assert_eq!(page.header("cache-control"), "no-store");
            assert_eq!(page.header("x-robots-tag"), "noindex");
            assert!(!page.text().contains("<script"), "it works without one");
        }
        let form = format!(
            "credential={}&action=confirm",
            value_after(&address, "token")
        );
        let page = post(&app, "/newsletter/confirm", &form).await.expect(200);
        assert_eq!(page.html().h1(), "You are subscribed");
        let again = post(&app, "/newsletter/confirm", &form).await.expect(200);
        assert_eq!(
            again.html().h1(),
            "You're already subscribed",
            "a token works once"
        );
    }
);

both_engines!(the_answer_is_the_same_for_every_address, |app: TestApp| {
    let reader = subscribe(&app, ANN, &[]).await;
    let refused = "bob@home.example";
    sign_up(&app.visitor(), refused).await.expect(200);
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.recipient == refused).unwrap();
    post(&app, &link(mail, "/newsletter/unsubscribe"), "")
        .await
        .expect(200);
    app.clock.advance(TimeDelta::hours(25));
    let sent = app.mails().await.len();
    let mut answers = Vec::new();
    for email in ["new@home.example", ANN, refused] {
        let answer = sign_up(&app.visitor(), email).await.expect(200);
        answers.push(answer.text());
    }
    assert!(
        answers.windows(2).all(|two| two[0] == two[1]),
        "{answers:?}"
    );
    let mails = app.mails().await;
    let mut to: Vec<&str> = mails[sent..]
        .iter()
        .map(|mail| mail.recipient.as_str())
        .collect();
    to.sort_unstable();
    assert_eq!(
        to,
        [ANN, "new@home.example"],
        "who said no hears nothing more"
    );
    let reminder = mails[sent..]
        .iter()
        .find(|mail| mail.recipient == ANN)
        .unwrap();
    assert!(reminder.header("Subject").contains("already"));
    assert!(link(reminder, "/newsletter/preferences").ends_with(&reader));
});

both_engines!(an_address_gets_one_mail_a_day_by_it, |app: TestApp| {
    sign_up(&app.visitor(), ANN).await.expect(200);
    for email in ["ANN@home.example", ANN] {
        let again = sign_up(&app.visitor(), email).await;
        expect_later(&again, 86_400, "in 24 hours.");
    }
    assert_eq!(app.mails().await.len(), 1);
    for number in 0..10 {
        let status = if number < 3 { 200 } else { 429 };
        sign_up(&app.visitor(), &format!("carl+{number}@home.example"))
            .await
            .expect(status);
    }
    assert_eq!(app.mails().await.len(), 4, "tags lead into one mailbox");
    app.clock.advance(TimeDelta::minutes(23 * 60 + 1));
    let again = sign_up(&app.visitor(), ANN).await;
    expect_later(&again, 3540, "in 59 minutes.");
    app.clock.advance(TimeDelta::minutes(59));
    sign_up(&app.visitor(), ANN).await.expect(200);
    assert_eq!(app.mails().await.len(), 5);
});

/// No email was sent, and the answer says so and when the next one can be.
fn expect_later(answer: &Response, seconds: u32, words: &str) {
    assert_eq!(answer.status(), 429, "{}", answer.text());
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    let message = answer.json()["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("no further email was sent"),
        "D90: {message}"
    );
    assert!(message.ends_with(words), "{message}");
}

both_engines!(an_address_and_its_mailbox_wait_together, |app: TestApp| {
    sign_up(&app.visitor(), ANN).await.expect(200);
    app.clock.advance(TimeDelta::hours(20));
    for number in 0..3 {
        sign_up(&app.visitor(), &format!("ann+{number}@home.example"))
            .await
            .expect(200);
    }
    // The address alone would wait for four hours.
    let again = sign_up(&app.visitor(), ANN).await;
    expect_later(&again, 8 * 3600, "in 8 hours.");
    app.clock.advance(TimeDelta::hours(8));
    sign_up(&app.visitor(), ANN).await.expect(200);
    assert_eq!(app.mails().await.len(), 5);
});

both_engines!(known_or_not_an_address_waits_alike, |app: TestApp| {
    let (reader, refused) = ("reader@home.example", "refused@home.example");
    subscribe(&app, reader, &[]).await;
    sign_up(&app.visitor(), refused).await.expect(200);
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.recipient == refused).unwrap();
    post(&app, &link(mail, "/newsletter/unsubscribe"), "")
        .await
        .expect(200);
    for day in 0..2 {
        let mut answers = Vec::new();
        // Nobody has asked the first one before.
        for email in ["new@home.example", reader, refused] {
            if day > 0 || email.starts_with("new") {
                let first = sign_up(&app.visitor(), email).await.expect(200).text();
                assert!(first.contains("If this address has declined"), "{first}");
            }
            let again = sign_up(&app.visitor(), email).await.expect(429);
            answers.push(again.json()["message"].clone());
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        app.clock.advance(TimeDelta::hours(24));
    }
});

both_engines!(bad_input_is_refused_with_its_field, |app: TestApp| {
    for email in [
        "",
        " ",
        "ann",
        "ann@home",
        "ann@@home.example",
        "ann@home.example, bob@home.example",
        "<ann@home.example>",
    ] {
        let answer = sign_up(&app.visitor(), email).await.expect(400).json();
        assert_eq!(answer["field"], "email", "{email}");
    }
    for body in [
        json!({}),
        json!({ "email": 1 }),
        json!({ "email": ANN, "admin": true }),
        json!([ANN]),
    ] {
        sign_up_with(&app.visitor(), body).await.expect(400);
    }
    let form = app
        .visitor()
        .with("content-type", "application/x-www-form-urlencoded");
    let send = |visitor: Visitor, body: &str| {
        let body = Body::from(body.to_owned());
        async move {
            visitor
                .send(Method::POST, "/api/newsletter/subscribe", body)
                .await
        }
    };
    send(form, "email=ann@home.example").await.expect(415);
    let foreign = app
        .visitor()
        .with("content-type", "application/json")
        .with("origin", "https://evil.example");
    send(foreign, r#"{"email":"ann@home.example"}"#)
        .await
        .expect(403);
    let long = format!(r#"{{"email":"{}"}}"#, "a".repeat(10_000));
    send(
        app.visitor().with("content-type", "application/json"),
        &long,
    )
    .await
    .expect(413);
    assert!(app.mails().await.is_empty());
});

both_engines!(a_filled_trap_is_no_success, |app: TestApp| {
    // As programs fill it in, and as browsers do for people, by its present name and the former one.
    for (name, value) in [
        ("leftEmpty", "https://spam.example"),
        ("leftEmpty", " "),
        ("homepage", "bob@home.example"),
    ] {
        let filled = json!({ "email": ANN, name: value, "afterMillis": 5000 });
        let answer = sign_up_with(&app.visitor(), filled).await.expect(400);
        assert!(!answer.text().contains(name), "{}", answer.text());
        let answer = answer.json();
        assert_eq!(answer["code"], "filled_by_program");
        assert_eq!(answer["field"], Value::Null);
        assert!(
            answer["message"]
                .as_str()
                .unwrap()
                .starts_with("Nothing was sent yet.")
        );
    }
    // Sent anyway.
    let person = json!({ "email": "bob@home.example", "leftEmpty": "", "homepage": "", "afterMillis": 5000 });
    sign_up_with(&app.visitor(), person).await.expect(200);
    let hasty = json!({ "email": "carl@home.example", "afterMillis": 20 });
    let refused = sign_up_with(&app.visitor(), hasty).await.expect(429);
    assert_eq!(refused.header("retry-after"), "1");
    let to: Vec<String> = app
        .mails()
        .await
        .into_iter()
        .map(|mail| mail.recipient)
        .collect();
    assert_eq!(to, ["bob@home.example"]);
});

both_engines!(
    sign_ups_of_one_network_cause_twenty_mails_each_address_and_eighty_in_all,
    |app: TestApp| {
        let mut taken = 0;
        for number in 0..500 {
            // One address first, then its neighbors.
            let host = if number < 100 { 1 } else { number % 250 };
            let visitor = app.visitor().from(&format!("203.0.113.{host}"));
            let answer = sign_up(&visitor, &format!("person{number}@home.example")).await;
            match answer.status() {
                200 => {
                    taken += 1;
                    assert!(number >= 100 || taken <= 20, "{number}");
                }
                429 => assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0),
                other => panic!("{other}"),
            }
        }
        assert_eq!((taken, app.mails().await.len()), (80, 80));
        sign_up(&app.visitor().from("198.51.100.7"), ANN)
            .await
            .expect(200);
    }
);

both_engines!(
    a_48_of_ipv6_cannot_close_the_newsletter_for_others,
    |app: TestApp| {
        let mut taken = 0;
        for number in 0..800 {
            let visitor = app.visitor().from(&format!("2001:db8:1:{number:x}::1"));
            let answer = sign_up(&visitor, &format!("person{number}@home.example")).await;
            taken += usize::from(answer.status() == 200);
        }
        assert_eq!((taken, app.mails().await.len()), (80, 80));
        sign_up(&app.visitor().from("2001:db8:2::1"), ANN)
            .await
            .expect(200);
    }
);

both_engines!(
    ten_networks_cannot_close_the_newsletter_for_others,
    |app: TestApp| {
        let mut taken = 0;
        for number in 0..800 {
            let address = format!("2001:db8:{:x}:{:x}::1", number % 10, number / 10);
            let visitor = app.visitor().from(&address);
            let answer = sign_up(&visitor, &format!("person{number}@home.example")).await;
            taken += usize::from(answer.status() == 200);
        }
        // The first half of the hourly maximum, then two each from the second half.
        assert_eq!((taken, app.mails().await.len()), (270, 270));
        sign_up(&app.visitor().from("2001:db8:ff::1"), ANN)
            .await
            .expect(200);
    }
);

both_engines!(signing_up_works_without_a_script, |app: TestApp| {
    let path = "/newsletter/subscribe";
    let page = post(&app, path, "email=ann%40home.example&leftEmpty=").await;
    let page = page.expect(200);
    assert_eq!(page.html().h1(), "One more step");
    assert!(page.text().contains(ANN));
    assert_eq!(app.mails().await.len(), 1);
    let page = post(&app, path, "email=nobody").await.expect(400);
    assert_eq!(page.html().h1(), "Subscription failed");
    assert!(!page.text().contains("Send it anyway"));
    let again = post(&app, path, "email=ann%40home.example").await;
    let again = again.expect(429);
    assert_eq!(again.html().h1(), "Subscription failed");
    assert!(again.text().contains("try again in 24 hours."));
    // Whoever's browser filled in the hidden field is told, and sends it anyway.
    for trap in ["leftEmpty", "homepage"] {
        let filled = format!("email=bob%40home.example&{trap}=x");
        let page = post(&app, path, &filled).await.expect(400);
        assert_eq!(page.html().h1(), "Subscription failed");
        let text = page.text();
        for part in [
            "Nothing was sent yet.",
            "Send it anyway",
            "name=\"email\" value=\"bob@home.example\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains(&format!("name=\"{trap}\"")));
    }
    assert_eq!(app.mails().await.len(), 1);
    post(&app, path, "email=bob%40home.example")
        .await
        .expect(200);
    assert_eq!(app.mails().await.len(), 2);
    let elsewhere = app
        .visitor()
        .with("content-type", "application/x-www-form-urlencoded")
        .with("sec-fetch-site", "cross-site");
    let answer = elsewhere.send(Method::POST, path, Body::from("email=a%40home.example"));
    answer.await.expect(403);
});

both_engines!(a_refused_body_names_no_hidden_fields, |app: TestApp| {
    for body in [
        json!({ "email": ANN, "x": 1 }),
        json!({ "email": 5 }),
        json!({ "leftEmpty": "x" }),
        json!({ "email": ANN, "leftEmpty": 5 }),
        json!({ "email": ANN, "homepage": [] }),
        json!({ "email": ANN, "afterMillis": "soon" }),
    ] {
        let answer = sign_up_with(&app.visitor(), body.clone()).await.expect(400);
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        for word in [
            "homepage",
            "leftEmpty",
            "expected",
            "invalid type",
            "u64",
            "line",
            "column",
        ] {
            assert!(!message.contains(word), "{body}: {message}");
        }
    }
});
