//! An undo brings nothing back that belongs to a row that is gone, such as an invented shop.

use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use townperk::{
    catalog::writing::undo,
    platform::{error::Error, web::Actor},
    rooms::ROOMS,
};
use uuid::Uuid;

use crate::support::TestApp;

/// A row of a table as the log has it: columns of several tables, of which each reads its own, and `own`.
fn image(app: &TestApp, own: &Value) -> Value {
    let (id, someone, now) = (
        app.identifiers.next(),
        app.identifiers.next(),
        app.clock.now(),
    );
    let mut image = json!({
        "id": id,
        "person_id": someone, "from_person_id": someone, "to_person_id": someone, "invited_by": someone,
        "owner_name": "Jo Doe", "business_role": "Owner", "verification_method": "email",
        "is_open_again": false, "from_listing": false, "prompt1_response": "The river.", "proposal": {},
        "subject": "Blue Door", "explanation": "It moved.", "name": "Blue Door", "town": "Alexandria, LA",
        "reason": "similar", "record": "{}", "number": 1, "source": "osm", "source_id": "node/1",
        "slug": "blue-door", "form_key": "key", "key": "key", "source_url": null,
        "position": 0, "widths": [], "width": 640, "height": 400, "version": 1,
        "created_at": now, "updated_at": now, "fetched_at": now, "asked_at": now, "invited_at": now,
        "starts_at": now, "ends_at": now,
    });
    for (column, value) in own.as_object().unwrap() {
        image[column] = value.clone();
    }
    image
}

/// What an undo says that would bring the row back.
async fn undo_of_removal(app: &TestApp, table: &'static str, image: Value) -> String {
    let row: Uuid = image["id"].as_str().unwrap().parse().unwrap();
    let (ledger, actor) = (&app.services().ledger, Actor::Administrator(None));
    let removed = ledger
        .act(actor, "test.remove", move |act| {
            let image = image.clone();
            Box::pin(async move {
                act.record_image(table, row, (Some(image), None));
                Ok(())
            })
        })
        .await
        .unwrap();
    let entry = removed.entry.unwrap();
    match undo(ledger, ROOMS.recorded_tables(), actor, entry).await {
        Err(Error::Conflict(message)) => message.into_owned(),
        other => panic!("{table}: {other:?}"),
    }
}

/// Whether a table's rows name a shop. Some names in the log are no table's.
async fn names_shops(app: &TestApp, table: &str) -> bool {
    let reads = app.database.reads();
    let sql = format!("SELECT shop_id FROM {table}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    reads.query_all_raw(asked).await.is_ok()
}

async fn count(app: &TestApp, table: &str) -> i64 {
    let reads = app.database.reads();
    let sql = format!("SELECT COUNT(*) AS number FROM {table}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let row = reads.query_one_raw(asked).await.unwrap().unwrap();
    row.try_get("", "number").unwrap()
}

both_engines!(nothing_comes_back_without_its_shop, |app: TestApp| {
    let shop = app.identifiers.next();
    let plain = json!({ "shop_id": shop });
    let with = |own: Value| {
        let mut all = plain.clone();
        let own = own.as_object().unwrap().clone();
        all.as_object_mut().unwrap().extend(own);
        all
    };
    let slug = json!({ "kind": "shop", "target_id": shop });
    let photo = json!({ "owner_kind": "shop", "owner_id": shop });
    let request = with(json!({ "kind": "takedown", "status": "open" }));
    let suggestion = with(json!({ "kind": "closed", "status": "open" }));
    let cases = [
        ("admin_requests", request),
        ("boosts", with(json!({ "source": "complimentary" }))),
        ("claims", with(json!({ "status": "pending" }))),
        ("former_slugs", slug),
        ("hand_overs", plain.clone()),
        ("hours_questions", json!({ "id": shop })),
        ("listings", plain.clone()),
        ("photos", photo),
        ("review_items", with(json!({ "status": "accepted" }))),
        ("shop_managers", plain.clone()),
        ("shop_sources", plain.clone()),
        ("stories", with(json!({ "status": "pending" }))),
        ("suggestions", suggestion),
        ("worklist_pauses", json!({ "id": shop })),
    ];
    for table in ROOMS.recorded_tables() {
        let is_known = cases.iter().any(|(known, _)| *known == table.name);
        assert!(
            is_known || !names_shops(&app, table.name).await,
            "{} needs a row above",
            table.name
        );
    }
    let expected = "This can't be undone because the coffee shop has been removed.";
    for (table, own) in cases {
        let refused = undo_of_removal(&app, table, image(&app, &own)).await;
        assert_eq!(refused, expected, "{table}");
        assert_eq!(count(&app, table).await, 0, "{table}");
    }
});

both_engines!(
    nothing_comes_back_without_its_town_or_story,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let gone = app.identifiers.next();
        let mut shop = app.shop(&city).row();
        shop.city_id = gone;
        let shop = serde_json::to_value(&shop).unwrap();
        let photo = |kind: &str| image(&app, &json!({ "owner_kind": kind, "owner_id": gone }));
        let slug = image(&app, &json!({ "kind": "city", "target_id": gone }));
        for (table, image, what) in [
            ("shops", shop, "town"),
            ("photos", photo("city"), "town"),
            ("photos", photo("story"), "story"),
            ("former_slugs", slug, "town"),
        ] {
            let refused = undo_of_removal(&app, table, image).await;
            let expected = format!("This can't be undone because the {what} has been removed.");
            assert_eq!(refused, expected, "{table}");
            assert_eq!(count(&app, table).await, 0, "{table}");
        }
    }
);
