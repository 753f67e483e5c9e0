//! Finding entries in the audit log.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::web::Actor;

use super::address_of;
use crate::support::{Setup, TestApp, Visitor};

async fn actions(admin: &Visitor, query: &str) -> Value {
    let path = format!("/api/admin/audit{query}");
    let log = admin.get(&path).await.expect(200).json();
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(log["total"], entries.len());
    entries
        .iter()
        .map(|entry| entry["action"].clone())
        .collect()
}

both_engines!(
    entries_are_found_by_action_day_and_who_acted,
    |setup: Setup| {
        // In Chicago, it is still March 8.
        let app = setup.at("2026-03-09T04:30:00Z").start().await;
        let city = app.city("Alexandria", "LA").await;
        let admin = app.administrator().await;
        let address = format!("/api/admin/cities/{}", city.id);
        let edit = json!({ "description": "On the Red River." });
        admin.put(&address, &edit).await.expect(200);
        app.clock.advance(TimeDelta::hours(1));
        let make = json!({ "name": "Pineville", "zipCode": "71360" });
        admin.post("/api/admin/cities", &make).await.expect(201);
        let ledger = &app.services().ledger;
        ledger
            .act(Actor::System, "shop.photo_missed", |act| {
                Box::pin(async move {
                    act.set_note("no picture");
                    Ok(())
                })
            })
            .await
            .unwrap();

        let all = json!(["shop.photo_missed", "city.make", "city.edit"]);
        assert_eq!(actions(&admin, "").await, all);
        let by_people = json!(["city.make", "city.edit"]);
        assert_eq!(actions(&admin, "?machine=false").await, by_people);
        let machine = json!(["shop.photo_missed"]);
        assert_eq!(actions(&admin, "?machine=true").await, machine);
        let made = json!(["city.make"]);
        assert_eq!(actions(&admin, "?action=city.make").await, made);
        let edited = json!(["city.edit"]);
        assert_eq!(actions(&admin, "?day=2026-03-08").await, edited);
        assert_eq!(actions(&admin, "?day=2026-03-09&machine=false").await, made);
        let wrong = admin.get("/api/admin/audit?day=2026-02-30").await;
        assert_eq!(wrong.expect(400).json()["field"], "day");
    }
);

both_engines!(
    entries_are_found_by_kind_and_sorted_by_time,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let parking = json!({ "hasParking": true });
        admin.put(&address_of(&shop), &parking).await.expect(200);
        app.clock.advance(TimeDelta::minutes(1));
        let edit = json!({ "description": "On the Red River." });
        let address = format!("/api/admin/cities/{}", city.id);
        admin.put(&address, &edit).await.expect(200);
        let newest_first = json!(["city.edit", "shop.edit"]);
        let oldest_first = json!(["shop.edit", "city.edit"]);
        assert_eq!(actions(&admin, "").await, newest_first);
        assert_eq!(actions(&admin, "?sort=when").await, oldest_first);
        let descending = "?sort=when&direction=descending";
        assert_eq!(actions(&admin, descending).await, newest_first);
        assert_eq!(actions(&admin, "?kind=shop").await, json!(["shop.edit"]));
        assert_eq!(actions(&admin, "?kind=story").await, json!([]));
        admin.get("/api/admin/audit?sort=actor").await.expect(400);
    }
);
