//! Parts of photos, cut from their originals.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor, place_png};

/// A shop whose owner has uploaded a photo of this width; the height is half of it.
async fn with_photo(app: &TestApp, width: u32) -> (shop::Model, Visitor, Value) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = photos(&shop);
    let upload = owner.post(&format!("{path}/upload"), &json!({})).await;
    let upload = upload.expect(200).json();
    let address = upload["uploadURL"].as_str().unwrap();
    let address = address.strip_prefix("https://townperk.example").unwrap();
    let file = Body::from(place_png(width, width / 2));
    let sent = owner.send(Method::PUT, address, file).await.expect(200);
    let added = json!({ "photoURL": sent.json()["photoURL"], "alt": "The counter" });
    let gallery = owner.post(&path, &added).await.expect(200).json();
    (shop, owner, gallery["photos"][0].clone())
}

fn photos(shop: &shop::Model) -> String {
    format!("/api/your-shop/{}/photos", shop.slug)
}

async fn crop(owner: &Visitor, shop: &shop::Model, photo: &Value, part: Value) -> Value {
    let path = format!("{}/{}/crop", photos(shop), photo["id"].as_str().unwrap());
    let body = json!({ "crop": part });
    owner.put(&path, &body).await.expect(200).json()
}

/// Left, top, width and height.
fn part(sides: [u32; 4]) -> Value {
    let [left, top, width, height] = sides;
    json!({ "left": left, "top": top, "width": width, "height": height })
}

async fn status(app: &TestApp, photo: &Value) -> u16 {
    let url = photo["url"].as_str().unwrap();
    app.visitor().get(url).await.status()
}

async fn on_the_page(app: &TestApp, shop: &shop::Model) -> Value {
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await.expect(200).json()["photos"].clone()
}

both_engines!(each_part_is_cut_from_the_original, |app: TestApp| {
    let (shop, owner, whole) = with_photo(&app, 2400).await;
    assert_eq!(
        (&whole["width"], &whole["crop"]),
        (&json!(1600), &Value::Null)
    );
    let left = crop(&owner, &shop, &whole, part([0, 0, 5000, 10_000])).await;
    let left = &left["photos"][0];
    assert_eq!(
        (&left["width"], &left["height"], &left["alt"]),
        (&json!(1200), &json!(1200), &json!("The counter")),
        "half of 2400 pixels, not of the 1600 on the page"
    );
    assert_eq!(left["crop"], part([0, 0, 5000, 10_000]));
    assert_eq!(on_the_page(&app, &shop).await[0]["url"], left["url"]);
    assert_eq!(
        status(&app, &whole).await,
        404,
        "what was cut away is hidden"
    );
    let path = format!(
        "{}/{}/original",
        photos(&shop),
        left["id"].as_str().unwrap()
    );
    let original = owner.get(&path).await.expect(200);
    assert_eq!(original.header("cache-control"), "no-store");
    app.visitor().get(&path).await.expect(401);

    // From the whole again, not from the left half.
    let right = crop(&owner, &shop, left, part([5000, 0, 5000, 10_000])).await;
    let right = &right["photos"][0];
    assert_eq!(
        (&right["width"], &right["height"]),
        (&json!(1200), &json!(1200))
    );
    assert_eq!(status(&app, left).await, 404);
    // A month later the first part's files are gone, and the original isn't.
    app.clock.advance(TimeDelta::days(31));
    app.work().await;
    let owner = app.owner_of(&shop).await;
    let again = crop(&owner, &shop, right, Value::Null).await;
    let again = &again["photos"][0];
    assert_eq!(
        (&again["url"], &again["crop"]),
        (&whole["url"], &Value::Null)
    );
    assert_eq!(status(&app, again).await, 200);
    assert_eq!(on_the_page(&app, &shop).await.as_array().unwrap().len(), 1);
});

both_engines!(a_crop_is_in_the_history_and_undone, |app: TestApp| {
    let (shop, owner, whole) = with_photo(&app, 1000).await;
    app.clock.advance(TimeDelta::seconds(1));
    let cropped = crop(&owner, &shop, &whole, part([1000, 0, 6000, 8000])).await;
    assert_eq!(cropped["photos"][0]["width"], 600);
    let undo = format!(
        "/api/your-shop/{}/history/{}/undo",
        shop.slug,
        cropped["entry"].as_str().unwrap()
    );
    owner.post(&undo, &json!({})).await.expect(200);
    assert_eq!(on_the_page(&app, &shop).await[0]["url"], whole["url"]);
    assert_eq!(status(&app, &whole).await, 200);
    assert_eq!(status(&app, &cropped["photos"][0]).await, 404);
    // Nothing to do for a photo that is whole.
    let same = crop(&owner, &shop, &whole, Value::Null).await;
    assert_eq!(same["entry"], Value::Null);
});

both_engines!(what_is_no_part_is_refused, |app: TestApp| {
    let (shop, owner, whole) = with_photo(&app, 1000).await;
    let path = format!("{}/{}/crop", photos(&shop), whole["id"].as_str().unwrap());
    for sides in [
        [0, 0, 0, 100],
        [5000, 0, 6000, 10_000],
        [0, 9999, 10_000, 2],
        [0, 0, 100, 100],
    ] {
        let body = json!({ "crop": part(sides) });
        let refused = owner.put(&path, &body).await.expect(400).json();
        assert_eq!(refused["field"], "crop", "{sides:?}: {refused}");
    }
    let body = json!({ "crop": part([0, 0, 5000, 5000]) });
    app.visitor().put(&path, &body).await.expect(401);
    let stranger = app.signed_in("bo@mail.example").await;
    stranger.put(&path, &body).await.expect(403);
    let none = format!("{}/{}/crop", photos(&shop), uuid::Uuid::nil());
    owner.put(&none, &body).await.expect(404);
    app.administrator()
        .await
        .put(&path, &body)
        .await
        .expect(200);
});

both_engines!(an_erasure_deletes_the_original, |app: TestApp| {
    let (shop, owner, whole) = with_photo(&app, 1000).await;
    let cropped = crop(&owner, &shop, &whole, part([0, 0, 5000, 5000])).await;
    let admin = app.administrator().await;
    let erase = json!({ "email": format!("owner.of.{}@mail.example", shop.slug) });
    let erased = admin
        .post("/api/admin/people/erase", &erase)
        .await
        .expect(200);
    assert!(erased.text().contains("original-photos"));
    app.clock.advance(TimeDelta::hours(2));
    app.work().await;
    let row = app.photo_row(id_of(&whole)).await.unwrap();
    assert_eq!(row.width, 0, "its files are gone");
    let part = app.photo_row(id_of(&cropped["photos"][0])).await.unwrap();
    assert_eq!((part.original_key, part.width), (None, 500));
    assert_eq!(status(&app, &cropped["photos"][0]).await, 200);
});

fn id_of(photo: &Value) -> uuid::Uuid {
    photo["id"].as_str().unwrap().parse().unwrap()
}
