//! Lists, edits, boosts and deletions of coffee shops.

use chrono::TimeDelta;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use townperk::catalog::entities::{boost, shop};

use super::{address_of, undo_of};
use crate::support::{TestApp, page_of};

both_engines!(shops_are_found_in_all_visibilities, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let open = app.shop(&city).name("Blue Door").await;
    app.shop(&city).name("Hidden Door").hidden().await;
    app.shop(&city).name("Gone Door").deleted().await;
    app.shop(&city).name("Rust & Bean").closed().await;
    let admin = app.administrator().await;
    let list = |query: &'static str| {
        let admin = admin.clone();
        async move {
            let path = format!("/api/admin/coffee-shops{query}");
            admin.get(&path).await.expect(200).json()
        }
    };
    assert_eq!(list("").await["total"], 4);
    let doors = list("?search=door").await;
    assert_eq!(doors["total"], 3);
    assert_eq!(doors["shops"][0]["name"], "Blue Door");
    assert_eq!(doors["shops"][0]["version"], 1);
    assert_eq!(doors["shops"][0]["cityName"], "Alexandria");
    let hidden = list("?search=DOOR+alexandria&visibility=unpublished").await;
    assert_eq!(hidden["shops"][0]["name"], "Hidden Door");
    assert_eq!(hidden["total"], 1);
    let second = list("?pageSize=3&page=2").await;
    assert_eq!(second["shops"].as_array().unwrap().len(), 1);
    assert_eq!(second["total"], 4);
    admin
        .get("/api/admin/coffee-shops?page=0")
        .await
        .expect(400);
    app.owner_of(&open)
        .await
        .get("/api/admin/coffee-shops")
        .await
        .expect(403);
});

both_engines!(a_search_follows_every_change, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let other = app.city("Natchez", "MS").await;
    let mut shops = Vec::new();
    for name in ["Corner Door", "Door to Door", "Blue Door", "Doorway"] {
        shops.push(app.shop(&city).name(name).await);
    }
    let admin = app.administrator().await;
    let names = |query: String| {
        let admin = admin.clone();
        async move {
            let path = format!("/api/admin/coffee-shops?{query}");
            let list = admin.get(&path).await.expect(200).json();
            let shops = list["shops"].as_array().unwrap().clone();
            let name = |shop: &Value| shop["name"].as_str().unwrap().to_owned();
            shops.iter().map(name).collect::<Vec<_>>()
        }
    };
    // Names that start with the text come first, then names that contain it, sorted by name.
    let found = names("search=door".to_owned()).await;
    assert_eq!(
        found,
        ["Door to Door", "Doorway", "Blue Door", "Corner Door"]
    );
    let mut pages = Vec::new();
    for page in 1..=4 {
        pages.extend(names(format!("search=door&pageSize=1&page={page}")).await);
    }
    assert_eq!(pages, found);

    let edit = |shop: &shop::Model, body: Value| {
        let (admin, path) = (admin.clone(), address_of(shop));
        async move { admin.put(&path, &body).await.expect(200) }
    };
    edit(&shops[3], json!({"name": "A Door"})).await;
    let found = names("search=door".to_owned()).await;
    assert_eq!(
        found,
        ["Door to Door", "A Door", "Blue Door", "Corner Door"]
    );
    edit(&shops[2], json!({"isActive": false})).await;
    let hidden = names("search=door&visibility=unpublished".to_owned()).await;
    assert_eq!(hidden, ["Blue Door"]);
    let hidden = names("visibility=unpublished".to_owned()).await;
    assert_eq!(hidden, ["Blue Door"]);
    assert!(
        !names("visibility=listed".to_owned())
            .await
            .contains(&"Blue Door".to_owned())
    );
    admin.delete(&address_of(&shops[0])).await.expect(200);
    assert_eq!(
        names("visibility=deleted".to_owned()).await,
        ["Corner Door"]
    );

    // Shops are found by their town's new name.
    let path = format!("/api/admin/cities/{}", city.id);
    admin
        .put(&path, &json!({"name": "Pineville"}))
        .await
        .expect(200);
    let found = names("search=pineville+door".to_owned()).await;
    assert_eq!(
        found,
        ["A Door", "Blue Door", "Corner Door", "Door to Door"]
    );
    app.shop(&other).name("Doors").await;
    assert_eq!(names("search=natchez".to_owned()).await, ["Doors"]);
});

both_engines!(
    sending_back_what_was_read_changes_nothing,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app
            .shop(&city)
            .with(|row| {
                row.zip_code = Some("71301".to_owned());
                row.phone = Some("call us".to_owned());
                row.website = Some("beans".to_owned());
            })
            .await;
        let admin = app.administrator().await;
        let read = admin.get(&address_of(&shop)).await.expect(200).json();
        let answer = admin.put(&address_of(&shop), &read).await.expect(200);
        assert_eq!(answer.json()["entry"], Value::Null);
        assert_eq!(app.shop_row(shop.id).await, shop);
    }
);

both_engines!(an_edit_is_shown_and_can_be_undone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let admin = app.administrator().await;
    let edit = json!({ "name": "Red Door", "phone": "318 555 0142", "hours": "Mo-Fr 07:00-15:00",
        "hasWifi": true, "address": "4 Oak Street, Alexandria, LA 71301" });
    let edited = admin
        .put(&address_of(&shop), &edit)
        .await
        .expect(200)
        .json();
    assert_eq!(edited["name"], "Red Door");
    assert_eq!(edited["phone"], "(318) 555-0142");
    assert_eq!(edited["address"], "4 Oak Street, Alexandria, LA 71301");
    assert_eq!(edited["version"], 2);
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.telephone.as_deref(), Some("+13185550142"));
    assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
    assert_eq!(row.provenance.0["hasWifi"], "admin");
    let public = app.visitor().get(&format!("/api{}", page_of(&shop))).await;
    assert_eq!(public.expect(200).json()["name"], "Red Door");

    let entry = edited["entry"].as_str().unwrap();
    let detail = admin.get(&format!("/api/admin/audit/{entry}")).await.json();
    assert_eq!(detail["action"], "shop.edit");
    assert_eq!(detail["cannotUndo"], Value::Null);
    let fields = detail["changes"][0]["fields"].as_array().unwrap();
    assert!(
        fields.contains(&json!({ "name": "name", "before": "Blue Door", "after": "Red Door" }))
    );
    let undo = format!("/api/admin/audit/{entry}/undo");
    admin.post(&undo, &json!({})).await.expect(200);
    assert_eq!(app.shop_row(shop.id).await.name, "Blue Door");
    admin.post(&undo, &json!({})).await.expect(409);
    let log = admin
        .get("/api/admin/audit?search=blue")
        .await
        .expect(200)
        .json();
    assert_eq!(log["entries"].as_array().unwrap().len(), 2);
});

both_engines!(coordinates_do_not_hinder_undoing, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let admin = app.administrator().await;
    for number in 1..20 {
        let shop = app
            .shop(&city)
            .with(|row| {
                row.latitude = Some(31.0 + f64::from(number) / 23.0);
                row.longitude = Some(-92.0 - f64::from(number) / 29.0);
            })
            .await;
        let edit = json!({ "name": "Red Door" });
        let edited = admin
            .put(&address_of(&shop), &edit)
            .await
            .expect(200)
            .json();
        admin.post(&undo_of(&edited), &json!({})).await.expect(200);
        let row = app.shop_row(shop.id).await;
        assert_eq!(
            (row.latitude, row.longitude),
            (shop.latitude, shop.longitude)
        );
        assert_eq!(row.name, shop.name);
    }
});

both_engines!(
    the_second_of_two_tabs_is_shown_the_difference,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let admin = app.administrator().await;
        let first = json!({ "name": "Red Door", "version": 1 });
        admin.put(&address_of(&shop), &first).await.expect(200);
        let second = json!({ "name": "Green Door", "version": 1 });
        let refused = admin
            .put(&address_of(&shop), &second)
            .await
            .expect(409)
            .json();
        assert_eq!(refused["details"]["shop"]["name"], "Red Door");
        assert_eq!(app.shop_row(shop.id).await.name, "Red Door");
        let without = json!({ "name": "Green Door" });
        admin.put(&address_of(&shop), &without).await.expect(200);
        assert_eq!(app.shop_row(shop.id).await.name, "Green Door");
    }
);

both_engines!(bad_edits_name_their_fields, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let admin = app.administrator().await;
    for (edit, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "phone": "12" }), "phone"),
        (json!({ "website": "javascript:alert(1)" }), "website"),
        (json!({ "address": "4 Oak Street" }), "address"),
        (json!({ "isActive": "yes" }), "isActive"),
        (json!({ "color": "red" }), "color"),
        (json!({ "timeZone": "Mountain time" }), "timeZone"),
        (
            json!({ "boostedUntil": "2020-01-01T00:00:00Z" }),
            "boostedUntil",
        ),
        (
            json!({ "boostedUntil": "2028-04-01T00:00:00Z" }),
            "boostedUntil",
        ),
        (
            json!({ "boostedUntil": "20270-01-01T23:59:59Z" }),
            "boostedUntil",
        ),
        (json!({ "imageUrl": "http://127.0.0.1/a.png" }), "imageUrl"),
    ] {
        let answer = admin.put(&address_of(&shop), &edit).await;
        assert_eq!(answer.status(), 400, "{edit}");
        assert_eq!(answer.json()["field"], field, "{edit}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(!message.contains("boostedUntil"), "{message}");
    }
    assert_eq!(app.shop_row(shop.id).await, shop);
    let nowhere = "/api/admin/coffee-shops/00000000-0000-7000-8000-000000000000";
    admin.put(nowhere, &json!({})).await.expect(404);
});

both_engines!(
    deleting_answers_gone_and_undo_brings_it_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let deleted = admin.delete(&address_of(&shop)).await.expect(200).json();
        app.visitor().get(&page_of(&shop)).await.expect(410);
        admin.delete(&address_of(&shop)).await.expect(404);
        let undo = format!(
            "/api/admin/audit/{}/undo",
            deleted["entry"].as_str().unwrap()
        );
        admin.post(&undo, &json!({})).await.expect(200);
        app.visitor().get(&page_of(&shop)).await.expect(200);
    }
);

async fn paid_boost(app: &TestApp, shop: &shop::Model) -> boost::Model {
    let now = app.clock.now();
    let row = boost::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        source: boost::Source::OneTime,
        starts_at: now,
        ends_at: now + TimeDelta::days(30),
        reason: None,
        created_at: now,
    };
    let written = row.clone();
    app.database
        .transaction(move |transaction| {
            let row = written.clone();
            Box::pin(async move {
                boost::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    row
}

both_engines!(
    a_complimentary_boost_begins_and_ends_and_a_paid_one_stays,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let is_boosted = || async {
            let public = app.visitor().get(&format!("/api{}", page_of(&shop))).await;
            public.json()["isBoosted"].clone()
        };
        let on = admin
            .put(&address_of(&shop), &json!({ "isBoosted": true }))
            .await
            .expect(200)
            .json();
        assert_eq!(on["isBoosted"], true);
        assert_eq!(on["paidUntil"], Value::Null);
        assert_eq!(is_boosted().await, true, "visitors see it at once");
        let longer = json!({ "isBoosted": true, "boostedUntil": "2027-01-01T00:00:00Z" });
        let longer = admin
            .put(&address_of(&shop), &longer)
            .await
            .expect(200)
            .json();
        assert_eq!(longer["boostedUntil"], "2027-01-01T00:00:00Z");
        let off = admin
            .put(&address_of(&shop), &json!({ "isBoosted": false }))
            .await
            .expect(200)
            .json();
        assert_eq!(off["isBoosted"], false);
        assert_eq!(is_boosted().await, false);

        paid_boost(&app, &shop).await;
        let kept = admin
            .put(&address_of(&shop), &json!({ "isBoosted": false }))
            .await
            .expect(200)
            .json();
        assert_eq!(kept["isBoosted"], true);
        let notice = kept["notices"][0].as_str().unwrap();
        assert!(
            notice.starts_with("A paid boost stays until April 3, 2026."),
            "{notice}"
        );
        assert_eq!(kept["entry"], Value::Null);
    }
);

both_engines!(shops_are_sorted_by_any_column, |app: TestApp| {
    let natchez = app.city("Natchez", "MS").await;
    let alexandria = app.city("Alexandria", "LA").await;
    for (name, city, votes) in [
        ("Corner Door", &natchez, 3),
        ("blue Door", &alexandria, 9),
        ("Attic", &natchez, 1),
    ] {
        app.shop(city).name(name).votes(votes).await;
        app.clock.advance(TimeDelta::minutes(1));
    }
    let admin = app.administrator().await;
    let names = |query: &'static str| {
        let admin = admin.clone();
        async move {
            let path = format!("/api/admin/coffee-shops?{query}");
            let list = admin.get(&path).await.expect(200).json();
            let shops = list["shops"].as_array().unwrap().clone();
            let name = |shop: &Value| shop["name"].as_str().unwrap().to_owned();
            shops.iter().map(name).collect::<Vec<_>>()
        }
    };
    let by_name = ["Attic", "blue Door", "Corner Door"];
    assert_eq!(names("sort=name").await, by_name);
    let back = ["Corner Door", "blue Door", "Attic"];
    assert_eq!(names("sort=name&direction=descending").await, back);
    let by_votes = ["blue Door", "Corner Door", "Attic"];
    assert_eq!(names("sort=votes&direction=descending").await, by_votes);
    let by_town = ["blue Door", "Attic", "Corner Door"];
    assert_eq!(names("sort=town").await, by_town);
    let by_age = ["Corner Door", "blue Door", "Attic"];
    assert_eq!(names("sort=added").await, by_age);
    assert_eq!(names("sort=changed").await, by_age);
    assert_eq!(names("").await, ["Attic", "blue Door", "Corner Door"]);
    let doors = names("search=door&sort=votes&direction=descending&pageSize=1&page=2").await;
    assert_eq!(doors, ["Corner Door"]);
    let unknown = "/api/admin/coffee-shops?sort=phone";
    admin.get(unknown).await.expect(400);
});

both_engines!(a_shops_record_gathers_what_belongs_to_it, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let place = |latitude: f64| {
        move |row: &mut shop::Model| {
            (row.latitude, row.longitude) = (Some(latitude), Some(-92.4));
        }
    };
    let this = app
        .shop(&city)
        .name("Blue Door")
        .with(place(31.3))
        .with(|row| {
            row.telephone = Some("+13185550142".to_owned());
            row.provenance
                .0
                .insert("phone".to_owned(), "osm".to_owned());
        });
    let this = this.await;
    app.shop(&city).name("Next Door").with(place(31.301)).await;
    app.shop(&city).name("Far Away").with(place(31.4)).await;
    let same = app
        .shop(&city)
        .name("The Blue Door")
        .with(place(31.5))
        .with(|row| {
            row.telephone = Some("+13185550142".to_owned());
        });
    same.await;
    app.shop(&city)
        .name("Gone")
        .with(place(31.3))
        .deleted()
        .await;
    let owner = app.owner_of(&this).await;
    let admin = app.administrator().await;
    let path = format!("{}/record", address_of(&this));
    let record = admin.get(&path).await.expect(200).json();
    let nearby = record["nearby"].as_array().unwrap().iter();
    let names = nearby.map(|shop| shop["name"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["The Blue Door", "Next Door"]);
    assert_eq!(record["nearby"][0]["hasSameContact"], true);
    assert_eq!(record["facts"][0]["source"], "osm");
    assert!(record["owner"]["email"].as_str().unwrap().contains('@'));
    assert_eq!(record["boosts"], json!([]));
    owner.get(&path).await.expect(403);
});
