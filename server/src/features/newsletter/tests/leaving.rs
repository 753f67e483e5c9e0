//! Leaving, coming back, and choosing towns.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;

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
