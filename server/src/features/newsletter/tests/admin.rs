//! The newsletter and the outbox in the panel.

use serde_json::{Value, json};

use crate::support::TestApp;

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
