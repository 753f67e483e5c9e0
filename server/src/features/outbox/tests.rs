//! The outbox in the panel.

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use townperk::platform::mail::{EmailAddress, MailText, NewMail};
use uuid::Uuid;

use crate::support::{TestApp, Visitor};

/// An email that came back.
async fn bounced(app: &TestApp, text: &str) -> Uuid {
    let id = app.identifiers.next();
    let words = MailText {
        subject: "Your listing".to_owned(),
        public_subject: None,
        text: text.to_owned(),
        html: format!("<p>{text}</p>"),
        lasts: None,
    };
    let mail = NewMail {
        to: EmailAddress::parse("ann@hoem.example", "email").unwrap(),
        words,
        about: None,
        list: None,
    };
    let (services, now) = (app.services().clone(), app.clock.now());
    app.database
        .transaction(move |transaction| {
            let (services, mail) = (services.clone(), mail.clone());
            Box::pin(async move {
                services.mail.enqueue(transaction, &mail, id, now).await?;
                transaction
                    .execute_unprepared(
                        "UPDATE outbox SET state = 'dead', finished_at = created_at, last_error = '550 5.1.1' WHERE subject = 'Your listing'",
                    )
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    id
}

async fn waits(admin: &Visitor) -> Vec<Value> {
    let items = admin.inbox().await.into_iter();
    items.filter(|item| item["kind"] == "mail").collect()
}

both_engines!(a_bounced_mail_is_dismissed_and_back, |app: TestApp| {
    let admin = app.administrator().await;
    let id = bounced(&app, "It is live.").await;
    assert_eq!(waits(&admin).await.len(), 1);
    let dismiss = format!("/api/admin/outbox/{id}");
    let dismissed = admin.delete(&dismiss).await.expect(200).json();
    assert!(waits(&admin).await.is_empty());
    admin.delete(&dismiss).await.expect(404);
    let entry = dismissed["entry"].as_str().unwrap();
    let undo = format!("/api/admin/audit/{entry}/undo");
    admin.post(&undo, &json!({})).await.expect(200);
    assert_eq!(waits(&admin).await.len(), 1);
});

both_engines!(
    a_mistyped_address_is_mended_unless_the_mail_proves_it,
    |app: TestApp| {
        let admin = app.administrator().await;
        let id = bounced(&app, "It is live.").await;
        let again = format!("/api/admin/outbox/{id}/retry");
        let wrong = admin.post(&again, &json!({ "recipient": "ann" })).await;
        assert_eq!(wrong.expect(400).json()["field"], "recipient");
        let right = json!({ "recipient": "ann@home.example" });
        admin.post(&again, &right).await.expect(200);
        let mails = app.mails().await;
        assert_eq!(mails.last().unwrap().recipient, "ann@home.example");

        let signed = bounced(&app, "Confirm: https://townperk.example/x?token=abc").await;
        let again = format!("/api/admin/outbox/{signed}/retry");
        admin.post(&again, &right).await.expect(409);
    }
);

both_engines!(nobody_reads_a_sign_in_code_in_the_panel, |app: TestApp| {
    let admin = app.administrator().await;
    let email = json!({ "email": "owner@mail.example" });
    app.visitor().post("/api/sign-in", &email).await.expect(202);

    let list = "/api/admin/outbox?state=waiting";
    let waiting = admin.get(list).await.expect(200).json();
    let subject = waiting["items"][0]["subject"].as_str().unwrap();
    assert!(subject.starts_with("•••••• is your "), "{subject}");
    let id = waiting["items"][0]["id"].as_str().unwrap();
    let again = format!("/api/admin/outbox/{id}/retry");
    admin.post(&again, &json!({})).await.expect(200);
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    assert_eq!(log["entries"][0]["action"], "mail.retry");

    let (code, _) = app.code_to("owner@mail.example").await;
    assert!(!waiting.to_string().contains(&code), "{waiting}");
    assert!(!log.to_string().contains(&code), "{log}");
});
