//! Imports as acts with a number, and taking them back (D88).

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{city, shop, shop_source, suggestion},
    features::imports::{ImportOptions, Missing, entity::review_item, undo_import},
    platform::error::Error,
};

use super::{File, file, import, importer};
use crate::support::TestApp;

const LIST: &str = "id,name,address,city,state,zip,phone\n\
    1,Amber Lantern,100 Oak Street,Hammond,LA,70401,985-555-0101\n\
    2,Blue Heron,200 Pine Street,Hammond,LA,70401,985-555-0102\n\
    3,Copper Kettle,300 Elm Street,Hammond,LA,70401,985-555-0103\n\
    4,Dusty Trail,400 Ash Street,Ponchatoula,LA,70454,985-555-0104\n";

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

/// The first list, and one more record that a person has to decide about.
fn list() -> File {
    file(
        "guide.csv",
        format!("{LIST}5,Second Cup,500 Oak Street,Hammond,LA,70401,\n"),
    )
}

async fn import_whole(app: &TestApp, file: &File, options: &ImportOptions) -> i64 {
    let mut importer = importer(app).await;
    importer.losses(&[&file.path], options).await.unwrap();
    importer
        .file(&file.path, options, &mut None, &mut |_| {})
        .await
        .unwrap();
    importer.missing(options).await.unwrap();
    importer.end().await.unwrap();
    importer.number().unwrap()
}

async fn slugs(app: &TestApp) -> Vec<String> {
    let rows = app.shop_rows().await;
    let mut slugs: Vec<String> = rows.into_iter().map(|row| row.slug).collect();
    slugs.sort();
    slugs
}

async fn row(app: &TestApp, slug: &str) -> shop::Model {
    let rows = app.shop_rows().await;
    rows.into_iter().find(|row| row.slug == slug).unwrap()
}

async fn undo(app: &TestApp, number: i64) -> Value {
    let administrator = app.administrator().await;
    let path = format!("/api/admin/imports/{number}/undo");
    let answer = app.working(administrator.post(&path, &json!({}))).await;
    answer.expect(200).json()
}

async fn shown(app: &TestApp, path: &str) -> Value {
    let administrator = app.administrator().await;
    administrator.get(path).await.expect(200).json()
}

both_engines!(
    what_an_import_added_goes_and_may_come_again,
    |app: TestApp| {
        let number = import_whole(&app, &list(), &guide()).await;
        assert_eq!(number, 1);
        assert_eq!(slugs(&app).await.len(), 4);
        let questions = review_item::Entity::find().count(app.database.reads());
        assert_eq!(
            questions.await.unwrap(),
            1,
            "the list asks about one record"
        );
        let undone = undo(&app, number).await;
        assert_eq!(undone, json!({ "removed": 4, "restored": 0, "kept": 0 }));
        assert_eq!(slugs(&app).await, [""; 0]);
        for left in [
            city::Entity::find().count(app.database.reads()).await,
            shop_source::Entity::find()
                .count(app.database.reads())
                .await,
            review_item::Entity::find()
                .count(app.database.reads())
                .await,
        ] {
            assert_eq!(left.unwrap(), 0);
        }
        app.visitor()
            .get("/coffee-shops/blue-heron-hammond-la")
            .await
            .expect(404);
        let again = import_whole(&app, &list(), &guide()).await;
        assert_eq!(again, 2);
        assert_eq!(slugs(&app).await.len(), 4, "with the same addresses");
        assert_eq!(
            row(&app, "blue-heron-hammond-la").await.slug,
            "blue-heron-hammond-la"
        );
    }
);

both_engines!(what_an_import_changed_returns, |app: TestApp| {
    import_whole(&app, &list(), &guide()).await;
    let before = row(&app, "amber-lantern-hammond-la").await;
    // The next edition has another phone number, and shop 4 is gone.
    let edition = LIST.replace("985-555-0101", "985-555-0199").replace(
        "4,Dusty Trail,400 Ash Street,Ponchatoula,LA,70454,985-555-0104\n",
        "",
    );
    let complete = ImportOptions {
        missing: Some(Missing::Close),
        ..guide()
    };
    let number = import_whole(&app, &file("guide.csv", edition), &complete).await;
    let changed = row(&app, "amber-lantern-hammond-la").await;
    assert_eq!(changed.telephone.as_deref(), Some("+19855550199"));
    assert!(
        row(&app, "dusty-trail-ponchatoula-la")
            .await
            .closed_at
            .is_some()
    );
    let undone = undo(&app, number).await;
    assert_eq!(undone, json!({ "removed": 0, "restored": 2, "kept": 0 }));
    let after = row(&app, "amber-lantern-hammond-la").await;
    assert_eq!(after.telephone, before.telephone);
    assert_eq!(after.phone, before.phone);
    assert_eq!(after.provenance, before.provenance);
    let reopened = row(&app, "dusty-trail-ponchatoula-la").await;
    assert_eq!(reopened.closed_at, None);
    assert!(!reopened.provenance.0.contains_key("closed"));
    assert_eq!(slugs(&app).await.len(), 4);
});

both_engines!(
    what_somebody_changed_since_stays_and_is_named,
    |app: TestApp| {
        let number = import_whole(&app, &list(), &guide()).await;
        let voted = row(&app, "amber-lantern-hammond-la").await;
        app.visitor()
            .post(
                &format!("/api/coffee-shops/{}/upvote", voted.id),
                &json!({}),
            )
            .await
            .expect(200);
        let edited = row(&app, "blue-heron-hammond-la").await;
        let administrator = app.administrator().await;
        let form = json!({ "version": edited.edition, "phone": "985-555-0177" });
        let path = format!("/api/admin/coffee-shops/{}", edited.id);
        administrator.put(&path, &form).await.expect(200);
        let undone = undo(&app, number).await;
        assert_eq!(undone, json!({ "removed": 2, "restored": 0, "kept": 2 }));
        assert_eq!(
            slugs(&app).await,
            ["amber-lantern-hammond-la", "blue-heron-hammond-la"]
        );
        let detail = shown(&app, &format!("/api/admin/imports/{number}")).await;
        assert_eq!(
            detail["kept"],
            json!([
                { "slug": "amber-lantern-hammond-la", "name": "Amber Lantern", "reason": "it has votes" },
                { "slug": "blue-heron-hammond-la", "name": "Blue Heron", "reason": "it was edited" },
            ])
        );
        assert_eq!(
            row(&app, "blue-heron-hammond-la")
                .await
                .telephone
                .as_deref(),
            Some("+19855550177")
        );
        // The town of the two stays with them, and the other one goes.
        let towns = city::Entity::find()
            .all(app.database.reads())
            .await
            .unwrap();
        assert_eq!(towns.len(), 1);
    }
);

both_engines!(
    a_fact_that_was_edited_since_stays_beside_those_that_return,
    |app: TestApp| {
        import_whole(&app, &list(), &guide()).await;
        let edition = LIST
            .replace("985-555-0101", "985-555-0199")
            .replace("100 Oak Street", "101 Oak Street");
        let number = import_whole(&app, &file("guide.csv", edition), &guide()).await;
        let changed = row(&app, "amber-lantern-hammond-la").await;
        assert_eq!(changed.street.as_deref(), Some("101 Oak Street"));
        let administrator = app.administrator().await;
        let form = json!({ "version": changed.edition, "phone": "985-555-0177" });
        let path = format!("/api/admin/coffee-shops/{}", changed.id);
        administrator.put(&path, &form).await.expect(200);
        let undone = undo(&app, number).await;
        assert_eq!(undone, json!({ "removed": 0, "restored": 0, "kept": 1 }));
        let after = row(&app, "amber-lantern-hammond-la").await;
        assert_eq!(after.street.as_deref(), Some("100 Oak Street"));
        assert_eq!(after.telephone.as_deref(), Some("+19855550177"));
        let detail = shown(&app, &format!("/api/admin/imports/{number}")).await;
        let reason = detail["kept"][0]["reason"].as_str().unwrap();
        assert!(
            reason.contains("telephone") && reason.ends_with("changed since"),
            "{reason}"
        );
    }
);

both_engines!(a_shop_that_another_list_has_stays, |app: TestApp| {
    let first = import_whole(&app, &list(), &guide()).await;
    let second = "id,name,address,city,state,zip,website\n\
        a,Amber Lantern,100 Oak Street,Hammond,LA,70401,https://amber.example\n";
    let other = ImportOptions {
        source: Some("other".to_owned()),
        ..ImportOptions::default()
    };
    let second = import_whole(&app, &file("other.csv", second), &other).await;
    assert_eq!(
        undo(&app, first).await,
        json!({ "removed": 3, "restored": 0, "kept": 1 })
    );
    let kept = shown(&app, &format!("/api/admin/imports/{first}")).await["kept"].clone();
    assert_eq!(kept[0]["reason"], "another list has it, too");
    // What the second one filled in goes with it.
    assert_eq!(
        undo(&app, second).await,
        json!({ "removed": 0, "restored": 1, "kept": 0 })
    );
    assert_eq!(row(&app, "amber-lantern-hammond-la").await.website, None);
    let links = shop_source::Entity::find()
        .count(app.database.reads())
        .await;
    assert_eq!(links.unwrap(), 1);
});

both_engines!(
    questions_about_missing_shops_go_unless_they_are_answered,
    |app: TestApp| {
        import_whole(&app, &list(), &guide()).await;
        let asking = ImportOptions {
            missing: Some(Missing::Ask),
            ..guide()
        };
        let shorter = LIST.lines().take(3).collect::<Vec<_>>().join("\n");
        let number = import_whole(&app, &file("guide.csv", shorter), &asking).await;
        let open = || {
            suggestion::Entity::find()
                .filter(suggestion::Column::Status.eq(suggestion::Status::Open))
                .count(app.database.reads())
        };
        assert_eq!(open().await.unwrap(), 2);
        undo(&app, number).await;
        assert_eq!(open().await.unwrap(), 0);
    }
);

both_engines!(imports_are_listed_and_undone_once, |app: TestApp| {
    let number = import_whole(&app, &list(), &guide()).await;
    let listed = shown(&app, "/api/admin/imports").await;
    assert_eq!(listed["total"], 1);
    let import = &listed["imports"][0];
    assert_eq!(import["number"], number);
    assert_eq!(import["files"], json!(["guide.csv"]));
    assert_eq!(import["source"], "guide");
    assert_eq!(import["counts"]["added"], 4);
    assert_eq!(import["counts"]["toReview"], 1);
    assert_eq!(import["undoneAt"], Value::Null);
    assert_ne!(import["endedAt"], Value::Null);
    undo(&app, number).await;
    let detail = shown(&app, &format!("/api/admin/imports/{number}")).await;
    assert_ne!(detail["undoneAt"], Value::Null);
    assert_eq!(detail["isBeingUndone"], false);
    assert_eq!(detail["undone"]["removed"], 4);
    let administrator = app.administrator().await;
    let again = format!("/api/admin/imports/{number}/undo");
    administrator.post(&again, &json!({})).await.expect(409);
    for path in ["/api/admin/imports/99/undo", "/api/admin/imports/0/undo"] {
        administrator.post(path, &json!({})).await.expect(404);
    }
    administrator.get("/api/admin/imports/x").await.expect(400);
});

both_engines!(
    an_import_that_is_being_undone_writes_nothing_more,
    |app: TestApp| {
        let mut running = importer(&app).await;
        let (first, second) = (
            list(),
            file(
                "more.csv",
                LIST.replace("Street", "Avenue")
                    .replace("Hammond", "Covington"),
            ),
        );
        running
            .file(&first.path, &guide(), &mut None, &mut |_| {})
            .await
            .unwrap();
        undo_import(&app.services().ledger, running.number().unwrap())
            .await
            .unwrap();
        let refused = running
            .file(&second.path, &guide(), &mut None, &mut |_| {})
            .await;
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
        assert_eq!(slugs(&app).await, [""; 0]);
    }
);

both_engines!(
    a_shop_that_an_import_moved_returns_with_the_clocks_of_its_town,
    |app: TestApp| {
        let cafe = |town: &str, point: &str| {
            let list = format!(
                r#"{{"type":"FeatureCollection","features":[
 {{"type":"Feature","id":"node/1","properties":{{"@id":"node/1","amenity":"cafe","name":"Dusty Trail","addr:housenumber":"12","addr:street":"Oak Street",{town}}},"geometry":{{"type":"Point","coordinates":[{point}]}}}}
]}}"#
            );
            file("cafes.geojson", list)
        };
        let alexandria = r#""addr:city":"Alexandria","addr:state":"LA","addr:postcode":"71301""#;
        let jackpot = r#""addr:city":"Jackpot","addr:state":"NV","addr:postcode":"89825""#;
        let options = ImportOptions::default();
        import_whole(&app, &cafe(alexandria, "-92.4451,31.3113"), &options).await;
        let before = row(&app, "dusty-trail-alexandria-la").await;
        let page = "/api/coffee-shops/dusty-trail-alexandria-la";
        let zone = async || app.visitor().get(page).await.expect(200).json()["timeZone"].clone();
        assert_eq!(zone().await, "America/Chicago");
        let moved = cafe(jackpot, "-114.6748,41.9832");
        let number = import_whole(&app, &moved, &options).await;
        assert_eq!(zone().await, "America/Denver");
        // Meanwhile, a server of the release before writes what it thinks.
        app.edit_shop(before.id, |row| {
            row.time_zone = "America/Los_Angeles".to_owned();
        })
        .await;
        let undone = undo(&app, number).await;
        assert_eq!(undone, json!({ "removed": 0, "restored": 1, "kept": 0 }));
        assert_eq!(app.shop_row(before.id).await.city_id, before.city_id);
        assert_eq!(zone().await, "America/Chicago");
    }
);

both_engines!(a_dry_run_has_no_number, |app: TestApp| {
    let dry = ImportOptions {
        dry_run: true,
        ..guide()
    };
    import(&app, &list(), &dry).await;
    assert_eq!(shown(&app, "/api/admin/imports").await["total"], 0);
});
