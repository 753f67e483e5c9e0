//! Records that turn out to be a shop that is there.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::Value;
use townperk::{
    catalog::entities::shop_source,
    features::imports::{ImportOptions, Summary, undo_import},
};

use super::{file, import};
use crate::support::TestApp;

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
