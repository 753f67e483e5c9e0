//! A fact follows the same rules whoever changes it.

use serde_json::{Value, json};
use townperk::catalog::entities::{city, shop};

use crate::support::TestApp;

async fn door(app: &TestApp, city: &city::Model, name: &str) -> shop::Model {
    app.shop(city)
        .name(name)
        .with(|row| {
            row.street = Some("126 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
            row.opening_hours =
                Some("Mo-Fr 07:00-15:00; 2027 Dec 24 08:00-12:00; 2027 Dec 25 off".to_owned());
        })
        .await
}

/// What the owner, the administrator, and a suggestion that the administrator accepts make of one change.
async fn each_way(
    app: &TestApp,
    [owners, administrators, suggested]: [Value; 3],
) -> Vec<(shop::Model, shop::Model)> {
    let administrator = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let mut results = Vec::new();

    let shop = door(app, &city, "Blue Door").await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let mut body = owners;
    body["version"] = owner.get(&path).await.json()["version"].clone();
    owner.patch(&path, &body).await.expect(200);
    results.push((shop.clone(), app.shop_row(shop.id).await));

    let shop = door(app, &city, "Red Door").await;
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    administrator.put(&path, &administrators).await.expect(200);
    results.push((shop.clone(), app.shop_row(shop.id).await));

    let shop = door(app, &city, "Green Door").await;
    let path = format!("/api/coffee-shops/{}/suggestions", shop.slug);
    let sent = app.visitor().post(&path, &suggested).await.expect(202);
    let id = sent.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/suggestions/{id}/accept");
    administrator.post(&path, &json!({})).await.expect(200);
    results.push((shop.clone(), app.shop_row(shop.id).await));
    results
}

both_engines!(
    a_shop_that_moves_gets_its_towns_page_whoever_moves_it,
    |app: TestApp| {
        let moved = each_way(
            &app,
            [
                json!({ "street": "12 Oak Street", "zipCode": "71360" }),
                json!({ "address": "12 Oak Street, Pineville, LA 71360" }),
                json!({ "kind": "edit", "street": "12 Oak Street", "zipCode": "71360" }),
            ],
        )
        .await;
        let sources = ["owner", "admin", "admin"];
        let pineville = moved[0].1.city_id;
        for ((before, after), source) in moved.iter().zip(sources) {
            assert_eq!(after.slug, before.slug.replace("alexandria", "pineville"));
            assert_eq!(after.city_id, pineville);
            assert_eq!(after.street.as_deref(), Some("12 Oak Street"));
            assert_eq!(after.zip_code.as_deref(), Some("71360"));
            assert_eq!(after.latitude, None, "the pin was the old house's");
            assert_eq!(after.provenance.0["address"], source);
            let old = format!("/coffee-shops/{}", before.slug);
            let led = app.visitor().get(&old).await.expect(301);
            assert_eq!(
                led.header("location"),
                format!("/coffee-shops/{}", after.slug)
            );
        }
    }
);

both_engines!(
    special_days_survive_a_new_week_whoever_changes_it,
    |app: TestApp| {
        let week = "Mo-Sa 08:00-16:00";
        let changed = each_way(
            &app,
            [
                json!({ "weeklyHours": week }),
                json!({ "hours": week }),
                json!({ "kind": "edit", "weeklyHours": week }),
            ],
        )
        .await;
        for (_, after) in changed {
            assert_eq!(
                after.opening_hours.as_deref(),
                Some("Mo-Sa 08:00-16:00; 2027 Dec 24 08:00-12:00; 2027 Dec 25 off")
            );
            assert_eq!(after.hours.as_deref(), Some(week));
        }
    }
);
