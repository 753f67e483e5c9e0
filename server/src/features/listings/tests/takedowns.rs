//! The effects of an approved take-down request.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::{
        entities::{audit::entry, shop},
        photos::Owner,
        writing::undo,
    },
    platform::{mail::HELD, web::Actor},
    rooms::ROOMS,
};

use crate::support::{Response, TestApp};

const ASKER: &str = "ann@mail.example";

/// Requests the take-down of the page of `shop`; returns the request's ID.
async fn ask(app: &TestApp, shop: &str, reason: &str) -> String {
    let form = json!({ "shop": shop, "reason": reason, "details": "Please.", "email": ASKER });
    let kept = app.visitor().post("/api/takedown-requests", &form).await;
    kept.expect(202).json()["id"].as_str().unwrap().to_owned()
}

async fn approve(app: &TestApp, id: &str, body: Value) -> Response {
    let path = format!("/api/admin/requests/{id}/approve");
    app.administrator().await.post(&path, &body).await
}

async fn blue_door(app: &TestApp) -> shop::Model {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("Blue Door").await
}

fn page(shop: &shop::Model) -> String {
    format!("/api/coffee-shops/{}", shop.slug)
}

async fn undo_approval(app: &TestApp) {
    let approval = entry::Entity::find()
        .filter(entry::Column::Action.eq("request.approve"))
        .one(app.database.reads())
        .await
        .unwrap()
        .expect("an entry");
    let ledger = &app.services().ledger;
    undo(
        ledger,
        ROOMS.recorded_tables(),
        Actor::Administrator(None),
        approval.id,
    )
    .await
    .unwrap();
}

async fn inbox(app: &TestApp) -> Vec<Value> {
    app.administrator().await.inbox().await
}

both_engines!(what_is_no_coffee_shop_is_unpublished, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = ask(&app, &shop.slug, "not_a_coffee_shop").await;
    assert_eq!(inbox(&app).await[0]["kind"], "takedown_page");
    let approved = approve(&app, &id, json!({})).await.expect(200).json();
    assert_eq!(approved["status"], "approved");
    app.visitor().get(&page(&shop)).await.expect(404);
    app.clock.advance(HELD);
    let mails = app.mails_to(ASKER).await;
    assert!(
        mails[0].contains("the page is no longer published"),
        "{}",
        mails[0]
    );
    assert!(
        !mails[0].contains("Please."),
        "nothing that was typed goes to an unproven address"
    );
    undo_approval(&app).await;
    app.visitor().get(&page(&shop)).await.expect(200);
    assert_eq!(inbox(&app).await[0]["id"], id, "the request waits again");
});

both_engines!(a_closed_shop_is_marked_as_closed, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = ask(&app, &shop.slug, "closed").await;
    assert_eq!(inbox(&app).await[0]["kind"], "takedown_closed");
    approve(&app, &id, json!({})).await.expect(200);
    let shown = app.visitor().get(&page(&shop)).await.expect(200).json();
    assert_eq!(shown["permanentlyClosed"], true);
    undo_approval(&app).await;
    let shown = app.visitor().get(&page(&shop)).await.expect(200).json();
    assert_eq!(shown["permanentlyClosed"], false);
});

both_engines!(photos_are_taken_off_the_page, |app: TestApp| {
    let shop = blue_door(&app).await;
    for _ in 0..2 {
        app.stored_photo(Owner::Shop(shop.id)).await;
    }
    let id = ask(&app, &shop.slug, "photo").await;
    assert_eq!(inbox(&app).await[0]["kind"], "takedown_photo");
    approve(&app, &id, json!({})).await.expect(200);
    let shown = app.visitor().get(&page(&shop)).await.expect(200).json();
    assert_eq!(shown["photos"], json!([]));
    undo_approval(&app).await;
    let shown = app.visitor().get(&page(&shop)).await.expect(200).json();
    assert_eq!(shown["photos"].as_array().unwrap().len(), 2);
});

both_engines!(
    what_no_rule_can_tell_is_said_by_the_administrator,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let id = ask(&app, &shop.slug, "personal_data").await;
        let refused = approve(&app, &id, json!({})).await.expect(400).json();
        assert_eq!(refused["field"], "action");
        approve(&app, &id, json!({ "action": "burn" }))
            .await
            .expect(400);
        approve(&app, &id, json!({ "action": "nothing" }))
            .await
            .expect(200);
        app.visitor().get(&page(&shop)).await.expect(200);
        app.clock.advance(HELD);
        let mails = app.mails_to(ASKER).await;
        assert!(mails[0].contains("done what you asked"), "{}", mails[0]);
        // The chosen action overrides the reason.
        let id = ask(&app, &shop.slug, "photo").await;
        approve(&app, &id, json!({ "action": "unpublish" }))
            .await
            .expect(200);
        app.visitor().get(&page(&shop)).await.expect(404);
    }
);

both_engines!(
    the_owner_is_told_of_what_somebody_else_asked_for,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        app.owner_of(&shop).await;
        let id = ask(&app, &shop.slug, "closed").await;
        approve(&app, &id, json!({})).await.expect(200);
        let owner = format!("owner.of.{}@mail.example", shop.slug);
        app.clock.advance(HELD);
        let mails = app.mails_to(&owner).await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].contains("permanently closed"), "{}", mails[0]);
    }
);

both_engines!(a_page_that_we_do_not_have_is_no_dead_end, |app: TestApp| {
    let id = ask(&app, "no-such-shop", "closed").await;
    let refused = approve(&app, &id, json!({})).await.expect(400).json();
    assert_eq!(refused["field"], "action");
    approve(&app, &id, json!({ "action": "nothing" }))
        .await
        .expect(200);
});

both_engines!(a_shop_is_found_by_its_name_and_town, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = ask(&app, "Blue Door, Alexandria, LA", "closed").await;
    let waiting = app.administrator().await.get("/api/admin/requests").await;
    let waiting = waiting.expect(200).json();
    assert_eq!(
        (&waiting[0]["id"], &waiting[0]["shopSlug"]),
        (&json!(id), &json!(shop.slug))
    );
});

both_engines!(what_is_asked_for_is_checked, |app: TestApp| {
    let form = json!({ "shop": "x", "reason": "photo", "details": "Please.", "email": ASKER });
    for (field, value) in [
        ("shop", json!("x".repeat(301))),
        ("reason", json!("burn")),
        ("details", json!("é".repeat(1001))),
        ("details", json!(["x"])),
        ("name", json!("x".repeat(121))),
        ("email", json!("ann@mail.example, bo@mail.example")),
        ("unknown", json!("x")),
    ] {
        let mut bad = form.clone();
        bad[field] = value.clone();
        let refused = app.visitor().post("/api/takedown-requests", &bad).await;
        assert_eq!(refused.expect(400).json()["field"], field, "{value}");
    }
    for name in ["leftEmpty", "homepage"] {
        let mut honey = form.clone();
        honey[name] = json!("https://spam.example");
        let refused = app.visitor().post("/api/takedown-requests", &honey).await;
        let refused = refused.expect(400);
        assert!(!refused.text().contains(name), "{}", refused.text());
        assert_eq!(refused.json()["code"], "filled_by_program");
    }
    assert!(inbox(&app).await.is_empty());
    let longest = json!({
        "shop": "x", "reason": "other", "details": "é".repeat(1000), "email": ASKER,
        "name": "<b>Ann</b>\u{202e} ☕"
    });
    let kept = app.visitor().post("/api/takedown-requests", &longest).await;
    kept.expect(202);
    let text = inbox(&app).await[0]["text"].as_str().unwrap().to_owned();
    assert!(
        text.ends_with("Asked by <b>Ann</b> ☕, ann@mail.example"),
        "{text}"
    );
});
