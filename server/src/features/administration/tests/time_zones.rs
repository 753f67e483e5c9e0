//! The administrator's time zone of a shop, which stands before its town's (D111).

use serde_json::{Value, json};
use townperk::{
    catalog::entities::{city, shop},
    platform::web::Actor,
};
use uuid::Uuid;

use super::{address_of, undo_of};
use crate::support::{TestApp, page_of};

/// The time zone that was set, and the one that applies.
fn zones(shop: &Value) -> [&Value; 2] {
    [&shop["timeZone"], &shop["currentTimeZone"]]
}

/// Sets a shop's time zone. Returns what the administrator is answered.
async fn set_zone(app: &TestApp, shop: &shop::Model, zone: Value) -> Value {
    let edit = json!({ "timeZone": zone });
    let admin = app.administrator().await;
    let answer = admin.put(&address_of(shop), &edit).await;
    answer.expect(200).json()
}

/// By whose clocks a shop's page goes.
async fn clocks(app: &TestApp, shop: &shop::Model) -> Value {
    let page = format!("/api{}", page_of(shop));
    app.visitor().get(&page).await.expect(200).json()["timeZone"].clone()
}

/// A town whose row has this time zone.
async fn town(app: &TestApp, (name, state): (&str, &str), zone: &str) -> city::Model {
    let city = app.city(name, state);
    city.with(|row| zone.clone_into(&mut row.time_zone)).await
}

both_engines!(
    a_time_zone_of_its_own_applies_until_it_is_cleared,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let admin = app.administrator().await;
        let before = admin.get(&address_of(&shop)).await.expect(200).json();
        assert_eq!(zones(&before), [&Value::Null, &json!("America/Chicago")]);

        let set = set_zone(&app, &shop, json!(" America/Denver ")).await;
        let denver = json!("America/Denver");
        assert_eq!(zones(&set), [&denver, &denver]);
        let page = format!("/api{}", page_of(&shop));
        let shown = app.visitor().get(&page).await.expect(200).json();
        assert_eq!(shown["timeZone"], "America/Denver");
        // Sending back what was read changes nothing.
        let read = admin.get(&address_of(&shop)).await.expect(200).json();
        let same = admin.put(&address_of(&shop), &read).await.expect(200);
        assert_eq!(same.json()["entry"], Value::Null);

        for none in [json!(""), Value::Null] {
            set_zone(&app, &shop, json!("America/Denver")).await;
            let cleared = set_zone(&app, &shop, none).await;
            assert_eq!(zones(&cleared), [&Value::Null, &json!("America/Chicago")]);
            assert!(cleared["entry"].is_string(), "{cleared}");
        }
        let shown = app.visitor().get(&page).await.expect(200).json();
        assert_eq!(shown["timeZone"], "America/Chicago");
    }
);

both_engines!(no_other_word_is_a_time_zone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let admin = app.administrator().await;
    let long = "x".repeat(65);
    for word in ["Mountain time", "America/Jackpot", "UTC-7", long.as_str()] {
        let edit = json!({ "timeZone": word });
        let refused = admin.put(&address_of(&shop), &edit).await.expect(400);
        assert_eq!(refused.json()["field"], "timeZone", "{word}");
    }
    assert_eq!(app.shop_row(shop.id).await.own_time_zone, None);
});

both_engines!(
    a_time_zone_moves_with_its_shop_and_its_undo_leaves_the_new_towns,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let set = set_zone(&app, &shop, json!("America/Anchorage")).await;
        let admin = app.administrator().await;
        let edit = json!({ "address": "126 Main Street, Jackpot, NV 89825" });
        let moved = admin
            .put(&address_of(&shop), &edit)
            .await
            .expect(200)
            .json();
        assert_eq!(moved["cityName"], "Jackpot");
        let anchorage = json!("America/Anchorage");
        assert_eq!(zones(&moved), [&anchorage, &anchorage]);

        admin.post(&undo_of(&set), &json!({})).await.expect(200);
        let now = admin.get(&address_of(&shop)).await.expect(200).json();
        assert_eq!(now["cityName"], "Jackpot");
        assert_eq!(zones(&now), [&Value::Null, &json!("America/Denver")]);
        admin.post(&undo_of(&moved), &json!({})).await.expect(200);
        let now = admin.get(&address_of(&shop)).await.expect(200).json();
        assert_eq!(zones(&now), [&Value::Null, &json!("America/Chicago")]);
    }
);

both_engines!(
    a_time_zone_survives_a_merge_on_either_side,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let stays = app.shop(&city).name("Blue Door").await;
        let goes = app.shop(&city).name("The Blue Door").await;
        set_zone(&app, &goes, json!("America/Denver")).await;
        let admin = app.administrator().await;
        let merge = format!("{}/merge", address_of(&stays));
        let order = json!({ "other": goes.id, "take": ["address"] });
        let merged = admin.post(&merge, &order).await.expect(200).json();
        let denver = json!("America/Denver");
        assert_eq!(zones(&merged), [&denver, &denver]);
        admin.post(&undo_of(&merged), &json!({})).await.expect(200);
        assert_eq!(app.shop_row(stays.id).await.own_time_zone, None);

        set_zone(&app, &stays, json!("America/Phoenix")).await;
        let merged = admin.post(&merge, &order).await.expect(200).json();
        let phoenix = json!("America/Phoenix");
        assert_eq!(zones(&merged), [&phoenix, &phoenix]);
    }
);

both_engines!(
    shops_of_a_merged_town_go_by_the_remaining_towns_clocks,
    |app: TestApp| {
        let stays = town(&app, ("Moenkopi", "AZ"), "America/Phoenix").await;
        let goes = town(&app, ("Lower Moencopi", "AZ"), "America/Denver").await;
        let plain = app.shop(&goes).name("Blue Door").await;
        let set = app.shop(&goes).name("Red Door").await;
        set_zone(&app, &set, json!("America/Boise")).await;
        let admin = app.administrator().await;
        let merge = format!("/api/admin/cities/{}/merge", stays.id);
        let merged = admin.post(&merge, &json!({ "other": goes.id })).await;
        let merged = merged.expect(200).json();
        assert_eq!(clocks(&app, &plain).await, "America/Phoenix");
        assert_eq!(clocks(&app, &set).await, "America/Boise");
        // A server of the release before reads the row.
        let row = app.shop_row(plain.id).await;
        assert_eq!(row.time_zone, "America/Phoenix");
        // Meanwhile, a server of the release before writes what it thinks.
        let zone = |row: &mut shop::Model| row.time_zone = "America/Los_Angeles".to_owned();
        app.edit_shop(plain.id, zone).await;
        assert_eq!(clocks(&app, &plain).await, "America/Phoenix");
        admin.post(&undo_of(&merged), &json!({})).await.expect(200);
        assert_eq!(clocks(&app, &plain).await, "America/Denver");
        assert_eq!(clocks(&app, &set).await, "America/Boise");
    }
);

both_engines!(
    a_shop_of_a_town_that_isnt_read_yet_goes_by_its_rows_clocks,
    |app: TestApp| {
        let jackpot = town(&app, ("Jackpot", "NV"), "America/Denver").await;
        let shop = app.shop(&jackpot).await;
        let moved = shop::Model {
            city_id: Uuid::from_u128(7),
            ..shop
        };
        let zone_of = |row: &shop::Model| app.services().catalog.view().clocks(row).name();
        assert_eq!(zone_of(&moved), "America/Denver");
        let set = shop::Model {
            own_time_zone: Some("America/Boise".to_owned()),
            ..moved
        };
        assert_eq!(zone_of(&set), "America/Boise");
    }
);

both_engines!(
    acts_of_the_release_before_can_be_undone_whatever_zone_a_row_has_since,
    |app: TestApp| {
        let before = town(&app, ("Alexandria", "LA"), "America/Chicago").await;
        let after = town(&app, ("Jackpot", "NV"), "America/Denver").await;
        let moved = app.shop(&after).name("Blue Door").await;
        let added = app.shop(&after).name("Red Door").await;
        // As that release wrote it: with the zone of the pin, and without the column of the administrator's.
        let image = |shop: &shop::Model, city: &city::Model, zone: &str| {
            let mut image = json!(shop);
            image["city_id"] = json!(city.id);
            image["time_zone"] = json!(zone);
            image.as_object_mut().unwrap().remove("own_time_zone");
            image
        };
        let was = image(&moved, &before, "America/New_York");
        let images = [
            (moved.id, Some(was), image(&moved, &after, "America/Boise")),
            (added.id, None, image(&added, &after, "America/Boise")),
        ];
        let admin = app.administrator().await;
        for (id, was, is) in images {
            let acted = app
                .services()
                .ledger
                .act(Actor::System, "shop.edit", move |act| {
                    let images = (was.clone(), Some(is.clone()));
                    Box::pin(async move {
                        act.record_image("shops", id, images);
                        Ok(())
                    })
                });
            let entry = acted.await.unwrap().entry.unwrap();
            let undo = format!("/api/admin/audit/{entry}/undo");
            admin.post(&undo, &json!({})).await.expect(200);
        }
        let rows = app.shop_rows().await;
        let left: Vec<_> = rows.iter().map(|row| (row.id, row.city_id)).collect();
        assert_eq!(left, [(moved.id, before.id)]);
        assert_eq!(clocks(&app, &moved).await, "America/Chicago");
    }
);
