//! A gallery, from its shop's people to visitors.

use std::sync::atomic::{AtomicU32, Ordering};

use axum::{body::Body, http::Method};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::support::{Response, TestApp, Visitor, photo_file, place_png};

/// Uploads another photo each time and adds it; returns the gallery afterwards.
async fn add(people: &Visitor, path: &str, more: Value) -> Value {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let width = 60 + COUNT.fetch_add(1, Ordering::Relaxed);
    let answer = add_file(people, path, place_png(width, 40).into(), more).await;
    answer.expect(200).json()
}

/// Uploads this file and adds it.
async fn add_file(people: &Visitor, path: &str, file: Bytes, more: Value) -> Response {
    let upload = people.post(&format!("{path}/upload"), &json!({})).await;
    let upload = upload.expect(200).json();
    let address = upload["uploadURL"].as_str().unwrap();
    let address = address.strip_prefix("https://townperk.example").unwrap();
    let sent = people.send(Method::PUT, address, Body::from(file)).await;
    let mut body = more;
    body["photoURL"] = sent.expect(200).json()["photoURL"].clone();
    people.post(path, &body).await
}

fn ids(gallery: &Value) -> Vec<String> {
    let photos = gallery["photos"].as_array().unwrap().iter();
    photos
        .map(|photo| photo["id"].as_str().unwrap().to_owned())
        .collect()
}

async fn shown(app: &TestApp, slug: &str) -> Vec<String> {
    let shop = app
        .visitor()
        .get(&format!("/api/coffee-shops/{slug}"))
        .await
        .json();
    let photos = shop["photos"].as_array().unwrap().iter();
    photos
        .map(|photo| photo["alt"].as_str().unwrap_or("-").to_owned())
        .collect()
}

both_engines!(
    photos_are_added_described_ordered_and_removed,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}/photos", shop.slug);
        add(
            &owner,
            &path,
            json!({ "alt": "The counter", "credit": " Ours " }),
        )
        .await;
        let gallery = add(&owner, &path, json!({})).await;
        assert_eq!(gallery["photos"][0]["credit"], "Ours");
        assert_eq!(gallery["photos"][0]["source"], "owner");
        assert_eq!(shown(&app, &shop.slug).await, ["The counter", "-"]);
        let [first, second]: [String; 2] = ids(&gallery).try_into().unwrap();

        let said = json!({ "alt": "" });
        let gallery = owner
            .patch(&format!("{path}/{second}"), &said)
            .await
            .expect(200)
            .json();
        assert_eq!(gallery["photos"][1]["alt"], "");
        let order = json!({ "ids": [second, first] });
        let gallery = owner
            .put(&format!("{path}/order"), &order)
            .await
            .expect(200)
            .json();
        assert_eq!(ids(&gallery), [second.clone(), first.clone()]);
        assert_eq!(shown(&app, &shop.slug).await, ["", "The counter"]);

        let gallery = owner
            .delete(&format!("{path}/{second}"))
            .await
            .expect(200)
            .json();
        assert_eq!(shown(&app, &shop.slug).await, ["The counter"]);
        owner.delete(&format!("{path}/{second}")).await.expect(404);
        owner
            .put(&format!("{path}/order"), &order)
            .await
            .expect(409);
        let entry = gallery["entry"].as_str().unwrap();
        let undo = format!("/api/your-shop/{}/history/{entry}/undo", shop.slug);
        owner.post(&undo, &json!({})).await.expect(200);
        assert_eq!(shown(&app, &shop.slug).await, ["", "The counter"]);
    }
);

both_engines!(the_same_photo_is_added_once, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let (one, other) = (app.shop(&city).await, app.shop(&city).await);
    let path = |slug: &str| format!("/api/your-shop/{slug}/photos");
    let owner = app.owner_of(&one).await;
    let first = add_file(&owner, &path(&one.slug), photo_file(), json!({})).await;
    let first = first.expect(200).json();
    let again = add_file(&owner, &path(&one.slug), photo_file(), json!({})).await;
    let message = again.expect(409).json()["message"].clone();
    assert_eq!(message, "This photo is already on the page.");
    // Elsewhere, and once it was removed, it is another matter.
    let neighbor = app.owner_of(&other).await;
    let there = add_file(&neighbor, &path(&other.slug), photo_file(), json!({})).await;
    there.expect(200);
    let removed = format!("{}/{}", path(&one.slug), ids(&first)[0]);
    owner.delete(&removed).await.expect(200);
    let back = add_file(&owner, &path(&one.slug), photo_file(), json!({})).await;
    back.expect(200);
});

both_engines!(a_gallery_holds_twelve_photos, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/photos", shop.slug);
    for count in 1..=12 {
        assert_eq!(ids(&add(&owner, &path, json!({})).await).len(), count);
    }
    owner
        .post(&format!("{path}/upload"), &json!({}))
        .await
        .expect(409);
});

both_engines!(
    a_photo_sent_for_one_shop_is_not_added_to_another,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let [one, other] = [app.shop(&city).await, app.shop(&city).await];
        let owner = app.owner_of(&one).await;
        let administrator = app.administrator().await;
        let path = |slug: &str| format!("/api/your-shop/{slug}/photos");
        let upload = administrator
            .post(&format!("{}/upload", path(&one.slug)), &json!({}))
            .await;
        let upload = upload.expect(200).json()["uploadURL"]
            .as_str()
            .unwrap()
            .to_owned();
        let address = upload.strip_prefix("https://townperk.example").unwrap();
        // The URL was issued to another session.
        owner
            .send(Method::PUT, address, Body::from(photo_file()))
            .await
            .expect(403);
        administrator
            .send(Method::PUT, address, Body::from(photo_file()))
            .await
            .expect(200);
        administrator
            .send(Method::PUT, address, Body::from(photo_file()))
            .await
            .expect(409);
        let body = json!({ "photoURL": upload });
        let refused = administrator
            .post(&path(&other.slug), &body)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "photoURL");
        let gallery = administrator
            .post(&path(&one.slug), &body)
            .await
            .expect(200)
            .json();
        assert_eq!(gallery["photos"][0]["source"], "admin");
        let photo = ids(&gallery).remove(0);
        administrator
            .delete(&format!("{}/{photo}", path(&other.slug)))
            .await
            .expect(404);
        app.visitor().get(&path(&one.slug)).await.expect(401);
        app.owner_of(&other)
            .await
            .get(&path(&one.slug))
            .await
            .expect(403);
    }
);

both_engines!(what_is_said_of_a_photo_is_checked, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/photos", shop.slug);
    let photo = ids(&add(&owner, &path, json!({})).await).remove(0);
    for (body, field) in [
        (json!({ "alt": "x".repeat(201) }), "alt"),
        (json!({ "credit": "x".repeat(101) }), "credit"),
        (json!({ "position": 1 }), "position"),
    ] {
        let refused = owner
            .patch(&format!("{path}/{photo}"), &body)
            .await
            .expect(400);
        assert_eq!(refused.json()["field"], field);
    }
    owner
        .patch(&format!("{path}/nothing"), &json!({}))
        .await
        .expect(404);
});

both_engines!(
    an_upload_says_whether_it_suits_as_a_cover_and_is_taken_anyway,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}/photos", shop.slug);
        for (file, is_good) in [
            (Bytes::from(place_png(1200, 800)), true),
            (photo_file(), false),
        ] {
            let upload = owner.post(&format!("{path}/upload"), &json!({})).await;
            let upload = upload.expect(200).json();
            let address = upload["uploadURL"].as_str().unwrap();
            let address = address.strip_prefix("https://townperk.example").unwrap();
            let sent = owner.send(Method::PUT, address, Body::from(file)).await;
            let sent = sent.expect(200).json();
            assert_eq!(sent["hint"].is_null(), is_good, "{sent}");
            assert_eq!(sent["score"].as_u64().unwrap() >= 40, is_good, "{sent}");
            let body = json!({ "photoURL": sent["photoURL"] });
            owner.post(&path, &body).await.expect(200);
        }
    }
);
