//! Listings that meet others at work, and forms that come again.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{form, list, shops, with};
use crate::support::TestApp;

both_engines!(
    a_shop_that_was_added_since_the_form_was_checked_is_found,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").with(|row| {
            row.street = Some("126 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
            row.phone = Some("(318) 555-0142".to_owned());
            row.telephone = Some("+13185550142".to_owned());
        });
        let added = shop.row();
        // As an expansion adds it, which holds others up until it has compared.
        let expansion = app.hold(move |act| {
            let row = added.clone();
            Box::pin(async move { act.insert(&row).await })
        });
        let refused = expansion.await.meets(list(&app, &form())).await;
        let refused = refused.expect(409).json();
        assert_eq!(refused["details"]["kind"], "duplicate", "{refused}");
        assert_eq!(refused["details"]["similar"][0]["name"], "Blue Door");
        assert_eq!(shops(&app).await.len(), 1);
        // Others than the same shop are no obstacle, however many come.
        let mut other = with("name", json!("Velvet Fox"));
        other["address"] = json!("900 Jackson Street");
        other["phone"] = json!("318-555-0177");
        other["website"] = json!("velvetfox.example");
        let further = app.shop(&city).name("Third Rail").with(|row| {
            row.street = Some("4 Canal Street".to_owned());
            row.zip_code = Some("71301".to_owned());
        });
        let added = further.row();
        let expansion = app.hold(move |act| {
            let row = added.clone();
            Box::pin(async move { act.insert(&row).await })
        });
        let listed = expansion.await.meets(list(&app, &other)).await;
        listed.expect(201);
        assert_eq!(shops(&app).await.len(), 3);
    }
);

/// A form for another shop of the same person.
fn another(number: usize) -> Value {
    let names = ["Velvet Fox", "Third Rail", "Morning Glory", "Copper Kettle"];
    let mut form = with("name", json!(names[number]));
    form["address"] = json!(format!("{} Jackson Street", 100 + 300 * number));
    form["phone"] = json!(format!("318-555-01{}0", 5 + number));
    form["website"] = json!(format!("shop{number}.example"));
    form
}

both_engines!(
    a_form_that_comes_again_says_whether_a_code_was_sent,
    |app: TestApp| {
        // A page sends the ID that it made with each try.
        let form = |number| {
            let mut form = another(number);
            form["formId"] = json!(format!("0190a8b2-0000-4000-8000-00000000000{number}"));
            form
        };
        for number in 0..3 {
            let listed = list(&app, &form(number)).await.expect(201).json();
            let again = list(&app, &form(number)).await.expect(200).json();
            for answer in [&listed, &again] {
                assert_eq!(answer["confirmationSentTo"], "jo@mail.example");
                assert_eq!(answer["nextCodeAt"], Value::Null);
            }
        }
        // The mailbox has had its three of the hour.
        let listed = list(&app, &form(3)).await.expect(201).json();
        app.clock.advance(TimeDelta::minutes(1));
        let again = list(&app, &form(3)).await.expect(200).json();
        for answer in [&listed, &again] {
            assert_eq!(answer["confirmationSentTo"], Value::Null, "{answer}");
        }
        let told = [&listed, &again].map(|answer| {
            let text = answer["nextCodeAt"].as_str().expect("a time");
            text.parse::<chrono::DateTime<chrono::Utc>>().unwrap()
        });
        assert!(
            (told[1] - told[0]).abs() <= TimeDelta::seconds(1),
            "{told:?}"
        );
        assert!(told[0] > app.clock.now());
    }
);
