//! Grades of freshness (D98): through the API and on pages, as confirmations come, age and go.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::TestApp;

async fn answer(app: &TestApp, address: &str) -> Value {
    app.visitor().get(address).await.expect(200).json()
}

/// What a page says, without its tags.
fn words(html: &str) -> String {
    let pieces = html.split('<').map(|piece| match piece.split_once('>') {
        Some((_, text)) => text,
        None => piece,
    });
    pieces.collect()
}

/// A town with that many shops, some of whose hours were confirmed that many days ago.
async fn town(app: &TestApp, (name, state): (&str, &str), shops: usize, days: &[i64]) {
    let city = app.city(name, state).await;
    let now = app.clock.now();
    for number in 0..shops {
        let confirmed = days.get(number).map(|days| now - TimeDelta::days(*days));
        app.shop(&city)
            .name(&format!("{name} {number}"))
            .with(move |row| row.hours_confirmed_at = confirmed)
            .await;
    }
}

fn grade(of: &Value) -> (u64, u64, &Value) {
    (
        of["hoursConfirmed"].as_u64().unwrap(),
        of["coffeeShopCount"].as_u64().unwrap(),
        &of["freshness"],
    )
}

both_engines!(
    grades_are_the_share_of_shops_with_confirmed_hours,
    |app: TestApp| {
        town(&app, ("Alexandria", "LA"), 4, &[1, 30, 300]).await;
        town(&app, ("Monroe", "LA"), 4, &[400]).await;
        town(&app, ("Marfa", "TX"), 1, &[365]).await;
        for (slug, expected) in [
            ("alexandria-la", (3, 4, &json!(4))),
            ("monroe-la", (0, 4, &json!(1))),
            ("marfa-tx", (1, 1, &json!(5))),
        ] {
            let one = answer(&app, &format!("/api/cities/{slug}")).await;
            assert_eq!(grade(&one), expected, "{slug}");
        }
        let whole = answer(&app, "/api/freshness").await;
        assert_eq!(grade(&whole), (4, 9, &json!(2)));
        assert_eq!(whole["countsForDays"], 365);
        assert_eq!(whole["starsFrom"], json!([95, 75, 50, 25]));
        assert_eq!(whole["gradedOnText"], "March 4, 2026");
        let states = whole["states"].as_array().unwrap();
        assert_eq!(states[0]["name"], "Louisiana");
        assert_eq!(grade(&states[0]), (3, 8, &json!(2)));
        assert_eq!(grade(&states[1]), (1, 1, &json!(5)));
        assert_eq!(answer(&app, "/api/states").await, whole["states"]);
        let towns = answer(&app, "/api/freshness/cities?state=la&page=2&pageSize=1").await;
        assert_eq!(
            towns["items"],
            json!([{"name": "Monroe", "state": "LA", "slug": "monroe-la", "coffeeShopCount": 4,
                "hoursConfirmed": 0, "freshness": 1}])
        );
        assert_eq!(
            (&towns["total"], &towns["pageCount"]),
            (&json!(2), &json!(2))
        );
    }
);

both_engines!(
    a_grade_follows_confirmations_and_closures_at_once,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let other = app.shop(&city).await;
        let pages = ["/cities/alexandria-la", "/cities", "/how-fresh"];
        let stars = async || {
            let mut seen = Vec::new();
            for page in pages {
                let html = app.visitor().get(page).await.expect(200).text();
                let (_, rest) = match page {
                    // Its list of grades comes first.
                    "/how-fresh" => html.split_once("The whole directory: ").unwrap(),
                    _ => html.split_once("Freshness of hours").unwrap(),
                };
                let (_, rest) = rest.split_once("aria-label=\"").unwrap();
                seen.push(rest.split(' ').next().unwrap().to_owned());
            }
            assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
            seen.swap_remove(0)
        };
        assert_eq!(stars().await, "1");
        let now = app.clock.now();
        app.edit_shop(shop.id, |row| row.hours_confirmed_at = Some(now))
            .await;
        assert_eq!(stars().await, "3");
        app.edit_shop(other.id, |row| row.closed_at = Some(now))
            .await;
        assert_eq!(stars().await, "5");
        app.edit_shop(shop.id, |row| row.hours_confirmed_at = None)
            .await;
        assert_eq!(stars().await, "1");
    }
);

both_engines!(a_confirmation_lapses_with_the_day, |app: TestApp| {
    let mut app = app;
    town(&app, ("Alexandria", "LA"), 2, &[364, 10]).await;
    let page = async |app: &TestApp| {
        let html = app.visitor().get("/cities/alexandria-la").await.html();
        let text = words(html.text());
        let (_, rest) = text.split_once("Freshness of hours: ").unwrap();
        rest.split(" confirmed").next().unwrap().trim().to_owned()
    };
    assert_eq!(page(&app).await, "★★★★★ 2 of 2 shops");
    // It counts until the end of the day.
    app.clock.advance(TimeDelta::days(1));
    app.catalog.follow_the_day().await.unwrap();
    assert_eq!(page(&app).await, "★★★★★ 2 of 2 shops");
    app.clock.advance(TimeDelta::days(1));
    app.catalog.follow_the_day().await.unwrap();
    assert_eq!(page(&app).await, "★★★☆☆ 1 of 2 shops");
    let fresh = app.second_node().await;
    assert_eq!(
        answer(&app, "/api/freshness").await,
        fresh
            .visitor()
            .get("/api/freshness")
            .await
            .expect(200)
            .json()
    );
});

both_engines!(how_fresh_is_a_page_for_everybody, |app: TestApp| {
    let empty = app.visitor().get("/how-fresh").await.expect(200).html();
    assert!(empty.text().contains("There are no shops to grade yet."));
    town(&app, ("Alexandria", "LA"), 4, &[1, 30, 300]).await;
    town(&app, ("Marfa", "TX"), 1, &[]).await;
    let page = app.visitor().get("/how-fresh").await.expect(200).html();
    assert_eq!(page.h1(), "How Fresh the Hours Are");
    for text in [
        "3 of 5 shops, 60%, had their hours confirmed within a year.",
        "in the last 365 days",
        "95% or more",
        "Louisiana★★★★☆3 of 4",
        "Texas★☆☆☆☆0 of 1",
        "Marfa, TX★☆☆☆☆0 of 1",
    ] {
        let shown = words(page.text());
        assert!(shown.contains(text), "{text}: {shown}");
    }
    let state = app
        .visitor()
        .get("/how-fresh?state=la")
        .await
        .expect(200)
        .html();
    assert!(state.text().contains("Towns in Louisiana"));
    assert!(!state.text().contains("Marfa"));
    let canonical = |page: &crate::support::Html| page.attributes("link rel=\"canonical\"", "href");
    assert_eq!(canonical(&page), ["https://townperk.example/how-fresh"]);
    assert_eq!(
        canonical(&state),
        ["https://townperk.example/how-fresh?state=LA"]
    );
    let robots = |page: &crate::support::Html| page.attributes("meta name=\"robots\"", "content");
    assert_eq!(robots(&page), [""; 0]);
    let none = app
        .visitor()
        .get("/how-fresh?state=zz")
        .await
        .expect(200)
        .html();
    assert_eq!(robots(&none), ["noindex,follow"]);
    let sitemap = app
        .visitor()
        .get("/sitemaps/pages-1.xml")
        .await
        .expect(200)
        .text();
    assert!(sitemap.contains("<loc>https://townperk.example/how-fresh</loc>"));
    app.visitor().get("/how-fresh?page=9").await.expect(404);
    app.visitor()
        .get("/api/freshness/cities?page=0")
        .await
        .expect(400);
});
