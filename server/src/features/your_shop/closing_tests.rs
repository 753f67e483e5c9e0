//! Closing and removing a shop by its owner, and taking it back (D107).

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{Response, TestApp, Visitor};

async fn owned(app: &TestApp) -> (shop::Model, Visitor) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    (shop, owner)
}

async fn close(visitor: &Visitor, shop: &shop::Model, closing: &str) -> Response {
    let path = format!("/api/your-shop/{}/close", shop.id);
    visitor.post(&path, &json!({ "closing": closing })).await
}

async fn reopen(visitor: &Visitor, shop: &shop::Model) -> Response {
    let path = format!("/api/your-shop/{}/reopen", shop.id);
    visitor.post(&path, &json!({})).await
}

async fn state(owner: &Visitor, shop: &shop::Model) -> Value {
    let path = format!("/api/your-shop/{}/closing", shop.id);
    owner.get(&path).await.expect(200).json()
}

async fn page(app: &TestApp, shop: &shop::Model) -> Response {
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await
}

both_engines!(an_owner_closes_a_shop_and_takes_it_back, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    assert_eq!(state(&owner, &shop).await["closing"], Value::Null);
    let closed = close(&owner, &shop, "permanently_closed").await.expect(200);
    assert_eq!(closed.json()["isClosed"], true);
    let public = page(&app, &shop).await.expect(200).json();
    assert_eq!(public["permanentlyClosed"], true);
    let source = &app.shop_row(shop.id).await.provenance.0["closed"];
    assert_eq!(source, "owner", "imports don't open it again");
    close(&owner, &shop, "permanently_closed").await.expect(409);
    let now = state(&owner, &shop).await;
    assert_eq!(now["closing"], "permanently_closed");
    assert!(now["reopenUntil"].is_string());

    app.clock.advance(TimeDelta::days(29));
    let owner = app.owner_of(&shop).await;
    reopen(&owner, &shop).await.expect(200);
    let public = page(&app, &shop).await.expect(200).json();
    assert_eq!(public["permanentlyClosed"], false);
    reopen(&owner, &shop).await.expect(409);
});

both_engines!(
    an_owner_removes_a_listing_and_takes_it_back,
    |app: TestApp| {
        let (shop, owner) = owned(&app).await;
        let removed = close(&owner, &shop, "removed").await.expect(200).json();
        assert_eq!(removed["isListed"], false);
        page(&app, &shop).await.expect(404);
        assert_eq!(state(&owner, &shop).await["closing"], "removed");
        close(&owner, &shop, "removed").await.expect(409);
        reopen(&owner, &shop).await.expect(200);
        page(&app, &shop).await.expect(200);

        // Who closed it first removes it, too, and gets back what was.
        app.clock.advance(TimeDelta::seconds(1));
        close(&owner, &shop, "permanently_closed").await.expect(200);
        app.clock.advance(TimeDelta::seconds(1));
        close(&owner, &shop, "removed").await.expect(200);
        app.clock.advance(TimeDelta::seconds(1));
        reopen(&owner, &shop).await.expect(200);
        let public = page(&app, &shop).await.expect(200).json();
        assert_eq!(public["permanentlyClosed"], true);
        reopen(&owner, &shop).await.expect(200);
        let public = page(&app, &shop).await.expect(200).json();
        assert_eq!(public["permanentlyClosed"], false);
    }
);

both_engines!(after_thirty_days_it_stays, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    close(&owner, &shop, "removed").await.expect(200);
    app.clock.advance(TimeDelta::days(31));
    let owner = app.owner_of(&shop).await;
    assert_eq!(state(&owner, &shop).await["reopenUntil"], Value::Null);
    reopen(&owner, &shop).await.expect(409);
    page(&app, &shop).await.expect(404);
});

both_engines!(what_the_administrator_took_off_stays_off, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    close(&owner, &shop, "removed").await.expect(200);
    app.clock.advance(TimeDelta::seconds(1));
    reopen(&owner, &shop).await.expect(200);
    app.clock.advance(TimeDelta::seconds(1));
    let admin = app.administrator().await;
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    let version = admin.get(&path).await.expect(200).json()["version"].clone();
    let change = json!({ "isActive": false, "version": version });
    admin.put(&path, &change).await.expect(200);
    assert_eq!(state(&owner, &shop).await["reopenUntil"], Value::Null);
    reopen(&owner, &shop).await.expect(409);
    page(&app, &shop).await.expect(404);
});

both_engines!(only_its_owner_closes_a_shop, |app: TestApp| {
    let (shop, _) = owned(&app).await;
    let another = app.signed_in("another@shop.example").await;
    let stranger = app.visitor();
    for (visitor, status) in [(&another, 403), (&stranger, 401)] {
        close(visitor, &shop, "removed").await.expect(status);
        reopen(visitor, &shop).await.expect(status);
    }
    let admin = app.administrator().await;
    close(&admin, &shop, "removed").await.expect(403);
    let submitter = app.signed_in("submitter@shop.example").await;
    let person = app.person("submitter@shop.example").await;
    app.edit_shop(shop.id, |row| {
        row.owner_id = None;
        row.submitter_id = Some(person);
    })
    .await;
    close(&submitter, &shop, "removed").await.expect(403);
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/close", shop.id);
    owner
        .post(&path, &json!({ "closing": "on Sundays" }))
        .await
        .expect(400);
    assert!(app.shop_row(shop.id).await.is_active);
});
