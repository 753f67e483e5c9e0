//! Runs: matching, counting, refusals, the cooldown, the budget, restarts and cancellation.

use std::time::Duration;

use chrono::{Months, TimeDelta};
use serde_json::{Value, json};

use super::{HISTORY, Places, SHOPS, STATS, call, enhance, seen, sent, shop_named};
use crate::support::{Setup, TestApp, TestDatabase, command::until};

both_engines!(
    a_city_is_enhanced_once_in_six_months,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let known = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let unknown = shop_named(&app, &city, "Bean There", 500).await;
        places.knows(&known, |_| {});
        let administrator = app.administrator().await;
        let run = enhance(&app, &administrator, &city)
            .await
            .expect(200)
            .json();
        assert_eq!(run["cityName"], "Alexandria");
        assert_eq!(run["state"], "LA");
        assert_eq!(run["coffeeShopsProcessed"], 2);
        assert_eq!(run["coffeeShopsEnhanced"], 1);
        assert_eq!(run["apiCallsUsed"], 2);
        let shop = seen(&app, &known).await;
        assert_eq!(shop["foursquareRating"], "8.7");
        assert_eq!(shop["foursquarePriceLevel"], 2);
        assert_eq!(shop["foursquareCategories"], json!(["Coffee Shop"]));
        assert_eq!(shop["hours"], "Mon-Fri 7:00 AM-3:00 PM");
        assert_eq!(shop["openState"]["state"], "open");
        assert!(
            shop["sourceLabel"]
                .as_str()
                .unwrap()
                .ends_with("Powered by Foursquare")
        );
        assert!(seen(&app, &unknown).await["foursquareRating"].is_null());
        let row = app.shop_row(known.id).await;
        assert_eq!(
            row.foursquare_id.as_deref(),
            Some("fsq-tamp-and-grind-alexandria-la")
        );

        let asked = places.site.asked();
        assert_eq!(asked[0].headers["authorization"], "Bearer fsq-test-key");
        assert_eq!(asked[0].headers["x-places-api-version"], "2025-06-17");
        assert_eq!(asked[0].headers["accept"], "application/json");

        let again = enhance(&app, &administrator, &city)
            .await
            .expect(409)
            .json();
        assert_eq!(again["details"]["kind"], "cooldown");
        assert!(
            again["message"]
                .as_str()
                .unwrap()
                .contains("September 4, 2026")
        );
        assert_eq!(places.questions().len(), 2);
        let stats = administrator.get(STATS).await.expect(200).json();
        assert_eq!(stats["totalCities"], 1);
        assert_eq!(stats["enhancedCities"], 1);
        assert_eq!(stats["citiesNeedingEnhancement"], 0);
        assert_eq!(stats["totalApiCallsUsed"], 2);
        assert_eq!(stats["lastEnhancementDate"], run["enhancedAt"]);
        let cities = administrator
            .get("/api/admin/foursquare-enhancement/cities?search=alex%20louisiana")
            .await
            .expect(200)
            .json();
        assert_eq!(cities[0]["coffeeShopCount"], 2);
        assert_eq!(cities[0]["lastEnhanced"], run["enhancedAt"]);
        let history = administrator.get(HISTORY).await.expect(200).json();
        assert_eq!(history.as_array().unwrap().len(), 1);
        assert_eq!(history[0], run);

        let six_months = app.clock.now() + Months::new(6) - app.clock.now();
        app.clock.advance(six_months);
        let administrator = app.administrator().await;
        enhance(&app, &administrator, &city).await.expect(200);
        assert_eq!(
            administrator
                .get(HISTORY)
                .await
                .json()
                .as_array()
                .unwrap()
                .len(),
            2
        );
    }
);

both_engines!(
    chosen_shops_are_enhanced_at_any_time,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        places.knows(&shop, |_| {});
        let administrator = app.administrator().await;
        for _ in 0..2 {
            let body = json!({ "shopIds": [shop.id] });
            let answer = call(&app, &administrator, SHOPS, body)
                .await
                .expect(200)
                .json();
            assert_eq!(
                (&answer["enhanced"], &answer["processed"]),
                (&json!(1), &json!(1))
            );
        }
        // The second time by the ID that is known now.
        assert!(
            places.questions()[0]
                .starts_with("/places/search?query=Tamp+%26+Grind&ll=31.31230%2C-92.44510")
        );
        assert!(
            places.questions()[1].starts_with("/places/fsq-tamp-and-grind-alexandria-la?fields=")
        );
        for (body, field) in [
            (json!({ "shopIds": [] }), "shopIds"),
            (json!({ "shopIds": [city.id] }), "shopIds"),
        ] {
            let refused = administrator.post(SHOPS, &body).await.expect(400).json();
            assert_eq!(refused["field"], field);
        }
        let list = format!("/api/admin/foursquare-enhancement/cities/{}/shops", city.id);
        let shops = administrator.get(&list).await.expect(200).json();
        assert_eq!(shops[0]["name"], "Tamp & Grind");
        assert!(shops[0]["shownUntil"].is_string());
    }
);

both_engines!(
    a_city_is_known_as_enhanced_longer_than_its_run_is_kept,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        shop_named(&app, &city, "Tamp & Grind", 123).await;
        let administrator = app.administrator().await;
        enhance(&app, &administrator, &city).await.expect(200);
        app.clock.advance(TimeDelta::days(366));
        app.work().await;
        let administrator = app.administrator().await;
        let history = administrator.get(HISTORY).await.expect(200).json();
        assert_eq!(history, json!([]));
        let stats = administrator.get(STATS).await.expect(200).json();
        assert_eq!(stats["enhancedCities"], 1);
        enhance(&app, &administrator, &city).await.expect(200);
    }
);

both_engines!(
    a_refused_key_stops_the_run_and_says_so,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        shop_named(&app, &city, "Bean There", 500).await;
        places.knows(&shop, |_| {});
        let administrator = app.administrator().await;
        for (asked, (status, words)) in (1..).zip([
            (401, "foursquare_api_key"),
            (402, "no credits"),
            (403, "no credits"),
        ]) {
            places.refuses(status, None, 1);
            // The latest job is the one that ended last.
            app.clock.advance(TimeDelta::seconds(1));
            let refused = enhance(&app, &administrator, &city)
                .await
                .expect(503)
                .json();
            let message = refused["message"].as_str().unwrap();
            assert!(
                message.contains(words) && !message.contains("fsq-test-key"),
                "{message}"
            );
            assert_eq!(places.questions().len(), asked, "it went on after {status}");
            let jobs = administrator.kind_of_jobs("foursquare.enhance").await;
            assert_eq!(
                (&jobs["error"], &jobs["lastDone"]),
                (&json!(message), &Value::Null)
            );
        }
        // Nothing was enhanced, so the city doesn't have to wait.
        enhance(&app, &administrator, &city).await.expect(200);
    }
);

both_engines!(
    a_short_pause_is_kept_and_a_long_one_is_the_jobs,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        places.knows(&shop, |_| {});
        let administrator = app.administrator().await;
        places.refuses(429, Some("1"), 1);
        let run = enhance(&app, &administrator, &city)
            .await
            .expect(200)
            .json();
        assert_eq!(run["apiCallsUsed"], 2, "the repeated call counts, too");

        places.refuses(429, Some("600"), 1);
        let body = json!({ "shopIds": [shop.id] });
        let waiting = sent(&administrator, SHOPS, body);
        app.work_until("the third question", || places.questions().len() >= 3)
            .await;
        app.clock.advance(TimeDelta::seconds(599));
        app.work().await;
        assert_eq!(
            places.questions().len(),
            3,
            "asked before the pause was over"
        );
        app.clock.advance(TimeDelta::seconds(1));
        app.work_until("the answer", || waiting.is_finished()).await;
        let answer = waiting.await.unwrap();
        assert_eq!(answer.expect(200).json()["apiCallsUsed"], 2);
    }
);

both_engines!(a_server_error_is_tried_again, |home: TestDatabase| {
    let places = Places::serve().await;
    let app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
    places.knows(&shop, |_| {});
    places.refuses(500, None, 2);
    let administrator = app.administrator().await;
    let run = enhance(&app, &administrator, &city)
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&run["coffeeShopsEnhanced"], &run["apiCallsUsed"]),
        (&json!(1), &json!(3))
    );
});

both_engines!(
    no_call_is_made_beyond_the_months_budget,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places
            .app(home, |settings| settings.foursquare_calls_per_month = 2)
            .await;
        // Late in March, so that nothing has to be renewed when April begins.
        app.clock.advance(TimeDelta::days(20));
        let city = app.city("Alexandria", "LA").await;
        for number in 1..=3 {
            let name = ["Anna's", "Bertha's", "Clara's"][number - 1];
            let number = u32::try_from(number).unwrap();
            let shop = shop_named(&app, &city, name, number * 100).await;
            places.knows(&shop, |_| {});
        }
        let administrator = app.administrator().await;
        let refused = enhance(&app, &administrator, &city)
            .await
            .expect(503)
            .json();
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("budget of 2 calls"), "{message}");
        assert_eq!(places.questions().len(), 2);
        let history = administrator.get(HISTORY).await.expect(200).json();
        assert_eq!(history[0]["coffeeShopsProcessed"], 2);
        assert_eq!(history[0]["isDone"], false);
        // In the next month, the run begins with the shop that was left.
        app.clock.advance(TimeDelta::days(10));
        let administrator = app.administrator().await;
        enhance(&app, &administrator, &city).await.expect(503);
        let asked = places.questions();
        assert!(asked[2].contains("/places/search"), "{asked:?}");
        assert_eq!(asked.len(), 4);
    }
);

both_engines!(a_run_goes_on_after_a_restart, |home: TestDatabase| {
    let places = Places::serve().await;
    let mut app = places.app(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    for (name, number) in [("Anna's", 100), ("Bertha's", 200)] {
        let shop = shop_named(&app, &city, name, number).await;
        places.knows(&shop, |_| {});
    }
    places.says(|says| says.answered = Some(1));
    let administrator = app.administrator().await;
    let path = format!("/api/admin/foursquare-enhancement/enhance/{}", city.id);
    let post = sent(&administrator, &path, json!({}));
    // The first node ends while it asks about the second shop.
    let worker = app.services.job_worker();
    let working = tokio::spawn(async move {
        loop {
            worker.run_due().await.unwrap();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    until("the second question", || async {
        places.questions().len() >= 2
    })
    .await;
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
    places.says(|says| says.answered = None);
    let other = app.second_node().await;
    app.clock.advance(TimeDelta::minutes(2));
    other.work().await;
    let run = post.await.unwrap().expect(200).json();
    assert_eq!(run["coffeeShopsProcessed"], 2);
    assert_eq!(run["coffeeShopsEnhanced"], 2);
    // The first shop was not asked about again.
    assert_eq!(places.questions().len(), 3);
});

both_engines!(
    a_canceled_run_stops_and_can_be_repeated,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        shop_named(&app, &city, "Anna's", 100).await;
        let administrator = app.administrator().await;
        let path = format!("/api/admin/foursquare-enhancement/enhance/{}", city.id);
        // Nobody works, so the run waits until it is canceled.
        let nothing = json!({});
        let (answer, ()) = tokio::join!(administrator.post(&path, &nothing), async {
            let run = async || {
                let list = administrator
                    .get("/api/admin/jobs")
                    .await
                    .expect(200)
                    .json();
                let mut jobs = list["jobs"].as_array().unwrap().iter();
                jobs.find(|job| job["kind"] == "foursquare.enhance")
                    .map(|job| job["id"].as_str().unwrap().to_owned())
            };
            until("the run", || async { run().await.is_some() }).await;
            let id = run().await.unwrap();
            // Another run has to wait.
            let other = app.city("Hammond", "LA").await;
            shop_named(&app, &other, "Clara's", 300).await;
            let busy = format!("/api/admin/foursquare-enhancement/enhance/{}", other.id);
            administrator.post(&busy, &json!({})).await.expect(409);
            let cancel = format!("/api/admin/jobs/{id}/cancel");
            administrator.post(&cancel, &json!({})).await.expect(200);
        });
        let refused = answer.expect(409).json();
        assert!(refused["message"].as_str().unwrap().contains("canceled"));
        assert!(places.questions().is_empty());
        enhance(&app, &administrator, &city).await.expect(200);
    }
);

both_engines!(without_a_key_nothing_is_asked, |home: TestDatabase| {
    let app: TestApp = Setup::new(home).start().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = shop_named(&app, &city, "Anna's", 100).await;
    let administrator = app.administrator().await;
    let refused = enhance(&app, &administrator, &city)
        .await
        .expect(503)
        .json();
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("foursquare_api_key")
    );
    let body = json!({ "shopIds": [shop.id] });
    administrator.post(SHOPS, &body).await.expect(503);
    let stats = administrator.get(STATS).await.expect(200).json();
    assert_eq!(stats["isConfigured"], false);
    let missing = format!("/api/admin/foursquare-enhancement/enhance/{}", shop.id);
    administrator.post(&missing, &json!({})).await.expect(404);
});
