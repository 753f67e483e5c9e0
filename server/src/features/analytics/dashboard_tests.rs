//! The administrator's statistics, from events to totals.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::features::analytics;

use crate::support::{TestApp, Visitor};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

async fn track(visitor: &Visitor, event: Value) {
    let visitor = visitor.clone().with("content-type", "application/json");
    let body = Body::from(event.to_string());
    let answer = visitor.send(Method::POST, "/api/analytics/track", body);
    answer.await.expect(202);
}

both_engines!(
    figures_come_from_sums_and_leave_with_their_days,
    |app: TestApp| {
        let admin = app.administrator().await;
        let empty = admin.get("/api/analytics").await.expect(200).json();
        assert_eq!(
            (&empty["totalViews"], &empty["searchQueries"]),
            (&json!(0), &json!([]))
        );

        let city = app.city("Alexandria", "LA").await;
        let (busy, quiet) = (app.shop(&city).await, app.shop(&city).await);
        let browser = app.visitor().with("user-agent", BROWSER);
        for _ in 0..3 {
            let from = "https://www.search.example/?q=coffee";
            track(
                &browser,
                json!({"eventType": "page_view", "coffeeShopId": busy.id, "referrer": from}),
            )
            .await;
        }
        track(
            &browser,
            json!({"eventType": "page_view", "coffeeShopId": quiet.id}),
        )
        .await;
        track(
            &browser,
            json!({"eventType": "page_view", "cityId": city.id}),
        )
        .await;
        let shown = json!([busy.id, quiet.id, busy.id]);
        track(
            &browser,
            json!({"eventType": "search", "query": "Latte", "results": 2, "shopIds": shown}),
        )
        .await;
        analytics::write(&app.services).await.unwrap();
        app.clock.advance(TimeDelta::minutes(1));
        track(
            &browser,
            json!({"eventType": "search", "query": "nowhere", "results": 0}),
        )
        .await;
        browser
            .post(&format!("/api/coffee-shops/{}/upvote", busy.id), &json!({}))
            .await
            .expect(200);
        analytics::write(&app.services).await.unwrap();

        let figures = admin.get("/api/analytics").await.expect(200).json();
        assert_eq!(figures["totalViews"], 5);
        assert_eq!(
            figures["searchQueries"],
            json!(["nowhere", "latte"]),
            "the latest first"
        );
        assert_eq!(figures["popularShops"][0]["id"], json!(busy.id));
        assert_eq!(figures["popularShops"][0]["viewCount"], 3);
        assert_eq!(figures["popularShops"][0]["cityName"], "Alexandria");
        assert_eq!(figures["popularCities"][0]["slug"], json!(city.slug));
        assert_eq!(
            (&figures["searchCount"], &figures["viewedShopCount"]),
            (&json!(2), &json!(2))
        );

        let days = admin
            .get("/api/admin/analytics/figures")
            .await
            .expect(200)
            .json();
        let today = days["points"].as_array().unwrap().last().unwrap();
        assert_eq!((&today["views"], &today["votes"]), (&json!(5), &json!(1)));
        for by in ["week", "month"] {
            let sums = admin
                .get(&format!("/api/admin/analytics/figures?by={by}"))
                .await
                .expect(200)
                .json();
            let last = sums["points"].as_array().unwrap().last().unwrap();
            assert_eq!(last["searches"], 2, "{by}");
        }
        admin
            .get("/api/admin/analytics/figures?by=hour")
            .await
            .expect(400);
        let details = admin
            .get("/api/admin/analytics/details")
            .await
            .expect(200)
            .json();
        assert_eq!(
            details["referrers"],
            json!([{"host": "search.example", "count": 3}])
        );
        assert_eq!(details["searchesWithoutResults"][0]["text"], "nowhere");
        assert_eq!(
            details["searchesWithoutResults"].as_array().unwrap().len(),
            1
        );

        app.clock.advance(TimeDelta::days(
            app.services.settings.events_kept_days.into(),
        ));
        app.clock.advance(TimeDelta::days(2));
        analytics::forget(&app.services).await.unwrap();
        let admin = app.administrator().await;
        let later = admin.get("/api/analytics").await.expect(200).json();
        assert_eq!(
            (&later["totalViews"], &later["popularShops"]),
            (&json!(0), &json!([]))
        );
        assert_eq!(later["searchQueries"], json!([]));
    }
);

both_engines!(a_search_takes_so_many_shops_and_no_more, |app: TestApp| {
    let browser = app.visitor().with("user-agent", BROWSER);
    let ids = vec!["00000000-0000-7000-8000-000000000000"; 51];
    let event = json!({"eventType": "search", "query": "x", "shopIds": ids});
    let refused = browser
        .post("/api/analytics/track", &event)
        .await
        .expect(400)
        .json();
    assert_eq!(refused["field"], "shopIds");
});

both_engines!(towns_near_a_search_in_vain_are_listed, |app: TestApp| {
    let admin = app.administrator().await;
    let near = app.city("Alexandria", "LA").at(31.3113, -92.4451).await;
    app.shop(&near).await;
    let far = app.city("Hammond", "LA").at(30.5044, -90.4612).await;
    app.shop(&far).await;
    let away = app.city("Bend", "OR").at(44.0582, -121.3153).await;
    app.shop(&away).await;
    let empty = app.city("Marksville", "LA").at(31.1280, -92.0662).await;
    let answer = admin
        .get("/api/admin/analytics/near?text=espresso%20bunkie%20la")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&answer["place"]["name"], &answer["place"]["state"]),
        (&json!("Bunkie"), &json!("LA"))
    );
    let slugs: Vec<&str> = answer["towns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|town| town["slug"].as_str().unwrap())
        .collect();
    assert_eq!(
        slugs,
        [near.slug.as_str()],
        "not {} and {}",
        far.slug,
        empty.slug
    );
    assert_eq!(answer["towns"][0]["shops"], 1);
    let unknown = admin
        .get("/api/admin/analytics/near?text=qqqqzzzz")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&unknown["place"], &unknown["towns"]),
        (&Value::Null, &json!([]))
    );
    let nothing = admin.get("/api/admin/analytics/near").await.expect(400);
    assert_eq!(nothing.json()["field"], "text");
});
