//! Records that turn out to be a shop that is there.

use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{shop, shop_source},
    features::imports::{ImportOptions, Summary, undo_import},
};

use super::{file, import};
use crate::support::{Response, TestApp};

const HEADER: &str = "id,name,address,city,state,zip,phone\n";
/// It has a place.
const FIRST: &str = "1,Lantern,1 Oak Street,Hammond,LA,70401,985-555-0142\n";

async fn import_as(app: &TestApp, source: &str, rows: &str) -> Summary {
    let options = ImportOptions {
        source: Some(source.to_owned()),
        ..ImportOptions::default()
    };
    let list = file("list.csv", format!("{HEADER}{rows}"));
    import(app, &list, &options).await
}

async fn questions(app: &TestApp) -> Vec<Value> {
    let administrator = app.administrator().await;
    let page = administrator.get("/api/admin/import-questions").await;
    let page = page.expect(200).json();
    page["questions"].as_array().unwrap().clone()
}

async fn decide(app: &TestApp, question: &Value, what: &str, body: &Value) -> Response {
    let id = question["id"].as_str().unwrap();
    let path = format!("/api/admin/import-questions/{id}/{what}");
    app.administrator().await.post(&path, body).await
}

async fn links(app: &TestApp, source: &str) -> u64 {
    shop_source::Entity::find()
        .filter(shop_source::Column::Source.eq(source))
        .count(app.database.reads())
        .await
        .unwrap()
}

both_engines!(
    a_list_that_has_a_shop_twice_settles_its_question_and_makes_no_twin,
    |app: TestApp| {
        let second = |phone: &str| format!("{FIRST}2,Lantern,,Hammond,LA,,{phone}\n");
        let asked = import_as(&app, "guide", &second("")).await;
        assert_eq!((asked.added, asked.to_review), (1, 1), "{asked}");
        // Nothing but the question is written: the shop has that phone, and a record of this list.
        let next = import_as(&app, "guide", &second("985-555-0142")).await;
        assert_eq!((next.unchanged, next.duplicates), (1, 1), "{next}");
        assert_eq!(questions(&app).await, [] as [Value; 0]);
        // It stays that shop, also without what told so.
        for phone in ["985-555-0142", ""] {
            let again = import_as(&app, "guide", &second(phone)).await;
            assert_eq!((again.unchanged, again.duplicates), (1, 1), "{again}");
            assert_eq!(questions(&app).await, [] as [Value; 0]);
            assert_eq!(app.shop_rows().await.len(), 1);
        }
        assert_eq!(links(&app, "guide").await, 1);
    }
);

both_engines!(
    a_question_that_an_import_settled_waits_again_when_that_is_taken_back,
    |app: TestApp| {
        import_as(&app, "first", FIRST).await;
        let asked = import_as(&app, "asked", "7,Lantern,,Hammond,LA,,\n").await;
        assert_eq!(asked.to_review, 1, "{asked}");
        let known = "7,Lantern,,Hammond,LA,,985-555-0142\n";
        for number in [3, 4] {
            let matched = import_as(&app, "asked", known).await;
            assert_eq!((matched.duplicates, matched.added), (1, 0), "{matched}");
            assert_eq!(questions(&app).await, [] as [Value; 0]);
            assert_eq!(links(&app, "asked").await, 1);
            undo_import(&app.services().ledger, number).await.unwrap();
            assert_eq!(questions(&app).await.len(), 1);
            assert_eq!(links(&app, "asked").await, 0);
        }
        assert_eq!(app.shop_rows().await.len(), 1);
    }
);

both_engines!(
    an_answer_that_a_person_has_given_since_stays_when_that_is_taken_back,
    |app: TestApp| {
        let second = |phone: &str| format!("{FIRST}2,Lantern,,Hammond,LA,,{phone}\n");
        import_as(&app, "guide", &second("")).await;
        let settled = import_as(&app, "guide", &second("985-555-0142")).await;
        assert_eq!(settled.duplicates, 1, "{settled}");
        // Its shop goes, so that the question waits, and the administrator answers otherwise.
        let ledger = &app.services().ledger;
        undo_import(ledger, 1).await.unwrap();
        let other = "4,Blue Door,9 Pine Street,Hammond,LA,70401,985-555-0199\n";
        import_as(&app, "other", other).await;
        let [question] = &questions(&app).await[..] else {
            panic!("one question waits")
        };
        let same = json!({ "shop": "blue-door-hammond-la" });
        decide(&app, question, "same-shop", &same).await.expect(200);
        undo_import(ledger, 2).await.unwrap();
        assert_eq!(questions(&app).await, [] as [Value; 0]);
        assert_eq!(links(&app, "guide").await, 1);
    }
);

/// A question, whose record an import has matched with the other of two shops without closing it.
async fn matched_meanwhile(app: &TestApp) -> (Value, shop::Model, shop::Model) {
    import_as(app, "first", FIRST).await;
    let asked = import_as(app, "asked", "7,Lantern,,Hammond,LA,,\n").await;
    assert_eq!(asked.to_review, 1, "{asked}");
    app.clock.advance(TimeDelta::minutes(5));
    let other = "4,Blue Door,9 Pine Street,Hammond,LA,70401,985-555-0199\n";
    import_as(app, "other", other).await;
    let rows = app.shop_rows().await;
    let of = |name: &str| rows.iter().find(|row| row.name == name).unwrap().clone();
    let (shown, matched) = (of("Lantern"), of("Blue Door"));
    let link = shop_source::Model {
        id: app.identifiers.next(),
        shop_id: matched.id,
        source: "asked".to_owned(),
        source_id: "7".to_owned(),
        refreshed_at: None,
        fetched_at: app.clock.now(),
    };
    shop_source::Entity::insert(link.into_active_model())
        .exec_without_returning(app.database.reads())
        .await
        .unwrap();
    (questions(app).await[0].clone(), shown, matched)
}

both_engines!(
    a_record_that_was_matched_meanwhile_becomes_no_second_shop,
    |app: TestApp| {
        let (question, _, matched) = matched_meanwhile(&app).await;
        let accepted = decide(&app, &question, "accept", &json!({})).await;
        assert_eq!(accepted.expect(200).json()["slug"], matched.slug);
        assert_eq!(app.shop_rows().await.len(), 2);
        assert_eq!(links(&app, "asked").await, 1);
        assert_eq!(questions(&app).await, [] as [Value; 0]);
    }
);

both_engines!(
    a_record_that_was_matched_meanwhile_is_no_other_shop,
    |app: TestApp| {
        let (question, shown, matched) = matched_meanwhile(&app).await;
        let other = json!({ "shop": shown.slug });
        let refused = decide(&app, &question, "same-shop", &other).await;
        let details = refused.expect(409).json()["details"].clone();
        assert_eq!(
            (&details["kind"], &details["slug"]),
            (&json!("matched"), &json!(matched.slug))
        );
        assert_eq!(questions(&app).await, std::slice::from_ref(&question));
        // With the shop that it was matched with, it needs no second link.
        let same = json!({ "shop": matched.slug });
        let joined = decide(&app, &question, "same-shop", &same).await;
        assert_eq!(joined.expect(200).json()["slug"], matched.slug);
        assert_eq!(links(&app, "asked").await, 1);
        assert_eq!(questions(&app).await, [] as [Value; 0]);
        assert_eq!(app.shop_row(shown.id).await, shown);
    }
);

both_engines!(
    unlike_names_with_one_number_address_and_phone_are_a_question,
    |app: TestApp| {
        let stall = |name: &str| format!("5,{name},1 Oak Street,Hammond,LA,70401,985-555-0142\n");
        let both = [stall("Lantern Roasters"), stall("Blue Door")].concat();
        let first = import_as(&app, "licenses", &both).await;
        let counts = (first.added, first.duplicates, first.to_review);
        assert_eq!(counts, (1, 0, 1), "{first}");
        let again = import_as(&app, "licenses", &both).await;
        let counts = (again.unchanged, again.duplicates, again.to_review);
        assert_eq!(counts, (1, 0, 1), "{again}");
        assert_eq!(questions(&app).await[0]["name"], "Blue Door");
        let rows = app.shop_rows().await;
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["Lantern Roasters"]);
    }
);
