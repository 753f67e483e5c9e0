//! Trips through the API.

use serde_json::{Value, json};
use townperk::catalog::entities::{city, shop};

use crate::support::{Setup, TestApp};

/// Asks for a trip.
async fn trip(app: &TestApp, query: &str) -> Value {
    let path = format!("/api/trip?{query}");
    app.visitor().get(&path).await.expect(200).json()
}

async fn shop_at(
    app: &TestApp,
    town: &city::Model,
    name: &str,
    point: (f64, f64),
    hours: Option<&str>,
) -> shop::Model {
    let hours = hours.map(str::to_owned);
    app.shop(town)
        .name(name)
        .with(|row| {
            (row.latitude, row.longitude) = (Some(point.0), Some(point.1));
            row.hours.clone_from(&hours);
            row.opening_hours.clone_from(&hours);
        })
        .await
}

fn names(trip: &Value) -> Vec<&str> {
    let items = trip["items"].as_array().unwrap().iter();
    items
        .map(|stop| stop["shop"]["name"].as_str().unwrap())
        .collect()
}

both_engines!(
    shops_come_in_the_order_of_driving_with_their_state_at_arrival,
    |setup: Setup| {
        // A Sunday, ten past six in Alexandria.
        let app = setup.at("2026-03-01T12:10:00Z").start().await;
        let alexandria = app.city("Alexandria", "LA").at(31.3113, -92.4451).await;
        let columbia = app.city("Columbia", "LA").at(32.1052, -92.0779).await;
        let monroe = app.city("Monroe", "LA").at(32.5093, -92.1193).await;
        let baton_rouge = app.city("Baton Rouge", "LA").at(30.4515, -91.1871).await;
        let daily = Some("Mo-Su 07:00-14:00");
        shop_at(&app, &monroe, "Monroe Roasters", (32.51, -92.12), daily).await;
        shop_at(&app, &columbia, "River Cup", (32.106, -92.12), daily).await;
        shop_at(
            &app,
            &columbia,
            "Weekday Beans",
            (32.104, -92.125),
            Some("Mo-Fr 07:00-14:00"),
        )
        .await;
        shop_at(&app, &columbia, "Side Road", (32.105, -92.03), daily).await;
        shop_at(&app, &alexandria, "Early Door", (31.312, -92.445), daily).await;
        shop_at(&app, &monroe, "Nobody Knows", (32.50, -92.11), None).await;
        shop_at(&app, &baton_rouge, "Far Behind", (30.45, -91.19), daily).await;

        let found = trip(&app, "from=Alexandria,%20LA&to=Monroe,%20LA").await;
        assert_eq!(found["problem"], Value::Null);
        assert_eq!(
            names(&found),
            [
                "Early Door",
                "Weekday Beans",
                "River Cup",
                "Side Road",
                "Nobody Knows",
                "Monroe Roasters"
            ]
        );
        let way = &found["way"];
        assert_eq!(
            (&way["from"]["slug"], &way["to"]["name"], &way["distance"]),
            (
                &json!("alexandria-la"),
                &json!("Monroe, LA"),
                &json!("102 miles")
            )
        );
        assert_eq!(way["departs"], "Sun, Mar 1, 6:10 AM");
        assert_eq!(way["time"], "1 h 51 min");
        let stop = |index: usize| &found["items"][index];
        // At ten past six it is still closed; the others are reached after seven.
        assert_eq!(stop(0)["openState"]["label"], "Closed · opens 7 AM");
        assert_eq!(
            stop(2)["openState"],
            json!({ "state": "open", "label": "Open until 2 PM" })
        );
        assert_eq!(stop(2)["arrives"], "7:25 AM");
        assert_eq!(stop(1)["openState"]["state"], "closed");
        assert_eq!(stop(4)["openState"]["label"], "Hours unknown");
        assert_eq!(
            (&stop(2)["detourMinutes"], &found["openCount"]),
            (&json!(0), &json!(3))
        );
        let aside = stop(3)["detourMinutes"].as_i64().unwrap();
        assert!((10..=20).contains(&aside), "{aside}");
        let open = trip(&app, "from=Alexandria,%20LA&to=Monroe,%20LA&open=true").await;
        assert_eq!(names(&open), ["River Cup", "Side Road", "Monroe Roasters"]);

        let back = trip(&app, "from=Monroe,%20LA&to=Alexandria,%20LA").await;
        assert_eq!(names(&back).last(), Some(&"Early Door"));
        let later = "from=Alexandria,%20LA&to=Monroe,%20LA&depart=2026-03-02T13:00";
        let later = trip(&app, later).await;
        assert_eq!(later["way"]["departs"], "Mon, Mar 2, 1:00 PM");
        assert_eq!(
            later["items"][5]["openState"]["state"], "closed",
            "after two"
        );
        let short = trip(&app, "from=Alexandria,%20LA&to=Monroe,%20LA&detour=10").await;
        assert!(!names(&short).contains(&"Side Road"), "{short}");
        // From a town to itself: what is around it.
        let around = trip(&app, "from=71301&to=71301").await;
        assert_eq!(names(&around), ["Early Door"]);
    }
);

both_engines!(a_time_zone_on_the_way_is_the_shops, |setup: Setup| {
    // Half past seven in Denver, half past eight in Lincoln.
    let app = setup.at("2026-03-04T14:30:00Z").start().await;
    let lincoln = app.city("Lincoln", "NE").at(40.8136, -96.7026).await;
    let daily = Some("Mo-Su 07:00-15:00");
    shop_at(&app, &lincoln, "Prairie Cup", (40.82, -96.70), daily).await;
    let found = trip(&app, "from=Denver,%20CO&to=Chicago,%20IL&detour=60").await;
    assert_eq!(names(&found), ["Prairie Cup"]);
    let stop = &found["items"][0];
    // Some 440 straight miles: nine and a half hours, and an hour that the zone takes.
    let arrives = stop["arrives"].as_str().unwrap();
    assert!(arrives.starts_with("6:"), "{arrives}");
    assert_eq!(stop["openState"]["state"], "closed");
    assert_eq!(found["way"]["departs"], "Wed, Mar 4, 7:30 AM");
    assert!(
        found["way"]["arrives"]
            .as_str()
            .unwrap()
            .starts_with("Thu, Mar 5")
    );
});

both_engines!(
    what_is_wrong_with_a_trip_is_said_beside_its_field,
    |app: TestApp| {
        app.city("Alexandria", "LA").await;
        for (query, field, message) in [
            ("from=Zzzz&to=71301", "from", "We don't know “Zzzz”."),
            ("from=71301", "to", "Where do you drive to?"),
            ("to=71301", "from", "Where do you start?"),
            (
                "from=71301&to=Honolulu,%20HI",
                "to",
                "no road across the Pacific",
            ),
            (
                "from=71301&to=Springfield",
                "to",
                "several towns called Springfield",
            ),
            (
                "from=71301&to=71201&depart=1970-01-01T00:00",
                "depart",
                "between now and a year",
            ),
            (
                "from=71301&to=71201&depart=2100-01-01T00:00",
                "depart",
                "between now and a year",
            ),
            (
                "from=71301&to=71201&depart=tomorrow",
                "depart",
                "Enter a date and a time.",
            ),
        ] {
            let found = trip(&app, query).await;
            let problem = &found["problem"];
            assert_eq!(problem["field"], field, "{query}: {found}");
            let said = problem["message"].as_str().unwrap();
            assert!(said.contains(message), "{query}: {said}");
            assert_eq!((&found["way"], &found["items"]), (&Value::Null, &json!([])));
        }
        let several = trip(&app, "from=71301&to=Springfield").await;
        let offered = several["problem"]["suggestions"].as_array().unwrap();
        assert!(offered.contains(&json!("Springfield, MO")), "{offered:?}");
        let nothing = trip(&app, "").await;
        assert_eq!(
            (&nothing["problem"], &nothing["way"]),
            (&Value::Null, &Value::Null)
        );
        // The hour that a spring night leaves out is the one after it.
        let gap = trip(&app, "from=71301&to=71201&depart=2026-03-08T02:30").await;
        assert_eq!(gap["way"]["departs"], "Sun, Mar 8, 3:30 AM");
        app.visitor().get("/api/trip?detour=15").await.expect(400);
        let page = app
            .visitor()
            .get("/trip?from=71301&to=Springfield")
            .await
            .expect(200);
        let text = page.text();
        assert!(text.contains("several towns called Springfield"), "{text}");
        assert!(text.contains("noindex"));
    }
);
