//! Runs taken back.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::photos::Owner;

use super::{HISTORY, Places, SHOPS, call, enhance, seen, shop_named};
use crate::support::{TestApp, TestDatabase, Visitor};

async fn history(administrator: &Visitor) -> Value {
    administrator.get(HISTORY).await.expect(200).json()
}

async fn undo(app: &TestApp, administrator: &Visitor, run: &str) -> Value {
    let path = format!("{HISTORY}/{run}/undo");
    let answer = call(app, administrator, &path, json!({})).await;
    answer.expect(200).json()
}

both_engines!(
    what_a_run_brought_ends_but_for_what_was_asked_again,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let city = app.city("Alexandria", "LA").await;
        let first = shop_named(&app, &city, "Tamp & Grind", 100).await;
        let second = shop_named(&app, &city, "Bean There", 200).await;
        let third = shop_named(&app, &city, "Paper Heron", 300).await;
        for shop in [&first, &second, &third] {
            places.knows(shop, |place| {
                place["photos"] = json!([places.photo(&format!("front-{}", shop.slug))]);
            });
        }
        let own = app.photo(Owner::Shop(third.id)).await;
        let administrator = app.administrator().await;
        enhance(&app, &administrator, &city).await.expect(200);
        app.clock.advance(TimeDelta::minutes(1));
        // The second is asked about again, and the hours of the third are the administrator's now.
        let body = json!({ "shopIds": [second.id] });
        call(&app, &administrator, SHOPS, body).await.expect(200);
        app.edit_shop(third.id, |row| {
            row.hours = Some("Daily 8-5".to_owned());
            row.opening_hours = Some("Mo-Su 08:00-17:00".to_owned());
            row.provenance
                .0
                .insert("hours".to_owned(), "admin".to_owned());
        })
        .await;
        let runs = history(&administrator).await;
        assert_eq!(
            (&runs[0]["undoable"], &runs[1]["undoable"]),
            (&json!(1), &json!(3))
        );
        let run = runs[1]["id"].as_str().unwrap();

        let undone = undo(&app, &administrator, run).await;
        assert_eq!(undone, json!({ "undone": 2, "kept": 1 }));
        let (first_now, third_now) = (seen(&app, &first).await, seen(&app, &third).await);
        for shop in [&first_now, &third_now] {
            assert!(shop["foursquareRating"].is_null(), "{shop}");
            assert_eq!(shop["foursquareCategories"], json!([]), "{shop}");
        }
        assert_eq!(first_now["photos"], json!([]));
        assert!(first_now["hours"].is_null());
        assert_eq!(third_now["hours"], "Daily 8-5");
        assert_eq!(
            third_now["photos"].as_array().unwrap().len(),
            1,
            "{}",
            own.id
        );
        assert_eq!(seen(&app, &second).await["foursquareRating"], "8.7");
        let problems = administrator
            .get(&format!("{HISTORY}/{run}/problems"))
            .await;
        let problems = problems.expect(200).json();
        assert_eq!(
            (
                &problems[0]["name"],
                &problems[0]["keptBecause"],
                &problems[0]["detail"]
            ),
            (
                &json!("Bean There"),
                &json!("Foursquare was asked again since."),
                &Value::Null
            )
        );
        let again = undo(&app, &administrator, run).await;
        assert_eq!(again, undone, "a second time changes nothing");

        // Tonight nothing of it comes back, and the town may be enhanced again at once.
        app.clock.advance(TimeDelta::days(1));
        app.work().await;
        assert!(seen(&app, &first).await["foursquareRating"].is_null());
        let administrator = app.administrator().await;
        enhance(&app, &administrator, &city).await.expect(200);
        assert_eq!(seen(&app, &first).await["foursquareRating"], "8.7");
        let unknown = format!("{HISTORY}/00000000-0000-7000-8000-000000000000/undo");
        administrator.post(&unknown, &json!({})).await.expect(404);
    }
);
