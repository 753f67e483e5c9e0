//! Unsubscribing, subscribing again, and choosing towns.

use std::sync::Arc;

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use tokio::sync::Notify;
use townperk::platform::{
    database::Engine,
    mail::{EmailAddress, List, MailText, NewMail},
};
use uuid::Uuid;

use super::{ANN, post, subscribe};
use crate::support::TestApp;

both_engines!(
    one_click_ends_it_at_once_without_a_cookie,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        let reader = subscribe(&app, ANN, &[]).await;
        app.shop(&town).await;
        // Thursday, 5 March 2026, 14:00 UTC.
        app.clock.advance(TimeDelta::hours(23));
        app.services().job_worker().run_due().await.unwrap();
        let address = format!("/newsletter/unsubscribe?reader={reader}");
        let program = app
            .visitor()
            .with("content-type", "application/x-www-form-urlencoded")
            .with("sec-fetch-site", "cross-site")
            .with("origin", "https://mail.example");
        for _ in 0..2 {
            let body = Body::from("List-Unsubscribe=One-Click");
            let answer = program.send(Method::POST, &address, body).await.expect(200);
            assert_eq!(answer.html().h1(), "You are unsubscribed");
            assert!(answer.headers().get("set-cookie").is_none());
        }
        let issues = app
            .mails()
            .await
            .into_iter()
            .filter(|mail| !mail.header("List-ID").is_empty());
        assert_eq!(issues.count(), 0, "what waited was called back");
        let preferences = app
            .visitor()
            .get(&format!("/newsletter/preferences?reader={reader}"))
            .await;
        assert_eq!(preferences.expect(200).html().h1(), "You are unsubscribed");
    }
);

both_engines!(who_left_may_come_back, |app: TestApp| {
    let reader = subscribe(&app, ANN, &[]).await;
    post(
        &app,
        &format!("/newsletter/unsubscribe?reader={reader}"),
        "",
    )
    .await
    .expect(200);
    app.clock.advance(TimeDelta::minutes(1));
    let again = subscribe(&app, ANN, &[]).await;
    assert_ne!(reader, again);
});

both_engines!(a_reader_chooses_towns, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let other = app.city("Hammond", "LA").await;
    app.shop(&town).await;
    app.shop(&other).await;
    let reader = subscribe(&app, ANN, &[town.id]).await;
    let address = format!("/newsletter/preferences?reader={reader}");
    let page = app.visitor().get(&address).await.expect(200).text();
    assert!(page.contains("Alexandria, LA") && !page.contains("Hammond, LA"));
    let find = format!("credential={reader}&find=hamm&action=find&town={}", town.id);
    let page = post(&app, "/newsletter/preferences", &find)
        .await
        .expect(200)
        .text();
    assert!(page.contains("Hammond, LA") && page.contains("Alexandria, LA"));
    let save = format!(
        "credential={reader}&find=&action=save&town={}&town={}",
        other.id,
        uuid::Uuid::nil()
    );
    let page = post(&app, "/newsletter/preferences", &save)
        .await
        .expect(200)
        .text();
    assert!(
        page.contains("Saved.") && page.contains("Hammond, LA") && !page.contains("Alexandria, LA")
    );
    let html = "credential=x&find=%3Cscript%3Ealert(1)%3C/script%3E&action=find";
    let page = post(&app, "/newsletter/preferences", &html.replace('x', &reader))
        .await
        .expect(200)
        .text();
    assert!(!page.contains("<script"), "what was typed is text");
});

/// The first value of a query.
async fn value<T: sea_orm::TryGetable>(app: &TestApp, query: &str) -> T {
    let reads = app.database.reads();
    let query = Statement::from_string(reads.get_database_backend(), query);
    let row = reads.query_one_raw(query).await.unwrap().unwrap();
    row.try_get("", "value").unwrap()
}

both_engines!(
    who_leaves_while_an_issue_goes_into_the_outbox_gets_none,
    |app: TestApp| {
        let pass = subscribe(&app, ANN, &[]).await;
        let reader: Uuid = value(&app, "SELECT id AS value FROM newsletter_readers").await;
        let mail = NewMail {
            to: EmailAddress::parse(ANN, "email").unwrap(),
            words: MailText {
                public_subject: None,
                lasts: None,
                subject: "This week".to_owned(),
                text: "News".to_owned(),
                html: "<p>News".to_owned(),
            },
            about: Some(reader),
            list: Some(List {
                name: "weekly",
                unsubscribe_url: "https://townperk.example/out".to_owned(),
            }),
        };
        let begun = Arc::new(Notify::new());
        let (services, noted) = (app.services.clone(), begun.clone());
        let (id, now) = (app.identifiers.next(), app.clock.now());
        let sending = app.database.transaction(move |transaction| {
            let (services, mail, noted) = (services.clone(), mail.clone(), noted.clone());
            Box::pin(async move {
                if services.database.engine() == Engine::Postgres {
                    let hold = "SELECT id FROM newsletter_readers FOR UPDATE";
                    transaction.execute_unprepared(hold).await?;
                }
                noted.notify_one();
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                services.mail.enqueue(transaction, &mail, id, now).await
            })
        });
        let leaving = async {
            begun.notified().await;
            let path = format!("/newsletter/unsubscribe?reader={pass}");
            post(&app, &path, "").await.expect(200);
        };
        let (sent, ()) = tokio::join!(sending, leaving);
        sent.unwrap();
        let waiting: i64 = value(
            &app,
            "SELECT COUNT(*) AS value FROM outbox WHERE stream = 'bulk' AND state = 'waiting'",
        )
        .await;
        assert_eq!(waiting, 0, "what was on its way is called back");
    }
);

both_engines!(who_left_is_in_no_list_of_recipients, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let ann = subscribe(&app, ANN, &[]).await;
    subscribe(&app, "bob@home.example", &[]).await;
    app.shop(&town).await;
    // Thursday, 5 March 2026, 14:00 UTC.
    app.clock.advance(TimeDelta::hours(23));
    app.services().job_worker().run_due().await.unwrap();
    app.mails().await;
    let recipients = || async {
        let connection = app.database.reads();
        let query = "SELECT recipient FROM outbox";
        let statement = Statement::from_string(connection.get_database_backend(), query);
        let rows = connection.query_all_raw(statement).await.unwrap();
        let mut of: Vec<String> = rows
            .iter()
            .map(|row| row.try_get("", "recipient").unwrap())
            .collect();
        of.sort();
        of
    };
    let before = recipients().await;
    assert_eq!(
        before.iter().filter(|to| *to == ANN).count(),
        2,
        "{before:?}"
    );
    post(&app, &format!("/newsletter/unsubscribe?reader={ann}"), "")
        .await
        .expect(200);
    let after = recipients().await;
    assert_eq!(after.len(), before.len(), "what was sent stays counted");
    assert!(!after.iter().any(|to| to == ANN), "{after:?}");
    assert_eq!(
        after.iter().filter(|to| *to == "bob@home.example").count(),
        2
    );
});
