//! The three invariants, over random operations on both engines: the catalog equals one that is loaded anew, counts equal a
//! recount of the rows, and an answer from the cache equals one made for the question.

use proptest::prelude::*;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{city, shop},
    features::analytics,
};
use uuid::Uuid;

use crate::support::{Engine, Node, TestApp, Write, check};

/// One thing that can happen to the directory. Numbers choose among what is there.
#[derive(Clone, Debug)]
enum Operation {
    AddCity(u8),
    AddShop(u8, u8),
    RenameShop(u8, u8),
    MoveShop(u8, u8),
    Hide(u8),
    Close(u8),
    Delete(u8),
    Vote(u8, u8),
    RenameCity(u8, u8),
    ReslugCity(u8, u8),
    RemoveShop(u8),
    Rate(u8, u8),
    /// A real vote, by one of a few visitors.
    Cast(u8, u8),
    /// Midnight passes, and every node ranks anew.
    NextDay,
    /// One of a few articles: out, a draft, or to come within a day.
    WriteArticle(u8, u8),
    /// Views of an article are written and shown.
    ViewArticle(u8),
}

fn operation() -> impl Strategy<Value = Operation> {
    let byte = any::<u8>;
    prop_oneof![
        2 => byte().prop_map(Operation::AddCity),
        6 => (byte(), byte()).prop_map(|(city, name)| Operation::AddShop(city, name)),
        2 => (byte(), byte()).prop_map(|(shop, name)| Operation::RenameShop(shop, name)),
        2 => (byte(), byte()).prop_map(|(shop, city)| Operation::MoveShop(shop, city)),
        1 => byte().prop_map(Operation::Hide),
        1 => byte().prop_map(Operation::Close),
        1 => byte().prop_map(Operation::Delete),
        3 => (byte(), byte()).prop_map(|(shop, votes)| Operation::Vote(shop, votes % 3)),
        1 => (byte(), byte()).prop_map(|(city, name)| Operation::RenameCity(city, name)),
        1 => (byte(), byte()).prop_map(|(city, name)| Operation::ReslugCity(city, name)),
        1 => byte().prop_map(Operation::RemoveShop),
        2 => (byte(), byte()).prop_map(|(shop, rating)| Operation::Rate(shop, rating)),
        4 => (byte(), byte()).prop_map(|(shop, visitor)| Operation::Cast(shop, visitor)),
        1 => Just(Operation::NextDay),
        2 => (byte(), byte()).prop_map(|(article, how)| Operation::WriteArticle(article, how)),
        2 => byte().prop_map(Operation::ViewArticle),
    ]
}

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

fn pick<T: Clone>(all: &[T], number: u8) -> Option<T> {
    (!all.is_empty()).then(|| all[usize::from(number) % all.len()].clone())
}

async fn happen(node: &TestApp, operation: &Operation) {
    let (cities, shops) = (cities(node).await, shops(node).await);
    let city_of = |number: u8| pick(&cities, number);
    let shop_of = |number: u8| pick(&shops, number).map(|shop| shop.id);
    match *operation {
        Operation::AddCity(name) => {
            let name = format!("Town {name}");
            if !cities.iter().any(|city| city.name == name) {
                node.city(&name, "LA")
                    .at(31.0 + f64::from(cities.len() as u8) / 10.0, -92.0)
                    .await;
            }
        }
        Operation::AddShop(city, name) => {
            if let Some(city) = city_of(city) {
                node.shop(&city)
                    .name(&format!("Shop {name} {}", shops.len()))
                    .await;
            }
        }
        Operation::RenameShop(shop, name) => {
            if let Some(id) = shop_of(shop) {
                node.edit_shop(id, |row| row.name = format!("Other {name}"))
                    .await;
            }
        }
        Operation::MoveShop(shop, city) => {
            if let (Some(id), Some(city)) = (shop_of(shop), city_of(city)) {
                node.edit_shop(id, |row| row.city_id = city.id).await;
            }
        }
        Operation::Hide(shop) => {
            edit(node, shop_of(shop), |row, _| row.is_active = !row.is_active).await
        }
        Operation::Close(shop) => {
            edit(node, shop_of(shop), |row, now| row.closed_at = Some(now)).await
        }
        Operation::Delete(shop) => {
            edit(node, shop_of(shop), |row, now| row.deleted_at = Some(now)).await
        }
        Operation::Vote(shop, votes) => {
            if let Some(id) = shop_of(shop) {
                node.vote(id, i64::from(votes)).await;
            }
        }
        Operation::RenameCity(city, name) => {
            if let Some(city) = city_of(city) {
                node.edit_city(city.id, |row| row.name = format!("Renamed {name}"))
                    .await;
            }
        }
        Operation::ReslugCity(city, name) => {
            let slug = format!("slug-{name}-la");
            if let Some(city) =
                city_of(city).filter(|_| !cities.iter().any(|city| city.slug == slug))
            {
                node.edit_city(city.id, |row| row.slug = slug).await;
            }
        }
        Operation::RemoveShop(shop) => {
            if let Some(id) = shop_of(shop) {
                node.write(vec![Write::RemoveShop(id)]).await;
            }
        }
        Operation::Rate(shop, rating) => {
            edit(node, shop_of(shop), |row, _| {
                row.google_rating = Some(3.0 + f64::from(rating % 20) / 10.0);
                row.google_review_count = (rating % 3 > 0).then(|| i32::from(rating));
            })
            .await
        }
        Operation::Cast(shop, visitor) => {
            if let Some(id) = shop_of(shop) {
                let path = format!("/api/coffee-shops/{id}/upvote");
                // A network of its own for each, so that some are refused and some are not.
                let visitor = node.visitor().from(&format!("10.0.{}.1", visitor % 4));
                let answer = visitor
                    .send(axum::http::Method::POST, &path, axum::body::Body::empty())
                    .await;
                assert!(
                    matches!(answer.status(), 200 | 404 | 409 | 429),
                    "{}",
                    answer.status()
                );
            }
        }
        Operation::NextDay => {
            node.clock.advance(chrono::TimeDelta::days(1));
        }
        Operation::WriteArticle(article, how) => write_article(node, article, how).await,
        Operation::ViewArticle(article) => {
            let articles = node.catalog.view().articles();
            if let Some(article) = pick(&articles, article) {
                let event = json!({"eventType": "page_view", "articleId": article.facts.id});
                let browser = node
                    .visitor()
                    .with("user-agent", "Mozilla/5.0 Firefox/128.0");
                let browser = browser.with("content-type", "application/json");
                let body = axum::body::Body::from(event.to_string());
                let path = "/api/analytics/track";
                browser
                    .send(axum::http::Method::POST, path, body)
                    .await
                    .expect(202);
                analytics::write(&node.services).await.unwrap();
                analytics::show_views(&node.services).await.unwrap();
            }
        }
    }
}

async fn write_article(node: &TestApp, article: u8, how: u8) {
    let published = match how % 4 {
        0 => String::new(),
        hours => {
            let moment = node.clock.now() + chrono::TimeDelta::hours(12 * i64::from(hours) - 24);
            format!("\npublished: {}", moment.to_rfc3339())
        }
    };
    let category = if how.is_multiple_of(3) {
        ""
    } else {
        "\ncategory: brewing"
    };
    let head = format!("title: Title {how}\nexcerpt: y\ntags: water{category}{published}");
    node.article_of(&format!("article-{}", article % 4), &head, "words")
        .await;
}

async fn edit(
    node: &Node,
    id: Option<Uuid>,
    edit: impl FnOnce(&mut shop::Model, chrono::DateTime<chrono::Utc>),
) {
    if let Some(id) = id {
        let now = node.clock.now();
        node.edit_shop(id, |row| edit(row, now)).await;
    }
}

/// Every address that shows something of the directory.
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
    // An error names its request, and each request has a name of its own.
    (
        answer.status(),
        if is_error {
            String::new()
        } else {
            answer.text()
        },
    )
}

/// The counts of each town against the rows.
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
                    // Warms the cache half-way, so that later operations have something to make stale.
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
        // Changes are removed once no running transaction can still come before them.
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
