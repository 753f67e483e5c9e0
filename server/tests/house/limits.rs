//! All limits stand in one table.

use std::collections::BTreeSet;

use super::{product_code, sources};

const TABLE: &str = "platform/limits/table.rs";

/// Whether the code makes a `Limit` of its own.
fn defines_limit(code: &str) -> bool {
    code.match_indices("Limit {").any(|(start, _)| {
        let before = &code[..start];
        let is_word = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        is_word && !before.ends_with("struct ") && !before.ends_with("-> ")
    })
}

#[test]
fn no_other_file_defines_a_limit() {
    let mut found = 0;
    for (path, text) in sources("src") {
        if path.ends_with(TABLE) {
            found += 1;
            continue;
        }
        assert!(
            !defines_limit(product_code(&text)),
            "{} defines a limit; {TABLE} has them all",
            path.display()
        );
    }
    assert_eq!(found, 1, "{TABLE} isn't there");
    assert!(defines_limit("const VOTES: Limit<PerNode> = Limit {"));
}

/// Two limits with one name would be counted together.
#[test]
fn every_limit_has_a_name_of_its_own() {
    let sources = sources("src");
    let (_, table) = sources
        .iter()
        .find(|(path, _)| path.ends_with(TABLE))
        .unwrap();
    let names: Vec<&str> = table
        .lines()
        .filter_map(|line| line.trim().strip_prefix("name: "))
        .collect();
    assert!(names.len() > 30, "{names:?}");
    let different: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(different.len(), names.len(), "{names:?}");
}
