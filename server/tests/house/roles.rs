//! Roles are asked again once the shop is locked: what a request was let in for may have ended meanwhile.

use axum::http::Method;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;
use uuid::Uuid;

use crate::support::{TestApp, Visitor};

async fn make_owner(app: &TestApp, shop: &shop::Model, owner: Uuid) {
    app.edit_shop(shop.id, |row| row.owner_id = Some(owner))
        .await;
}

/// Sends a request by the owner, and hands the shop to another before it acts.
async fn overtaken(
    app: &TestApp,
    (shop, owner): (&shop::Model, &Visitor),
    (method, path, body): (&Method, &str, &Value),
    other: Uuid,
) -> u16 {
    let json = owner.clone().with("content-type", "application/json");
    let request = json.send(method.clone(), path, body.to_string().into());
    let answer = app
        .overtaken(
            shop.id,
            move |act, row| {
                Box::pin(async move {
                    let mut sold = row.clone();
                    sold.owner_id = Some(other);
                    act.update(&row, sold).await.map(|_| ())
                })
            },
            request,
        )
        .await;
    answer.status()
}

both_engines!(
    who_lost_a_shop_meanwhile_does_nothing_to_it,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let person = app.shop_row(shop.id).await.owner_id.unwrap();
        let other = app.person("new.owner@mail.example").await;
        let mine = format!("/api/your-shop/{}", shop.slug);
        let public = format!("/api/coffee-shops/{}", shop.slug);
        let version = owner.get(&mine).await.expect(200).json()["version"].clone();
        let edit = json!({ "version": version, "description": "Mine." });
        let edited = owner.patch(&mine, &edit).await.expect(200).json();
        let mut suggested = Vec::new();
        for number in 1..3 {
            let wrong = json!({ "kind": "edit", "phone": format!("318-555-010{number}") });
            let sent = app.visitor().from(&format!("10.1.{number}.1"));
            let kept = sent.post(&format!("{public}/suggestions"), &wrong).await;
            suggested.push(kept.expect(202).json()["id"].as_str().unwrap().to_owned());
        }
        let [open, decided]: [String; 2] = suggested.try_into().unwrap();
        let reject = format!("{mine}/suggestions/{decided}/reject");
        owner.post(&reject, &json!({})).await.expect(200);
        let entry = edited["entry"].as_str().unwrap();
        let empty = json!({});
        for (method, path, body) in [
            (
                Method::PATCH,
                mine.clone(),
                json!({ "version": edited["version"], "description": "Theirs." }),
            ),
            (Method::POST, format!("{mine}/confirm-hours"), empty.clone()),
            (
                Method::POST,
                format!("{mine}/history/{entry}/undo"),
                empty.clone(),
            ),
            (
                Method::PUT,
                format!("{mine}/photos/order"),
                json!({ "ids": [] }),
            ),
            (
                Method::POST,
                format!("{mine}/suggestions/{open}/accept"),
                empty.clone(),
            ),
            (
                Method::POST,
                format!("{mine}/suggestions/{open}/reject"),
                empty.clone(),
            ),
            (
                Method::POST,
                format!("{mine}/suggestions/{decided}/undo"),
                empty.clone(),
            ),
            (
                Method::POST,
                format!("{public}/local-vibes"),
                json!({ "prompt1Response": "A festival." }),
            ),
            (
                Method::PATCH,
                public.clone(),
                json!({ "onlineStoreUrl": "beans.example.com" }),
            ),
            (
                Method::POST,
                format!("{public}/ownership/leave"),
                empty.clone(),
            ),
            (
                Method::POST,
                format!("{public}/ownership/cancel-hand-over"),
                empty.clone(),
            ),
        ] {
            make_owner(&app, &shop, person).await;
            let sent = (&method, path.as_str(), &body);
            let status = overtaken(&app, (&shop, &owner), sent, other).await;
            assert_eq!(status, 403, "{method} {path}");
            let row = app.shop_row(shop.id).await;
            assert_eq!(row.owner_id, Some(other), "{method} {path}");
        }
    }
);
