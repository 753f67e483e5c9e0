//! How much one network can do for a shop, with and without cookies (D20).

use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use townperk::catalog::entities::{city, shop, vote};

use super::{recount, vote_as, with_cookie_of};
use crate::support::{FOREIGN_COOKIES, Setup, TestApp, Visitor};

both_engines!(an_office_may_vote_and_a_script_may_not, |setup: Setup| {
    let app = setup
        .at("2026-03-04T23:40:00Z")
        .settings(|settings| settings.votes_per_network = 3)
        .start()
        .await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let other = app.shop(&city).await;
    for _ in 1..=3 {
        vote_as(&app.visitor().from("198.51.100.1"), shop.id)
            .await
            .expect(200);
        app.clock.advance(TimeDelta::minutes(5));
    }
    let office = || app.visitor().from("198.51.100.1");
    let refused = vote_as(&office(), shop.id).await.expect(429);
    assert_eq!(
        refused.json()["message"],
        "You can vote again in 45 minutes."
    );
    assert_eq!(refused.header("retry-after"), "2700");
    // Another shop, the neighboring address, and midnight, when networks get new names.
    vote_as(&office(), other.id).await.expect(200);
    vote_as(&app.visitor().from("198.51.100.2"), shop.id)
        .await
        .expect(200);
    app.clock.advance(TimeDelta::minutes(20));
    vote_as(&office(), shop.id).await.expect(429);
    app.clock.advance(TimeDelta::minutes(25));
    vote_as(&office(), shop.id).await.expect(200);
    vote_as(&office(), shop.id).await.expect(429);
    recount(&app).await;
});

both_engines!(foreign_cookies_give_no_second_vote, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let first = vote_as(&app.visitor(), shop.id).await.expect(200);
    let cookie = first.header("set-cookie").split(';').next().unwrap();
    for (number, (before, after)) in FOREIGN_COOKIES.into_iter().enumerate() {
        let line = [before, cookie.as_bytes(), after].concat();
        // From another network, so that nothing else tells who it is.
        let elsewhere = app.visitor().from(&format!("198.51.100.{number}"));
        let again = vote_as(&elsewhere.with_bytes("cookie", &line), shop.id).await;
        assert!(again.expect(429).text().contains("You can vote again"));
    }
    assert_eq!(recount(&app).await[&shop.id], 1);
});

both_engines!(
    cookies_from_other_shops_do_not_pass_the_limit,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let mut counted = 0;
        for voter in minted(&app, &city, 45, "203.0.113.9").await {
            counted += usize::from(vote_as(&voter, shop.id).await.status() == 200);
        }
        assert_eq!(counted, 30);
        recount(&app).await;
    }
);

/// Visitors at one address with cookies from votes for other shops, 30 at each.
async fn minted(app: &TestApp, city: &city::Model, number: usize, address: &str) -> Vec<Visitor> {
    let mut voters = Vec::new();
    while voters.len() < number {
        let mint = app.shop(city).await;
        for _ in 0..30.min(number - voters.len()) {
            let answer = vote_as(&app.visitor().from(address), mint.id).await;
            voters.push(with_cookie_of(
                app.visitor().from(address),
                &answer.expect(200),
            ));
        }
    }
    voters
}

/// Votes counted for `shop`, and voters that the ranking counts.
async fn lifted(app: &TestApp, shop: &shop::Model) -> (i64, u64) {
    let counted = recount(app).await[&shop.id];
    let ranked = vote::Entity::find()
        .filter(vote::Column::ShopId.eq(shop.id))
        .filter(vote::Column::IsRanked.eq(true))
        .count(app.database.reads())
        .await
        .unwrap();
    (counted, ranked)
}

both_engines!(
    what_one_network_lifts_in_a_day_is_what_we_say,
    |setup: Setup| {
        let app = setup.at("2026-03-04T00:10:00Z").start().await;
        let city = app.city("Alexandria", "LA").await;
        let cookies = minted(&app, &city, 40, "192.0.2.3").await;
        let targets = [
            ("an address", app.shop(&city).await, (60, 5)),
            ("an address with cookies", app.shop(&city).await, (60, 5)),
            ("a /64", app.shop(&city).await, (60, 5)),
            ("a /56", app.shop(&city).await, (120, 10)),
            ("a /48", app.shop(&city).await, (240, 20)),
            ("a /40", app.shop(&city).await, (480, 40)),
            ("a /48 by 6to4", app.shop(&city).await, (60, 5)),
        ];
        let voter = |kind: usize, number: usize| match kind {
            0 => app.visitor().from("192.0.2.1"),
            1 => cookies[number].clone(),
            2 => app.visitor().from(&format!("2001:db8:1:2::{number:x}")),
            3 => app
                .visitor()
                .from(&format!("2001:db8:3:1{:02x}::1", number % 256)),
            4 => app
                .visitor()
                .from(&format!("2001:db8:2:{:x}::1", number * 256)),
            5 => app
                .visitor()
                .from(&format!("2001:db8:4{:02x}::1", number % 256)),
            _ => app.visitor().from(&format!("2002:c000:2ff:{number:x}::1")),
        };
        for _ in 0..4 {
            for (kind, (_, shop, _)) in targets.iter().enumerate() {
                for number in 0..35 * if kind >= 3 { 4 } else { 1 } {
                    vote_as(&voter(kind, number), shop.id).await;
                }
            }
            app.clock.advance(TimeDelta::minutes(61));
        }
        for (who, shop, expected) in &targets {
            assert_eq!(lifted(&app, shop).await, *expected, "{who}");
        }
        let refused = vote_as(&voter(0, 0), targets[0].1.id).await.expect(429);
        let until_midnight = TimeDelta::minutes(24 * 60 - 10 - 4 * 61);
        assert_eq!(
            refused.header("retry-after"),
            until_midnight.num_seconds().to_string()
        );
        app.clock.advance(until_midnight);
        vote_as(&voter(0, 0), targets[0].1.id).await.expect(200);
    }
);

both_engines!(
    whom_the_ranking_leaves_out_may_come_in_on_another_day,
    |setup: Setup| {
        let app = setup.at("2026-03-04T15:00:00Z").start().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let mut office = Vec::new();
        for _ in 0..7 {
            let visitor = app.visitor().from("192.0.2.1");
            let answer = vote_as(&visitor, shop.id).await.expect(200);
            office.push(with_cookie_of(visitor, &answer));
        }
        assert_eq!(lifted(&app, &shop).await, (7, 5));
        app.clock.advance(TimeDelta::days(1));
        assert!(app.catalog.follow_the_day().await.unwrap());
        assert_eq!(voters(&app).await, 5);
        for visitor in &office {
            vote_as(visitor, shop.id).await.expect(200);
        }
        assert_eq!(lifted(&app, &shop).await, (14, 7));
        // Two more than at midnight, so they count tomorrow; a node that starts now agrees.
        let mut app = app;
        let fresh = app.second_node().await;
        assert_eq!(voters(&fresh).await, 5);
        app.clock.advance(TimeDelta::days(1));
        assert!(app.catalog.follow_the_day().await.unwrap());
        assert_eq!(voters(&app).await, 7);
    }
);

async fn voters(app: &TestApp) -> i64 {
    let answer = app.visitor().get("/api/ranking").await;
    answer.expect(200).json()["voterCount"].as_i64().unwrap()
}
