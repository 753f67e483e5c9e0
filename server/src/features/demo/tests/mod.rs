//! Adding the demo content to a database and removing it.

mod belongings;
mod doors;
mod filling;
mod mails;
mod undoing;

use std::time::Duration;

use sea_orm::{EntityTrait, PaginatorTrait};
use townperk::{
    catalog::{
        Kind,
        entities::{city, former_slug, shop, shop_source, vote},
    },
    features::demo::{Cleared, clear, seed_when_empty},
    platform::{sessions::person, settings::Settings},
};

use crate::support::{Setup, TestApp, TestDatabase, Write};

/// A demo as `serve --demo` makes it.
async fn demo(home: TestDatabase) -> TestApp {
    demo_with(home, |_| {}).await
}

/// The same with other settings.
async fn demo_with(home: TestDatabase, change: impl FnOnce(&mut Settings)) -> TestApp {
    let app = started_as_demo(home, change).await;
    seed(&app).await;
    app
}

/// A server with `--demo` on a folder that nothing was invented in.
async fn started_as_demo(home: TestDatabase, change: impl FnOnce(&mut Settings)) -> TestApp {
    Setup::new(home)
        .settings(|settings| {
            settings.demo = true;
            settings.public_url.clear();
            change(settings);
        })
        .start()
        .await
}

async fn seed(app: &TestApp) -> usize {
    seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
        .await
        .unwrap()
}

async fn town(app: &TestApp, slug: &str) -> city::Model {
    let towns = city::Entity::find().all(app.database.reads()).await;
    let mut towns = towns.unwrap().into_iter();
    towns.find(|town| town.slug == slug).expect("the town")
}

async fn first_shop_of(app: &TestApp, town: &city::Model) -> shop::Model {
    let shops = shop::Entity::find().all(app.database.reads()).await;
    let mut shops = shops.unwrap().into_iter();
    shops
        .find(|shop| shop.city_id == town.id && shop.closed_at.is_none())
        .expect("a shop")
}

async fn demo_shop_count(app: &TestApp) -> u64 {
    let site = app.visitor().get("/api/site").await.expect(200).json();
    site["demoShopCount"].as_u64().unwrap()
}

/// Reads the change feed until the node has this many samples. PostgreSQL delivers a change only after all older
/// transactions end, including those of other tests.
async fn follow(node: &TestApp, samples: u64) {
    for _ in 0..200 {
        node.sync().await;
        if demo_shop_count(node).await == samples {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the node never counted {samples} samples");
}

both_engines!(an_empty_directory_is_filled_once, |app: TestApp| {
    let added = seed(&app).await;
    assert!(added >= 400, "{added} shops");
    // One of them is permanently closed and thus not listed.
    assert_eq!(demo_shop_count(&app).await, added as u64 - 1);
    let address = "/api/cities/bellingham-wa/coffee-shops";
    let shops = app.visitor().get(address).await.expect(200).json();
    assert_eq!(shops.as_array().unwrap().len(), 60);
    for (address, least) in [
        ("/api/coffee-shops/featured", 6),
        ("/api/cities/alexandria-la/local-vibes", 2),
    ] {
        let list = app.visitor().get(address).await.expect(200).json();
        assert!(list.as_array().unwrap().len() >= least, "{address}");
    }
    assert_eq!(seed(&app).await, 0);
    let rows = shop::Entity::find().count(app.database.reads()).await;
    assert_eq!(rows.unwrap(), added as u64);
});

both_engines!(an_invented_owner_is_a_person, |app: TestApp| {
    seed(&app).await;
    let shops = shop::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap();
    let owned: Vec<_> = shops
        .iter()
        .filter(|shop| shop.owner_id.is_some())
        .collect();
    assert!(owned.len() > 40, "{}", owned.len());
    let admin = app.administrator().await;
    for shop in owned.iter().take(3) {
        let path = format!("/api/admin/coffee-shops/{}/record", shop.id);
        let record = admin.get(&path).await.expect(200).json();
        let email = record["owner"]["email"].as_str().unwrap();
        assert!(email.ends_with("@example.com"), "{email}");
        assert_eq!(record["owner"]["confirmedAt"], serde_json::Value::Null);
    }
    clear(&app.services).await.unwrap();
    let people = person::Entity::find().count(app.database.reads()).await;
    assert_eq!(people.unwrap(), 0);
});

both_engines!(a_directory_with_a_town_is_left_alone, |app: TestApp| {
    app.city("Alexandria", "LA").await;
    assert_eq!(seed(&app).await, 0);
    let rows = shop::Entity::find().count(app.database.reads()).await;
    assert_eq!(rows.unwrap(), 0);
});

both_engines!(
    two_servers_that_start_together_fill_it_once,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let (one, two) = tokio::join!(seed(&app), seed(&other));
        assert!(one.min(two) == 0 && one.max(two) >= 400, "{one} and {two}");
        for node in [&app, &other] {
            follow(node, one.max(two) as u64 - 1).await;
        }
    }
);

both_engines!(clearing_leaves_what_is_no_sample, |app: TestApp| {
    let mut app = app;
    let added = seed(&app).await as u64;
    let towns = city::Entity::find().count(app.database.reads()).await;
    let hammond = town(&app, "hammond-la").await;
    let imported = app.shop(&hammond).name("Imported Coffee").await;
    let deleted_town = town(&app, "houma-la").await;
    app.shop(&deleted_town).deleted().await;
    let founded = town(&app, "monroe-la").await;
    app.edit_city(founded.id, |town| town.made_by_admin = true)
        .await;
    let alexandria = town(&app, "alexandria-la").await;
    let sample = first_shop_of(&app, &alexandria).await;
    app.write(vec![
        Write::FormerSlug {
            kind: Kind::Shop,
            slug: "old-sample".to_owned(),
            target: sample.id,
        },
        Write::FormerSlug {
            kind: Kind::Shop,
            slug: "old-imported".to_owned(),
            target: imported.id,
        },
    ])
    .await;
    add_source(&app, sample.id, "node/1").await;
    add_source(&app, imported.id, "node/2").await;
    let running = app.second_node().await;

    let cleared = clear(&app.services).await.unwrap();
    assert_eq!(
        cleared,
        Cleared {
            shops: added,
            towns: towns.unwrap() - 3,
            held: 0,
            remaining: 1,
        }
    );
    let reads = app.database.reads();
    let sources = shop_source::Entity::find().all(reads).await.unwrap();
    assert_eq!(sources.len(), 1);
    assert_eq!(sources[0].shop_id, imported.id);
    let slugs = former_slug::Entity::find().all(reads).await.unwrap();
    assert_eq!(slugs.len(), 1);
    assert_eq!(slugs[0].target_id, imported.id);

    follow(&running, 0).await;
    let visitor = running.visitor();
    let address = format!("/api/coffee-shops/{}", imported.slug);
    visitor.get(&address).await.expect(200);
    let address = format!("/api/coffee-shops/{}", sample.slug);
    visitor.get(&address).await.expect(404);
    visitor.get("/api/cities/alexandria-la").await.expect(404);
    let listed = visitor.get("/api/cities/all").await.expect(200).json();
    let slugs: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|town| town["slug"].as_str())
        .collect();
    assert_eq!(slugs, ["hammond-la", "monroe-la"]);

    let again = clear(&app.services).await.unwrap();
    assert_eq!((again.shops, again.towns, again.remaining), (0, 0, 1));
});

async fn add_source(app: &TestApp, shop_id: uuid::Uuid, record: &str) {
    let row = shop_source::ActiveModel {
        id: sea_orm::Set(app.identifiers.next()),
        shop_id: sea_orm::Set(shop_id),
        source: sea_orm::Set("osm".to_owned()),
        source_id: sea_orm::Set(record.to_owned()),
        refreshed_at: sea_orm::Set(None),
        fetched_at: sea_orm::Set(app.clock.now()),
    };
    shop_source::Entity::insert(row)
        .exec_without_returning(app.database.reads())
        .await
        .unwrap();
}

/// Computed from the rows with the formula of D15, without the catalog's code.
async fn order_by_hand(app: &TestApp, slug: &str) -> Vec<String> {
    let reads = app.database.reads();
    let shops = shop::Entity::find().all(reads).await.unwrap();
    let votes = vote::Entity::find().all(reads).await.unwrap();
    let midnight = app
        .clock
        .now()
        .date_naive()
        .and_time(chrono::NaiveTime::MIN)
        .and_utc();
    let ratings = |shop: &shop::Model| match (shop.google_rating, shop.google_review_count) {
        (Some(rating), Some(count)) => (rating * f64::from(count), f64::from(count)),
        _ => (0.0, 0.0),
    };
    let listed = || shops.iter().filter(|shop| shop.closed_at.is_none());
    let (sum, count) = listed()
        .map(&ratings)
        .fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
    let mean = sum / count;
    let city = town(app, slug).await;
    let mut scored: Vec<(f64, usize, &str)> = listed()
        .filter(|shop| shop.city_id == city.id)
        .map(|shop| {
            let latest = votes
                .iter()
                .filter(|vote| vote.shop_id == shop.id)
                .filter_map(|vote| {
                    let times = [Some(vote.voted_at), vote.previous_at];
                    times
                        .into_iter()
                        .flatten()
                        .filter(|time| *time < midnight)
                        .max()
                });
            let ages: Vec<f64> = latest
                .map(|time| (midnight - time).as_seconds_f64() / 86_400.0)
                .collect();
            let weight: f64 = ages.iter().map(|age| 0.5_f64.powf(age / 180.0)).sum();
            let (sum, count) = ratings(shop);
            let score = (5.0 * mean + sum) / (5.0 + count) + (1.0 + weight).log2();
            (score, ages.len(), shop.name.as_str())
        })
        .collect();
    scored.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(b.1.cmp(&a.1))
            .then_with(|| a.2.to_lowercase().cmp(&b.2.to_lowercase()))
    });
    scored
        .into_iter()
        .take(10)
        .map(|(_, _, name)| name.to_owned())
        .collect()
}

both_engines!(three_towns_are_ranked_as_by_hand, |app: TestApp| {
    seed(&app).await;
    let cast: i64 = vote::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap()
        .iter()
        .map(|vote| vote.times)
        .sum();
    let shown: i64 = shop::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap()
        .iter()
        .map(|shop| shop.upvote_count)
        .sum();
    assert_eq!(cast, shown, "counts and ledger differ");
    for slug in ["alexandria-la", "bellingham-wa", "hammond-la"] {
        let path = format!("/api/cities/{slug}/coffee-spots");
        let answer = app.visitor().get(&path).await.expect(200).json();
        let list = if answer["selectionReason"] == "boosted" {
            "communityShops"
        } else {
            "shops"
        };
        let names: Vec<&str> = answer[list]
            .as_array()
            .unwrap()
            .iter()
            .map(|shop| shop["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, order_by_hand(&app, slug).await, "{slug}");
    }
    let breakfast = app
        .visitor()
        .get("/api/cities/alexandria-la/breakfast-spots")
        .await
        .expect(200);
    assert!(breakfast.json()["eligibleCount"].as_u64().unwrap() >= 3);
});
