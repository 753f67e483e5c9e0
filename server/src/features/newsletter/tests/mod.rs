//! The newsletter as seen by readers, strangers and mail programs.

mod admin;
mod issues;
mod leaving;
mod limits;
mod links;
mod readers;
mod refusals;
mod sign_up;

use axum::{body::Body, http::Method};
use serde_json::json;

use crate::support::{Received, Response, Setup, TestApp, Visitor};

const ANN: &str = "ann@home.example";

async fn sign_up(visitor: &Visitor, email: &str) -> Response {
    sign_up_with(visitor, json!({ "email": email })).await
}

async fn sign_up_with(visitor: &Visitor, body: serde_json::Value) -> Response {
    visitor
        .clone()
        .with("content-type", "application/json")
        .send(
            Method::POST,
            "/api/newsletter/subscribe",
            Body::from(body.to_string()),
        )
        .await
}

async fn post(app: &TestApp, path: &str, form: &str) -> Response {
    app.visitor()
        .with("content-type", "application/x-www-form-urlencoded")
        .send(Method::POST, path, Body::from(form.to_owned()))
        .await
}

/// The first link to `path` in an email's text part, starting at its path.
fn link(mail: &Received, path: &str) -> String {
    let text = mail.data.replace("=\r\n", "").replace("=3D", "=");
    let start = text
        .find(&format!("https://townperk.example{path}"))
        .unwrap_or_else(|| panic!("no {path} in {text}"));
    let address = text[start..].split_whitespace().next().unwrap();
    address
        .trim_start_matches("https://townperk.example")
        .to_owned()
}

fn value_after<'a>(link: &'a str, name: &str) -> &'a str {
    link.split_once(&format!("{name}=")).unwrap().1
}

/// Signs up and confirms; returns the reader's pass.
async fn subscribe(app: &TestApp, email: &str, towns: &[uuid::Uuid]) -> String {
    sign_up(&app.visitor(), email).await.expect(200);
    let mails = app.mails().await;
    let mail = mails.iter().rfind(|mail| mail.recipient == email).unwrap();
    let token = link(mail, "/newsletter/confirm");
    let towns: String = towns.iter().map(|id| format!("&town={id}")).collect();
    let form = format!(
        "credential={}&action=confirm{towns}",
        value_after(&token, "token")
    );
    let page = post(app, "/newsletter/confirm", &form).await.expect(200);
    assert_eq!(page.html().h1(), "You are subscribed");
    value_after(&link(mail, "/newsletter/unsubscribe"), "reader").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mail_is_whole() {
    let app = Setup::on_sqlite().await.start().await;
    let samples = townperk::rooms::ROOMS.mail_samples(app.services()).unwrap();
    assert!(samples.len() >= 3);
    for sample in samples {
        let (name, words) = (sample.name, sample.words);
        let (text, html) = (words.text.as_str(), words.html.as_str());
        assert!(
            !words.subject.is_empty() && words.subject.chars().count() <= 78,
            "{name}"
        );
        for part in [text, html] {
            assert!(!part.contains("{{") && !part.contains("{%"), "{name}");
            assert!(!part.contains("http://"), "{name}: links are https");
        }
        assert!(
            html.starts_with("<!DOCTYPE html>") && html.contains("<html lang=\"en\">"),
            "{name}"
        );
        assert!(html.contains("<h1>") && html.contains("<title>"), "{name}");
        assert!(
            !html.contains("<img") && !html.contains("<script"),
            "{name}: no pixel, no script (E10)"
        );
        assert!(html.contains("prefers-color-scheme: dark"), "{name}");
        assert!(!html.contains("href=\"/"), "{name}: links are absolute");
        assert!(
            !text.contains('<') || text.contains("Second Cup <of Joe>"),
            "{name}: {text}"
        );
        assert!(!html.contains("<of Joe>"), "{name}: facts are escaped");
        assert!(
            !name.starts_with("newsletter")
                || text.contains("https://townperk.example/newsletter/"),
            "{name}: a reader can leave"
        );
    }
}
