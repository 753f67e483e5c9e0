//! Statistics for a shop's own people.

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

fn figure<'a>(figures: &'a Value, kind: &str) -> &'a Value {
    let mut all = figures["figures"].as_array().unwrap().iter();
    all.find(|figure| figure["kind"] == kind).unwrap()
}

both_engines!(
    a_shops_people_see_its_counts_beside_those_before,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let (shop, other) = (app.shop(&city).await, app.shop(&city).await);
        let path = format!("/api/your-shop/{}/figures", shop.slug);
        let owner = app.owner_of(&shop).await;
        let empty = owner.get(&path).await.expect(200).json();
        assert_eq!(figure(&empty, "views")["since"], Value::Null);

        let browser = app.visitor().with("user-agent", BROWSER);
        let view = json!({ "eventType": "page_view", "coffeeShopId": shop.id });
        for _ in 0..2 {
            track(&browser, view.clone()).await;
        }
        track(
            &browser,
            json!({ "eventType": "page_view", "coffeeShopId": other.id }),
        )
        .await;
        analytics::write(&app.services).await.unwrap();
        app.clock.advance(TimeDelta::days(30));
        for event in [
            "page_view",
            "website_click",
            "phone_click",
            "directions_click",
        ] {
            track(
                &browser,
                json!({ "eventType": event, "coffeeShopId": shop.id }),
            )
            .await;
        }
        let search = json!({ "eventType": "search", "query": "latte", "shopIds": [shop.id] });
        track(&browser, search).await;
        browser
            .post(&format!("/api/coffee-shops/{}/upvote", shop.id), &json!({}))
            .await
            .expect(200);
        analytics::write(&app.services).await.unwrap();

        let owner = app.owner_of(&shop).await;
        let figures = owner.get(&path).await.expect(200).json();
        for kind in [
            "views",
            "searches",
            "votes",
            "websiteClicks",
            "phoneClicks",
            "directionsClicks",
        ] {
            assert_eq!(figure(&figures, kind)["total"], 1, "{kind}");
            assert_eq!(
                figure(&figures, kind)["points"].as_array().unwrap().len(),
                30
            );
        }
        let views = figure(&figures, "views");
        assert_eq!(views["points"][29]["count"], 1);
        assert_eq!(
            views["totalBefore"],
            Value::Null,
            "counting began within those days, so they can't be compared"
        );
        assert_eq!(views["since"], "Mar 4, 2026");
        assert_eq!(
            figures["rank"],
            json!({ "place": 1, "of": 2, "cityName": "Alexandria" })
        );

        app.clock.advance(TimeDelta::days(30));
        let owner = app.owner_of(&shop).await;
        let later = owner.get(&path).await.expect(200).json();
        let views = figure(&later, "views");
        assert_eq!(
            (&views["total"], &views["totalBefore"]),
            (&json!(0), &json!(1))
        );
        assert_eq!(views["points"][29]["before"], 1);
        let long = owner
            .get(&format!("{path}?days=90"))
            .await
            .expect(200)
            .json();
        assert_eq!(figure(&long, "views")["total"], 3);
        assert_eq!(
            figure(&long, "views")["points"].as_array().unwrap().len(),
            90
        );
        owner.get(&format!("{path}?days=31")).await.expect(400);
        app.owner_of(&other).await.get(&path).await.expect(403);
        app.visitor().get(&path).await.expect(401);
    }
);
