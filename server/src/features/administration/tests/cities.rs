//! Towns: names, texts, merging.

use axum::{Router, http::header, routing::get};
use sea_orm::{
    ConnectionTrait, ExprTrait,
    sea_query::{Alias, Expr, Query},
};
use serde_json::json;
use townperk::{catalog::entities::shop, platform::web::Actor};
use uuid::Uuid;

use super::{undo_of, uploaded};
use crate::support::{Setup, Site, TestApp, TestDatabase, page_of, photo_file};

both_engines!(
    a_renamed_town_is_found_under_its_old_address,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        let other = app.city("Pineville", "LA").await;
        let admin = app.administrator().await;
        let address = format!("/api/admin/cities/{}", city.id);
        let edit = json!({ "name": "Alexandria Bend", "description": "On the Red River." });
        let edited = admin.put(&address, &edit).await.expect(200).json();
        assert_eq!(edited["slug"], "alexandria-bend-la");
        let moved = app.visitor().get("/cities/alexandria-la").await.expect(301);
        assert!(
            moved
                .header("location")
                .ends_with("/cities/alexandria-bend-la")
        );
        let taken = admin.put(&address, &json!({ "name": other.name })).await;
        taken.expect(409);
        let back = admin
            .put(&address, &json!({ "name": "Alexandria" }))
            .await
            .expect(200)
            .json();
        assert_eq!(back["slug"], "alexandria-la");
        app.visitor().get("/cities/alexandria-la").await.expect(200);
        let color = |text: &str| json!({ "fallbackColor": text });
        let set = admin.put(&address, &color("hsl(210, 40%, 30%)")).await;
        assert_eq!(
            set.expect(200).json()["fallbackColor"],
            "hsl(210, 40%, 30%)"
        );
        let cleared = admin.put(&address, &color("")).await.expect(200).json();
        assert_ne!(cleared["fallbackColor"], "hsl(210, 40%, 30%)");
        assert!(cleared["entry"].is_string(), "{cleared}");
        let bad = admin
            .put(&format!("{address}/image"), &json!({ "imageUrl": " " }))
            .await;
        assert_eq!(
            bad.expect(400).json()["message"],
            "Please enter an image URL"
        );
    }
);

both_engines!(
    the_second_edit_of_a_town_is_shown_the_first,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let admin = app.administrator().await;
        let address = format!("/api/admin/cities/{}", city.id);
        let list = admin.get("/api/admin/cities").await.expect(200).json();
        let version = list["cities"][0]["version"].clone();
        let first = json!({ "description": "On the Red River.", "version": version });
        admin.put(&address, &first).await.expect(200);
        let second = json!({ "description": "In the middle.", "version": version });
        let refused = admin.put(&address, &second).await.expect(409).json();
        assert_eq!(refused["details"]["kind"], "stale");
        for name in ["current", "city"] {
            let description = &refused["details"][name]["description"];
            assert_eq!(description, "On the Red River.", "{name}");
        }
        let without = json!({ "description": "In the middle." });
        admin.put(&address, &without).await.expect(200);
    }
);

async fn readers_of(app: &TestApp, city: Uuid) -> usize {
    let query = Query::select()
        .column(Alias::new("reader_id"))
        .from(Alias::new("newsletter_towns"))
        .and_where(Expr::col(Alias::new("city_id")).eq(city))
        .to_owned();
    app.database.reads().query_all(&query).await.unwrap().len()
}

async fn choose(app: &TestApp, reader: Uuid, city: Uuid) {
    let insert = Query::insert()
        .into_table(Alias::new("newsletter_towns"))
        .columns(["reader_id", "city_id"].map(Alias::new))
        .values_panic([reader.into(), city.into()])
        .to_owned();
    app.database
        .transaction(move |transaction| {
            let insert = insert.clone();
            Box::pin(async move {
                transaction.execute(&insert).await?;
                Ok(())
            })
        })
        .await
        .unwrap();
}

both_engines!(two_towns_become_one_and_two_again, |app: TestApp| {
    let stays = app.city("Saint Francisville", "LA").await;
    let goes = app
        .city("St Francisville", "LA")
        .with(|row| row.description = Some("On the river.".to_owned()))
        .await;
    let one = app.shop(&stays).name("Blue Door").await;
    let other = app.shop(&goes).name("Red Door").await;
    let hidden = app.shop(&goes).name("Hidden Door").hidden().await;
    let (reader, of_both) = (app.identifiers.next(), app.identifiers.next());
    choose(&app, reader, goes.id).await;
    choose(&app, of_both, goes.id).await;
    choose(&app, of_both, stays.id).await;

    let admin = app.administrator().await;
    let merge = format!("/api/admin/cities/{}/merge", stays.id);
    let merged = admin.post(&merge, &json!({ "other": goes.id })).await;
    let merged = merged.expect(200).json();
    assert_eq!(merged["coffeeShopCount"], 2);
    assert_eq!(merged["description"], "On the river.");
    for id in [one.id, other.id, hidden.id] {
        assert_eq!(app.shop_row(id).await.city_id, stays.id);
    }
    let visitor = app.visitor();
    for old in [goes.slug.clone(), goes.id.to_string()] {
        let moved = visitor.get(&format!("/cities/{old}")).await.expect(301);
        let location = moved.header("location");
        assert!(
            location.ends_with("/cities/saint-francisville-la"),
            "{location}"
        );
    }
    let shown = visitor.get(&format!("/api{}", page_of(&other))).await;
    assert_eq!(shown.expect(200).json()["cityName"], "Saint Francisville");
    assert_eq!(readers_of(&app, stays.id).await, 2);
    assert_eq!(readers_of(&app, goes.id).await, 0);
    // What remains of it can't be merged again.
    admin
        .post(&merge, &json!({ "other": goes.id }))
        .await
        .expect(404);

    admin.post(&undo_of(&merged), &json!({})).await.expect(200);
    visitor.get("/cities/st-francisville-la").await.expect(200);
    let shown = visitor.get(&format!("/api{}", page_of(&other))).await;
    assert_eq!(shown.expect(200).json()["cityName"], "St Francisville");
    assert_eq!(app.shop_row(hidden.id).await.city_id, goes.id);
    let count = visitor
        .get("/api/cities/saint-francisville-la")
        .await
        .json();
    assert_eq!(count["coffeeShopCount"], 1);
    assert_eq!(readers_of(&app, stays.id).await, 1);
    assert_eq!(readers_of(&app, goes.id).await, 2);
});

both_engines!(
    what_moved_on_since_a_merge_stays_and_the_rest_goes_back,
    |app: TestApp| {
        let stays = app.city("Saint Francisville", "LA").await;
        let goes = app.city("St Francisville", "LA").await;
        let third = app.city("Alexandria", "LA").await;
        let moved = app.shop(&goes).name("Green Door").await;
        let edited = app.shop(&goes).name("Red Door").await;
        let admin = app.administrator().await;
        let merge = format!("/api/admin/cities/{}/merge", stays.id);
        let merged = admin.post(&merge, &json!({ "other": goes.id })).await;
        let merged = merged.expect(200).json();
        let ledger = &app.services().ledger;
        ledger
            .act(Actor::System, "shop.edit", move |act| {
                Box::pin(async move {
                    let row: shop::Model = act.find(moved.id).await?.unwrap();
                    let mut after = row.clone();
                    after.city_id = third.id;
                    act.update(&row, after).await
                })
            })
            .await
            .unwrap();
        let shop = format!("/api/admin/coffee-shops/{}", edited.id);
        let phone = json!({ "phone": "(318) 555-0142" });
        admin.put(&shop, &phone).await.expect(200);

        let undone = admin.post(&undo_of(&merged), &json!({})).await;
        let notices = undone.expect(200).json()["notices"].clone();
        let left = "Green Door has moved since and stays where it is.";
        assert_eq!(notices, json!([left]));
        assert_eq!(app.shop_row(moved.id).await.city_id, third.id);
        let edited = app.shop_row(edited.id).await;
        assert_eq!(edited.city_id, goes.id);
        assert_eq!(edited.phone.as_deref(), Some("(318) 555-0142"));
    }
);

both_engines!(
    a_towns_picture_is_uploaded_removed_and_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        let admin = app.administrator().await;
        let path = format!("/api/admin/cities/{}/image", city.id);
        let body = json!({
            "photoURL": uploaded(&admin, "/api/admin/cities/upload").await,
            "credit": "Ann Smith",
            "imageSource": "tourism"
        });
        let set = admin.put(&path, &body).await.expect(200).json();
        assert_eq!(set["imageSource"], "tourism");
        assert_eq!(set["photos"][0]["credit"], "Ann Smith");
        admin.put(&path, &body).await.expect(400);

        let removed = admin.delete(&path).await.expect(200).json();
        assert_eq!(removed["imageSource"], "fallback");
        assert_eq!(removed["photos"], json!([]));
        admin.post(&undo_of(&removed), &json!({})).await.expect(200);
        let shown = app.visitor().get("/api/cities/alexandria-la").await.json();
        assert_eq!(shown["photos"][0]["credit"], "Ann Smith");
        assert_eq!(shown["imageSource"], "tourism");
    }
);

both_engines!(towns_of_two_states_stay_two, |app: TestApp| {
    let stays = app.city("Springfield", "IL").await;
    let goes = app.city("Springfield", "MO").await;
    let admin = app.administrator().await;
    let merge = format!("/api/admin/cities/{}/merge", stays.id);
    let order = json!({ "other": goes.id });
    admin.post(&merge, &order).await.expect(409);
    let itself = json!({ "other": stays.id });
    let refused = admin.post(&merge, &itself).await.expect(400).json();
    assert_eq!(refused["field"], "other");
    let unread = json!({ "other": "springfield" });
    admin.post(&merge, &unread).await.expect(400);
    app.visitor()
        .get("/cities/springfield-mo")
        .await
        .expect(200);
});

both_engines!(a_picture_says_where_it_is_from, |home: TestDatabase| {
    let picture = get(|| async { ([(header::CONTENT_TYPE, "image/jpeg")], photo_file()) });
    let site = Site::serve(Router::new().route("/river.jpg", picture)).await;
    let allowed = site.address.to_string();
    let app = Setup::new(home)
        .settings(|settings| settings.outbound_allow = allowed)
        .start()
        .await;
    let city = app.city("Alexandria", "LA").await;
    let admin = app.administrator().await;
    let address = format!("/api/admin/cities/{}/image", city.id);
    let image = |source: &str| json!({ "imageUrl": site.url("/river.jpg"), "imageSource": source });
    let refused = admin.put(&address, &image("fallback")).await.expect(400);
    assert_eq!(refused.json()["field"], "imageSource");
    let set = admin
        .put(&address, &image("Tourism"))
        .await
        .expect(200)
        .json();
    assert_eq!(set["imageSource"], "tourism");
    let plain = json!({ "imageUrl": site.url("/river.jpg") });
    let set = admin.put(&address, &plain).await.expect(200).json();
    assert_eq!(set["imageSource"], "custom");
});

both_engines!(
    a_picture_is_uploaded_removed_and_taken_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let admin = app.administrator().await;
        let address = format!("/api/admin/cities/{}/image", city.id);
        let asked = admin.post("/api/admin/cities/upload", &json!({})).await;
        let url = asked.expect(200).json()["uploadURL"].clone();
        let path = url.as_str().unwrap().split_once(".example").unwrap().1;
        let sent = admin.send("PUT".parse().unwrap(), path, photo_file().into());
        sent.await.expect(200);
        let body = json!({ "photoURL": url, "credit": "Ann Lee" });
        let set = admin.put(&address, &body).await.expect(200).json();
        assert_eq!(set["photos"][0]["credit"], "Ann Lee");
        assert_eq!(set["imageSource"], "custom");
        admin.put(&address, &body).await.expect(400);
        let removed = admin.delete(&address).await.expect(200).json();
        assert_eq!(removed["photos"], json!([]));
        assert_eq!(removed["imageSource"], "fallback");
        let again = admin.delete(&address).await.expect(200).json();
        assert_eq!(again["entry"], json!(null), "there is nothing to remove");
        let undo = undo_of(&removed);
        admin.post(&undo, &json!({})).await.expect(200);
        let public = app.visitor().get("/api/cities/alexandria-la").await;
        let public = public.expect(200).json();
        assert_eq!(public["photos"][0]["credit"], "Ann Lee");
        assert_eq!(public["imageSource"], "custom");
    }
);

both_engines!(
    towns_that_may_be_the_same_come_nearest_first,
    |app: TestApp| {
        let at = |name: &'static str, state: &'static str, latitude: f64| {
            let city = app.city(name, state);
            city.with(move |row| (row.latitude, row.longitude) = (Some(latitude), Some(-92.4)))
        };
        let this = at("Alexandria", "LA", 31.3).await;
        at("Far Away", "LA", 32.5).await;
        at("Pineville", "LA", 31.32).await;
        at("Across", "MS", 31.35).await;
        at("Elsewhere", "MS", 33.0).await;
        let admin = app.administrator().await;
        let path = format!("/api/admin/cities/{}/merge-candidates", this.id);
        let found = admin.get(&path).await.expect(200).json();
        let found: Vec<_> = found.as_array().unwrap().iter().collect();
        let names = found.iter().map(|town| town["name"].as_str().unwrap());
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["Pineville", "Across", "Far Away"]
        );
        assert_eq!(found[1]["isOtherState"], true);
        assert_eq!(found[0]["isOtherState"], false);
    }
);

both_engines!(a_town_is_made_before_its_first_shop, |app: TestApp| {
    let admin = app.administrator().await;
    let make = |name: &str, zip: &str| json!({ "name": name, "zipCode": zip });
    let path = "/api/admin/cities";
    let made = admin.post(path, &make("Smalltownville", "43001")).await;
    let made = made.expect(201).json();
    assert_eq!(
        (&made["slug"], &made["state"]),
        (&json!("smalltownville-oh"), &json!("OH"))
    );
    let page = "/cities/smalltownville-oh";
    app.visitor().get(page).await.expect(200);
    let list = app
        .visitor()
        .get("/api/cities/all")
        .await
        .expect(200)
        .text();
    assert!(list.contains("smalltownville-oh"), "it is listed");
    let again = admin.post(path, &make("Smalltownville", "43001")).await;
    assert_eq!(
        again.expect(409).json()["details"]["slug"],
        "smalltownville-oh"
    );
    for (name, zip, field) in [
        (" ", "43001", "name"),
        ("Smalltownville", "00000", "zipCode"),
        ("Shreveport", "71301", "name"),
    ] {
        let refused = admin.post(path, &make(name, zip)).await.expect(400).json();
        assert_eq!(refused["field"], field, "{refused}");
    }
    admin.post(&undo_of(&made), &json!({})).await.expect(200);
    app.visitor().get(page).await.expect(404);
});

both_engines!(a_town_that_only_lacked_a_shop_is_listed, |app: TestApp| {
    let city = app.city("Pineville", "LA").await;
    let admin = app.administrator().await;
    let wanted = json!({ "name": "pineville", "zipCode": "71360" });
    let made = admin.post("/api/admin/cities", &wanted).await.expect(201);
    assert_eq!(made.json()["id"], city.id.to_string());
    let list = admin.get("/api/admin/cities").await.expect(200).json();
    assert_eq!(list["cities"][0]["isListed"], true);
});

both_engines!(
    an_address_in_an_unknown_town_offers_to_make_it,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let path = format!("/api/admin/coffee-shops/{}", shop.id);
        let edit = json!({ "address": "12 Main Street, Smalltownville, OH 43001" });
        let refused = admin.put(&path, &edit).await.expect(422).json();
        assert_eq!(refused["details"]["kind"], "unknown_town");
        let town = refused["details"]["town"].clone();
        assert_eq!(
            town,
            json!({ "name": "Smalltownville", "state": "OH", "zipCode": "43001" })
        );
        let wanted = json!({ "name": town["name"], "zipCode": town["zipCode"] });
        admin.post("/api/admin/cities", &wanted).await.expect(201);
        let edited = admin.put(&path, &edit).await.expect(200).json();
        assert_eq!(edited["citySlug"], "smalltownville-oh");
        assert_eq!(
            edited["address"],
            "12 Main Street, Smalltownville, OH 43001"
        );
    }
);
