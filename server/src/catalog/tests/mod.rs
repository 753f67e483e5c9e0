//! The three invariants, over random operations on both engines: the catalog equals a freshly loaded one, counts equal
//! a recount of the rows, and a cached answer equals an uncached one.

mod elsewhere;
mod operations;
mod orphans;
mod restored;
mod writing;

use proptest::prelude::any;
use sea_orm::EntityTrait;
use serde_json::Value;
use townperk::catalog::entities::{city, shop};

use self::operations::{happen, operation};
use crate::support::{Engine, Node, TestApp, check};

async fn cities(node: &Node) -> Vec<city::Model> {
    city::Entity::find()
        .all(node.database.reads())
        .await
        .unwrap()
}

async fn shops(node: &Node) -> Vec<shop::Model> {
    shop::Entity::find()
        .all(node.database.reads())
        .await
        .unwrap()
}

/// Every URL that shows part of the directory.
async fn addresses(node: &Node) -> Vec<String> {
    let mut all: Vec<String> = [
        "/api/site",
        "/api/cities/all",
        "/api/cities?sort=popular&limit=12",
        "/api/coffee-shops/recent",
        "/api/coffee-shops/featured",
        "/",
        "/cities",
        "/api/ranking",
        "/how-we-rank",
        "/api/freshness",
        "/api/freshness/cities",
        "/how-fresh",
        "/api/blog/articles",
        "/api/blog/categories",
        "/api/blog/tags",
        "/blog",
        "/blog/feed.atom",
        "/sitemap.xml",
    ]
    .map(str::to_owned)
    .to_vec();
    for article in node.catalog.view().articles() {
        let slug = &article.facts.slug;
        all.push(format!("/api/blog/articles/{slug}"));
        all.push(format!("/blog/{slug}"));
    }
    for city in cities(node).await {
        all.push(format!("/api/cities/{}", city.slug));
        all.push(format!("/api/cities/{}/coffee-shops", city.slug));
        all.push(format!("/api/cities/{}/facts", city.slug));
        for what in ["breakfast", "coffee"] {
            all.push(format!("/api/cities/{}/{what}-spots", city.slug));
            all.push(format!("/cities/{}/best-{what}", city.slug));
        }
        all.push(format!("/cities/{}", city.slug));
    }
    for shop in shops(node).await {
        all.push(format!("/api/coffee-shops/{}", shop.slug));
        all.push(format!("/coffee-shops/{}", shop.slug));
    }
    all
}

async fn ask(app: &TestApp, address: &str) -> (u16, String) {
    let answer = app.visitor().get(address).await;
    let is_error = answer.status() >= 400 && address.starts_with("/api/");
    // An error contains its request ID, which is different for each request.
    (
        answer.status(),
        if is_error {
            String::new()
        } else {
            answer.text()
        },
    )
}

/// Compares each town's counts with the rows.
async fn compare_counts(app: &TestApp) {
    let listed: Value = app
        .visitor()
        .get("/api/cities/all")
        .await
        .expect(200)
        .json();
    let shops = shops(app).await;
    for city in cities(app).await {
        let of_city = shops.iter().filter(|shop| {
            shop.city_id == city.id
                && shop.is_active
                && shop.deleted_at.is_none()
                && shop.closed_at.is_none()
        });
        let (count, voted) = of_city.fold((0, 0), |(count, voted), shop| {
            (count + 1, voted + u64::from(shop.upvote_count > 0))
        });
        let answer = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|answer| answer["id"] == city.id.to_string());
        match answer {
            Some(answer) => assert_eq!(
                (&answer["coffeeShopCount"], &answer["shopsWith"]),
                (&count.into(), &voted.into()),
                "{}",
                city.slug
            ),
            None => assert_eq!(count, 0, "{} has shops and is not listed", city.slug),
        }
    }
}

fn the_invariants_hold_on(engine: Engine) {
    check(
        6,
        proptest::collection::vec((operation(), any::<bool>()), 5..40),
        |operations| {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let Some(mut app) = TestApp::start(engine).await else {
                    return;
                };
                let elsewhere = app.second_node().await;
                for (number, (operation, is_elsewhere)) in operations.iter().enumerate() {
                    if *is_elsewhere {
                        happen(&elsewhere, operation).await;
                        app.sync().await;
                    } else {
                        happen(&app, operation).await;
                        elsewhere.sync().await;
                    }
                    for node in [&app, &elsewhere] {
                        node.catalog.follow_the_day().await.unwrap();
                    }
                    // Warms the cache halfway, so that later operations make entries stale.
                    if number % 7 == 3 {
                        for address in addresses(&app).await {
                            ask(&app, &address).await;
                        }
                    }
                }
                // Pages may show votes a second late.
                app.clock.advance(chrono::TimeDelta::seconds(2));
                let fresh = app.second_node().await;
                for address in addresses(&app).await {
                    assert_eq!(
                        ask(&app, &address).await,
                        ask(&fresh, &address).await,
                        "{address}"
                    );
                }
                compare_counts(&app).await;
            });
        },
    );
}

#[test]
fn the_invariants_hold_on_sqlite() {
    the_invariants_hold_on(Engine::Sqlite);
}

#[test]
fn the_invariants_hold_on_postgres() {
    the_invariants_hold_on(Engine::Postgres);
}

both_engines!(changes_may_come_twice_and_in_any_order, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Before").await;
    app.edit_shop(shop.id, |row| row.name = "After".to_owned())
        .await;
    let revision = app.catalog.revision();
    app.sync().await;
    app.catalog
        .refresh(&[(townperk::catalog::Kind::Shop, shop.id)])
        .await
        .unwrap();
    assert_eq!(
        app.catalog.revision(),
        revision,
        "an old change made a new state"
    );
    let answer = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await
        .json();
    assert_eq!(answer["name"], "After");
});

both_engines!(
    a_node_that_was_away_too_long_loads_everything_anew,
    |app: TestApp| {
        let mut app = app;
        let sleeper = app.second_node().await;
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).name("Missed").await;
        // Changes are removed once no running transaction can still precede them.
        app.sync().await;
        app.clock.advance(chrono::TimeDelta::days(3));
        assert!(
            app.catalog
                .prune_feed(chrono::TimeDelta::days(2))
                .await
                .unwrap()
                > 0
        );
        sleeper.sync().await;
        let shops = sleeper
            .visitor()
            .get(&format!("/api/cities/{}/coffee-shops", city.slug))
            .await
            .expect(200)
            .json();
        assert_eq!(shops.as_array().unwrap().len(), 1);
    }
);
