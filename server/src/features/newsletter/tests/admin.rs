//! The newsletter and the outbox in the panel.

use serde_json::{Value, json};

use chrono::TimeDelta;

use super::subscribe;
use crate::support::{Received, Setup, TestApp};

both_engines!(
    a_pause_holds_list_mails_back_on_every_node,
    |app: TestApp| {
        let mut app = app;
        let admin = app.administrator().await;
        let pause = json!({ "isPaused": true });
        let paused = admin
            .put("/api/admin/newsletter/pause", &pause)
            .await
            .expect(200)
            .json();
        assert_eq!(paused["pausedSince"], json!(app.clock.now()));
        let again = admin
            .put("/api/admin/newsletter/pause", &pause)
            .await
            .expect(200)
            .json();
        assert_eq!(again["pausedSince"], paused["pausedSince"]);
        let other = app.second_node().await;
        let reads = other.database.reads();
        let seen = townperk::platform::mail::lists_paused_since(reads)
            .await
            .unwrap();
        assert_eq!(seen, Some(app.clock.now()));
        let resume = json!({ "isPaused": false });
        let resumed = admin
            .put("/api/admin/newsletter/pause", &resume)
            .await
            .expect(200)
            .json();
        assert_eq!(resumed["pausedSince"], Value::Null);
    }
);

both_engines!(readers_are_counted_and_a_test_is_sent, |app: TestApp| {
    let admin = app.administrator().await;
    app.visitor()
        .post(
            "/api/newsletter/subscribe",
            &json!({ "email": "reader@mail.example" }),
        )
        .await
        .expect(200);
    let overview = admin.get("/api/admin/newsletter").await.expect(200).json();
    assert_eq!(
        (
            &overview["readers"]["pending"],
            &overview["readers"]["confirmed"]
        ),
        (&json!(1), &json!(0))
    );
    assert_eq!(overview["growth"].as_array().unwrap().len(), 26);

    let test = json!({ "email": "me@mail.example" });
    let nothing = admin
        .get("/api/admin/newsletter/preview")
        .await
        .expect(200)
        .json();
    assert_eq!(nothing["issue"], Value::Null);
    let sent = admin
        .post("/api/admin/newsletter/test", &test)
        .await
        .expect(200)
        .json();
    assert_eq!(sent["isSent"], false, "nothing is new");
    app.article("news", 60).await;
    let preview = admin
        .get("/api/admin/newsletter/preview")
        .await
        .expect(200)
        .json();
    assert!(
        preview["issue"]["html"]
            .as_str()
            .unwrap()
            .contains("About news"),
        "{preview}"
    );
    let sent = admin
        .post("/api/admin/newsletter/test", &test)
        .await
        .expect(200)
        .json();
    assert_eq!(sent["isSent"], true);

    let waiting = admin
        .get("/api/admin/outbox?state=waiting")
        .await
        .expect(200)
        .json();
    let recipients: Vec<&str> = waiting["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| mail["recipient"].as_str().unwrap())
        .collect();
    assert!(recipients.contains(&"me@mail.example"), "{waiting}");
    let id = waiting["items"][0]["id"].as_str().unwrap();
    let retried = admin
        .post(&format!("/api/admin/outbox/{id}/retry"), &json!({}))
        .await;
    assert_eq!(retried.expect(200).json()["state"], "waiting");
    app.services.mail_worker().send_due().await.unwrap();
    let gone = admin
        .post(&format!("/api/admin/outbox/{id}/retry"), &json!({}))
        .await;
    gone.expect(404);
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    assert_eq!(overview["mail"]["lastSent"]["age"], "just now");
    assert_eq!(overview["lastImport"], Value::Null);
});

both_engines!(
    a_pause_in_the_middle_of_sending_keeps_the_rest,
    |setup: Setup| {
        let app = setup
            .settings(|settings| settings.newsletter_mails_per_minute = 2)
            .start()
            .await;
        let town = app.city("Alexandria", "LA").await;
        for number in 0..5 {
            subscribe(&app, &format!("reader{number}@home.example"), &[]).await;
        }
        app.shop(&town).await;
        let issues = |mails: Vec<Received>| -> Vec<String> {
            let issues = mails
                .into_iter()
                .filter(|mail| !mail.header("List-ID").is_empty());
            issues.map(|mail| mail.recipient).collect()
        };
        // Past the next Thursday: the first mails of the issue leave.
        app.clock.advance(TimeDelta::days(7));
        let admin = app.administrator().await;
        for _ in 0..2 {
            app.services.job_worker().run_due().await.unwrap();
        }
        app.services.mail_worker().send_due().await.unwrap();
        let set = async |is_paused: bool| {
            let body = json!({ "isPaused": is_paused });
            let answer = admin.put("/api/admin/newsletter/pause", &body).await;
            answer.expect(200);
        };
        set(true).await;
        let first = issues(app.mails().await).len();
        assert!((1..5).contains(&first), "{first} of 5 have left");
        for _ in 0..5 {
            app.clock.advance(TimeDelta::minutes(1));
            app.services.mail_worker().send_due().await.unwrap();
        }
        assert_eq!(
            issues(app.mails().await).len(),
            first,
            "nothing leaves meanwhile"
        );
        let overview = admin.get("/api/admin/newsletter").await.expect(200).json();
        assert_eq!(overview["issues"][0]["sent"], first);
        assert_eq!(overview["issues"][0]["waiting"], 5 - first);
        set(false).await;
        for _ in 0..5 {
            app.clock.advance(TimeDelta::minutes(1));
            app.services.mail_worker().send_due().await.unwrap();
        }
        let mut sent = issues(app.mails().await);
        sent.sort_unstable();
        let each: Vec<String> = (0..5)
            .map(|number| format!("reader{number}@home.example"))
            .collect();
        assert_eq!(sent, each, "each got it once");
    }
);

both_engines!(
    the_next_letter_is_shown_with_its_own_styles,
    |app: TestApp| {
        let admin = app.administrator().await;
        let path = "/api/admin/newsletter/preview/letter";
        admin.get(path).await.expect(404);
        app.article("news", 60).await;
        let letter = admin.get(path).await.expect(200);
        let policy = letter.header("content-security-policy").to_owned();
        assert!(
            policy.starts_with("default-src 'none'; style-src 'unsafe-inline'")
                && policy.contains("sandbox"),
            "{policy}"
        );
        assert!(letter.text().contains("About news"));
    }
);
