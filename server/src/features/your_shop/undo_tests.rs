//! Undoing a change with the later ones that stand in its way, through the API.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor};

/// Edits the shop as one of its people; returns the entry.
async fn edit(app: &TestApp, person: &Visitor, shop: &shop::Model, change: Value) -> String {
    app.clock.advance(TimeDelta::seconds(1));
    let path = format!("/api/your-shop/{}", shop.id);
    let mut change = change;
    change["version"] = person.get(&path).await.expect(200).json()["version"].clone();
    let edited = person.patch(&path, &change).await.expect(200).json();
    edited["entry"].as_str().unwrap().to_owned()
}

fn undo(shop: &shop::Model, entry: &str) -> String {
    format!("/api/your-shop/{}/history/{entry}/undo", shop.id)
}

both_engines!(
    later_changes_of_the_same_are_undone_in_one_go,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let first = edit(&app, &owner, &shop, json!({ "phone": "318.555.0142" })).await;
        let second = edit(&app, &owner, &shop, json!({ "phone": "318.555.0143" })).await;
        let third = edit(&app, &owner, &shop, json!({ "phone": "318.555.0144" })).await;
        let refused = owner.post(&undo(&shop, &first), &json!({})).await;
        let refused = refused.expect(409).json();
        let message = refused["message"].as_str().unwrap();
        let named = ": you changed the shop's facts; and once more before that. Undo those first";
        assert!(message.contains(named), "{message}");
        // Without one that stands in the way, nothing at all is undone.
        let half = json!({ "later": [second] });
        owner.post(&undo(&shop, &first), &half).await.expect(409);
        let history = format!("/api/your-shop/{}/history", shop.id);
        let acts = owner.get(&history).await.json();
        assert_eq!(acts[0]["id"], json!(third));
        assert!(
            acts.as_array()
                .unwrap()
                .iter()
                .all(|act| act["undone"] == false)
        );

        app.clock.advance(TimeDelta::seconds(1));
        let all = json!({ "later": [second, third] });
        let undone = owner.post(&undo(&shop, &first), &all).await.expect(200);
        assert_eq!(undone.json()["phone"], Value::Null);
        let acts = owner.get(&history).await.json();
        let undone = acts.as_array().unwrap().iter();
        let undone = undone.filter(|act| act["undone"] == true).count();
        assert_eq!(undone, 3, "{acts}");
        // It is one act, which the administrator undoes as one.
        let admin = app.administrator().await;
        let log = admin.get("/api/admin/audit").await.json();
        assert_eq!(log["entries"][0]["action"], "undo");
        assert_ne!(log["entries"][1]["action"], "undo");
        app.clock.advance(TimeDelta::seconds(1));
        let entry = log["entries"][0]["id"].as_str().unwrap();
        let path = format!("/api/admin/audit/{entry}/undo");
        admin.post(&path, &json!({})).await.expect(200);
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.phone.as_deref(), Some("(318) 555-0144"));
    }
);

both_engines!(
    nothing_is_undone_beside_a_change_that_isnt_a_later_one_of_the_same,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let other = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let neighbor = app.owner_of(&other).await;
        let earlier = edit(
            &app,
            &owner,
            &shop,
            json!({ "website": "https://a.example" }),
        )
        .await;
        let own = edit(&app, &owner, &shop, json!({ "phone": "318.555.0142" })).await;
        let theirs = edit(&app, &neighbor, &other, json!({ "phone": "318.555.0143" })).await;
        for (later, status) in [
            (json!([theirs]), 409),
            (json!([earlier]), 409),
            (json!([own]), 409),
            (json!([uuid::Uuid::nil()]), 409),
            (json!(["x"]), 400),
            (json!(vec![theirs.clone(); 2]), 409),
        ] {
            let body = json!({ "later": later });
            owner.post(&undo(&shop, &own), &body).await.expect(status);
        }
        let many: Vec<_> = (0..51).map(uuid::Uuid::from_u128).collect();
        let refused = owner
            .post(&undo(&shop, &own), &json!({ "later": many }))
            .await;
        assert_eq!(refused.expect(400).json()["field"], "later");
        assert!(app.shop_row(other.id).await.phone.is_some());
        assert!(app.shop_row(shop.id).await.phone.is_some());
    }
);

both_engines!(
    an_owner_is_told_that_the_administrators_later_change_stands_in_the_way,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let own = edit(&app, &owner, &shop, json!({ "phone": "318.555.0142" })).await;
        app.clock.advance(TimeDelta::seconds(1));
        let admin = app.administrator().await;
        let page = format!("/api/admin/coffee-shops/{}", shop.id);
        let phone = json!({ "phone": "318.555.0143" });
        let entry = admin.put(&page, &phone).await.expect(200).json()["entry"].clone();
        let refused = owner.post(&undo(&shop, &own), &json!({})).await;
        let message = refused.expect(409).json()["message"].clone();
        let message = message.as_str().unwrap();
        let named = "the directory's administrator changed the shop's facts. Only the directory's administrator can undo that.";
        assert!(message.contains(named), "{message}");
        let both = json!({ "later": [entry] });
        owner.post(&undo(&shop, &own), &both).await.expect(403);
        let path = format!("/api/admin/audit/{own}/undo");
        let refused = admin.post(&path, &json!({})).await.expect(409).json();
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("the administrator changed the shop's facts. Undo that first"));
        admin.post(&path, &both).await.expect(200);
        assert_eq!(app.shop_row(shop.id).await.phone, None);
    }
);
