//! Events, from the browser to the rows.

use axum::{body::Body, http::Method};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;
use tokio::task::JoinSet;
use townperk::{features::analytics, platform::event_counts::Event};

use crate::support::{Engine, Response, TestApp, Visitor};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

async fn track(visitor: &Visitor, event: serde_json::Value) -> Response {
    let visitor = visitor.clone().with("content-type", "application/json");
    let body = Body::from(event.to_string());
    visitor
        .send(Method::POST, "/api/analytics/track", body)
        .await
}

/// Counted events that aren't written yet.
fn counted(app: &TestApp) -> Vec<(Event, i64)> {
    let counts = app.services.events.take();
    app.services.events.put_back(counts.clone());
    counts
        .into_iter()
        .map(|(event, count)| (event, count.times))
        .collect()
}

/// The column `line` of a query's result.
async fn rows(app: &TestApp, query: &str) -> Vec<String> {
    let connection = app.database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect()
}

both_engines!(events_are_counted_by_the_day_and_written, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let browser = app.visitor().with("user-agent", BROWSER);
    for _ in 0..3 {
        track(
            &browser,
            json!({"eventType": "page_view", "page": "/cities/alexandria-la", "cityId": city.id}),
        )
        .await
        .expect(202);
    }
    track(
        &browser,
        json!({"eventType": "website_click", "coffeeShopId": shop.id}),
    )
    .await
    .expect(202);
    track(
        &browser,
        json!({"eventType": "search", "query": "Alexandria  LA", "results": 4}),
    )
    .await
    .expect(202);
    analytics::write(&app.services).await.unwrap();
    assert!(counted(&app).is_empty());
    track(
        &browser,
        json!({"eventType": "search", "query": "alexandria la", "results": 9}),
    )
    .await
    .expect(202);
    analytics::write(&app.services).await.unwrap();
    let rows = rows(&app, "SELECT kind || ' ' || detail || ' ' || count || ' ' || COALESCE(results, -1) AS line FROM event_counts ORDER BY 1").await;
    assert_eq!(
        rows,
        [
            "page_view city 3 -1",
            "search alexandria la 2 9",
            "website_click  1 -1"
        ]
    );
});

both_engines!(views_of_articles_are_shown_now_and_then, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    let (one, two) = (app.article("one", 60).await, app.article("two", 50).await);
    other.sync().await;
    let browser = app.visitor().with("user-agent", BROWSER);
    let view =
        |id: uuid::Uuid| json!({"eventType": "page_view", "page": "/blog/one", "articleId": id});
    let shown = async |node: &TestApp| {
        let path = "/api/blog/articles/one";
        node.visitor().get(path).await.expect(200).json()["viewCount"].clone()
    };
    let before = app.visitor().get("/blog/one").await.expect(200);
    let words =
        async || app.visitor().get("/api/blog/articles/one").await.json()["updatedAt"].clone();
    let words_before = words().await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    for _ in 0..3 {
        track(&browser, view(one)).await.expect(202);
    }
    analytics::write(&app.services).await.unwrap();
    track(&other.visitor().with("user-agent", BROWSER), view(one))
        .await
        .expect(202);
    analytics::write(&other.services).await.unwrap();
    app.sync().await;
    assert_eq!(shown(&app).await, 0, "no page is made anew for each reader");
    let still = app.visitor().get("/blog/one").await.expect(200);
    assert_eq!(still.header("etag"), before.header("etag"));

    assert_eq!(analytics::show_views(&app.services).await.unwrap(), 1);
    assert_eq!(shown(&app).await, 4);
    other.sync().await;
    assert_eq!(shown(&other).await, 4);
    for node in [&app, &other] {
        let again = analytics::show_views(&node.services).await.unwrap();
        assert_eq!(again, 0, "what is shown is not shown again");
    }
    assert_eq!(words().await, words_before, "a view changes no words");

    // New text keeps the views, including unpublished ones.
    track(&browser, view(one)).await.expect(202);
    track(&browser, view(two)).await.expect(202);
    analytics::write(&app.services).await.unwrap();
    app.article("one", 70).await;
    assert_eq!(shown(&app).await, 5);
    assert_eq!(analytics::show_views(&app.services).await.unwrap(), 1);
    let counts = rows(
        &app,
        "SELECT kind || ' ' || detail || ' ' || SUM(count) AS line FROM event_counts GROUP BY kind, detail",
    );
    assert_eq!(counts.await, ["page_view article 6"]);
});

both_engines!(
    only_what_shows_views_is_made_anew_for_them,
    |app: TestApp| {
        let (one, _) = (app.article("one", 60).await, app.article("two", 50).await);
        let documents = [
            "/blog/feed.atom",
            "/sitemap.xml",
            "/sitemaps/article-1.xml",
            "/sitemaps/articleCategory-1.xml",
            "/social/blog/one.png",
        ];
        let pages = ["/blog/one", "/blog", "/blog/tag/cold-brew"];
        for path in documents.into_iter().chain(pages) {
            app.visitor().get(path).await.expect(200);
        }
        let browser = app.visitor().with("user-agent", BROWSER);
        let view = json!({"eventType": "page_view", "articleId": one});
        track(&browser, view).await.expect(202);
        analytics::write(&app.services).await.unwrap();
        analytics::show_views(&app.services).await.unwrap();
        // Cached pages may show numbers a second late.
        app.clock.advance(chrono::TimeDelta::seconds(2));
        let misses = "townperk_response_cache_total{met=\"miss\"}";
        let before = app.metric(misses).await;
        for path in documents {
            app.visitor().get(path).await.expect(200);
        }
        let made = app.metric(misses).await - before;
        assert!(made < 0.5, "{made} documents that show no views");
        for path in pages {
            let page = app.visitor().get(path).await.expect(200).text();
            assert!(page.contains("1 view"), "{path}");
        }
    }
);

both_engines!(only_articles_that_are_out_are_viewed, |app: TestApp| {
    let (out, scheduled) = (app.article("one", 1).await, app.article("two", -1).await);
    let browser = app.visitor().with("user-agent", BROWSER);
    for (id, status) in [(out, 202), (scheduled, 400), (uuid::Uuid::nil(), 400)] {
        let event = json!({"eventType": "page_view", "articleId": id});
        let answer = track(&browser, event).await.expect(status);
        if status == 400 {
            assert_eq!(answer.json()["field"], "articleId");
        }
    }
    assert_eq!(counted(&app).len(), 1);
});

both_engines!(old_days_are_forgotten, |app: TestApp| {
    let browser = app.visitor().with("user-agent", BROWSER);
    track(&browser, json!({"eventType": "search", "query": "bend"}))
        .await
        .expect(202);
    analytics::write(&app.services).await.unwrap();
    analytics::forget(&app.services).await.unwrap();
    assert_eq!(
        rows(&app, "SELECT detail AS line FROM event_counts").await,
        ["bend"]
    );
    app.clock.advance(chrono::TimeDelta::days(401));
    analytics::forget(&app.services).await.unwrap();
    assert!(
        rows(&app, "SELECT detail AS line FROM event_counts")
            .await
            .is_empty()
    );
});

#[tokio::test(flavor = "multi_thread")]
async fn robots_are_thanked_and_not_counted() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    for robot in ["Googlebot/2.1", ""] {
        let robot = app.visitor().with("user-agent", robot);
        track(&robot, json!({"eventType": "search", "query": "bend"}))
            .await
            .expect(202);
    }
    assert!(counted(&app).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_event_is_refused() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let browser = app.visitor().with("user-agent", BROWSER);
    let nobody = "00000000-0000-7000-8000-000000000000";
    for (event, field) in [
        (json!({"eventType": "party"}), "eventType"),
        (
            json!({"eventType": "page_view", "visitor": "me"}),
            "visitor",
        ),
        (json!({"eventType": "page_view"}), "coffeeShopId"),
        (
            json!({"eventType": "page_view", "cityId": nobody}),
            "cityId",
        ),
        (
            json!({"eventType": "phone_click", "coffeeShopId": nobody}),
            "coffeeShopId",
        ),
        (json!({"eventType": "search", "query": " "}), "query"),
        (
            json!({"eventType": "search", "query": "x", "results": -1}),
            "results",
        ),
    ] {
        let refused = track(&browser, event.clone()).await.expect(400).json();
        assert_eq!(refused["field"], field, "{event}: {refused}");
    }
    let large = json!({"eventType": "search", "query": "x".repeat(1 << 20)});
    track(&browser, large).await.expect(413);
    let text = browser.clone().with("content-type", "text/plain");
    text.send(Method::POST, "/api/analytics/track", Body::from("{}"))
        .await
        .expect(415);
    let stranger = browser.clone().with("sec-fetch-site", "cross-site");
    track(&stranger, json!({"eventType": "search", "query": "x"}))
        .await
        .expect(403);
    assert!(counted(&app).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_network_does_not_flood_the_counts() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let browser = app.visitor().with("user-agent", BROWSER);
    for number in 0..600 {
        let search = json!({"eventType": "search", "query": format!("town {number}")});
        track(&browser, search).await.expect(202);
    }
    let refused = track(&browser, json!({"eventType": "search", "query": "more"})).await;
    refused.expect(429);
    assert_eq!(counted(&app).len(), 600);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_from_one_address_is_refused_while_others_are_answered() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let city = app.city("Alexandria", "LA").await;
    let browser = |address| app.visitor().from(address).with("user-agent", BROWSER);
    let mut flood = JoinSet::new();
    for _ in 0..40 {
        let flooder = browser("203.0.113.7");
        let event = json!({"eventType": "page_view", "cityId": city.id});
        flood.spawn(async move {
            let mut statuses = Vec::new();
            for _ in 0..50 {
                let answer = track(&flooder, event.clone()).await;
                if answer.status() == 429 {
                    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
                }
                statuses.push(answer.status());
            }
            statuses
        });
    }
    let others = browser("198.51.100.7");
    for number in 0..20 {
        let search = json!({"eventType": "search", "query": format!("town {number}")});
        track(&others, search).await.expect(202);
        let town = others.get("/api/cities/alexandria-la").await.expect(200);
        assert_eq!(town.json()["name"], "Alexandria");
        others.get("/cities/alexandria-la").await.expect(200);
    }
    let statuses = flood.join_all().await.concat();
    let times = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((times(202), times(429)), (600, 1400));
    analytics::write(&app.services).await.unwrap();
    let rows = rows(
        &app,
        "SELECT kind || ' ' || SUM(count) AS line FROM event_counts GROUP BY kind ORDER BY 1",
    );
    assert_eq!(rows.await, ["page_view 600", "search 20"]);
}

both_engines!(a_plan_that_is_not_sold_is_not_counted, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let visitor = app.visitor().with("user-agent", BROWSER);
    let chosen = |plan: &str| {
        json!({
            "eventType": "boost_plan_selected",
            "coffeeShopId": shop.id,
            "metadata": json!({ "plan_type": plan }).to_string(),
        })
    };
    for plan in ["subscription", "one_time"] {
        track(&visitor, chosen(plan)).await.expect(202);
    }
    let refused = track(&visitor, chosen("free for ever")).await.expect(400);
    assert_eq!(refused.json()["field"], "metadata");
    let counted: Vec<String> = counted(&app)
        .into_iter()
        .map(|(event, _)| event.detail)
        .collect();
    assert_eq!(counted.len(), 2, "{counted:?}");
});
