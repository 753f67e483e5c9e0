//! Best-of pages: which shops are listed, in which order, and which are paid.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::Value;
use townperk::catalog::{
    entities::{shop, vote},
    photos::Owner,
};

use crate::support::{TestApp, page_of};

/// Stores votes for `shop` by age in days, as of last midnight.
async fn voted(app: &TestApp, shop: &shop::Model, ages_in_days: &[i64]) {
    let rows = ages_in_days.iter().map(|age| vote::Model {
        shop_id: shop.id,
        visitor: app.identifiers.next(),
        voted_at: midnight(app) - TimeDelta::days(*age),
        previous_at: None,
        times: 1,
        is_ranked: true,
    });
    vote::Entity::insert_many(rows.map(IntoActiveModel::into_active_model))
        .exec_without_returning(app.database.reads())
        .await
        .unwrap();
}

fn midnight(app: &TestApp) -> DateTime<Utc> {
    app.clock
        .now()
        .date_naive()
        .and_time(chrono::NaiveTime::MIN)
        .and_utc()
}

/// Counts past votes, as a node does at startup or when a day begins.
async fn next_day(app: &TestApp) {
    app.clock.advance(TimeDelta::days(1));
    assert!(app.catalog.follow_the_day().await.unwrap());
}

async fn spots(app: &TestApp, what: &str) -> Value {
    let path = format!("/api/cities/alexandria-la/{what}-spots");
    app.visitor().get(&path).await.expect(200).json()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|shop| shop["name"].as_str().unwrap())
        .collect()
}

both_engines!(the_order_is_that_of_the_formula, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let rated = |rating: f64, count: i32| {
        move |row: &mut shop::Model| {
            row.google_rating = Some(rating);
            row.google_review_count = Some(count);
        }
    };
    // m = (10·5.0 + 30·4.0) / 40 = 4.25
    let good = app.shop(&city).name("Good").with(rated(5.0, 10)).await;
    let plain = app.shop(&city).name("Plain").with(rated(4.0, 30)).await;
    let voted_for = app.shop(&city).name("Voted").await;
    let old = app.shop(&city).name("Old Votes").await;
    for (shop, ages) in [
        (&plain, &[179][..]),
        (&voted_for, &[0, 0, 0]),
        (&old, &[359, 359, 359]),
    ] {
        voted(&app, shop, ages).await;
    }
    next_day(&app).await;
    let answer = spots(&app, "coffee").await;
    let scores: Vec<(&str, &str, i64)> = answer["shops"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shop| {
            let ranking = &shop["ranking"];
            (
                shop["name"].as_str().unwrap(),
                ranking["score"].as_str().unwrap(),
                ranking["voters"].as_i64().unwrap(),
            )
        })
        .collect();
    // Voted: v = 3 · 0.5^(1/180) = 2.98847, 4.25 + log2(3.98847) = 6.2458.
    // Old: v = 3 · 0.5^2 = 0.75, 4.25 + log2(1.75) = 5.0574. Good: (21.25 + 50) / 15 = 4.75.
    // Plain: (21.25 + 120) / 35 = 4.0357, v = 0.5, + log2(1.5) = 4.6207.
    assert_eq!(
        scores,
        [
            ("Voted", "6.25", 3),
            ("Old Votes", "5.06", 3),
            ("Good", "4.75", 0),
            ("Plain", "4.62", 1)
        ]
    );
    assert_eq!(
        (&answer["selectionReason"], &answer["count"]),
        (&"community".into(), &4.into())
    );
    assert_eq!(answer["shops"][3]["rank"], 4);
    let numbers = app.visitor().get("/api/ranking").await.expect(200).json();
    assert_eq!(numbers["meanRating"], "4.250");
    assert_eq!(
        (&numbers["ratingCount"], &numbers["voterCount"]),
        (&40.into(), &7.into())
    );
    assert_eq!(good.city_id, city.id);
});

both_engines!(ties_go_by_voters_then_photo_then_name, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for name in ["beta", "Alpha", "Gamma"] {
        app.shop(&city).name(name).await;
    }
    let with_photo = app.shop(&city).name("With a photo").await;
    app.photo(Owner::Shop(with_photo.id)).await;
    let answer = spots(&app, "coffee").await;
    assert_eq!(
        names(&answer["shops"]),
        ["With a photo", "Alpha", "beta", "Gamma"]
    );
});

both_engines!(who_pays_stands_apart_and_moves_nobody, |app: TestApp| {
    let mut app = app;
    let city = app.city("Alexandria", "LA").await;
    let mut shops = Vec::new();
    for number in 0..12 {
        let shop = app.shop(&city).name(&format!("Shop {number:02}")).await;
        voted(&app, &shop, &vec![3; 12 - number]).await;
        shops.push(shop);
    }
    app.boost(shops[11].id).await;
    app.boost(shops[4].id).await;
    next_day(&app).await;
    let answer = spots(&app, "coffee").await;
    assert_eq!(answer["selectionReason"], "boosted");
    assert_eq!(names(&answer["shops"]), ["Shop 04", "Shop 11"]);
    assert_eq!(
        (&answer["count"], &answer["eligibleCount"]),
        (&2.into(), &12.into())
    );
    let expected: Vec<String> = (0..10).map(|number| format!("Shop {number:02}")).collect();
    assert_eq!(names(&answer["communityShops"]), expected);
    let page = app
        .visitor()
        .get("/cities/alexandria-la/best-coffee")
        .await
        .expect(200)
        .html();
    for text in [
        "Featuring 2 premium local favorites",
        "Featured Premium Locations",
        "Paid placement",
        "Top Community Rated",
        "#10",
    ] {
        assert!(page.text().contains(text), "{text}");
    }
    // The town's page: boosted first, then the same order (D19).
    let listed = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await
        .expect(200)
        .json();
    assert_eq!(
        names(&listed)[..4],
        ["Shop 04", "Shop 11", "Shop 00", "Shop 01"]
    );
    let fresh = app.second_node().await;
    assert_eq!(spots(&fresh, "coffee").await, answer);
});

both_engines!(breakfast_is_what_says_so_and_opens_early, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let says =
        |text: &'static str| move |row: &mut shop::Model| row.description = Some(text.to_owned());
    app.shop(&city)
        .name("Early")
        .hours("Mo-Fr 07:00-15:00")
        .with(says("All-day brunch."))
        .await;
    app.shop(&city)
        .name("Late")
        .hours("Mo-Su 10:00-22:00")
        .with(says("Breakfast burritos."))
        .await;
    app.shop(&city)
        .name("Unknown Hours")
        .with(says("Breakfast and pie."))
        .await;
    app.shop(&city)
        .name("Coffee Only")
        .hours("Mo-Fr 06:00-12:00")
        .with(says("Espresso."))
        .await;
    app.shop(&city)
        .name("Denied")
        .with(says("We serve no breakfast."))
        .await;
    app.shop(&city)
        .name("Category")
        .with(|row| row.categories.0 = vec!["Breakfast Spot".to_owned()])
        .await;
    app.shop(&city)
        .name("Flagged")
        .with(|row| row.serves_breakfast = Some(true))
        .await;
    app.shop(&city)
        .name("Flagged Not")
        .with(|row| {
            row.serves_breakfast = Some(false);
            row.description = Some("Breakfast.".to_owned());
        })
        .await;
    app.shop(&city)
        .name("Closed")
        .closed()
        .with(says("Breakfast."))
        .await;
    app.shop(&city)
        .name("Hidden")
        .hidden()
        .with(says("Breakfast."))
        .await;
    let answer = spots(&app, "breakfast").await;
    assert_eq!(
        names(&answer["shops"]),
        ["Category", "Early", "Flagged", "Unknown Hours"]
    );
});

both_engines!(former_addresses_lead_to_the_pages, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.edit_city(city.id, |row| row.slug = "alexandria-rapides-la".to_owned())
        .await;
    for (from, to) in [
        (
            "/best-breakfast-alexandria-rapides-la",
            "/cities/alexandria-rapides-la/best-breakfast",
        ),
        (
            "/best-coffee-alexandria-la",
            "/cities/alexandria-rapides-la/best-coffee",
        ),
        (
            "/cities/alexandria-la/best-coffee",
            "/cities/alexandria-rapides-la/best-coffee",
        ),
        (
            &format!("/cities/{}/best-coffee", city.id),
            "/cities/alexandria-rapides-la/best-coffee",
        ),
    ] {
        let answer = app.visitor().get(from).await.expect(301);
        assert_eq!(answer.header("location"), to, "{from}");
    }
    for id in [city.id.to_string(), "alexandria-la".to_owned()] {
        let path = format!("/api/cities/{id}/breakfast-spots");
        let answer = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(answer["city"]["slug"], "alexandria-rapides-la", "{id}");
    }
    app.visitor()
        .get("/best-coffee-nowhere-xx")
        .await
        .expect(404);
});

both_engines!(
    pages_without_enough_shops_stay_out_of_search_engines,
    |app: TestApp| {
        let city = app
            .city("Alexandria", "LA")
            .with(|row| row.made_by_admin = true)
            .await;
        let robots = || async {
            let page = app
                .visitor()
                .get("/cities/alexandria-la/best-breakfast")
                .await
                .expect(200);
            (page.text().contains("noindex"), page.text())
        };
        let (is_noindex, text) = robots().await;
        assert!(
            is_noindex && text.contains("No coffee shops found in this city yet. Be the first to")
        );
        assert!(
            text.contains("Best Breakfast Spots in Alexandria, LA")
                && text.contains("All Alexandria Shops")
        );
        for number in 0..3 {
            assert!(robots().await.0, "{number} shops");
            app.shop(&city)
                .with(|row| row.serves_breakfast = Some(true))
                .await;
        }
        assert!(!robots().await.0);
        for (what, sought) in [("breakfast", "breakfast spots"), ("coffee", "coffee spots")] {
            let page = app
                .visitor()
                .get(&format!("/cities/nowhere-xx/best-{what}"))
                .await
                .expect(404)
                .html();
            assert_eq!(page.h1(), "City Not Found");
            let text = format!("find {sought} for this location.");
            assert!(page.text().contains(&text), "{}", page.text());
        }
    }
);

both_engines!(a_vote_of_today_ranks_tomorrow, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("Alpha").await;
    let beta = app.shop(&city).name("Beta").await;
    let path = format!("/api/coffee-shops/{}/upvote", beta.id);
    let visitor = app.visitor();
    let cast = visitor.send(axum::http::Method::POST, &path, axum::body::Body::empty());
    cast.await.expect(200);
    assert_eq!(
        names(&spots(&app, "coffee").await["shops"]),
        ["Alpha", "Beta"]
    );
    assert!(!app.catalog.follow_the_day().await.unwrap());
    next_day(&app).await;
    let answer = spots(&app, "coffee").await;
    assert_eq!(names(&answer["shops"]), ["Beta", "Alpha"]);
    assert_eq!(answer["rankedOnText"], "March 5, 2026");
    app.visitor().get(&page_of(&beta)).await.expect(200);
});

both_engines!(how_we_rank_shows_today_s_numbers, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .with(|row| row.google_rating = Some(4.4))
        .await;
    let page = app.visitor().get("/how-we-rank").await.expect(200).html();
    assert_eq!(page.h1(), "How We Rank");
    for text in [
        "m = 4.400, from 1 rating",
        "As of March 4, 2026",
        "200 ratings of 4.6",
    ] {
        assert!(page.text().contains(text), "{text}: {}", page.text());
    }
});
