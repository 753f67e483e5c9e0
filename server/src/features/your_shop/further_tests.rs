//! Further facts: menu, profiles, public address, price level, and amenities that coffee people ask for.

use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor};

async fn door(app: &TestApp) -> (shop::Model, Visitor, String) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    (shop, owner, path)
}

async fn public(app: &TestApp, shop: &shop::Model) -> Value {
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await.expect(200).json()
}

both_engines!(further_facts_are_on_the_page_and_undone, |app: TestApp| {
    let (shop, owner, path) = door(&app).await;
    let before = owner.get(&path).await.expect(200).json();
    assert_eq!(before["publicEmail"], Value::Null, "never filled in");
    let change = json!({
        "version": before["version"],
        "instagram": "@BlueDoor",
        "facebook": "m.facebook.com/bluedoorcoffee/about?ref=x",
        "menuUrl": "bluedoor.example.com/menu",
        "publicEmail": "Hello@BlueDoor.example.com",
        "priceLevel": 2,
        "hasOutlets": true,
        "wheelchairAccessible": false,
        "hasPlantMilk": true,
    });
    let changed = owner.patch(&path, &change).await.expect(200).json();
    for (field, value) in [
        ("instagram", json!("https://www.instagram.com/bluedoor")),
        ("facebook", json!("https://www.facebook.com/bluedoorcoffee")),
        ("menuUrl", json!("https://bluedoor.example.com/menu")),
        ("publicEmail", json!("hello@bluedoor.example.com")),
        ("priceLevel", json!(2)),
        ("wheelchairAccessible", json!(false)),
        ("hasRestroom", Value::Null),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    let shown = public(&app, &shop).await;
    assert_eq!(shown["priceLevel"], "2");
    assert_eq!(
        shown["moreAmenities"],
        json!([
            { "name": "hasOutlets", "label": "Outlets", "has": true },
            { "name": "wheelchairAccessible", "label": "Wheelchair accessible", "has": false },
            { "name": "hasPlantMilk", "label": "Plant milk", "has": true },
        ])
    );
    assert_eq!(
        shown["links"],
        json!([
            { "kind": "menu", "label": "Menu", "url": "https://bluedoor.example.com/menu" },
            { "kind": "instagram", "label": "@bluedoor on Instagram",
              "url": "https://www.instagram.com/bluedoor" },
            { "kind": "facebook", "label": "Facebook",
              "url": "https://www.facebook.com/bluedoorcoffee" },
            { "kind": "email", "label": "hello@bluedoor.example.com",
              "url": "mailto:hello@bluedoor.example.com" },
        ])
    );
    let list = app.visitor().get("/api/coffee-shops/recent").await.json();
    assert_eq!(
        (&list[0]["moreAmenities"], &list[0]["links"]),
        (&Value::Null, &Value::Null),
        "lists don't grow"
    );
    let row = app.shop_row(shop.id).await;
    for fact in ["instagram", "publicEmail", "hasOutlets", "priceLevel"] {
        assert_eq!(row.provenance.0[fact], "owner", "{fact}");
    }

    let history = owner.get(&format!("{path}/history")).await.expect(200);
    let changes = history.json()[0]["changes"].to_string();
    for field in [
        "instagram",
        "publicEmail",
        "hasOutlets",
        "wheelchairAccessible",
        "priceLevel",
    ] {
        assert!(changes.contains(field), "{field}: {changes}");
    }
    let undo = format!("{path}/history/{}/undo", changed["entry"].as_str().unwrap());
    let undone = owner.post(&undo, &json!({})).await.expect(200).json();
    for field in [
        "instagram",
        "menuUrl",
        "publicEmail",
        "hasPlantMilk",
        "priceLevel",
    ] {
        assert_eq!(undone[field], Value::Null, "{field}");
    }
    assert_eq!(public(&app, &shop).await["links"], Value::Null);
});

both_engines!(
    what_is_no_profile_or_address_is_told_at_its_field,
    |app: TestApp| {
        let (shop, owner, path) = door(&app).await;
        let admin = app.administrator().await;
        let at_the_panel = format!("/api/admin/coffee-shops/{}", shop.id);
        let version = owner.get(&path).await.json()["version"].clone();
        for (field, value) in [
            ("instagram", json!("https://example.com/bluedoor")),
            ("instagram", json!("blue door")),
            (
                "facebook",
                json!("https://www.facebook.com/groups/bluedoor"),
            ),
            ("menuUrl", json!("javascript:alert(1)")),
            ("publicEmail", json!("hello")),
            ("priceLevel", json!(5)),
            ("priceLevel", json!(0)),
        ] {
            let mut change = json!({ "version": version });
            change[field] = value.clone();
            let refused = owner.patch(&path, &change).await.expect(400).json();
            assert_eq!(refused["field"], field, "{value}: {refused}");
            let mut edit = json!({});
            edit[field] = value.clone();
            let refused = admin.put(&at_the_panel, &edit).await.expect(400).json();
            assert_eq!(refused["field"], field, "{value}: {refused}");
        }
    }
);

both_engines!(the_administrator_changes_them_too, |app: TestApp| {
    let (shop, ..) = door(&app).await;
    app.edit_shop(shop.id, |row| {
        row.foursquare_price_level = Some(1);
        row.categories.0 = vec!["Cafe".to_owned()];
    })
    .await;
    let admin = app.administrator().await;
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    let edit = json!({ "instagram": "bluedoor", "roastsHere": true, "priceLevel": 3,
        "categories": ["Coffee Roaster", "Café"] });
    let after = admin.put(&path, &edit).await.expect(200).json();
    assert_eq!(after["instagram"], "https://www.instagram.com/bluedoor");
    assert_eq!(after["roastsHere"], true);
    assert_eq!(after["categories"], json!(["Coffee Roaster", "Café"]));
    let shown = public(&app, &shop).await;
    assert_eq!(
        (&shown["priceLevel"], &shown["foursquarePriceLevel"]),
        (&json!("3"), &Value::Null),
        "a person's word counts more than Foursquare's"
    );
    // Sending back what was read changes nothing (D69).
    let again = admin.put(&path, &edit).await.expect(200).json();
    assert_eq!(again["entry"], Value::Null);
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.provenance.0["roastsHere"], "admin");
});

both_engines!(
    a_name_is_changed_or_kept_for_the_administrator,
    |app: TestApp| {
        let (shop, owner, path) = door(&app).await;
        let version = owner.get(&path).await.json()["version"].clone();
        let empty = json!({ "version": version, "name": " " });
        let refused = owner.patch(&path, &empty).await.expect(400).json();
        assert_eq!(refused["field"], "name");
        let change = json!({ "version": version, "name": " The Blue  Door " });
        let changed = owner.patch(&path, &change).await.expect(200).json();
        assert_eq!(
            (&changed["name"], &changed["nameWaits"]),
            (&json!("The Blue Door"), &json!(false))
        );
        assert_eq!(public(&app, &shop).await["name"], "The Blue Door");
        assert_eq!(app.shop_row(shop.id).await.provenance.0["name"], "owner");

        // While nobody has decided who the owner is.
        let city = app.city("Pineville", "LA").await;
        let listed = app.shop(&city).name("Red Door").await;
        let submitter = app.submitter_of(&listed).await;
        let path = format!("/api/your-shop/{}", listed.slug);
        let version = submitter.get(&path).await.json()["version"].clone();
        let change = json!({ "version": version, "name": "The Red Door", "phone": "318.555.0142" });
        let changed = submitter.patch(&path, &change).await.expect(200).json();
        assert_eq!(
            (&changed["name"], &changed["phone"], &changed["nameWaits"]),
            (&json!("Red Door"), &json!("(318) 555-0142"), &json!(true))
        );
        let again = json!({ "version": changed["version"], "name": "The Red Door" });
        let again = submitter.patch(&path, &again).await.expect(200).json();
        assert_eq!(again["nameWaits"], true);
        let admin = app.administrator().await;
        let waiting = admin.get("/api/admin/suggestions").await.expect(200).json();
        let waiting = waiting["suggestions"]
            .as_array()
            .unwrap_or_else(|| panic!("{waiting}"));
        assert_eq!(waiting.len(), 1, "the same is kept once");
        let id = waiting[0]["id"].as_str().unwrap();
        let accept = format!("/api/admin/suggestions/{id}/accept");
        admin.post(&accept, &json!({})).await.expect(200);
        assert_eq!(public(&app, &listed).await["name"], "The Red Door");
    }
);
