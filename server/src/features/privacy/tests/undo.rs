//! Undoing what was done before somebody was erased: rows and the log's images lose the address alike.

use chrono::TimeDelta;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{audit::image, claim, shop, story},
    platform::web::Actor,
};

use crate::support::{TestApp, Visitor};

const ADDRESS: &str = "ann@mail.example";

/// Edits the shop as the administrator; returns the entry.
async fn edit(app: &TestApp, admin: &Visitor, shop: &shop::Model, change: Value) -> String {
    app.clock.advance(TimeDelta::seconds(1));
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    let edited = admin.put(&path, &change).await.expect(200).json();
    edited["entry"].as_str().unwrap().to_owned()
}

async fn erase(app: &TestApp, admin: &Visitor) -> Value {
    app.clock.advance(TimeDelta::seconds(1));
    let asked = json!({ "email": ADDRESS });
    let erased = admin.post("/api/admin/people/erase", &asked).await;
    erased.expect(200).json()
}

async fn undo(app: &TestApp, admin: &Visitor, entry: &str) {
    app.clock.advance(TimeDelta::seconds(1));
    let path = format!("/api/admin/audit/{entry}/undo");
    admin.post(&path, &json!({})).await.expect(200);
}

both_engines!(
    an_act_whose_result_held_an_erased_address_can_be_undone,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let words = json!({ "description": "Anna Lee roasts: write to Ann@mail.example." });
        let entry = edit(&app, &admin, &shop, words).await;
        let erased = erase(&app, &admin).await;
        let part = json!({ "name": "texts with the address", "count": 1 });
        assert!(
            erased["parts"].as_array().unwrap().contains(&part),
            "{erased}"
        );

        // What is no address stays, here as in the log.
        let left = "Anna Lee roasts: write to (erased).";
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.description.as_deref(), Some(left));
        let page = format!("/api/coffee-shops/{}", shop.slug);
        let shown = app.visitor().get(&page).await.expect(200).json();
        assert_eq!(shown["description"], left);

        undo(&app, &admin, &entry).await;
        assert_eq!(app.shop_row(shop.id).await.description, None);
        let again = erase(&app, &admin).await;
        assert_eq!(again["wasKnown"], false, "{again}");
    }
);

both_engines!(
    undoing_the_making_of_a_row_that_held_an_erased_address_removes_it,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let words = json!({ "prompt1Response": "Ask ann@mail.example about the festival." });
        owner.post(&path, &words).await.expect(200);
        let log = "/api/admin/audit?action=story.write";
        let log = admin.get(log).await.expect(200).json();
        let entry = log["entries"][0]["id"].as_str().unwrap().to_owned();
        erase(&app, &admin).await;
        let stories = || story::Entity::find().all(app.database.reads());
        let written = stories().await.unwrap();
        assert_eq!(
            written[0].prompt1_response,
            "Ask (erased) about the festival."
        );
        undo(&app, &admin, &entry).await;
        assert!(stories().await.unwrap().is_empty());
    }
);

both_engines!(
    an_address_that_a_shop_showed_comes_back_with_no_undo,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let (shows, showed) = (app.shop(&city).await, app.shop(&city).await);
        let with = json!({ "publicEmail": ADDRESS, "phone": "318.555.0142" });
        let shown = edit(&app, &admin, &shows, with.clone()).await;
        edit(&app, &admin, &showed, with).await;
        let without = json!({ "publicEmail": null, "phone": "318.555.0143" });
        let removed = edit(&app, &admin, &showed, without).await;
        erase(&app, &admin).await;

        undo(&app, &admin, &shown).await;
        let row = app.shop_row(shows.id).await;
        assert_eq!((row.phone, row.public_email), (None, None));
        undo(&app, &admin, &removed).await;
        let row = app.shop_row(showed.id).await;
        assert_eq!(row.phone.as_deref(), Some("(318) 555-0142"));
        assert_eq!(row.public_email, None, "no page shows “(erased)”");
    }
);

both_engines!(
    what_stays_of_a_decided_claim_stays_in_the_log_alike,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let claim = claim::Model {
            id: app.identifiers.next(),
            shop_id: shop.id,
            person_id: app.person(ADDRESS).await,
            owner_name: "Anna Lee".into(),
            owner_phone: Some("(318) 555-0142".into()),
            business_role: "Owner".into(),
            verification_method: "email".into(),
            additional_info: Some("I opened it.".into()),
            owner_description: None,
            is_open_again: false,
            from_listing: false,
            status: claim::Status::Rejected,
            open_key: None,
            email_confirmed_at: None,
            proven_website: None,
            checked_website: None,
            website_checked_at: None,
            website_problem: None,
            rejection_reason: None,
            created_at: app.clock.now(),
            reviewed_at: Some(app.clock.now()),
        };
        let (id, ledger) = (claim.id, &app.services.ledger);
        let claimed = ledger.act(Actor::Visitor, "claim.open", move |act| {
            let claim = claim.clone();
            Box::pin(async move { act.insert(&claim).await })
        });
        let entry = claimed.await.unwrap().entry.unwrap();
        erase(&app, &admin).await;

        let reads = app.database.reads();
        let row = claim::Entity::find_by_id(id).one(reads).await.unwrap();
        let row = json!(row.unwrap());
        let image = image::Entity::find_by_id((entry, 0)).one(reads).await;
        let image = image.unwrap().unwrap().after_image.unwrap();
        for (column, left) in [
            ("owner_name", json!("(erased)")),
            ("owner_phone", Value::Null),
            ("additional_info", Value::Null),
            ("business_role", json!("Owner")),
        ] {
            assert_eq!((&row[column], &image[column]), (&left, &left), "{column}");
        }
    }
);
