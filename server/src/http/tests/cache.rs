//! The response cache: what is kept, what a change invalidates, and what is never cached.

use chrono::TimeDelta;

use townperk::catalog::entities::shop;

use crate::support::{Setup, TestApp, page_of};

const HITS: &str = "townperk_response_cache_total{met=\"hit\"}";
const MISSES: &str = "townperk_response_cache_total{met=\"miss\"}";
const STALE: &str = "townperk_response_cache_total{met=\"stale\"}";

/// Whether the response for `path` comes from memory.
async fn is_held(app: &TestApp, path: &str) -> bool {
    let before = app.metric(HITS).await;
    app.visitor().get(path).await;
    app.metric(HITS).await > before
}

both_engines!(
    the_second_visitor_is_answered_from_memory,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).hours("Mo-Su 07:00-19:00").await;
        for path in [
            "/",
            "/cities",
            "/cities/alexandria-la",
            &page_of(&shop),
            "/api/cities/all",
            "/api/coffee-shops/recent",
        ] {
            let first = app.visitor().get(path).await.expect(200);
            assert!(is_held(&app, path).await, "{path}");
            let second = app.visitor().get(path).await;
            assert_eq!(second.bytes(), first.bytes(), "{path}");
            assert_eq!(second.header("server-timing"), "", "{path}");
        }
    }
);

both_engines!(
    a_hundred_visitors_at_once_cost_one_render,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        for _ in 0..20 {
            app.shop(&city).await;
        }
        let mut visits = tokio::task::JoinSet::new();
        for _ in 0..100 {
            let visitor = app.visitor();
            visits.spawn(async move {
                visitor
                    .get("/cities/alexandria-la")
                    .await
                    .expect(200)
                    .bytes()
                    .clone()
            });
        }
        let bodies = visits.join_all().await;
        assert!(bodies.iter().all(|body| *body == bodies[0]));
        assert_eq!(app.metric("townperk_render_seconds_count").await, 1.0);
        assert_eq!(app.metric(HITS).await + app.metric(MISSES).await, 100.0);
    }
);

both_engines!(
    a_change_of_a_shop_leaves_another_town_s_page_alone,
    |app: TestApp| {
        let (here, there) = (
            app.city("Alexandria", "LA").await,
            app.city("Bend", "OR").await,
        );
        let (changed, kept) = (
            app.shop(&here).name("Tamp").await,
            app.shop(&there).name("Grind").await,
        );
        let untouched = [
            "/cities/bend-or",
            &page_of(&kept),
            "/api/cities/bend-or",
            "/api/cities/bend-or/coffee-shops",
        ];
        let touched = [
            "/cities/alexandria-la",
            &page_of(&changed),
            "/api/cities/alexandria-la/coffee-shops",
        ];
        for path in untouched.into_iter().chain(touched) {
            app.visitor().get(path).await.expect(200);
        }
        app.edit_shop(changed.id, |row| row.name = "Tamped Twice".to_owned())
            .await;
        for path in untouched {
            assert!(is_held(&app, path).await, "{path}");
        }
        for path in touched {
            assert!(
                app.visitor()
                    .get(path)
                    .await
                    .text()
                    .contains("Tamped Twice"),
                "{path}"
            );
        }
    }
);

both_engines!(
    votes_show_on_pages_after_a_second_and_in_the_api_at_once,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).votes(41).await;
        let (page, api) = (page_of(&shop), format!("/api/coffee-shops/{}", shop.slug));
        let before = app.visitor().get(&page).await;
        app.clock.advance(TimeDelta::milliseconds(400));
        app.vote(shop.id, 1).await;
        assert_eq!(app.visitor().get(&api).await.json()["upvoteCount"], 42);
        assert_eq!(
            app.visitor().get(&page).await.bytes(),
            before.bytes(),
            "within the second"
        );
        app.clock.advance(TimeDelta::milliseconds(600));
        let after = app.visitor().get(&page).await;
        assert!(
            after.html().state().contains("\"upvoteCount\":42"),
            "a second later"
        );
    }
);

both_engines!(
    one_visitor_waits_for_new_votes_and_the_others_see_the_page_as_it_was,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        // A busy page, one that nobody had asked for in a while, and a shop's first vote.
        for (votes, age) in [
            (41, TimeDelta::milliseconds(1001)),
            (41, TimeDelta::minutes(9)),
            (0, TimeDelta::minutes(9)),
        ] {
            let shop = app.shop(&city).votes(votes).await;
            one_of_many_waits(&app, &shop, age).await;
        }
    }
);

/// A page of this `age` is asked for by many at once after the shop got a vote.
async fn one_of_many_waits(app: &TestApp, shop: &shop::Model, age: TimeDelta) {
    let page = page_of(shop);
    let before = app.visitor().get(&page).await;
    let rendered = app.metric("townperk_render_seconds_count").await;
    let stale = app.metric(STALE).await;
    app.vote(shop.id, 1).await;
    app.clock.advance(age);
    let visits = (0..50).map(|_| {
        let visitor = app.visitor();
        let page = page.clone();
        tokio::spawn(async move { visitor.get(&page).await.expect(200) })
    });
    let now_counted = format!("\"upvoteCount\":{}", shop.upvote_count + 1);
    let mut shown = Vec::new();
    for visit in visits.collect::<Vec<_>>() {
        let answer = visit.await.unwrap();
        let is_old = answer.bytes() == before.bytes();
        shown.push(is_old || answer.html().state().contains(&now_counted));
    }
    assert!(shown.iter().all(|is_either| *is_either), "{shown:?}");
    let renders = app.metric("townperk_render_seconds_count").await - rendered;
    assert_eq!(renders, 1.0, "{age}");
    assert!(app.metric(STALE).await > stale, "all of them waited: {age}");
    let after = app.visitor().get(&page).await.html();
    assert!(after.state().contains(&now_counted), "{age}");
}

both_engines!(a_change_beside_votes_shows_at_once, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    app.visitor().get(&page_of(&shop)).await.expect(200);
    app.vote(shop.id, 1).await;
    app.edit_shop(shop.id, |row| row.name = "Grind".to_owned())
        .await;
    let page = app.visitor().get(&page_of(&shop)).await.html();
    assert_eq!(page.h1(), "Grind");
    assert!(page.state().contains("\"upvoteCount\":1"));
});

both_engines!(
    what_is_unknown_or_default_is_not_in_the_key,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        let page = app.visitor().get("/cities/alexandria-la").await.expect(200);
        for query in [
            "utm_source=mail",
            "fbclid=1&gclid=2",
            "page=1",
            "page=%201",
            "a",
            "=",
            "&&",
        ] {
            let path = format!("/cities/alexandria-la?{query}");
            assert!(is_held(&app, &path).await, "{query}");
            assert_eq!(
                app.visitor().get(&path).await.bytes(),
                page.bytes(),
                "{query}"
            );
        }
        app.visitor()
            .get("/api/cities?search=alex")
            .await
            .expect(200);
        for query in [
            "search=alex&utm_source=mail",
            "x=1&search=%20alex%20",
            "search=%61lex",
        ] {
            assert!(
                is_held(&app, &format!("/api/cities?{query}")).await,
                "{query}"
            );
        }
        assert!(!is_held(&app, "/api/cities?search=alexa").await);
    }
);

both_engines!(
    what_is_not_there_is_drawn_once_for_all_addresses,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let removed = [
            app.shop(&city).deleted().await,
            app.shop(&city).deleted().await,
        ];
        let kinds = [
            ["/cities/nowhere-la", "/cities/elsewhere-tx?page=2"],
            ["/coffee-shops/none", "/coffee-shops/also-none?utm_source=x"],
            ["/no-such-page", "/neither/this/one"],
            [&page_of(&removed[0]), &page_of(&removed[1])],
        ];
        for [first, second] in kinds {
            let body = app.visitor().get(first).await;
            let renders = app.metric("townperk_render_seconds_count").await;
            assert_eq!(
                app.visitor().get(second).await.bytes(),
                body.bytes(),
                "{second}"
            );
            assert_eq!(
                app.metric("townperk_render_seconds_count").await,
                renders,
                "{second}"
            );
        }
    }
);

both_engines!(a_refused_call_is_not_kept, |app: TestApp| {
    app.visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(404);
    app.visitor().get("/cities/alexandria-la").await.expect(404);
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).await;
    app.visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(200);
    app.visitor().get("/cities/alexandria-la").await.expect(200);
});

both_engines!(
    what_the_clock_changes_is_made_anew_at_that_minute,
    |setup: Setup| {
        // 6:59 PM in Chicago.
        let app = setup.at("2026-03-05T00:59:00Z").start().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).hours("Mo-Su 07:00-19:00").await;
        for path in [page_of(&shop), "/cities/alexandria-la".to_owned()] {
            assert!(
                app.visitor()
                    .get(&path)
                    .await
                    .html()
                    .state()
                    .contains("\"state\":\"open\""),
                "{path}"
            );
            assert!(is_held(&app, &path).await, "{path}");
        }
        app.clock.advance(TimeDelta::minutes(1));
        for path in [page_of(&shop), "/cities/alexandria-la".to_owned()] {
            assert!(
                app.visitor()
                    .get(&path)
                    .await
                    .html()
                    .state()
                    .contains("\"state\":\"closed\""),
                "{path}"
            );
        }
    }
);

/// Text that can hardly be compressed.
fn noise(seed: u32) -> String {
    let mut state = seed;
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'0' + u8::try_from(state >> 26).unwrap())
    };
    (0..40_000).map(letter).collect()
}

both_engines!(the_cache_stays_within_its_memory, |setup: Setup| {
    let app = setup
        .settings(|settings| settings.cache_megabytes = 1)
        .start()
        .await;
    let city = app.city("Alexandria", "LA").await;
    let mut shops = Vec::new();
    for number in 0..60 {
        let shop = app.shop(&city);
        shops.push(shop.with(|row| row.description = Some(noise(number))).await);
    }
    let mut answers = Vec::new();
    for shop in shops {
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let visitor = app.visitor().with("accept-encoding", "br");
        let size = visitor.get(&path).await.expect(200).bytes().len();
        answers.push((path, size));
    }
    let sent: usize = answers.iter().map(|(_, size)| size).sum();
    assert!(sent > 1_500_000, "{sent}");
    let mut held = 0;
    for (path, size) in &answers {
        held += if is_held(&app, path).await { *size } else { 0 };
    }
    assert!((1..=1 << 20).contains(&held), "{held} of {sent}");
    assert!(app.metric("townperk_response_cache_bytes").await <= 1_048_576.0);
});

both_engines!(every_form_of_a_page_is_the_same_page, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let path = page_of(&shop);
    let in_form = |encoding: &'static str| {
        let visitor = app.visitor().with("accept-encoding", encoding);
        let path = path.clone();
        async move { visitor.get(&path).await.expect(200) }
    };
    let plain = in_form("identity").await;
    assert_eq!(plain.header("content-encoding"), "");
    for _ in 0..2 {
        for encoding in ["br", "gzip", "identity"] {
            let answer = in_form(encoding).await;
            assert_eq!(answer.text(), plain.text(), "{encoding}");
            let known = answer.header("etag").to_owned();
            let again = app
                .visitor()
                .with("accept-encoding", encoding)
                .with("if-none-match", &known);
            again.get(&path).await.expect(304);
        }
    }
    assert_eq!(app.metric("townperk_render_seconds_count").await, 1.0);
});

both_engines!(
    a_page_weighs_little_more_than_its_compressed_form,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = page_of(&shop);
        let bytes = || async { app.metric("townperk_response_cache_bytes").await };
        let before = bytes().await;
        let mut sent = 0;
        for encoding in ["identity", "gzip", "br"] {
            let answer = app
                .visitor()
                .with("accept-encoding", encoding)
                .get(&path)
                .await;
            sent = answer.expect(200).bytes().len();
        }
        let weight = bytes().await - before;
        assert!(
            weight < f64::from(u32::try_from(sent).unwrap()) + 5000.0,
            "{weight} of {sent}"
        );
    }
);
