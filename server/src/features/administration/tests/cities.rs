//! Towns: names, texts, merging.

use axum::{Router, http::header, routing::get};
use sea_orm::{
    ConnectionTrait, ExprTrait,
    sea_query::{Alias, Expr, Query},
};
use serde_json::json;
use uuid::Uuid;

use super::undo_of;
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
