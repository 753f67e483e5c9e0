//! What the administrator's forms refuse.

use axum::{body::Body, http::Method};
use serde_json::{Value, json};
use townperk::catalog::entities::story;

use super::{address_of, told};
use crate::support::{TestApp, Visitor};

/// Sends a write with a body.
async fn write(who: &Visitor, method: &Method, path: &str, body: &Value) -> u16 {
    let who = who.clone().with("content-type", "application/json");
    let body = Body::from(body.to_string());
    who.send(method.clone(), path, body).await.status()
}

both_engines!(nobody_but_the_administrator_writes, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let other = app.shop(&city).name("Red Door").await;
    let story = told(&app, &shop, "A story.", story::Status::Pending).await;
    let owner = app.owner_of(&shop).await;
    let shop = app.shop_row(shop.id).await;
    let admin = app.administrator().await;
    let edit = json!({ "name": "Green Door" });
    let merge = json!({ "other": other.id });
    let picture = json!({ "imageUrl": "https://example.com/a.jpg" });
    let nothing = json!({});
    let town = format!("/api/admin/cities/{}", city.id);
    let tale = format!("/api/admin/local-vibes/{}", story.id);
    let here = address_of(&shop);
    let calls = [
        (Method::PUT, here.clone(), &edit),
        (Method::DELETE, here.clone(), &nothing),
        (Method::POST, format!("{here}/merge"), &merge),
        (Method::PUT, town.clone(), &edit),
        (Method::PUT, format!("{town}/image"), &picture),
        (Method::POST, format!("{town}/merge"), &merge),
        (Method::POST, format!("{tale}/approve"), &nothing),
        (Method::POST, format!("{tale}/reject"), &nothing),
        (
            Method::POST,
            format!("/api/admin/audit/{}/undo", shop.id),
            &nothing,
        ),
    ];
    let others_cookie = app
        .visitor()
        .with("cookie", "townperk_admin=0123456789abcdef");
    let forged = admin.clone().with("origin", "https://evil.example");
    let cross_site = admin.clone().with("sec-fetch-site", "cross-site");
    for (method, path, body) in &calls {
        for (who, expected) in [
            (&app.visitor(), 401),
            (&others_cookie, 401),
            (&owner, 403),
            (&forged, 403),
            (&cross_site, 403),
        ] {
            let status = write(who, method, path, body).await;
            assert_eq!(status, expected, "{method} {path}");
        }
    }
    let nowhere = "/api/admin/no-such-thing";
    for (who, expected) in [(&app.visitor(), 401), (&others_cookie, 401), (&owner, 403)] {
        let status = write(who, &Method::POST, nowhere, &nothing).await;
        assert_eq!(status, expected);
    }
    assert_eq!(app.shop_row(shop.id).await, shop);
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    assert_eq!(log["total"], 0, "nothing was done");
});

both_engines!(texts_and_types_have_limits, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let story = told(&app, &shop, "A story.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let long = |length: usize| "x".repeat(length + 1);
    let town = format!("/api/admin/cities/{}", city.id);
    let image = format!("{town}/image");
    let merge = format!("{}/merge", address_of(&shop));
    let reject = format!("/api/admin/local-vibes/{}/reject", story.id);
    let here = address_of(&shop);
    for (method, path, body, field) in [
        (
            Method::PUT,
            &here,
            json!({ "description": long(2000) }),
            "description",
        ),
        (
            Method::PUT,
            &here,
            json!({ "address": long(300) }),
            "address",
        ),
        (Method::PUT, &here, json!({ "hours": long(1000) }), "hours"),
        (
            Method::PUT,
            &here,
            json!({ "boostedUntil": "soon" }),
            "boostedUntil",
        ),
        (Method::PUT, &here, json!({ "version": "1" }), "version"),
        (Method::PUT, &here, json!({ "name": 7 }), "name"),
        (Method::PUT, &town, json!({ "name": "" }), "name"),
        (Method::PUT, &town, json!({ "name": long(120) }), "name"),
        (
            Method::PUT,
            &town,
            json!({ "description": long(2000) }),
            "description",
        ),
        (
            Method::PUT,
            &town,
            json!({ "fallbackColor": "red" }),
            "fallbackColor",
        ),
        (
            Method::PUT,
            &town,
            json!({ "description": [] }),
            "description",
        ),
        (Method::PUT, &town, json!({ "mayor": "Jo" }), "mayor"),
        (Method::PUT, &image, json!({}), "imageUrl"),
        (
            Method::PUT,
            &image,
            json!({ "imageUrl": "ftp://a.example/b.jpg" }),
            "imageUrl",
        ),
        (
            Method::PUT,
            &image,
            json!({ "imageUrl": "https://a.example/b.jpg", "credit": long(200) }),
            "credit",
        ),
        (Method::POST, &merge, json!({}), "other"),
        (Method::POST, &merge, json!({ "other": shop.id }), "other"),
        (Method::POST, &merge, json!({ "other": "x" }), "other"),
        (
            Method::POST,
            &reject,
            json!({ "reason": long(500) }),
            "reason",
        ),
        (Method::POST, &reject, json!({ "reason": 7 }), "reason"),
    ] {
        let body_text = Body::from(body.to_string());
        let sender = admin.clone().with("content-type", "application/json");
        let answer = sender.send(method, path, body_text).await;
        assert_eq!(answer.status(), 400, "{path} {body}: {}", answer.text());
        assert_eq!(answer.json()["field"], field, "{path} {body}");
    }
    assert_eq!(app.shop_row(shop.id).await, shop);
});

both_engines!(what_was_deleted_meanwhile_is_not_found, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let other = app.shop(&city).name("Red Door").await;
    let admin = app.administrator().await;
    admin.delete(&address_of(&shop)).await.expect(200);
    let edit = json!({ "name": "Green Door", "version": 1 });
    admin.put(&address_of(&shop), &edit).await.expect(404);
    admin.delete(&address_of(&shop)).await.expect(404);
    let merge = format!("{}/merge", address_of(&other));
    let order = json!({ "other": shop.id });
    admin.post(&merge, &order).await.expect(404);
    for path in [
        "/api/admin/local-vibes/no-such-id/approve",
        "/api/admin/local-vibes/00000000-0000-7000-8000-000000000000/approve",
        "/api/admin/audit/00000000-0000-7000-8000-000000000000/undo",
    ] {
        admin.post(path, &json!({})).await.expect(404);
    }
    let nowhere = "/api/admin/cities/00000000-0000-7000-8000-000000000000";
    admin.put(nowhere, &json!({})).await.expect(404);
});

both_engines!(of_two_at_once_one_is_told, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let other = app.shop(&city).name("Red Door").await;
    let story = told(&app, &shop, "A story.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let statuses = async |method: Method, path: String, body: Value| {
        let (first, second) = tokio::join!(
            write(&admin, &method, &path, &body),
            write(&admin, &method, &path, &body)
        );
        [first.min(second), first.max(second)]
    };
    let approve = format!("/api/admin/local-vibes/{}/approve", story.id);
    assert_eq!(statuses(Method::POST, approve, json!({})).await, [200, 409]);
    let edit = json!({ "name": "Green Door", "version": 1 });
    assert_eq!(
        statuses(Method::PUT, address_of(&shop), edit).await,
        [200, 409]
    );
    let merge = format!("{}/merge", address_of(&shop));
    let order = json!({ "other": other.id });
    assert_eq!(statuses(Method::POST, merge, order).await, [200, 404]);
    let delete = address_of(&shop);
    assert_eq!(
        statuses(Method::DELETE, delete, json!({})).await,
        [200, 404]
    );
});
