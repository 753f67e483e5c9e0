//! Codes, cookies and keys used at the wrong time or in the wrong place.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::{
    codes::{self, Proof, Purpose},
    error::Error,
    keys::Keys,
    mail::EmailAddress,
    sessions::{self, Kind},
    web::Client,
};

use super::{EMAIL, ask, guess, newest_code, refusal};
use crate::support::TestApp;

/// A code for another purpose, sent to the same address.
async fn code_for(app: &TestApp, name: &'static str) -> codes::Issued {
    let (keys, identifiers) = (app.services.keys.clone(), app.identifiers.clone());
    let (now, subject) = (app.clock.now(), app.identifiers.next());
    app.database
        .transaction(move |transaction| {
            let (keys, identifiers) = (keys.clone(), identifiers.clone());
            Box::pin(async move {
                let purpose = Purpose {
                    name,
                    subject: Some(subject),
                };
                let address = EmailAddress::parse(EMAIL, "email")?;
                codes::issue(transaction, (&keys, &identifiers), &purpose, &address, now).await
            })
        })
        .await
        .unwrap()
}

both_engines!(
    a_code_for_another_purpose_signs_nobody_in,
    |app: TestApp| {
        let claim = code_for(&app, "claim").await;
        let answer = guess(&app.visitor(), &claim.code).await.expect(400);
        assert_eq!(answer.json()["field"], "code");
        assert!(answer.header("set-cookie").is_empty());
        let link = json!({ "token": claim.token });
        let answer = app.visitor().post("/api/sign-in/link", &link).await;
        assert!(answer.expect(400).header("set-cookie").is_empty());
        // Next to a sign-in code, each still works only for its own purpose.
        ask(&app, EMAIL).await;
        let (code, _) = newest_code(&app).await;
        guess(&app.visitor(), &claim.code).await.expect(400);
        guess(&app.visitor(), &code).await.expect(200);
        let (keys, address) = (
            app.services.keys.clone(),
            EmailAddress::parse(EMAIL, "email").unwrap(),
        );
        let link = codes::peek_link(app.database.reads(), &keys, "claim", &claim.token).await;
        let (_, to) = link.unwrap().expect("the claim's link");
        assert_eq!(to, address, "it is not used up");
    }
);

both_engines!(
    a_session_that_was_ended_ends_on_every_node,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let person = app.person(EMAIL).await;
        let cookie = session(&app, person).await;
        let there = other.visitor().with("cookie", &cookie);
        there.get("/api/sessions").await.expect(200);
        let here = app.visitor().with("cookie", &cookie);
        here.post("/api/sign-out", &json!({})).await.expect(200);
        there.get("/api/sessions").await.expect(401);
        let session = there.get("/api/session").await.expect(200).json();
        assert_eq!(session["person"], Value::Null);
    }
);

/// A session cookie for `person`.
async fn session(app: &TestApp, person: uuid::Uuid) -> String {
    let services = app.services.clone();
    let now = app.clock.now();
    let token = app
        .database
        .transaction(move |transaction| {
            let services = services.clone();
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let client = townperk::platform::web::Client::unknown();
                let whose = (Kind::Owner, Some(person));
                sessions::open(transaction, by, whose, &client, now).await
            })
        })
        .await
        .unwrap();
    let cookie = sessions::set(Kind::Owner, &token, true);
    cookie.split(';').next().unwrap().to_owned()
}

both_engines!(
    sessions_and_codes_outlive_the_keys_that_sign,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let owner = app.signed_in(EMAIL).await;
        ask(&app, EMAIL).await;
        let (code, _) = newest_code(&app).await;
        for _ in 0..2 {
            app.clock.advance(chrono::TimeDelta::seconds(1));
            Keys::rotate(&app.database, &app.clock, &app.identifiers)
                .await
                .unwrap();
            for node in [&app, &other] {
                node.services.keys.refresh(&node.database).await.unwrap();
            }
        }
        owner.get("/api/sessions").await.expect(200);
        guess(&other.visitor(), &code).await.expect(200);
    }
);

both_engines!(
    over_https_only_the_prefixed_cookie_counts,
    |app: TestApp| {
        let person = app.person(EMAIL).await;
        let cookie = session(&app, person).await;
        let token = cookie.strip_prefix("__Host-").expect("the site uses HTTPS");
        let sibling = app.visitor().with("cookie", token);
        let answer = sibling.get("/api/session").await.expect(200).json();
        assert_eq!(answer["person"], serde_json::Value::Null, "D104");
        let own = app.visitor().with("cookie", &cookie);
        assert_eq!(
            own.get("/api/session").await.json()["person"]["email"],
            EMAIL
        );
    }
);

/// A wrong guess for a purpose besides signing in; `Err` if it isn't taken.
async fn guess_elsewhere(app: &TestApp) -> Result<(), Error> {
    let (keys, now) = (app.services.keys.clone(), app.clock.now());
    let subject = Some(app.identifiers.next());
    app.database
        .transaction(move |transaction| {
            let keys = keys.clone();
            Box::pin(async move {
                let purpose = Purpose {
                    name: "claim",
                    subject,
                };
                let address = EmailAddress::parse(EMAIL, "email")?;
                let proof = Proof::Code(address, "123456".to_owned());
                let with = (&proof, &Client::unknown());
                let guess = codes::redeem(transaction, &keys, &purpose, with, now).await?;
                assert!(guess.is_err());
                Ok(())
            })
        })
        .await
}

both_engines!(
    twenty_wrong_guesses_a_day_are_all_for_a_mailbox_and_its_link_works_on,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        for _ in 0..10 {
            refusal(&app, EMAIL, "000000").await;
            guess_elsewhere(&other).await.unwrap();
        }
        ask(&app, EMAIL).await;
        let (code, token) = newest_code(&app).await;
        for node in [&app, &other] {
            let refused = guess(&node.visitor(), &code).await.expect(429).json();
            let message = refused["message"].as_str().unwrap();
            assert!(message.contains("use the link in the email"), "{message}");
            let elsewhere = guess_elsewhere(node).await;
            assert!(matches!(elsewhere, Err(Error::TooMany { .. })));
        }
        let link = json!({ "token": token });
        let visitor = other.visitor();
        visitor.post("/api/sign-in/link", &link).await.expect(200);
        app.clock.advance(TimeDelta::hours(24));
        ask(&app, EMAIL).await;
        let (code, _) = newest_code(&app).await;
        guess(&app.visitor(), &code).await.expect(200);
    }
);

/// A code for signing in that no email has.
async fn unmailed(app: &TestApp) -> codes::Issued {
    let (keys, identifiers) = (app.services.keys.clone(), app.identifiers.clone());
    let now = app.clock.now();
    let unsent = app.database.transaction(move |transaction| {
        let (keys, identifiers) = (keys.clone(), identifiers.clone());
        Box::pin(async move {
            let address = EmailAddress::parse(EMAIL, "email")?;
            let by = (&keys, &identifiers);
            codes::issue_unsent(transaction, by, &codes::SIGN_IN, &address, now).await
        })
    });
    unsent.await.unwrap()
}

both_engines!(
    a_code_that_was_not_mailed_accepts_no_guess,
    |app: TestApp| {
        let unsent = unmailed(&app).await;
        guess(&app.visitor(), &unsent.code).await.expect(400);
        for number in 2..=5 {
            // The same as for a code that was mailed (D90).
            let answer = guess(&app.visitor(), "000000").await.expect(400).json();
            let message = answer["message"].as_str().unwrap();
            let is_last = message.contains("the fifth wrong code");
            assert_eq!(is_last, number == 5, "{message}");
        }
        let link = json!({ "token": unsent.token });
        let visitor = app.visitor();
        visitor.post("/api/sign-in/link", &link).await.expect(400);
    }
);

both_engines!(
    guesses_at_dead_and_unmailed_codes_count_at_both_nodes,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let nodes = [&app, &other];
        ask(&app, EMAIL).await;
        let (dead, _) = newest_code(&app).await;
        let wrong = if dead == "000000" { "000001" } else { "000000" };
        for number in 1..=5 {
            let refused = refusal(nodes[number % 2], EMAIL, wrong).await;
            let message = refused["message"].as_str().unwrap();
            let is_last = message.contains("the fifth wrong code");
            assert_eq!(is_last, number == 5, "{message}");
        }
        for node in nodes {
            refusal(node, EMAIL, &dead).await;
        }
        // Beside a later one that no email has, it stays dead, and that one works as little.
        app.clock.advance(TimeDelta::minutes(2));
        let unsent = unmailed(&app).await;
        let link = json!({ "token": unsent.token });
        for node in nodes {
            for code in [&dead, &unsent.code] {
                refusal(node, EMAIL, code).await;
            }
            let visitor = node.visitor();
            visitor.post("/api/sign-in/link", &link).await.expect(400);
        }
        // Of the twenty guesses of a day these were eleven.
        for number in 12..=20 {
            refusal(nodes[number % 2], EMAIL, wrong).await;
        }
        ask(&app, EMAIL).await;
        let (code, token) = newest_code(&app).await;
        for node in nodes {
            guess(&node.visitor(), &code).await.expect(429);
        }
        let (link, visitor) = (json!({ "token": token }), other.visitor());
        visitor.post("/api/sign-in/link", &link).await.expect(200);
    }
);

/// The answers to fifteen wrong guesses at one node.
async fn guesses(node: &TestApp, wrong: &str) -> Vec<u16> {
    let visitor = node.visitor();
    let mut statuses = Vec::new();
    for _ in 0..15 {
        statuses.push(guess(&visitor, wrong).await.status());
    }
    statuses
}

both_engines!(
    guesses_at_two_nodes_at_once_are_twenty_a_day_together,
    |mut app: TestApp| {
        let other = app.second_node().await;
        ask(&app, EMAIL).await;
        let (code, _) = newest_code(&app).await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        let (here, there) = tokio::join!(guesses(&app, wrong), guesses(&other, wrong));
        let mut statuses = [here, there].concat();
        statuses.sort_unstable();
        assert_eq!(statuses, [vec![400; 20], vec![429; 10]].concat());
    }
);
