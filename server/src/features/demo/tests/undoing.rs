//! What was withdrawn about an invented shop doesn't come back once the shop is gone.

use chrono::TimeDelta;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::json;
use townperk::{
    catalog::entities::{claim, listing},
    features::demo::{adopt_shop, clear},
};

use crate::support::{Response, TestApp, Visitor};

const EMAIL: &str = "jo@mail.example";

/// The newest entry of this kind in the audit log.
async fn newest(admin: &Visitor, action: &str) -> String {
    let path = format!("/api/admin/audit?action={action}");
    let log = admin.get(&path).await.expect(200).json();
    log["entries"][0]["id"].as_str().unwrap().to_owned()
}

async fn undo(admin: &Visitor, entry: &str) -> Response {
    let path = format!("/api/admin/audit/{entry}/undo");
    admin.post(&path, &json!({})).await
}

async fn expect_refusal(admin: &Visitor, entry: &str) {
    let refused = undo(admin, entry).await.expect(409).json();
    assert_eq!(
        refused["message"],
        "This can't be undone because the coffee shop has been removed."
    );
}

both_engines!(a_withdrawn_claim_is_gone_with_its_shop, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).with(|row| row.sample = true).await;
    let form = json!({
        "ownerName": "Jo Doe",
        "ownerEmail": EMAIL,
        "businessRole": "Owner",
        "verificationMethod": "email",
        "ownerDescription": "Ours since 1998."
    });
    let path = format!("/api/coffee-shops/{}/claim", shop.slug);
    let admin = app.administrator().await;
    app.visitor().post(&path, &form).await.expect(201);
    let opened = newest(&admin, "claim.open").await;
    undo(&admin, &opened).await.expect(200);
    let taken_back = newest(&admin, "undo").await;

    app.clock.advance(TimeDelta::seconds(1));
    let again = app.visitor().post(&path, &form).await.expect(201).json();
    let not_mine = format!("/api/claims/{}/not-mine", again["id"].as_str().unwrap());
    let person = app.signed_in(EMAIL).await;
    person.post(&not_mine, &json!({})).await.expect(204);
    let disowned = newest(&admin, "claim.disown").await;

    clear(&app.services).await.unwrap();
    for entry in [taken_back, disowned] {
        expect_refusal(&admin, &entry).await;
    }
    let claims = claim::Entity::find().count(app.database.reads());
    assert_eq!(claims.await.unwrap(), 0);
});

both_engines!(a_withdrawn_listing_is_gone_with_its_shop, |app: TestApp| {
    let form = json!({
        "name": "Blue Door",
        "address": "126 Main Street",
        "zipCode": "71301",
        "hours": "M-F 7am-3pm, Sat 8-2",
        "ownerName": "Jo Doe",
        "ownerEmail": EMAIL
    });
    let listed = app.visitor().post("/api/coffee-shops", &form).await;
    let listed = listed.expect(201).json();
    let id = listed["id"].as_str().unwrap();
    adopt_shop(&app.services, id.parse().unwrap())
        .await
        .unwrap();
    let person = app.signed_in(EMAIL).await;
    let not_mine = format!("/api/listings/{id}/not-mine");
    person.post(&not_mine, &json!({})).await.expect(204);
    let admin = app.administrator().await;
    let disowned = newest(&admin, "listing.disown").await;

    clear(&app.services).await.unwrap();
    expect_refusal(&admin, &disowned).await;
    let listings = listing::Entity::find().count(app.database.reads());
    assert_eq!(listings.await.unwrap(), 0);
});
