//! Lists that are said to be complete: what they no longer have, and what they only seem not to have.

use serde_json::json;
use townperk::features::imports::{ImportOptions, Loss, Missing, MissingSummary, choices};

use super::{File, file, import, importer};
use crate::support::TestApp;

const HEADER: &str = "name,address,city,state,zip\n";
const NAMES: [&str; 5] = [
    "Amber Lantern",
    "Blue Heron",
    "Copper Kettle",
    "Dusty Trail",
    "Evening Star",
];

/// The first shops, without IDs.
fn rows(count: usize, street: &str) -> String {
    let row = |(house, name): (u32, &str)| {
        let address = format!("{house}00 Oak {street},Hammond,LA,70401");
        format!("{name},{address}\n")
    };
    (1..).zip(NAMES).take(count).map(row).collect()
}

/// A list of them.
fn list(count: usize, street: &str) -> File {
    file("guide.csv", format!("{HEADER}{}", rows(count, street)))
}

fn guide(missing: Option<Missing>) -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        missing,
        ..ImportOptions::default()
    }
}

async fn losses(app: &TestApp, file: &File, options: &ImportOptions) -> Vec<Loss> {
    importer(app)
        .await
        .losses(&[&file.path], options)
        .await
        .unwrap()
}

/// Imports a complete list. Returns what was done about the shops that it doesn't have.
async fn missing_in(app: &TestApp, file: &File, options: &ImportOptions) -> MissingSummary {
    let mut importer = importer(app).await;
    importer
        .file(&file.path, options, &mut None, &mut |_| {})
        .await
        .unwrap();
    let missing = importer.missing(options).await.unwrap();
    importer.end().await.unwrap();
    missing.into_iter().next().unwrap()
}

async fn open_shops(app: &TestApp) -> usize {
    let rows = app.shop_rows().await;
    rows.iter().filter(|row| row.closed_at.is_none()).count()
}

both_engines!(
    an_edition_that_spells_streets_otherwise_closes_nothing,
    |app: TestApp| {
        let first = import(&app, &list(5, "Street"), &guide(None)).await;
        assert_eq!(first.added, 5, "{first}");
        let (respelled, complete) = (list(5, "St"), guide(Some(Missing::Close)));
        assert_eq!(losses(&app, &respelled, &complete).await, []);
        let mut importer = importer(&app).await;
        let summary = importer
            .file(&respelled.path, &complete, &mut None, &mut |_| {})
            .await
            .unwrap();
        assert_eq!(summary.duplicates, 5, "{summary}");
        let missing = importer.missing(&complete).await.unwrap();
        importer.end().await.unwrap();
        assert_eq!(missing[0].shops(), 0, "{missing:?}");
        assert_eq!(open_shops(&app).await, 5);
        // What it really doesn't have is counted, however the rest is spelled.
        let found = losses(&app, &list(1, "St"), &complete).await;
        let [loss] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((loss.field, loss.lost, loss.of), ("closed", 4, 5));
    }
);

both_engines!(
    a_shop_that_a_question_names_is_not_missing,
    |app: TestApp| {
        import(&app, &list(5, "Street"), &guide(None)).await;
        // The same shops under other IDs, it seems, and no address tells.
        let rows = NAMES.map(|name| format!("{name},,Hammond,LA,\n")).concat();
        let moved = file("guide.csv", format!("{HEADER}{rows}"));
        let complete = guide(Some(Missing::Close));
        assert_eq!(losses(&app, &moved, &complete).await, []);
        // Questions that wait already name their shops, too.
        for _ in 0..2 {
            let missing = missing_in(&app, &moved, &complete).await;
            assert_eq!(missing.shops(), 0, "{missing:?}");
            assert_eq!(open_shops(&app).await, 5);
        }
        let administrator = app.administrator().await;
        let path = "/api/admin/import-questions";
        let page = administrator.get(path).await.expect(200).json();
        let waiting = page["questions"].as_array().unwrap();
        assert_eq!(waiting.len(), 5);
        let id = waiting[0]["id"].as_str().unwrap();
        let refuse = format!("{path}/{id}/refuse");
        administrator.post(&refuse, &json!({})).await.expect(200);
        let missing = missing_in(&app, &moved, &complete).await;
        assert_eq!(missing.closed.len(), 1, "{missing:?}");
        assert_eq!(open_shops(&app).await, 4);
    }
);

both_engines!(
    a_shop_that_another_list_s_question_names_is_not_missing,
    |app: TestApp| {
        import(&app, &list(5, "Street"), &guide(None)).await;
        let other = "id,name,address,city,state,zip\n7,Evening Star,,Hammond,LA,\n";
        let other_list = ImportOptions {
            source: Some("other".to_owned()),
            ..ImportOptions::default()
        };
        let asked = import(&app, &file("other.csv", other), &other_list).await;
        assert_eq!(asked.to_review, 1, "{asked}");
        let (four, complete) = (list(4, "Street"), guide(Some(Missing::Close)));
        let missing = missing_in(&app, &four, &complete).await;
        assert_eq!(missing.shops(), 0, "{missing:?}");
        let administrator = app.administrator().await;
        let path = "/api/admin/import-questions";
        let page = administrator.get(path).await.expect(200).json();
        let id = page["questions"][0]["id"].as_str().unwrap();
        let refuse = format!("{path}/{id}/refuse");
        administrator.post(&refuse, &json!({})).await.expect(200);
        let missing = missing_in(&app, &four, &complete).await;
        assert_eq!(missing.closed, ["evening-star-hammond-la"]);
    }
);

both_engines!(
    the_unread_rest_of_an_edition_that_is_cut_off_is_not_missing,
    |app: TestApp| {
        import(&app, &list(5, "Street"), &guide(None)).await;
        let cut = format!("{HEADER}Amber Lantern,100 Oak Street,Hammond,LA,70401\nBlue Her");
        let cut = file("guide.csv", cut);
        let complete = guide(Some(Missing::Close));
        assert_eq!(losses(&app, &cut, &complete).await, []);
        let mut importer = importer(&app).await;
        let result = importer
            .file(&cut.path, &complete, &mut None, &mut |_| {})
            .await;
        let problem = result.unwrap_err().to_string();
        assert!(problem.contains("cut off after record 1"), "{problem}");
        importer.end().await.unwrap();
        assert_eq!(open_shops(&app).await, 5);
    }
);

both_engines!(
    a_list_of_one_state_says_nothing_about_shops_of_others,
    |app: TestApp| {
        let elsewhere = "Fox Hollow,1 Pine Street,Natchez,MS,39120\n\
            Golden Thistle,2 Pine Street,Natchez,MS,39120\n";
        let whole = format!("{HEADER}{}{elsewhere}", rows(5, "Street"));
        let first = import(&app, &file("guide.csv", whole), &guide(None)).await;
        assert_eq!(first.added, 7, "{first}");
        let of_one_state = ImportOptions {
            state: Some(choices::state("LA").unwrap()),
            ..guide(Some(Missing::Close))
        };
        // A tenth of what the source has there, not of what it has in all.
        let found = losses(&app, &list(1, "Street"), &of_one_state).await;
        let [loss] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((loss.field, loss.lost, loss.of), ("closed", 4, 5));
        let four = list(4, "Street");
        let mut importer = importer(&app).await;
        importer
            .file(&four.path, &of_one_state, &mut None, &mut |_| {})
            .await
            .unwrap();
        let missing = importer.missing(&of_one_state).await.unwrap();
        importer.end().await.unwrap();
        assert_eq!(missing[0].closed, ["evening-star-hammond-la"]);
        assert_eq!(open_shops(&app).await, 6);
    }
);
