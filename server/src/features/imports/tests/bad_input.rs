//! Lists as they shouldn't be: what can't be read is counted and named, and never lost without a word.

use std::fs;

use townperk::features::imports::{ImportOptions, Report, Summary};

use super::{file, importer};
use crate::support::TestApp;

/// Imports a list. Returns the summary, the report, and the problem that ended it.
async fn read(app: &TestApp, name: &str, content: &str) -> (Summary, String, Option<String>) {
    let list = file(name, content);
    let path = list.path.with_extension("report.csv");
    let mut report = Some(Report::create(&path).unwrap());
    let mut importer = importer(app).await;
    let options = ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    };
    let mut last = Summary::default();
    let result = importer
        .file(&list.path, &options, &mut report, &mut |progress| {
            last = progress.summary;
        })
        .await;
    importer.end().await.unwrap();
    report.unwrap().finish().unwrap();
    let text = fs::read_to_string(path).unwrap();
    match result {
        Ok(summary) => (summary, text, None),
        Err(error) => (last, text, Some(error.to_string())),
    }
}

both_engines!(a_list_that_ends_in_the_middle_says_where, |app: TestApp| {
    let cut = "name,address,city,state,zip\n\
        Amber Lantern,1 Oak Street,Hammond,LA,70401\n\
        Blue Door,2 Oak Str";
    let (summary, report, problem) = read(&app, "cut.csv", cut).await;
    assert_eq!(summary.added, 1, "{report}");
    let problem = problem.expect("cut off");
    assert!(problem.contains("cut off after record 1"), "{problem}");
});

both_engines!(ragged_rows_are_named_with_their_line, |app: TestApp| {
    let ragged = "name,address,city,state,zip\n\
        Amber Lantern,1 Oak Street,Hammond,LA,70401\n\
        Blue Door,2 Oak Street,Hammond\n\
        Copper Kettle,3 Oak Street,Suite 4,Hammond,LA,70401\n\
        Dusty Trail,5 Oak Street,Hammond,LA,70401,,\n";
    let (summary, report, problem) = read(&app, "ragged.csv", ragged).await;
    assert_eq!((summary.added, summary.rejected), (2, 2), "{report}");
    assert!(
        report.contains("(line 3): 3 fields where the header has 5"),
        "{report}"
    );
    assert!(report.contains("(line 4): 6 fields"), "{report}");
    assert_eq!(problem, None);
});

both_engines!(two_header_rows_are_no_shops, |app: TestApp| {
    let two = "Shop,,Place,,\n\
        Name,Phone,Street,City,State\n\
        Amber Lantern,985-555-0101,1 Oak Street,Hammond,LA\n\
        Name,Phone,Street,City,State\n\
        Blue Door,985-555-0102,2 Oak Street,Hammond,LA\n";
    let (summary, report, _) = read(&app, "two.csv", two).await;
    assert_eq!((summary.records, summary.added), (2, 2), "{report}");
});

both_engines!(
    coordinates_of_all_kinds_are_read_or_named,
    |app: TestApp| {
        let points = "name;address;city;state;lat;lon\n\
        Amber Lantern;1 Oak Street;Hammond;LA;30°30'15\"N;90°27'40\"W\n\
        Blue Door;2 Pine Street;Hammond;LA;3569000.5;-10069500.2\n\
        Copper Kettle;3 Elm Street;Hammond;LA;712345.6;3591234.5\n";
        let (summary, report, _) = read(&app, "points.csv", points).await;
        assert_eq!((summary.added, summary.lost), (3, 1), "{report}");
        assert!(report.contains("no latitude and longitude"), "{report}");
        let rows = app.shop_rows().await;
        let placed = rows.iter().filter(|row| row.latitude.is_some()).count();
        assert_eq!(placed, 2, "{rows:?}");
    }
);

both_engines!(dates_as_numbers_are_read_or_named, |app: TestApp| {
    let dates = "name,address,city,state,updated\n\
        Amber Lantern,1 Oak Street,Hammond,LA,45413\n\
        Blue Door,2 Pine Street,Hammond,LA,20240501\n\
        Copper Kettle,3 Elm Street,Hammond,LA,1714521600000\n\
        Dusty Trail,4 Ash Street,Hammond,LA,last spring\n";
    let (summary, report, _) = read(&app, "dates.csv", dates).await;
    assert_eq!((summary.added, summary.lost), (4, 1), "{report}");
    assert!(report.contains("last spring"), "{report}");
    let rows = app.shop_rows().await;
    let days: Vec<String> = rows
        .iter()
        .filter_map(|row| row.origins.0.get("guide")?.as_of)
        .map(|at| at.format("%Y-%m-%d").to_string())
        .collect();
    assert_eq!(days, ["2024-05-01"; 3]);
});

both_engines!(formulas_are_read_or_named, |app: TestApp| {
    let formulas = "name,address,city,state,zip,phone\n\
        \"=HYPERLINK(\"\"https://x.example\"\",\"\"Amber Lantern\"\")\",1 Oak Street,Hammond,LA,\"=\"\"70401\"\"\",=A1&B1\n";
    let (summary, report, _) = read(&app, "formulas.csv", formulas).await;
    assert_eq!((summary.added, summary.lost), (1, 1), "{report}");
    assert!(report.contains("=A1&B1"), "{report}");
    let rows = app.shop_rows().await;
    assert_eq!(rows[0].name, "Amber Lantern");
    assert_eq!(rows[0].zip_code.as_deref(), Some("70401"));
    assert_eq!(rows[0].phone, None);
});
