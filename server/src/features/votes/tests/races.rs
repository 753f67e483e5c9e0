//! Simultaneous votes; counts always equal a recount.

use std::{collections::HashMap, time::Duration};

use chrono::TimeDelta;
use proptest::prelude::*;
use sea_orm::{EntityTrait, IntoActiveModel};
use townperk::catalog::{CountedVotes, entities::vote};
use uuid::Uuid;

use super::{count_of, recount, vote_as, with_cookie_of};
use crate::support::{Engine, Setup, TestApp, Visitor, Write, check};

/// The database timeout in ms: on a busy machine, the last of many simultaneous votes waits long.
const PATIENCE: u64 = 120_000;

/// Casts votes simultaneously; returns how many were counted.
async fn at_once(visitors: Vec<Visitor>, shop: Uuid) -> usize {
    let votes = visitors
        .into_iter()
        .map(|visitor| tokio::spawn(async move { vote_as(&visitor, shop).await.status() }));
    let mut counted = 0;
    for vote in votes.collect::<Vec<_>>() {
        match vote.await.unwrap() {
            200 => counted += 1,
            429 => {}
            other => panic!("a vote was answered {other}"),
        }
    }
    counted
}

both_engines!(
    a_thousand_visitors_at_once_count_a_thousand,
    |setup: Setup| {
        let app = setup
            .settings(|settings| {
                settings.trusted_proxies = "127.0.0.1".to_owned();
                settings.database_timeout_ms = PATIENCE;
            })
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let address = |number: usize| format!("10.{}.{}.9", number / 250, number % 250);
        let visitors =
            (0..1000).map(|number| app.visitor().with("x-forwarded-for", &address(number)));
        assert_eq!(at_once(visitors.collect(), shop.id).await, 1000);
        assert_eq!(count_of(&app, &shop).await, 1000);
        assert_eq!(recount(&app).await[&shop.id], 1000);
    }
);

both_engines!(fifty_votes_with_one_cookie_count_once, |setup: Setup| {
    let mut app = setup
        .settings(|settings| settings.database_timeout_ms = PATIENCE)
        .start()
        .await;
    let city = app.city("Alexandria", "LA").await;
    let (first, shop) = (app.shop(&city).await, app.shop(&city).await);
    let known = vote_as(&app.visitor(), first.id).await.expect(200);
    // Half of them on another node.
    let elsewhere = app.second_node().await;
    let visitors = (0..50).map(|number| {
        let node = if number % 2 == 0 { &app } else { &elsewhere };
        with_cookie_of(node.visitor(), &known)
    });
    assert_eq!(at_once(visitors.collect(), shop.id).await, 1);
    assert_eq!(recount(&app).await[&shop.id], 1);
});

both_engines!(
    fifty_votes_of_one_address_count_up_to_the_limit,
    |setup: Setup| {
        let mut app = setup
            .settings(|settings| settings.database_timeout_ms = PATIENCE)
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let elsewhere = app.second_node().await;
        let visitors = (0..50).map(|number| {
            if number % 2 == 0 {
                app.visitor()
            } else {
                elsewhere.visitor()
            }
        });
        assert_eq!(at_once(visitors.collect(), shop.id).await, 30);
        assert_eq!(recount(&app).await[&shop.id], 30);
    }
);

/// A vote: visitor, shop, minutes since the previous one, and node.
type Step = (usize, usize, i64, bool);

fn counts_equal_a_recount_on(engine: Engine) {
    let step = (0..3_usize, 0..2_usize, 0..50_i64, any::<bool>());
    check(
        6,
        proptest::collection::vec(step, 5..40),
        |steps: Vec<Step>| {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let Some(mut app) = TestApp::start(engine).await else {
                    return;
                };
                let city = app.city("Alexandria", "LA").await;
                let shops = [app.shop(&city).await, app.shop(&city).await];
                let elsewhere = app.second_node().await;
                let mut cookies: HashMap<usize, String> = HashMap::new();
                let mut last: HashMap<(usize, usize), chrono::DateTime<chrono::Utc>> =
                    HashMap::new();
                let mut counts = [0_i64; 2];
                for (visitor, shop, minutes, is_elsewhere) in steps {
                    app.clock.advance(TimeDelta::minutes(minutes));
                    let node = if is_elsewhere { &elsewhere } else { &app };
                    let mut person = node.visitor();
                    if let Some(cookie) = cookies.get(&visitor) {
                        person = person.with("cookie", cookie);
                    }
                    let answer = vote_as(&person, shops[shop].id).await;
                    let now = app.clock.now();
                    let may = last
                        .get(&(visitor, shop))
                        .is_none_or(|before| now - *before >= TimeDelta::minutes(60));
                    assert_eq!(answer.status(), if may { 200 } else { 429 });
                    if may {
                        last.insert((visitor, shop), now);
                        counts[shop] += 1;
                        assert_eq!(answer.json()["upvoteCount"], counts[shop]);
                        assert_eq!(count_of(node, &shops[shop]).await, counts[shop]);
                    }
                    let given = answer.header("set-cookie");
                    if !given.is_empty() {
                        cookies.insert(visitor, given.split(';').next().unwrap().to_owned());
                    }
                }
                recount(&app).await;
                app.clock.advance(TimeDelta::days(1));
                app.sync().await;
                app.catalog.follow_the_day().await.unwrap();
                let fresh = app.second_node().await;
                for path in [
                    "/api/cities/alexandria-la/coffee-spots",
                    "/api/ranking",
                    "/cities/alexandria-la",
                ] {
                    let (one, other) = (
                        app.visitor().get(path).await,
                        fresh.visitor().get(path).await,
                    );
                    assert_eq!(one.expect(200).text(), other.expect(200).text(), "{path}");
                }
            });
        },
    );
}

#[test]
fn counts_equal_a_recount_on_sqlite() {
    counts_equal_a_recount_on(Engine::Sqlite);
}

#[test]
fn counts_equal_a_recount_on_postgres() {
    counts_equal_a_recount_on(Engine::Postgres);
}

both_engines!(
    a_vote_that_was_on_its_way_at_midnight_ranks_alike_on_every_node,
    |setup: Setup| {
        let mut app = setup.at("2026-03-04T23:59:59Z").start().await;
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).name("Alpha").await;
        let beta = app.shop(&city).name("Beta").await;
        let slow = app.second_node().await;
        let cast_at = app.clock.now();
        app.clock.advance(TimeDelta::seconds(2));
        slow.catalog.follow_the_day().await.unwrap();
        // Its database is slow: the vote from two seconds ago is committed now, and shown by its node.
        let row = vote::Model {
            shop_id: beta.id,
            visitor: app.identifiers.next(),
            voted_at: cast_at,
            previous_at: None,
            times: 1,
            is_ranked: true,
        };
        vote::Entity::insert(row.into_active_model())
            .exec_without_returning(slow.database.reads())
            .await
            .unwrap();
        let mut voted = slow.shop_row(beta.id).await;
        voted.upvote_count += 1;
        voted.version += 1;
        let counted = CountedVotes {
            shop: beta.id,
            count: voted.upvote_count,
            version: voted.version,
        };
        slow.commit(vec![Write::Shop(Box::new(voted))]).await;
        slow.catalog.count_votes(&[counted]).await.unwrap();
        app.sync().await;
        app.catalog.follow_the_day().await.unwrap();
        app.clock.advance(TimeDelta::seconds(9));
        for node in [&app, &slow] {
            node.catalog.follow_the_day().await.unwrap();
        }
        let fresh = app.second_node().await;
        let ranking = "/api/cities/alexandria-la/coffee-spots";
        let mut answers = Vec::new();
        for node in [&app, &slow, &fresh] {
            let answer = node.visitor().get(ranking).await.expect(200);
            answers.push(answer.text());
        }
        let first = answers[0].find("Beta").unwrap() < answers[0].find("Alpha").unwrap();
        assert!(first, "{}", answers[0]);
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
);

both_engines!(
    a_new_day_reads_all_votes_without_making_voters_wait,
    |setup: Setup| {
        let app = setup
            .settings(|settings| settings.database_connections = 2)
            .at("2026-03-04T23:50:00Z")
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        vote_as(&app.visitor(), shop.id).await.expect(200);
        app.clock.advance(TimeDelta::minutes(15));
        let counted = CountedVotes {
            shop: shop.id,
            count: 7,
            version: app.shop_row(shop.id).await.version + 1,
        };
        // With every connection taken, the new day can't get past its first read.
        let taken = [
            app.database.snapshot().await.unwrap(),
            app.database.snapshot().await.unwrap(),
        ];
        let mut day = Box::pin(app.catalog.follow_the_day());
        let first = tokio::time::timeout(Duration::from_millis(50), &mut day).await;
        assert!(first.is_err(), "the votes were read without a connection");
        let counted = [counted];
        let shown = app.catalog.count_votes(&counted);
        tokio::time::timeout(Duration::from_secs(5), shown)
            .await
            .expect("a vote waits for the new day")
            .unwrap();
        assert_eq!(count_of(&app, &shop).await, 7);
        drop(taken);
        assert!(day.await.unwrap());
    }
);
