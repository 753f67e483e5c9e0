//! A mail server that is down is known everywhere, and codes that nobody can use any more aren't sent.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::mail;

use super::{a_mail, send, with_server, write};
use crate::support::{Mood, Setup, SmtpServer, TestApp};

const DOWN: &str = "451 4.3.0 the queue is broken";

/// What the sign-in, the operator's page, the inbox, the outbox and the metrics say.
async fn told(app: &TestApp) -> (bool, bool, bool, bool, f64) {
    let admin = app.administrator().await;
    let owner = json!({ "email": "owner@mail.example" });
    let asked = app.visitor().post("/api/sign-in", &owner).await;
    let sign_in = asked.expect(202).json()["isDelayed"].as_bool().unwrap();
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    let outbox = admin.get("/api/admin/outbox").await.expect(200).json();
    let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
    let says = |text: &Value| {
        text.as_str()
            .is_some_and(|text| text.contains("No email gets through"))
    };
    (
        sign_in,
        says(&overview["mail"]["advice"]),
        says(&outbox["advice"]),
        inbox.to_string().contains("Emails aren't being sent"),
        app.metric("townperk_mail_broken").await,
    )
}

both_engines!(
    a_mail_server_that_is_down_is_known_everywhere,
    |setup: Setup| {
        let (app, server) = with_server(setup).await;
        write(&app, a_mail()).await;
        send(&app).await;
        assert_eq!(told(&app).await, (false, false, false, false, 0.0));
        // The sign-in's own code leaves, too.
        send(&app).await;
        server.be(Mood::RefusesRecipients(DOWN));
        app.clock.advance(TimeDelta::minutes(1));
        write(&app, a_mail()).await;
        send(&app).await;
        app.clock.advance(TimeDelta::minutes(2));
        // The next attempt is due in the future, and the mail is unsent all the same.
        assert_eq!(told(&app).await, (true, true, true, true, 1.0));
        let age = app.metric("townperk_mail_oldest_unsent_seconds").await;
        assert!((120.0..=121.0).contains(&age), "{age}");
        let health = mail::health(app.database.reads(), app.clock.now())
            .await
            .unwrap();
        assert!(
            health.advice().unwrap().contains("the queue is broken"),
            "{health:?}"
        );
        server.be(Mood::Good);
        app.clock.advance(TimeDelta::minutes(5));
        send(&app).await;
        assert_eq!(told(&app).await, (false, false, false, false, 0.0));
    }
);

both_engines!(one_refused_recipient_is_no_broken_server, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    server.be(Mood::RefusesRecipients("450 4.2.0 greylisted"));
    write(&app, a_mail()).await;
    send(&app).await;
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::seconds(10));
    write(&app, a_mail()).await;
    app.services().mail_worker().send_due().await.unwrap();
    app.clock.advance(TimeDelta::seconds(100));
    let health = mail::health(app.database.reads(), app.clock.now())
        .await
        .unwrap();
    assert!(!health.is_broken(), "{health:?}");
});

/// A code that the server didn't take.
async fn failed_code(app: &TestApp, server: &SmtpServer) -> String {
    server.be(Mood::RefusesRecipients("550 5.7.1 no relaying"));
    let owner = json!({ "email": "owner@mail.example" });
    app.visitor().post("/api/sign-in", &owner).await.expect(202);
    send(app).await;
    let admin = app.administrator().await;
    let outbox = admin.get("/api/admin/outbox").await.expect(200).json();
    outbox["items"][0]["id"].as_str().unwrap().to_owned()
}

both_engines!(a_code_that_has_expired_is_never_sent, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    let id = failed_code(&app, &server).await;
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::minutes(11));
    let again = format!("/api/admin/outbox/{id}/retry");
    let admin = app.administrator().await;
    let refused = admin.post(&again, &json!({})).await.expect(409).json();
    assert!(
        refused["message"].as_str().unwrap().contains("expired"),
        "{refused}"
    );
    assert_eq!(
        mail::retry_failed(&app.database, app.clock.now())
            .await
            .unwrap(),
        0
    );
    // One that still waits is given up instead of sent.
    server.be(Mood::RefusesRecipients(DOWN));
    let owner = json!({ "email": "other@mail.example" });
    app.visitor().post("/api/sign-in", &owner).await.expect(202);
    send(&app).await;
    server.be(Mood::Good);
    let before = server.received().len();
    app.clock.advance(TimeDelta::hours(1));
    send(&app).await;
    assert_eq!(server.received().len(), before);
    let dead = mail::dead(&app.database).await.unwrap();
    assert!(
        dead.iter().any(|mail| mail.error.contains("expired")),
        "{dead:?}"
    );
});

both_engines!(failed_mails_are_grouped_and_dismissed, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    for reply in ["550 5.1.1 nobody", "550 5.1.1 nobody", "550 5.2.1 closed"] {
        server.be(Mood::RefusesRecipients(reply));
        write(&app, a_mail()).await;
        send(&app).await;
    }
    let admin = app.administrator().await;
    let outbox = admin.get("/api/admin/outbox").await.expect(200).json();
    let reasons = outbox["reasons"].as_array().unwrap();
    assert_eq!(
        (&reasons[0]["count"], &reasons[1]["count"]),
        (&json!(2), &json!(1))
    );
    let closed = outbox["items"].as_array().unwrap().iter();
    let closed = closed
        .clone()
        .find(|mail| mail["error"].as_str().unwrap().contains("closed"));
    let one = format!(
        "/api/admin/outbox/{}",
        closed.unwrap()["id"].as_str().unwrap()
    );
    app.visitor().delete(&one).await.expect(401);
    admin.delete(&one).await.expect(200);
    admin.delete(&one).await.expect(404);
    let reason = json!({ "reason": reasons[0]["reason"] });
    let dismissed = admin.post("/api/admin/outbox/dismiss", &reason).await;
    assert_eq!(dismissed.expect(200).json()["dismissed"], 2);
    let dismissed = admin.post("/api/admin/outbox/dismiss", &reason).await;
    assert_eq!(dismissed.expect(200).json()["dismissed"], 0);
    let outbox = admin.get("/api/admin/outbox").await.expect(200).json();
    assert_eq!(
        (&outbox["failed"], &outbox["reasons"]),
        (&json!(0), &json!([]))
    );
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    assert!(log.to_string().contains("mail.dismiss"), "{log}");
});
