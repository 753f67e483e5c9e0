//! What is shown: photos, and how content ends and is renewed.

use chrono::{TimeDelta, TimeZone as _, Utc};
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::{
    catalog::{entities::audit::image, photos::Owner},
    features::analytics,
};

use super::{Places, SHOPS, call, seen, shop_named};
use crate::support::{TestApp, TestDatabase, page_of};

/// Crawlers aren't counted.
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn enhance_shop(app: &TestApp, shop: uuid::Uuid) -> serde_json::Value {
    let administrator = app.administrator().await;
    let body = json!({ "shopIds": [shop] });
    call(app, &administrator, SHOPS, body)
        .await
        .expect(200)
        .json()
}

both_engines!(
    what_is_not_renewed_vanishes_at_its_instant,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places
            .app(home, |settings| settings.foursquare_calls_per_month = 1)
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let photo = places.photo("front");
        places.knows(&shop, |place| place["photos"] = json!([photo]));
        enhance_shop(&app, shop.id).await;
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        assert!(page.contains("Powered by Foursquare"));
        app.clock
            .advance(TimeDelta::days(30) - TimeDelta::seconds(1));
        let before = seen(&app, &shop).await;
        assert_eq!(before["foursquareRating"], "8.7");
        assert!(before["imageUrl"].is_string());
        // No job runs: the clock alone ends it, in answers that are cached, too.
        app.clock.advance(TimeDelta::seconds(1));
        let after = seen(&app, &shop).await;
        for gone in [
            "foursquareRating",
            "foursquarePriceLevel",
            "hours",
            "openingHours",
            "week",
            "imageUrl",
        ] {
            assert!(after[gone].is_null(), "{gone}: {}", after[gone]);
        }
        assert_eq!(after["foursquareCategories"], json!([]));
        assert_eq!(after["openState"]["state"], "unknown");
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        assert!(!page.contains("Powered by Foursquare"));
        // The next night it is erased from the database, although it can't be renewed; the ID stays.
        places.refuses(402, None, 9);
        app.clock.advance(TimeDelta::days(1));
        app.work().await;
        let row = app.shop_row(shop.id).await;
        assert!(row.foursquare_id.is_some());
        assert_eq!(
            (row.foursquare_rating, row.foursquare_expires_at),
            (None, None)
        );
        assert!(row.hours.is_none() && row.categories.0.is_empty());
    }
);

/// Everything that the audit log keeps of rows.
async fn logged(app: &TestApp) -> String {
    let images = image::Entity::find().all(app.database.reads()).await;
    let images = images.unwrap();
    let rows = images
        .iter()
        .flat_map(|image| [&image.before_image, &image.after_image]);
    rows.flatten().map(ToString::to_string).collect()
}

both_engines!(the_audit_log_keeps_nothing_of_it, |home: TestDatabase| {
    let places = Places::serve().await;
    let app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
    let photo = places.photo("front");
    places.knows(&shop, |place| place["photos"] = json!([photo]));
    enhance_shop(&app, shop.id).await;
    // Other acts write the same row.
    let administrator = app.administrator().await;
    let row = app.shop_row(shop.id).await;
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    let edit = json!({ "version": row.edition, "phone": "(318) 555-0199" });
    let edited = administrator.put(&path, &edit).await.expect(200).json();
    let kept = logged(&app).await;
    assert!(kept.contains("555-0199"));
    for content in ["8.7", "Coffee Shop", "7:00 AM", "07:00", "/img/"] {
        assert!(!kept.contains(content), "{content} in {kept}");
    }
    let log = administrator.get("/api/admin/audit").await.expect(200);
    let log = log.json();
    let entries = log["entries"].as_array().unwrap();
    let enhanced = entries.iter().find(|one| one["action"] == "shop.enhance");
    let enhanced = enhanced.expect("that the shop was enhanced is logged");
    assert!(
        enhanced["note"]
            .as_str()
            .unwrap()
            .contains("until April 3, 2026")
    );

    // Undoing the other act leaves it alone.
    let undo = |entry: &Value| format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
    let path = undo(&edited["entry"]);
    administrator.post(&path, &json!({})).await.expect(200);
    let left = app.shop_row(shop.id).await;
    assert_eq!(left.phone, shop.phone);
    assert_eq!(left.provenance, row.provenance);
    assert_eq!(
        (left.foursquare_rating, left.foursquare_expires_at),
        (row.foursquare_rating, row.foursquare_expires_at)
    );
    assert_eq!(
        (&left.categories, &left.hours),
        (&row.categories, &row.hours)
    );

    // Undoing the enhancement removes it.
    let path = undo(&enhanced["id"]);
    administrator.post(&path, &json!({})).await.expect(200);
    let left = app.shop_row(shop.id).await;
    assert_eq!(
        (left.foursquare_id, left.foursquare_rating, left.hours),
        (None, None, None)
    );
    assert_eq!(left.provenance, shop.provenance);
    assert!(seen(&app, &shop).await["imageUrl"].is_null());
});

both_engines!(
    a_merge_takes_over_no_hours_that_would_have_no_end,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let stays = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let goes = shop_named(&app, &city, "Bean There", 500).await;
        places.knows(&goes, |_| {});
        enhance_shop(&app, goes.id).await;
        assert!(app.shop_row(goes.id).await.hours.is_some());
        let administrator = app.administrator().await;
        let path = format!("/api/admin/coffee-shops/{}/merge", stays.id);
        let order = json!({ "other": goes.id, "take": ["hours", "phone"] });
        administrator.post(&path, &order).await.expect(200);
        let row = app.shop_row(stays.id).await;
        assert_eq!((row.hours, row.opening_hours), (None, None));
        assert_eq!(row.provenance.0.get("hours"), None);
    }
);

both_engines!(
    the_night_renews_by_id_the_boosted_and_most_viewed_first,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places
            .app(home, |settings| settings.foursquare_calls_per_month = 3)
            .await;
        let city = app.city("Alexandria", "LA").await;
        let mut shops = Vec::new();
        for (name, number) in [("Anna's", 100), ("Bertha's", 300), ("Clara's", 500)] {
            let shop = shop_named(&app, &city, name, number).await;
            places.knows(&shop, |_| {});
            enhance_shop(&app, shop.id).await;
            shops.push(shop);
        }
        places.says(|says| {
            for place in &mut says.places {
                place["rating"] = json!(9.1);
            }
        });
        app.boost(shops[2].id).await;
        let browser = app.visitor().with("user-agent", BROWSER);
        let view = json!({ "eventType": "page_view", "coffeeShopId": shops[1].id });
        browser
            .post("/api/analytics/track", &view)
            .await
            .expect(202);
        analytics::write(&app.services).await.unwrap();
        // In April there are three calls again, and two nights before the end all are due.
        app.clock
            .advance(Utc.with_ymd_and_hms(2026, 4, 1, 12, 0, 0).unwrap() - app.clock.now());
        app.work().await;
        let renewed = &places.questions()[3..];
        assert!(renewed[0].starts_with("/places/fsq-claras"), "{renewed:?}");
        assert!(renewed[1].starts_with("/places/fsq-berthas"), "{renewed:?}");
        assert_eq!(renewed.len(), 3);
        app.clock.advance(TimeDelta::days(7));
        for shop in &shops {
            assert_eq!(seen(&app, shop).await["foursquareRating"], "9.1");
        }
    }
);

both_engines!(
    photos_are_shown_by_quality_four_at_most,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let website = app
            .photo_with(Owner::Shop(shop.id), |new| new.source = "website")
            .await;
        let mut photos: Vec<_> = ["a", "b", "c", "d", "e"]
            .map(|name| places.photo(name))
            .into();
        let mut poor = places.photo("poor");
        (poor["width"], poor["height"]) = (json!(300), json!(500));
        photos.insert(0, poor);
        places.knows(&shop, |place| place["photos"] = json!(photos));
        let answer = enhance_shop(&app, shop.id).await;
        assert_eq!(answer["photosEnhanced"], 4);
        let shown = seen(&app, &shop).await;
        let urls: Vec<_> = shown["photos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|photo| photo["sourceUrl"].as_str().unwrap_or("website").to_owned())
            .collect();
        let name = |name: &str| places.site.url(&format!("/img/original/{name}.jpg"));
        assert_eq!(
            urls,
            [
                name("a"),
                name("b"),
                name("c"),
                name("d"),
                "website".to_owned()
            ]
        );
        assert_eq!(shown["photos"][0]["credit"], "Photo: Foursquare");
        // Renewed, not fetched again.
        let fetched = places.site.paths().len();
        assert_eq!(enhance_shop(&app, shop.id).await["photosEnhanced"], 0);
        assert_eq!(places.site.paths().len(), fetched + 1);
        // When they end, the website's photo is the first again.
        app.clock.advance(TimeDelta::days(30));
        let later = seen(&app, &shop).await;
        assert!(later["imageUrl"].as_str().unwrap().contains(&website.key));
    }
);

both_engines!(
    photos_of_the_owner_and_the_administrator_stay,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        for (number, source) in [(100, "owner"), (300, "admin"), (500, "submitter")] {
            let shop = shop_named(&app, &city, &format!("The {source} Cup"), number).await;
            app.photo_with(Owner::Shop(shop.id), |new| new.source = source)
                .await;
            let photo = places.photo(source);
            places.knows(&shop, |place| place["photos"] = json!([photo]));
            let answer = enhance_shop(&app, shop.id).await;
            assert_eq!(
                (&answer["enhanced"], &answer["photosEnhanced"]),
                (&json!(1), &json!(0))
            );
            assert_eq!(
                seen(&app, &shop).await["photos"].as_array().unwrap().len(),
                1
            );
        }
        assert!(
            !places
                .site
                .paths()
                .iter()
                .any(|path| path.starts_with("/img/"))
        );
    }
);

both_engines!(
    an_id_that_has_become_another_place_gives_nothing,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        places.knows(&shop, |_| {});
        assert_eq!(enhance_shop(&app, shop.id).await["enhanced"], 1);
        assert_eq!(seen(&app, &shop).await["foursquareRating"], "8.7");
        places.says(|says| {
            for place in &mut says.places {
                place["name"] = json!("Harbor Savings Bank");
                (place["latitude"], place["longitude"]) = (json!(29.9), json!(-90.1));
                place["location"] = json!({ "address": "9 Canal Street", "locality": "New Orleans", "region": "LA" });
                place["tel"] = json!("(504) 555-0199");
            }
        });
        assert_eq!(enhance_shop(&app, shop.id).await["enhanced"], 0);
        assert!(seen(&app, &shop).await["foursquareRating"].is_null());
        assert_eq!(app.shop_row(shop.id).await.foursquare_id, None);
    }
);

both_engines!(confirmed_hours_are_the_shops_own, |home: TestDatabase| {
    let places = Places::serve().await;
    let app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
    places.knows(&shop, |_| {});
    enhance_shop(&app, shop.id).await;
    let owner = app.owner_of(&shop).await;
    let confirm = format!("/api/your-shop/{}/confirm-hours", shop.slug);
    owner.post(&confirm, &json!({})).await.expect(200);
    app.clock.advance(TimeDelta::days(30));
    let later = seen(&app, &shop).await;
    assert_eq!(later["hours"], "Mon-Fri 7:00 AM-3:00 PM");
    assert!(later["foursquareRating"].is_null());
});
