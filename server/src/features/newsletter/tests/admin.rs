//! The newsletter and the outbox in the panel.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::settings::Secret;

use super::{link, post, sign_up, value_after};
use crate::support::{Mood, Setup, SmtpServer, TestApp};

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
    app.clock.advance(TimeDelta::seconds(1));
    let retried = admin
        .post(&format!("/api/admin/outbox/{id}/retry"), &json!({}))
        .await;
    assert_eq!(retried.expect(200).json()["state"], "waiting");
    app.services.mail_worker().send_due().await.unwrap();
    let gone = admin
        .post(&format!("/api/admin/outbox/{id}/retry"), &json!({}))
        .await;
    gone.expect(404);
    let log = "/api/admin/audit?actor=administrator";
    let log = admin.get(log).await.expect(200).json();
    let acts = log["entries"].as_array().unwrap();
    let acts: Vec<&str> = (acts.iter())
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(acts, ["mail.retry", "newsletter.test"]);
    assert!(!log.to_string().contains("mail.example"), "{log}");
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    assert_eq!(overview["mail"]["lastSent"]["age"], "just now");
    assert_eq!(overview["lastImport"], Value::Null);
});

both_engines!(
    a_pause_in_the_middle_of_sending_keeps_the_rest,
    |setup: Setup| {
        let server = SmtpServer::start().await;
        let app = setup
            .settings(|settings| {
                settings.smtp_url = Secret::new(server.url());
            })
            .start()
            .await;
        let town = app.city("Alexandria", "LA").await;
        let sign_up_and_confirm = async |number: usize| {
            let email = format!("reader{number}@home.example");
            sign_up(&app.visitor(), &email).await.expect(200);
            app.work().await;
            let mail = server.received().pop().unwrap();
            let token = link(&mail, "/newsletter/confirm");
            let form = format!("credential={}&action=confirm", value_after(&token, "token"));
            post(&app, "/newsletter/confirm", &form).await.expect(200);
        };
        for number in 0..5 {
            sign_up_and_confirm(number).await;
        }
        app.shop(&town).await;
        app.clock.advance(TimeDelta::days(1));
        let admin = app.administrator().await;
        let issues = || -> usize {
            let received = server.received();
            let issues = received
                .iter()
                .filter(|mail| !mail.header("List-ID").is_empty());
            issues.count()
        };
        // The issue is being sent, and the mail server responds with a temporary error.
        server.be(Mood::RefusesRecipients("451 4.7.1 Try again later"));
        app.work().await;
        let figures = async || {
            let overview = admin.get("/api/admin/newsletter").await.expect(200).json();
            let issue = overview["issues"][0].clone();
            (issue["sent"].clone(), issue["waiting"].clone())
        };
        assert_eq!(figures().await, (json!(0), json!(5)));
        let set = async |is_paused: bool| {
            let body = json!({ "isPaused": is_paused });
            let answer = admin.put("/api/admin/newsletter/pause", &body).await;
            answer.expect(200);
        };
        set(true).await;
        server.be(Mood::Good);
        for _ in 0..5 {
            app.clock.advance(TimeDelta::hours(1));
            app.work().await;
        }
        assert_eq!(issues(), 0, "nothing leaves while it is paused");
        assert_eq!(figures().await, (json!(0), json!(5)));
        set(false).await;
        app.work().await;
        app.work().await;
        assert_eq!(issues(), 5, "each leaves once");
        assert_eq!(figures().await, (json!(5), json!(0)));
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
