//! Sources and dates of facts; older lists, and lists that no longer have a shop.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::EntityTrait;
use serde_json::json;
use townperk::{
    catalog::entities::{shop, suggestion},
    features::imports::{ImportOptions, Missing, MissingSummary, Summary},
};

use super::{CAFES, File, file, import, importer, shop_id};
use crate::support::TestApp;

const RUST_AND_BEAN: &str = "/api/coffee-shops/rust-and-bean-alexandria-la";

/// The cafes, as an extract from this moment.
fn extract_of(moment: &str, content: &str) -> File {
    let stamped = content.replacen(
        "\"features\"",
        &format!("\"generator\":\"overpass-ide\",\"timestamp\":\"{moment}\",\"features\""),
        1,
    );
    file("extract.geojson", stamped)
}

async fn run(app: &TestApp, file: &File) -> Summary {
    import(app, file, &ImportOptions::default()).await
}

async fn rust_and_bean(app: &TestApp) -> serde_json::Value {
    app.visitor().get(RUST_AND_BEAN).await.expect(200).json()
}

fn now(app: &TestApp) -> DateTime<Utc> {
    app.clock.now()
}

fn days_ago(app: &TestApp, days: i64) -> String {
    (now(app) - TimeDelta::days(days))
        .format("%Y-%m-%dT%H:%M:%SZ")
        .to_string()
}

both_engines!(
    a_shop_says_where_its_facts_come_from_and_how_old_they_are,
    |app: TestApp| {
        run(&app, &extract_of("2020-03-07T00:22:02Z", CAFES)).await;
        let shop = rust_and_bean(&app).await;
        assert_eq!(shop["source"], "OpenStreetMap");
        assert_eq!(shop["sourceDate"], "2020-03-07");
        assert_eq!(shop["license"], "ODbL 1.0");
        assert_eq!(shop["sourceLabel"], "From OpenStreetMap, March 2020");
        assert_eq!(
            shop["hoursAge"],
            json!({"label": "Hours from March 2020, may have changed", "freshness": "grey", "hint": null})
        );
        let listed = app
            .visitor()
            .get("/api/cities/alexandria-la/coffee-shops")
            .await
            .expect(200)
            .json();
        let listed = listed.as_array().unwrap().first().unwrap().clone();
        assert_eq!(
            (&listed["source"], &listed["sourceDate"], &listed["license"]),
            (
                &json!("OpenStreetMap"),
                &json!("2020-03-07"),
                &json!("ODbL 1.0")
            )
        );
        let page = app
            .visitor()
            .get("/coffee-shops/rust-and-bean-alexandria-la")
            .await
            .expect(200)
            .text();
        for words in [
            "From OpenStreetMap, March 2020",
            "ODbL 1.0</a>",
            "Hours from March 2020, may have changed",
        ] {
            assert!(page.contains(words), "the page lacks {words}");
        }
    }
);

both_engines!(hours_age_on_the_page_by_themselves, |app: TestApp| {
    run(&app, &extract_of(&days_ago(&app, 179), CAFES)).await;
    let month = (now(&app) - TimeDelta::days(179)).format("%B %Y");
    let age = |shop: serde_json::Value| {
        let text = |name: &str| shop["hoursAge"][name].as_str().unwrap_or("").to_owned();
        (text("freshness"), text("label"), text("hint"))
    };
    for (days, freshness, label, hint) in [
        (0, "green", format!("Hours from {month}"), ""),
        (
            2,
            "amber",
            format!("Hours from {month}"),
            "That was a while ago.",
        ),
        (
            185,
            "grey",
            format!("Hours from {month}, may have changed"),
            "",
        ),
    ] {
        app.clock.advance(TimeDelta::days(days));
        let expected = (freshness.to_owned(), label, hint.to_owned());
        assert_eq!(age(rust_and_bean(&app).await), expected);
    }
});

both_engines!(
    older_data_overwrites_nothing_and_opens_nothing,
    |app: TestApp| {
        run(&app, &extract_of("2024-05-01T00:00:00Z", CAFES)).await;
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        let ours = app.shop_row(id).await;
        let older = CAFES
            .replace("Mo-Fr 07:00-15:00", "24/7")
            .replace("Café Ligne", "Café Longue");
        let summary = run(&app, &extract_of("2020-03-07T00:22:02Z", &older)).await;
        assert_eq!((summary.unchanged, summary.updated), (2, 0));
        assert_eq!(app.shop_row(id).await, ours);

        let closed = CAFES.replacen("\"amenity\":\"cafe\"", "\"disused:amenity\":\"cafe\"", 1);
        let summary = run(&app, &extract_of("2020-03-07T00:22:02Z", &closed)).await;
        assert_eq!(summary.closed, 0, "an old closure closes nothing");
        let summary = run(&app, &extract_of("2025-01-01T00:00:00Z", &closed)).await;
        assert_eq!(summary.closed, 1);
        for (moment, is_open) in [
            ("2024-12-31T00:00:00Z", false),
            ("2025-01-01T00:00:00Z", false),
            ("2025-01-02T00:00:00Z", true),
        ] {
            run(&app, &extract_of(moment, CAFES)).await;
            let row = app.shop_row(id).await;
            assert_eq!(row.closed_at.is_none(), is_open, "{moment}");
        }
        let newer = run(&app, &extract_of("2026-02-01T00:00:00Z", CAFES)).await;
        assert_eq!((newer.unchanged, newer.updated), (2, 0));
        assert_eq!(rust_and_bean(&app).await["sourceDate"], "2026-02-01");
        let row = app.shop_row(id).await;
        run(&app, &extract_of("2026-02-01T00:00:00Z", CAFES)).await;
        assert_eq!(app.shop_row(id).await, row, "the same edition twice");
    }
);

both_engines!(
    a_date_that_is_still_to_come_keeps_no_edition_out,
    |app: TestApp| {
        run(&app, &extract_of("2999-01-01T00:00:00Z", CAFES)).await;
        assert_eq!(rust_and_bean(&app).await["sourceDate"], json!(null));
        let newer = CAFES.replace("Mo-Fr 07:00-15:00", "24/7");
        let summary = run(&app, &extract_of("2026-01-01T00:00:00Z", &newer)).await;
        assert_eq!(summary.updated, 1);
    }
);

const GUIDE: &str = "id,name,street,city,state,zip,updated\n\
    1,Rust & Bean,126 Main Street,Alexandria,LA,71301,2024-04-01\n\
    2,Lantern Roasters,9 Oak Street,Hammond,LA,70401,2024-04-01\n\
    3,Second Pour,44 Pine Street,Bunkie,LA,71322,2024-04-01\n";

fn guide(missing: Option<Missing>) -> ImportOptions {
    ImportOptions {
        source: Some("county-guide".to_owned()),
        license: Some("CC BY 4.0".to_owned()),
        missing,
        ..ImportOptions::default()
    }
}

/// The guide's first and last shops, a year later.
fn next_guide() -> File {
    let lines = GUIDE.lines().filter(|line| !line.starts_with("2,"));
    let text = lines.collect::<Vec<_>>().join("\n");
    file("next.csv", text.replace("2024", "2025"))
}

async fn run_complete(app: &TestApp, file: &File, options: &ImportOptions) -> Vec<MissingSummary> {
    let mut importer = importer(app).await;
    let path = &file.path;
    importer
        .file(path, options, &mut None, &mut |_| {})
        .await
        .unwrap();
    let missing = importer.missing(options).await.unwrap();
    importer.end().await.unwrap();
    missing
}

async fn row_of(app: &TestApp, slug: &str) -> shop::Model {
    let shops = shop::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap();
    shops.into_iter().find(|row| row.slug == slug).unwrap()
}

both_engines!(
    a_complete_list_closes_what_it_no_longer_has,
    |app: TestApp| {
        import(&app, &file("guide.csv", GUIDE), &guide(None)).await;
        let shop = rust_and_bean(&app).await;
        assert_eq!(
            (&shop["sourceLabel"], &shop["license"]),
            (&json!("From County guide, April 2024"), &json!("CC BY 4.0"))
        );
        assert!(
            run_complete(&app, &next_guide(), &guide(None))
                .await
                .is_empty(),
            "without the word nothing is missing"
        );
        let dry = ImportOptions {
            dry_run: true,
            ..guide(Some(Missing::Close))
        };
        for options in [dry, guide(Some(Missing::Close))] {
            let open = row_of(&app, "lantern-roasters-hammond-la").await;
            assert_eq!(open.closed_at, None);
            let missing = run_complete(&app, &next_guide(), &options).await;
            assert_eq!(missing.len(), 1);
            assert_eq!(missing[0].closed, ["lantern-roasters-hammond-la"]);
            assert!(missing[0].asked.is_empty());
        }
        let closed = row_of(&app, "lantern-roasters-hammond-la").await;
        assert!(closed.closed_at.is_some());
        assert_eq!(closed.edition, 2);
        app.visitor()
            .get("/api/coffee-shops/lantern-roasters-hammond-la")
            .await
            .expect(200);
        // The previous edition is older.
        import(&app, &file("guide.csv", GUIDE), &guide(None)).await;
        let row = row_of(&app, "lantern-roasters-hammond-la").await;
        assert!(row.closed_at.is_some(), "an older list opened it again");
        let back = file("back.csv", GUIDE.replace("2024", "2026"));
        import(&app, &back, &guide(None)).await;
        let row = row_of(&app, "lantern-roasters-hammond-la").await;
        assert_eq!(row.closed_at, None);
    }
);

both_engines!(
    a_complete_list_asks_once_about_what_it_no_longer_has,
    |app: TestApp| {
        import(&app, &file("guide.csv", GUIDE), &guide(None)).await;
        for asked in [1, 0] {
            let missing = run_complete(&app, &next_guide(), &guide(Some(Missing::Ask))).await;
            assert_eq!(missing[0].asked.len(), asked);
            assert_eq!(missing[0].asked_before, 1 - asked);
            assert!(missing[0].closed.is_empty());
        }
        let questions = suggestion::Entity::find()
            .all(app.database.reads())
            .await
            .unwrap();
        let lantern = row_of(&app, "lantern-roasters-hammond-la").await;
        assert_eq!(questions.len(), 1);
        assert_eq!(questions[0].shop_id, lantern.id);
        assert_eq!(
            questions[0].note.as_deref(),
            Some("The list \"county-guide\" of April 2025 no longer has this shop.")
        );
        assert_eq!(lantern.closed_at, None);
    }
);

both_engines!(
    nobody_else_s_shop_is_closed_without_a_question,
    |app: TestApp| {
        import(&app, &file("guide.csv", GUIDE), &guide(None)).await;
        let lantern = row_of(&app, "lantern-roasters-hammond-la").await;
        app.owner_of(&lantern).await;
        let options = guide(Some(Missing::Close));
        let missing = run_complete(&app, &next_guide(), &options).await;
        assert_eq!(missing[0].asked, ["lantern-roasters-hammond-la"]);
        assert_eq!(row_of(&app, &lantern.slug).await.closed_at, None);
        // An unreadable record may be the missing one.
        let unclear = GUIDE
            .replace("2024", "2025")
            .replace("3,Second Pour,44 Pine Street,Bunkie,LA,71322,", "3,Second");
        let missing = run_complete(&app, &file("unclear.csv", unclear), &options).await;
        assert_eq!(missing[0].unclear, 1);
        assert_eq!(missing[0].asked, ["second-pour-bunkie-la"]);
        let nothing = file("nothing.csv", GUIDE.lines().next().unwrap());
        let missing = run_complete(&app, &nothing, &options).await;
        assert!(missing[0].closed.is_empty() && missing[0].asked.is_empty());
        // Changed at another time: the list is now newer.
        let older = next_guide();
        let older = std::fs::read_to_string(&older.path)
            .unwrap()
            .replace("2025", "2023");
        let missing = run_complete(&app, &file("older.csv", older), &options).await;
        assert!(missing[0].closed.is_empty() && missing[0].asked.is_empty());
    }
);
