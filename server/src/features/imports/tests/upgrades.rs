//! What imports of an earlier release have written, after an upgrade.

use chrono::{DateTime, Utc};
use sea_orm::{EntityTrait, QueryOrder, sea_query::Expr};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::shop_source,
    features::imports::{
        ImportOptions, Summary,
        entity::review_item::{self, Status},
        undo_import,
    },
};
use uuid::Uuid;

use super::{file, import};
use crate::{
    migrations::{at, old_shop, old_town},
    support::{OldRow, Setup, TestApp, TestDatabase},
};

/// The last migration of a release whose imports didn't note which questions they had answered, nor count before a file's end.
const RELEASE: &str = "m0040_import_files";

/// A shop with a place and a phone.
fn placed_shop(id: Uuid, town: Uuid) -> OldRow {
    let (table, mut row) = old_shop(id, town, ("blue-door-alexandria-la", "Blue Door"));
    row.extend([
        ("street", Expr::value(Some("126 Main Street"))),
        ("zip_code", Expr::value(Some("71301"))),
        ("phone", Expr::value(Some("(318) 555-0142"))),
        ("telephone", Expr::value(Some("+13185550142"))),
    ]);
    (table, row)
}

/// A record of a list that is a shop.
fn old_link(id: Uuid, shop: Uuid, (source, record): (&'static str, &'static str)) -> OldRow {
    let row = vec![
        ("id", Expr::value(id)),
        ("shop_id", Expr::value(shop)),
        ("source", Expr::value(source)),
        ("source_id", Expr::value(record)),
        ("fetched_at", Expr::value(at(0))),
    ];
    ("shop_sources", row)
}

/// A question about a record without a place, which a later import has answered with a shop.
fn old_answer(id: Uuid, (number, record): (i64, &'static str), shop: Uuid) -> OldRow {
    let held = json!({
        "facts": { "name": "Blue Door", "timeZone": "America/Chicago", "categories": [] },
        "town": {
            "slug": "alexandria-la", "name": "Alexandria", "state": "LA",
            "county": "Rapides Parish", "latitude": 31.31, "longitude": -92.45,
            "timeZone": "America/Chicago"
        },
        "refreshedAt": null
    });
    let row = vec![
        ("id", Expr::value(id)),
        ("number", Expr::value(number)),
        ("source", Expr::value("asked")),
        ("source_id", Expr::value(record)),
        ("name", Expr::value("Blue Door")),
        ("town", Expr::value("Alexandria, LA")),
        ("reason", Expr::value("the same name in the same town")),
        ("similar_slug", Expr::value(Some("blue-door-alexandria-la"))),
        ("record", Expr::value(held.to_string())),
        ("status", Expr::value("accepted")),
        ("shop_id", Expr::value(Some(shop))),
        ("created_at", Expr::value(at(1))),
        ("updated_at", Expr::value(at(1))),
        ("decided_at", Expr::value(Some(at(2)))),
    ];
    ("review_items", row)
}

/// An import of one file, which has ended or was canceled, and may have been undone.
fn old_import(
    id: Uuid,
    (number, name): (i64, &'static str),
    added: u64,
    [ended_at, undone_at]: [Option<DateTime<Utc>>; 2],
) -> OldRow {
    let counts = json!({
        "records": 2, "added": added, "updated": 0, "unchanged": 0, "duplicates": 0, "chains": 0,
        "toReview": 0, "closed": 0, "rejected": 0, "missing": 0
    });
    let row = vec![
        ("id", Expr::value(id)),
        ("number", Expr::value(number)),
        ("files", Expr::value(json!([format!("{name}.csv")]))),
        ("source", Expr::value(Some(name))),
        ("counts", Expr::value(counts)),
        ("started_at", Expr::value(at(number))),
        ("ended_at", Expr::value(ended_at)),
        ("undo_asked_at", Expr::value(undone_at)),
        ("undone_at", Expr::value(undone_at)),
    ];
    ("imports", row)
}

/// What an import wrote: its number among the notes, its kind, and its row.
fn old_note(
    import: Uuid,
    (number, kind, about): (i64, &'static str, Uuid),
    outcome: Option<&'static str>,
) -> OldRow {
    let row = vec![
        ("run_id", Expr::value(import)),
        ("number", Expr::value(number)),
        ("row_id", Expr::value(about)),
        ("kind", Expr::value(kind)),
        ("outcome", Expr::value(outcome)),
    ];
    ("import_changes", row)
}

/// The imports, newest first: number, file, how many it added, and whether it has ended and was undone.
async fn listed(app: &TestApp) -> Vec<Value> {
    let administrator = app.administrator().await;
    let page = administrator.get("/api/admin/imports").await;
    let page = page.expect(200).json();
    let imports = page["imports"].as_array().unwrap().iter();
    let told = imports.map(|import| {
        let [has_ended, is_undone] = ["endedAt", "undoneAt"].map(|name| !import[name].is_null());
        let (number, file) = (&import["number"], &import["files"][0]);
        json!([
            number,
            file,
            import["counts"]["added"],
            has_ended,
            is_undone
        ])
    });
    told.collect()
}

async fn questions(app: &TestApp) -> Vec<(i64, Status, Option<Uuid>)> {
    let items = review_item::Entity::find().order_by_asc(review_item::Column::Number);
    let items = items.all(app.database.reads()).await.unwrap();
    let told = items.into_iter();
    told.map(|item| (item.number, item.status, item.shop_id))
        .collect()
}

/// Imports both records again that were asked about.
async fn import_again(app: &TestApp) -> Summary {
    let options = ImportOptions {
        source: Some("asked".to_owned()),
        ..ImportOptions::default()
    };
    let header = "id,name,address,city,state,zip,phone";
    let rows = "7,Blue Door,,Alexandria,LA,,\n8,Blue Door,,Alexandria,LA,,\n";
    let list = file("asked.csv", format!("{header}\n{rows}"));
    import(app, &list, &options).await
}

both_engines!(
    what_imports_of_an_earlier_release_wrote_is_taken_back_and_makes_no_twin,
    |home: TestDatabase| {
        let [town, door, lantern] = [1, 2, 3].map(Uuid::from_u128);
        let [listed_door, matched, listed_lantern, gone] = [11, 12, 13, 14].map(Uuid::from_u128);
        let [seven, eight] = [21, 22].map(Uuid::from_u128);
        let [first, asked, matching, undone, cut] = [31, 32, 33, 34, 35].map(Uuid::from_u128);
        let ended = |hour| [Some(at(hour)), None];
        let rows = vec![
            old_town(town),
            placed_shop(door, town),
            old_shop(lantern, town, ("lantern-alexandria-la", "Lantern")),
            old_link(listed_door, door, ("first", "1")),
            old_link(matched, door, ("asked", "7")),
            old_link(listed_lantern, lantern, ("cut", "1")),
            old_answer(seven, (1, "7"), door),
            old_answer(eight, (2, "8"), door),
            old_import(first, (1, "first"), 1, ended(1)),
            old_note(first, (1, "town", town), None),
            old_note(first, (2, "added", door), None),
            old_import(asked, (2, "asked"), 0, ended(2)),
            old_note(asked, (1, "asked", seven), None),
            old_note(asked, (2, "asked", eight), None),
            old_import(matching, (3, "asked"), 0, ended(3)),
            old_note(matching, (1, "linked", matched), None),
            // Its link to the second question's record went, and that question stayed answered.
            old_import(undone, (4, "asked"), 0, [Some(at(4)), Some(at(5))]),
            old_note(undone, (1, "linked", gone), Some("undone")),
            old_import(cut, (5, "cut"), 0, [None, None]),
            old_note(cut, (1, "added", lantern), None),
        ];
        home.become_release(RELEASE, rows).await;
        let app = Setup::new(home).start().await;
        assert_eq!(
            listed(&app).await,
            [
                json!([5, "cut.csv", 0, false, false]),
                json!([4, "asked.csv", 0, true, true]),
                json!([3, "asked.csv", 0, true, false]),
                json!([2, "asked.csv", 0, true, false]),
                json!([1, "first.csv", 1, true, false]),
            ]
        );
        let answered = |number| (number, Status::Accepted, Some(door));
        assert_eq!(questions(&app).await, [answered(1), answered(2)]);

        let again = import_again(&app).await;
        let counts = (again.unchanged, again.duplicates, again.added);
        assert_eq!(counts, (1, 1, 0), "{again}");

        let ledger = &app.services().ledger;
        undo_import(ledger, 3).await.unwrap();
        let link = shop_source::Entity::find_by_id(matched);
        let link = link.one(app.database.reads()).await.unwrap();
        assert_eq!(link, None);
        let waits = (1, Status::Open, None);
        assert_eq!(questions(&app).await, [waits, answered(2)]);
        let again = import_again(&app).await;
        let counts = (again.to_review, again.duplicates, again.added);
        assert_eq!(counts, (1, 1, 0), "{again}");

        // What was written before the import was canceled goes, too.
        let taken_back = undo_import(ledger, 5).await.unwrap();
        assert_eq!((taken_back.removed, taken_back.kept), (1, 0));
        let rows = app.shop_rows().await;
        let left: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        assert_eq!(left, [door]);
    }
);
