//! Limits on how much CPU time one network can use by reading.

use crate::support::{TestApp, Visitor};

/// How many of `times` requests by `visitor` are answered before it has to wait.
async fn answered(visitor: &Visitor, times: usize, path: impl Fn(usize) -> String) -> usize {
    for number in 0..times {
        let answer = visitor.get(&path(number)).await;
        match answer.status() {
            429 => {
                assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
                return number;
            }
            200 | 404 => {}
            other => panic!("{other}: {}", path(number)),
        }
    }
    times
}

both_engines!(
    what_lies_around_points_is_limited_by_network,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        let near = |number: usize| {
            format!(
                "/api/cities?near={}.{},-92.4",
                25 + number / 10,
                number % 10
            )
        };
        let program = app.visitor().from("203.0.113.7");
        assert_eq!(answered(&program, 240, near).await, 240);
        let points = |number: usize| format!("/api/geo/reverse?lat=31.{number:04}&lon=-92.4");
        assert_eq!(answered(&program, 1000, points).await, 360);
        // Pages and cached answers aren't counted, and other networks aren't affected.
        program.get("/cities").await.expect(200);
        let neighbor = app.visitor().from("203.0.113.8");
        neighbor.get(&near(1)).await.expect(200);
    }
);

both_engines!(whole_lists_are_made_once_for_everybody, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    // A shop's first vote changes more than a number: the town has one more shop with votes.
    let shop = app.shop(&city).votes(1).await;
    let misses = || async {
        app.metric("townperk_response_cache_total{met=\"miss\"}")
            .await
    };
    let program = app.visitor().from("203.0.113.7");
    for path in ["/api/cities", "/api/cities/all"] {
        program.get(path).await.expect(200);
    }
    let before = misses().await;
    // Votes come in all the time, so a list may be a second old.
    for _ in 0..100 {
        app.vote(shop.id, 1).await;
        for path in ["/api/cities", "/api/cities/all"] {
            program.get(path).await.expect(200);
        }
    }
    assert_eq!(misses().await, before);
    // Lists rebuilt again and again for one network are limited, too.
    let mut made = 0;
    for _ in 0..100 {
        app.clock.advance(chrono::TimeDelta::milliseconds(2500));
        app.shop(&city).await;
        made += usize::from(program.get("/api/cities/all").await.status() == 200);
    }
    assert!((58..=90).contains(&made), "{made}");
});

both_engines!(
    pictures_are_drawn_for_a_network_up_to_a_limit,
    |app: TestApp| {
        let program = app.visitor().from("203.0.113.7");
        let picture = |number: usize| format!("/social/coffee-shops/none-{number}.png");
        assert_eq!(answered(&program, 1000, picture).await, 600);
        let site = app.visitor().get("/social/site.png").await;
        site.expect(200);
        program.get("/social/site.png").await.expect(200);
    }
);
