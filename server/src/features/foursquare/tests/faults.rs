//! What a run makes of a service that doesn't answer as agreed.

use chrono::TimeDelta;
use serde_json::json;

use super::{HISTORY, Places, SHOPS, enhance, sent, shop_named};
use crate::support::TestDatabase;

both_engines!(
    without_an_answer_nothing_is_ticked_off,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        places.knows(&shop, |_| {});
        let administrator = app.administrator().await;
        let unknown = r#"{"message":"Unknown API version"}"#;
        let long = " ".repeat(12 << 20);
        for (status, body, words) in [
            (400, unknown, "(status 400: Unknown API version)"),
            (401, "", "(status 401)"),
            (402, "", "no credits left (status 402)"),
            (403, "", "(status 403)"),
            (404, "<html>", "(status 404)"),
            (410, "", "(status 410)"),
            (302, "", "(status 302)"),
            (500, "", "it failed (status 500)"),
            (200, "<html>Sign in</html>", "can't be read"),
            (200, "{}", "missing field `results`"),
            (200, r#"{"results":null}"#, "can't be read"),
            (200, r#"{"results":[{"#, "can't be read"),
            (200, long.as_str(), "larger than 4 MB"),
        ] {
            places.says(|says| says.always = Some((status, body.to_owned())));
            app.clock.advance(TimeDelta::seconds(1));
            let refused = enhance(&app, &administrator, &city).await;
            let refused = refused.expect(503).json();
            let message = refused["message"].as_str().unwrap();
            assert!(
                message.starts_with("Foursquare didn't answer: ") && message.contains(words),
                "{message} should say {words}"
            );
        }
        places.says(|says| says.always = None);
        // No cooldown has begun.
        let run = enhance(&app, &administrator, &city).await.expect(200);
        assert_eq!(run.json()["coffeeShopsEnhanced"], 1);
    }
);

both_engines!(five_equal_failures_end_a_run, |home: TestDatabase| {
    let places = Places::serve().await;
    let app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    for number in 1..=7 {
        let name = [
            "Anna's", "Bertha's", "Clara's", "Dora's", "Emil's", "Frida's", "Gustav's",
        ];
        shop_named(&app, &city, name[number as usize - 1], number * 100).await;
    }
    places.says(|says| says.always = Some((200, "{}".to_owned())));
    let administrator = app.administrator().await;
    enhance(&app, &administrator, &city).await.expect(503);
    assert_eq!(places.questions().len(), 5);
    let history = administrator.get(HISTORY).await.expect(200).json();
    assert_eq!(
        (&history[0]["apiCallsUsed"], &history[0]["isDone"]),
        (&json!(5), &json!(false))
    );
});

both_engines!(a_busy_service_ends_a_run_some_time, |home: TestDatabase| {
    let places = Places::serve().await;
    let app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
    places.refuses(429, Some("600"), 99);
    let administrator = app.administrator().await;
    let waiting = sent(&administrator, SHOPS, json!({ "shopIds": [shop.id] }));
    for round in 1.. {
        app.work_until("the next question, or the answer", || {
            places.questions().len() >= round || waiting.is_finished()
        })
        .await;
        if waiting.is_finished() {
            break;
        }
        assert!(round <= 6, "it asks again and again");
        app.work().await;
        app.clock.advance(TimeDelta::seconds(600));
    }
    let refused = waiting.await.unwrap().expect(503).json();
    let message = refused["message"].as_str().unwrap();
    assert!(
        message.starts_with("Foursquare didn't answer: it is busy (status 429: no).")
            && message.contains("waited 5 times"),
        "{message}"
    );
    assert_eq!(places.questions().len(), 6);
});
