//! Claims after the shop has its first owner.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{catalog::entities::shop, platform::mail::HELD};

use super::{EMAIL, blue_door, claim, form, wait};
use crate::support::{TestApp, Visitor};

const NEW: &str = "ann@mail.example";

/// A shop whose owner is signed in.
async fn owned(app: &TestApp) -> (shop::Model, Visitor) {
    let shop = blue_door(app).await;
    let owner = app.signed_in(EMAIL).await;
    let person = app.person(EMAIL).await;
    let shop = app
        .edit_shop(shop.id, |row| row.owner_id = Some(person))
        .await;
    (shop, owner)
}

fn path(shop: &shop::Model, what: &str) -> String {
    format!("/api/coffee-shops/{}/ownership/{what}", shop.slug)
}

both_engines!(an_owner_may_leave, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(200);
    assert_eq!(app.shop_row(shop.id).await.owner_id, None);
    app.clock.advance(HELD);
    assert!(app.mails_to(EMAIL).await[0].contains("You've left Blue Door"));
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(403);
    claim(&app, &shop, &form()).await.expect(201);
});

both_engines!(a_shop_moves_when_both_have_confirmed, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let to = json!({ "name": "Ann Lee", "email": NEW });
    let begun = owner
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(202)
        .json();
    let confirm = format!("/api/hand-overs/{}/confirm", begun["id"].as_str().unwrap());
    let (code, _) = app.code_to(NEW).await;
    let answer = app
        .visitor()
        .post(&confirm, &json!({ "email": NEW, "code": code }))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (
            &answer["ownerConfirmed"],
            &answer["newOwnerConfirmed"],
            &answer["done"]
        ),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(EMAIL).await)
    );
    let (_, token) = app.code_to(EMAIL).await;
    wait(&app);
    let done = app
        .visitor()
        .post("/api/hand-overs/confirm-link", &json!({ "token": token }))
        .await
        .expect(200)
        .json();
    assert_eq!(done["done"], true);
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(NEW).await)
    );
    assert!(app.mails_to(NEW).await[1].contains("Blue Door is yours"));
    assert!(app.mails_to(EMAIL).await[1].contains("has been transferred"));
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(403);
});

both_engines!(strangers_and_others_codes_move_nothing, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let to = json!({ "email": NEW });
    for stranger in [app.visitor(), app.signed_in("bo@mail.example").await] {
        let status = stranger.post(&path(&shop, "hand-over"), &to).await.status();
        assert!(matches!(status, 401 | 403), "{status}");
    }
    let administrator = app.administrator().await;
    administrator
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(403);
    let begun = owner
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(202)
        .json();
    let confirm = format!("/api/hand-overs/{}/confirm", begun["id"].as_str().unwrap());
    let (code_of_owner, _) = app.code_to(EMAIL).await;
    for body in [
        json!({ "email": NEW, "code": code_of_owner }),
        json!({ "email": "bo@mail.example", "code": code_of_owner }),
        json!({ "email": NEW }),
    ] {
        app.visitor().post(&confirm, &body).await.expect(400);
    }
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(EMAIL).await)
    );
    for (email, field) in [(EMAIL, "email"), ("ann", "email"), ("", "email")] {
        let refused = owner
            .post(&path(&shop, "hand-over"), &json!({ "email": email }))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], field);
    }
});

both_engines!(an_owner_sees_the_transfer_that_waits, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let pending = async || {
        let answer = owner.get(&path(&shop, "hand-over")).await.expect(200);
        answer.json()["pending"].clone()
    };
    assert_eq!(pending().await, Value::Null);
    let body = json!({ "name": "Ann Lee", "email": NEW });
    let begun = owner.post(&path(&shop, "hand-over"), &body).await;
    let id = begun.expect(202).json()["id"].clone();
    let waiting = pending().await;
    assert_eq!(waiting["to"], NEW);
    assert_eq!(waiting["newOwnerConfirmed"], false);
    let (code, _) = app.code_to(NEW).await;
    let confirm = format!("/api/hand-overs/{}/confirm", id.as_str().unwrap());
    let body = json!({ "email": NEW, "code": code });
    app.visitor().post(&confirm, &body).await.expect(200);
    assert_eq!(pending().await["newOwnerConfirmed"], true);
    app.visitor()
        .get(&path(&shop, "hand-over"))
        .await
        .expect(401);
    let stranger = app.signed_in("stranger@mail.example").await;
    stranger.get(&path(&shop, "hand-over")).await.expect(403);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(200);
    assert_eq!(pending().await, Value::Null);
    owner
        .post(&path(&shop, "hand-over"), &json!({ "email": NEW }))
        .await
        .expect(202);
    app.clock.advance(TimeDelta::days(8));
    let owner = app.signed_in(EMAIL).await;
    let answer = owner.get(&path(&shop, "hand-over")).await.expect(200);
    assert_eq!(answer.json()["pending"], Value::Null, "it has expired");
});

both_engines!(a_hand_over_lapses_ends_and_is_replaced, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let begin = async |email: &str| {
        let body = json!({ "email": email });
        let begun = owner
            .post(&path(&shop, "hand-over"), &body)
            .await
            .expect(202)
            .json();
        begun["id"].as_str().unwrap().to_owned()
    };
    let first = begin(NEW).await;
    let second = begin("bo@mail.example").await;
    let (code, _) = app.code_to(NEW).await;
    let body = json!({ "email": NEW, "code": code });
    app.visitor()
        .post(&format!("/api/hand-overs/{first}/confirm"), &body)
        .await
        .expect(404);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(200);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(404);
    app.visitor()
        .post(
            &format!("/api/hand-overs/{second}/resend"),
            &json!({ "email": NEW }),
        )
        .await
        .expect(404);
    app.clock.advance(TimeDelta::hours(2));
    let third = begin(NEW).await;
    let known = app.mails().await.len();
    for email in [NEW, "bo@mail.example"] {
        let path = format!("/api/hand-overs/{third}/resend");
        app.visitor()
            .post(&path, &json!({ "email": email }))
            .await
            .expect(202);
    }
    assert_eq!(app.mails().await.len(), known + 1);
    app.clock.advance(TimeDelta::days(7));
    app.visitor()
        .post(&format!("/api/hand-overs/{third}/confirm"), &body)
        .await
        .expect(404);
});

both_engines!(
    the_administrator_takes_back_with_a_reason,
    |app: TestApp| {
        let (shop, owner) = owned(&app).await;
        let path = format!("/api/admin/coffee-shops/{}/take-back", shop.id);
        owner
            .post(&path, &json!({ "reason": "x" }))
            .await
            .expect(403);
        let admin = app.administrator().await;
        let refused = admin.post(&path, &json!({})).await.expect(400).json();
        assert_eq!(refused["field"], "reason");
        admin
            .post(&path, &json!({ "reason": "The shop was sold." }))
            .await
            .expect(200);
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        app.clock.advance(HELD);
        assert!(app.mails_to(EMAIL).await[0].contains("The shop was sold."));
        let again = admin
            .post(&path, &json!({ "reason": "x" }))
            .await
            .expect(409)
            .json();
        assert_eq!(again["details"]["kind"], "no_owner");
        let public = app
            .visitor()
            .get(&format!("/api/coffee-shops/{}", shop.slug))
            .await
            .json();
        assert_eq!(public["ownerId"], Value::Null);
    }
);
