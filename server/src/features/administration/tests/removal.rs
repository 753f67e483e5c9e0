//! What becomes of that which waits for a shop that is deleted.

use chrono::TimeDelta;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::catalog::entities::{shop, story, suggestion};
use uuid::Uuid;

use super::{address_of, told, undo_of};
use crate::support::{TestApp, Visitor};

const CLAIMANT: &str = "jo@bluedoor.example";
const GUEST: &str = "guest@mail.example";

fn suggested() -> Value {
    json!({ "kind": "edit", "phone": "318.555.0142", "email": GUEST })
}

fn suggestions_of(shop: &shop::Model) -> String {
    format!("/api/coffee-shops/{}/suggestions", shop.slug)
}

fn story_of(shop: &shop::Model) -> String {
    format!("/api/coffee-shops/{}/local-vibes", shop.slug)
}

/// How many claims, stories and suggestions wait.
async fn waiting(admin: &Visitor) -> (usize, usize, usize) {
    let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
    let of_kind = |kind: &str| {
        let items = inbox["items"].as_array().unwrap().iter();
        items.filter(|item| item["kind"] == kind).count()
    };
    let list = admin.get("/api/admin/suggestions").await.expect(200).json();
    let suggestions = list["suggestions"].as_array().unwrap().len();
    (of_kind("claim"), of_kind("story"), suggestions)
}

/// Claims the shop and confirms the address.
async fn claim(app: &TestApp, shop: &shop::Model) {
    let form = json!({
        "ownerName": "Jo Doe",
        "ownerEmail": CLAIMANT,
        "businessRole": "Owner",
        "verificationMethod": "email",
        "ownerDescription": "Ours since 1998."
    });
    let path = format!("/api/coffee-shops/{}/claim", shop.slug);
    let opened = app.visitor().post(&path, &form).await.expect(201).json();
    let (code, _) = app.code_to(CLAIMANT).await;
    let path = format!("/api/claims/{}/confirm", opened["id"].as_str().unwrap());
    let code = json!({ "code": code });
    app.visitor().post(&path, &code).await.expect(200);
}

both_engines!(
    deleting_a_shop_ends_what_waits_for_it_and_undo_brings_it_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let submitter = app.submitter_of(&shop).await;
        let author = format!("submitter.of.{}@mail.example", shop.slug);
        let story = json!({ "prompt1Response": "The river." });
        submitter.post(&story_of(&shop), &story).await.expect(200);
        let guest = app.visitor();
        guest
            .post(&suggestions_of(&shop), &suggested())
            .await
            .expect(202);
        claim(&app, &shop).await;
        let admin = app.administrator().await;
        assert_eq!(waiting(&admin).await, (1, 1, 1));
        let people = [CLAIMANT, &author, GUEST];
        let told = async |person: &str| {
            let mails = app.mails_to(person).await;
            let mails = mails.iter();
            mails
                .filter(|mail| mail.contains("was removed from"))
                .count()
        };

        let deleted = admin.delete(&address_of(&shop)).await.expect(200).json();
        assert_eq!(waiting(&admin).await, (0, 0, 0));
        admin.post(&undo_of(&deleted), &json!({})).await.expect(200);
        assert_eq!(waiting(&admin).await, (1, 1, 1), "all of it waits again");
        app.clock.advance(TimeDelta::minutes(2));
        for person in people {
            assert_eq!(told(person).await, 0, "recalled: {person}");
        }

        admin.delete(&address_of(&shop)).await.expect(200);
        app.clock.advance(TimeDelta::minutes(2));
        for person in people {
            assert_eq!(told(person).await, 1, "{person}");
        }
    }
);

both_engines!(what_arrives_during_a_deletion_is_refused, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let owner = app.owner_of(&shop).await;
    let (visitor, id) = (app.visitor(), shop.id);
    let deletion = app.hold(move |act| {
        Box::pin(async move {
            let row: shop::Model = act.find(id).await?.unwrap();
            let mut after = row.clone();
            after.deleted_at = Some(act.now());
            act.update(&row, after).await?;
            Ok(())
        })
    });
    let (to_suggestions, to_story) = (suggestions_of(&shop), story_of(&shop));
    let (words, suggested) = (json!({ "prompt1Response": "The river." }), suggested());
    let both = async {
        tokio::join!(
            visitor.post(&to_suggestions, &suggested),
            owner.post(&to_story, &words)
        )
    };
    let (suggestion, story) = deletion.await.meets(both).await;
    suggestion.expect(404);
    story.expect(404);
    assert_eq!(waiting(&app.administrator().await).await, (0, 0, 0));
});

both_engines!(
    what_is_decided_during_a_deletion_stays_decided,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let waits = told(&app, &shop, "The river.", story::Status::Pending).await;
        let guest = app.visitor();
        let kept = guest.post(&suggestions_of(&shop), &suggested()).await;
        let kept = kept.expect(202).json();
        let said = Uuid::parse_str(kept["id"].as_str().unwrap()).unwrap();
        let decisions = app.hold(move |act| {
            Box::pin(async move {
                let row: story::Model = act.find(waits.id).await?.unwrap();
                let mut after = row.clone();
                after.status = story::Status::Approved;
                act.update(&row, after).await?;
                let row: suggestion::Model = act.find(said).await?.unwrap();
                let mut after = row.clone();
                after.status = suggestion::Status::Accepted;
                act.update(&row, after).await?;
                Ok(())
            })
        });
        let admin = app.administrator().await;
        let address = address_of(&shop);
        let deleted = decisions.await.meets(admin.delete(&address)).await;
        deleted.expect(200);
        let reads = app.database.reads();
        let story = story::Entity::find_by_id(waits.id)
            .one(reads)
            .await
            .unwrap();
        assert_eq!(story.unwrap().status, story::Status::Approved);
        let suggestion = suggestion::Entity::find_by_id(said)
            .one(reads)
            .await
            .unwrap();
        assert_eq!(suggestion.unwrap().status, suggestion::Status::Accepted);
    }
);
