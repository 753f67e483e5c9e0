//! Exports and tiles.

use serde_json::{Value, json};

use crate::support::TestApp;

both_engines!(files_hold_every_shop_and_no_formula, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("=HYPERLINK(\"x\")").await;
    app.shop(&city).name("Deleted").deleted().await;
    app.shop(&city)
        .name("Pinned")
        .with(|row| (row.latitude, row.longitude) = (Some(31.3), Some(-92.4)))
        .await;
    let admin = app.administrator().await;
    let file = admin
        .get("/api/admin/export/coffee-shops.csv")
        .await
        .expect(200);
    assert!(
        file.header("content-disposition")
            .contains("coffee-shops.csv")
    );
    let text = file.text();
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains("\"'=HYPERLINK(\"\"x\"\")\""), "{text}");
    let map = admin
        .get("/api/admin/export/coffee-shops.geojson")
        .await
        .expect(200);
    let map: Value = serde_json::from_str(&map.text()).unwrap();
    assert_eq!(map["features"].as_array().unwrap().len(), 1);
    assert_eq!(
        map["features"][0]["geometry"]["coordinates"],
        json!([-92.4, 31.3])
    );
});

both_engines!(tiles_count_as_visitors_do, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    app.shop(&city).hidden().await;
    app.owner_of(&shop).await;
    app.person("nobody.of.a.shop@mail.example").await;
    let stats = app
        .administrator()
        .await
        .get("/api/admin/stats")
        .await
        .expect(200);
    assert_eq!(
        stats.json(),
        json!({ "totalShops": 1, "totalCities": 1, "totalUsers": 1, "boostedShops": 0 })
    );
});
