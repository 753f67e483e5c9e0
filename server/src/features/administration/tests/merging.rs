//! Merging two coffee shops.

use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
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

/// Claims a shop; returns the claim's ID.
async fn claimed(app: &TestApp, shop: &shop::Model, (email, words): (&str, &str)) -> String {
    // Emails are ordered by their moments.
    app.clock.advance(TimeDelta::seconds(1));
    let form = json!({
        "ownerName": "Jo Doe", "ownerEmail": email, "businessRole": "Owner",
        "additionalInfo": words, "ownerDescription": "Ours since 1998."
    });
    let path = format!("/api{}/claim", page_of(shop));
    let opened = app.visitor().post(&path, &form).await.expect(201).json();
    opened["id"].as_str().unwrap().to_owned()
}

/// Confirms the claim with the code that was mailed last.
async fn confirm(app: &TestApp, claim: &str, email: &str) {
    let (code, _) = app.code_to(email).await;
    let path = format!("/api/claims/{claim}/confirm");
    let body = json!({ "code": code });
    app.visitor().post(&path, &body).await.expect(200);
}

/// The claims that wait, with their shops and what they say.
async fn waiting_claims(app: &TestApp) -> Vec<[Value; 3]> {
    let path = "/api/admin/business-claims";
    let answer = app.administrator().await.get(path).await.expect(200);
    let claims = answer.json();
    let claims = claims.as_array().unwrap().iter();
    let pending = claims.filter(|claim| claim["status"] == "pending");
    let what = ["id", "coffeeShopId", "additionalInfo"];
    pending
        .map(|claim| what.map(|name| claim[name].clone()))
        .collect()
}

both_engines!(claims_follow_their_shop_in_a_merge, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let stays = app.shop(&city).name("Blue Door").await;
    let goes = app.shop(&city).name("The Blue Door").await;
    let (jo, ann) = ("jo@mail.example", "ann@mail.example");
    // Jo has claimed both and proven the address; Ann has claimed the one that goes, and proves hers later.
    let first = claimed(&app, &stays, (jo, "I bake.")).await;
    confirm(&app, &first, jo).await;
    let second = claimed(&app, &goes, (jo, "I roast.")).await;
    confirm(&app, &second, jo).await;
    let unconfirmed = claimed(&app, &goes, (ann, "I clean.")).await;
    let before = waiting_claims(&app).await;
    assert_eq!(before.len(), 3);

    let admin = app.administrator().await;
    let address = format!("{}/merge", address_of(&stays));
    let order = json!({ "other": goes.id });
    let merged = admin.post(&address, &order).await.expect(200).json();
    let both = "I bake.\n\nI roast.";
    let remaining = [(&first, both), (&unconfirmed, "I clean.")];
    assert_eq!(
        waiting_claims(&app).await,
        remaining.map(|(id, words)| [json!(id), json!(stays.id), json!(words)])
    );

    admin.post(&undo_of(&merged), &json!({})).await.expect(200);
    assert_eq!(waiting_claims(&app).await, before);
    admin.post(&address, &order).await.expect(200);
    confirm(&app, &unconfirmed, ann).await;
    let approve = format!("/api/admin/business-claims/{unconfirmed}/approve");
    admin.post(&approve, &json!({})).await.expect(200);
    let owner = app.shop_row(stays.id).await.owner_id;
    assert_eq!(owner, Some(app.person(ann).await));
});
