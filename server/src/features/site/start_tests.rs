//! The first start: what is there is told, mail and payment are tried, and no secret is stored.

use axum::{Json, Router, http::StatusCode, routing::get};
use serde_json::{Value, json};

use crate::support::{Setup, Site, SmtpServer, TestApp, Visitor};

const START: &str = "/api/admin/first-start";

async fn state(administrator: &Visitor) -> Value {
    administrator.get(START).await.expect(200).json()
}

both_engines!(
    a_new_directory_says_what_it_needs_until_it_is_finished,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let new = state(&administrator).await;
        for name in [
            "isFinished",
            "hasWords",
            "hasMail",
            "hasPayments",
            "hasLook",
        ] {
            assert_eq!(new[name], false, "{name}");
        }
        assert_eq!(new["realShops"], 0);
        let words = json!({ "region": "North Carolina" });
        administrator
            .put("/api/admin/site", &words)
            .await
            .expect(200);
        let look = json!({ "hasAwning": false });
        administrator
            .put("/api/admin/site/look", &look)
            .await
            .expect(200);
        app.shop(&app.city("Durham", "NC").await).await;
        let begun = state(&administrator).await;
        assert_eq!(
            (&begun["hasWords"], &begun["hasLook"], &begun["realShops"]),
            (&json!(true), &json!(true), &json!(1))
        );
        app.visitor()
            .post(&format!("{START}/finish"), &json!({}))
            .await
            .expect(401);
        administrator
            .post(&format!("{START}/finish"), &json!({}))
            .await
            .expect(200);
        assert_eq!(state(&administrator).await["isFinished"], true);
    }
);

#[tokio::test]
async fn a_mail_server_is_tried_with_a_letter_and_its_error_told() {
    let server = SmtpServer::start().await;
    let app = Setup::on_sqlite().await.start().await;
    let administrator = app.administrator().await;
    let path = format!("{START}/try-mail");
    let trial = |url: &str| json!({ "smtpUrl": url, "mailFrom": "hello@perk.example", "to": "me@perk.example" });
    let tried = administrator
        .post(&path, &trial(&server.url()))
        .await
        .expect(200)
        .json();
    assert!(
        tried["text"].as_str().unwrap().contains("me@perk.example"),
        "{tried}"
    );
    assert_eq!(server.received().len(), 1);
    assert_eq!(
        server.received()[0].header("From"),
        "Townperk <hello@perk.example>"
    );
    for bad in ["", "mail.example", "smtp://127.0.0.1:1"] {
        let refused = administrator
            .post(&path, &trial(bad))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "smtpUrl", "{bad}: {refused}");
    }
    assert_eq!(
        state(&administrator).await["hasMail"],
        false,
        "it was only tried"
    );
}

#[tokio::test]
async fn a_payment_key_is_tried_by_asking_for_its_account() {
    let account = Json(json!({ "id": "acct_1", "object": "account", "charges_enabled": true }));
    let stripe = Site::serve(Router::new().route("/v1/account", get(|| async { account }))).await;
    let url = stripe.url("");
    let setup = Setup::on_sqlite().await;
    let app = setup
        .settings(|settings| settings.stripe_api_url = url)
        .start()
        .await;
    let administrator = app.administrator().await;
    let path = format!("{START}/try-payments");
    let keys = json!({ "secretKey": "sk_test_1", "publishableKey": "pk_test_1" });
    let tried = administrator.post(&path, &keys).await.expect(200).json();
    assert_eq!(
        tried["text"],
        "Account acct_1, a test key: nothing is charged"
    );
    let none = json!({ "secretKey": "", "publishableKey": "" });
    assert_eq!(
        administrator.post(&path, &none).await.expect(400).json()["field"],
        "secretKey"
    );

    let refusal = (
        StatusCode::UNAUTHORIZED,
        Json(json!({ "error": { "message": "Invalid API Key provided" } })),
    );
    let refusing = Site::serve(Router::new().route("/v1/account", get(|| async { refusal }))).await;
    let url = refusing.url("");
    let setup = Setup::on_sqlite().await;
    let app = setup
        .settings(|settings| settings.stripe_api_url = url)
        .start()
        .await;
    let administrator = app.administrator().await;
    let refused = administrator.post(&path, &keys).await.expect(400).json();
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("Invalid API Key"),
        "{refused}"
    );
    assert_eq!(
        state(&administrator).await["hasPayments"],
        false,
        "it was only tried"
    );
}
