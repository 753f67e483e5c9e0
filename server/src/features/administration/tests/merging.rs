//! Merging two coffee shops.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;
use townperk::catalog::entities::{shop, story, vote};
use uuid::Uuid;

use super::{address_of, told, undo_of};
use crate::support::{TestApp, page_of};

async fn vote_rows(app: &TestApp, shop: Uuid) -> Vec<vote::Model> {
    vote::Entity::find()
        .filter(vote::Column::ShopId.eq(shop))
        .all(app.database.reads())
        .await
        .unwrap()
}

both_engines!(two_shops_become_one_and_two_again, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let stays = app.shop(&city).name("Blue Door").await;
    let goes = app.shop(&city).name("The Blue Door").await;
    told(&app, &goes, "A story.", story::Status::Approved).await;
    let upvote = |shop: &shop::Model| format!("/api/coffee-shops/{}/upvote", shop.id);
    // One visitor votes for both shops, another for the removed one.
    let first = app.visitor().from("203.0.113.1");
    let voted = first.post(&upvote(&stays), &json!({})).await.expect(200);
    let first = first.keeping_cookies_of(&voted);
    first.post(&upvote(&goes), &json!({})).await.expect(200);
    let second = app.visitor().from("203.0.113.2");
    second.post(&upvote(&goes), &json!({})).await.expect(200);
    let before = vote_rows(&app, stays.id).await;

    let admin = app.administrator().await;
    let order = json!({ "other": goes.id, "take": ["name"] });
    let address = format!("{}/merge", address_of(&stays));
    let merged = admin.post(&address, &order).await.expect(200).json();
    assert_eq!(merged["name"], "The Blue Door");
    assert_eq!(merged["upvoteCount"], 3);
    let rows = vote_rows(&app, stays.id).await;
    assert_eq!(rows.len(), 2, "one row for each visitor");
    assert_eq!(rows.iter().map(|row| row.times).sum::<i64>(), 3);
    for old in [goes.slug.clone(), goes.id.to_string()] {
        let moved = app
            .visitor()
            .get(&format!("/coffee-shops/{old}"))
            .await
            .expect(301);
        assert!(moved.header("location").ends_with(&page_of(&stays)));
    }
    let passport = format!("/api/coffee-shops/by-ids?ids={}", goes.id);
    let passport = app.visitor().get(&passport).await.expect(200).text();
    assert!(passport.contains(&stays.id.to_string()), "{passport}");
    let story = format!("/api{}/local-vibes", page_of(&stays));
    assert_eq!(
        app.visitor().get(&story).await.json()["prompt1Response"],
        "A story."
    );

    admin.post(&undo_of(&merged), &json!({})).await.expect(200);
    assert_eq!(vote_rows(&app, stays.id).await, before);
    let (stays, goes) = (app.shop_row(stays.id).await, app.shop_row(goes.id).await);
    assert_eq!((stays.name.as_str(), stays.upvote_count), ("Blue Door", 1));
    assert_eq!(
        (goes.slug.as_str(), goes.upvote_count),
        ("the-blue-door-alexandria-la", 2)
    );
    app.visitor().get(&page_of(&goes)).await.expect(200);
    app.visitor().get(&page_of(&stays)).await.expect(200);
});
