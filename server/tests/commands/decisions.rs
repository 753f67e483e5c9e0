//! Repeats the hand-checked decisions: whoever changes a rule sees which decisions change.

use std::{collections::BTreeSet, fs};

use tempfile::TempDir;

use crate::support::command::{argument, bare_townperk, run};

/// Records shaped like those in real files, with their results and a person's judgment.
const DECISIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../docs/data/import-decisions.tsv"
);

/// A cell as in a report.
fn cell(text: &str) -> String {
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[test]
fn decisions_are_those_that_were_checked_by_hand() {
    let home = TempDir::new().unwrap();
    let report = home.path().join("report.csv");
    let mut arguments = vec!["import", DECISIONS, "--report", argument(&report)];
    for ours in [
        "result=ignore",
        "rule=ignore",
        "judgment=ignore",
        "why=ignore",
    ] {
        arguments.extend(["--map", ours]);
    }
    run(bare_townperk(home.path(), &arguments)).expect_success();
    let (table, report) = (
        fs::read_to_string(DECISIONS).unwrap(),
        fs::read_to_string(&report).unwrap(),
    );
    let mut rows = table
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let column = |name: &str| header.iter().position(|known| *known == name).unwrap();
    let (result, rule, judgment) = (column("result"), column("rule"), column("judgment"));
    let mut judgments = BTreeSet::new();
    let mut lines = report.lines().skip(1);
    for row in rows {
        let line = lines.next().expect("a line for each record");
        let expected = format!(",{},{}", row[result], cell(row[rule]));
        assert!(
            line.ends_with(&expected),
            "{}: not {expected}\nbut {line}",
            row[1]
        );
        judgments.insert(row[judgment]);
    }
    assert_eq!(lines.next(), None);
    assert_eq!(judgments, BTreeSet::from(["arguable", "right", "wrong"]));
}
