//! Votes: counted once, shown at once, refused with the specified text, whatever the timing.

mod networks;
mod races;

use std::collections::HashMap;

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use sea_orm::EntityTrait;
use townperk::{
    catalog::entities::{shop, vote},
    platform::keys::Keys,
};
use uuid::Uuid;

use crate::support::{Node, Response, TestApp, Visitor, page_of};

async fn vote_as(visitor: &Visitor, shop: Uuid) -> Response {
    let path = format!("/api/coffee-shops/{shop}/upvote");
    visitor.send(Method::POST, &path, Body::empty()).await
}

/// The visitor with the cookie set by `answer`.
fn with_cookie_of(visitor: Visitor, answer: &Response) -> Visitor {
    let cookie = answer.header("set-cookie");
    visitor.with("cookie", cookie.split(';').next().unwrap())
}

async fn count_of(app: &TestApp, shop: &shop::Model) -> i64 {
    let answer = app.visitor().get(&format!("/api{}", page_of(shop))).await;
    answer.expect(200).json()["upvoteCount"].as_i64().unwrap()
}

/// Votes in the database: each shop's count is the sum of its visitors' votes.
async fn recount(node: &Node) -> HashMap<Uuid, i64> {
    let mut sums: HashMap<Uuid, i64> = HashMap::new();
    for row in vote::Entity::find()
        .all(node.database.reads())
        .await
        .unwrap()
    {
        *sums.entry(row.shop_id).or_default() += row.times;
    }
    for row in shop::Entity::find()
        .all(node.database.reads())
        .await
        .unwrap()
    {
        assert_eq!(
            row.upvote_count,
            sums.get(&row.id).copied().unwrap_or_default(),
            "{}",
            row.name
        );
    }
    sums
}

both_engines!(
    a_vote_counts_once_an_hour_and_is_shown_at_once,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.visitor().get(&page_of(&shop)).await.expect(200);
        let first = vote_as(&app.visitor(), shop.id).await.expect(200);
        assert_eq!(first.json()["upvoteCount"], 1);
        assert_eq!(first.header("cache-control"), "no-store");
        let cookie = first.header("set-cookie").to_owned();
        for attribute in [
            "HttpOnly",
            "SameSite=Lax",
            "Secure",
            "Path=/api/coffee-shops",
            "Max-Age=34560000",
        ] {
            assert!(cookie.contains(attribute), "{attribute}: {cookie}");
        }
        assert_eq!(count_of(&app, &shop).await, 1);
        let town = app.visitor().get("/api/cities/alexandria-la").await.json();
        assert_eq!(town["shopsWith"], 1);
        // A page may be a second old if only votes changed.
        app.clock.advance(TimeDelta::seconds(1));
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        assert!(page.contains("1 upvote"), "the page shows the old count");

        let visitor = with_cookie_of(app.visitor(), &first);
        app.clock.advance(TimeDelta::minutes(17));
        let again = vote_as(&visitor, shop.id).await.expect(429);
        assert_eq!(again.json()["message"], "You can vote again in 43 minutes.");
        assert_eq!(again.json()["code"], "too_many_requests");
        assert_eq!(again.header("retry-after"), "2579");
        app.clock.advance(TimeDelta::seconds(2520));
        let soon = vote_as(&visitor, shop.id).await.expect(429);
        assert_eq!(
            soon.json()["message"],
            "You can vote again in less than a minute."
        );
        app.clock.advance(TimeDelta::seconds(59));
        let later = vote_as(&visitor, shop.id).await.expect(200);
        assert_eq!(later.json()["upvoteCount"], 2);
        assert_eq!(
            later.header("set-cookie"),
            "",
            "the first vote alone sets the cookie"
        );
        assert_eq!(recount(&app).await[&shop.id], 2);
        assert_eq!(
            vote::Entity::find()
                .all(app.database.reads())
                .await
                .unwrap()
                .len(),
            1
        );
    }
);

both_engines!(shops_that_take_no_votes_say_so, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let closed = app.shop(&city).name("Closed").closed().await;
    let hidden = app.shop(&city).name("Hidden").hidden().await;
    let deleted = app.shop(&city).name("Deleted").deleted().await;
    for (shop, status) in [
        (closed.id, 409),
        (hidden.id, 404),
        (deleted.id, 404),
        (Uuid::nil(), 404),
    ] {
        let answer = vote_as(&app.visitor(), shop).await.expect(status);
        assert!(answer.json()["message"].as_str().unwrap().ends_with('.'));
        assert_eq!(answer.header("set-cookie"), "");
    }
    for name in ["nothing-here", "%ff", "..%2F..%2Fetc"] {
        let path = format!("/api/coffee-shops/{name}/upvote");
        let visitor = app.visitor();
        let answer = visitor
            .send(Method::POST, &path, Body::empty())
            .await
            .expect(404);
        assert_eq!(answer.json()["code"], "not_found", "{name}");
    }
    let open = app.shop(&city).name("Open").await;
    let path = format!("/api{}/upvote", page_of(&open));
    let by_slug = app.visitor().send(Method::POST, &path, Body::empty()).await;
    assert_eq!(by_slug.expect(200).json()["upvoteCount"], 1);
    recount(&app).await;
});

both_engines!(another_site_can_not_vote, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://evil.example"),
    ] {
        vote_as(&app.visitor().with(name, value), shop.id)
            .await
            .expect(403);
    }
    assert_eq!(count_of(&app, &shop).await, 0);
});

both_engines!(a_forged_cookie_is_none, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let first = vote_as(&app.visitor(), shop.id).await.expect(200);
    let ours = first
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let other_visitor = format!(
        "__Secure-visitor={}{}",
        "0".repeat(32),
        &ours[ours.len() - 64..]
    );
    let cut = ours[..ours.len() - 2].to_owned();
    for forged in [
        "__Secure-visitor=",
        "__Secure-visitor=1",
        "__Secure-visitor=é",
        // Not over HTTPS (D104).
        ours.trim_start_matches("__Secure-"),
        &other_visitor,
        &cut,
        &"x".repeat(3000),
    ] {
        let answer = vote_as(&app.visitor().with("cookie", forged), shop.id)
            .await
            .expect(200);
        assert!(!answer.header("set-cookie").is_empty(), "{forged}");
    }
    // Among other cookies, even with a site's odd quoting, ours is found.
    let both = format!("other=1; {ours}; more=2");
    vote_as(&app.visitor().with("cookie", &both), shop.id)
        .await
        .expect(429);
    assert_eq!(count_of(&app, &shop).await, 8);
});

both_engines!(a_clock_that_jumps_back_locks_nobody_out, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let first = vote_as(&app.visitor(), shop.id).await.expect(200);
    let visitor = with_cookie_of(app.visitor(), &first);
    app.clock.advance(TimeDelta::minutes(-30));
    let early = vote_as(&visitor, shop.id).await.expect(429);
    assert_eq!(early.json()["message"], "You can vote again in 60 minutes.");
    app.clock.advance(TimeDelta::days(-3));
    vote_as(&visitor, shop.id).await.expect(200);
    vote_as(&visitor, shop.id).await.expect(429);
    app.clock.advance(TimeDelta::minutes(60));
    let last = vote_as(&visitor, shop.id).await.expect(200);
    assert_eq!(last.json()["upvoteCount"], 3);
    recount(&app).await;
});

both_engines!(a_vote_touches_one_shop_and_one_town, |app: TestApp| {
    let here = app.city("Alexandria", "LA").at(31.3, -92.4).await;
    let there = app.city("Monroe", "LA").at(32.5, -92.1).await;
    let (shop, neighbor, other) = (
        app.shop(&here).votes(1).await,
        app.shop(&here).await,
        app.shop(&there).await,
    );
    let pages = [
        "/".to_owned(),
        "/cities".to_owned(),
        "/cities/monroe-la".to_owned(),
        "/cities/monroe-la/best-coffee".to_owned(),
        "/how-we-rank".to_owned(),
        page_of(&neighbor),
        page_of(&other),
    ];
    for page in &pages {
        app.visitor().get(page).await.expect(200);
    }
    vote_as(&app.visitor(), shop.id).await.expect(200);
    app.clock.advance(TimeDelta::seconds(2));
    for page in &pages {
        let answer = app.visitor().get(page).await.expect(200);
        // The home page lists the newest shops, including the voted one.
        let was_made = !answer.header("server-timing").is_empty();
        assert_eq!(was_made, page == "/", "{page}");
    }
});

both_engines!(
    a_voter_is_known_after_one_new_key_and_new_after_two,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let first = vote_as(&app.visitor(), shop.id).await.expect(200);
        let voter = with_cookie_of(app.visitor(), &first);
        for status in [429, 200] {
            app.clock.advance(TimeDelta::seconds(1));
            Keys::rotate(&app.database, &app.clock, &app.identifiers)
                .await
                .unwrap();
            app.services.keys.refresh(&app.database).await.unwrap();
            // A cookie signed with another key counts as none, so this is a vote without a cookie.
            assert_eq!(vote_as(&voter, shop.id).await.status(), status);
        }
    }
);
