//! What an operator should know about a file before importing it again.

use place_files::{Field, PlaceFile};

/// Names a table's unused columns, and says what they look like.
pub(super) fn advice(file: &PlaceFile) -> Vec<String> {
    let unused = file
        .columns()
        .iter()
        .filter(|column| column.field.is_none());
    let (known, others): (Vec<_>, Vec<_>) = unused
        .filter(|column| !column.name.is_empty())
        .partition(|column| column.looks_like.is_some());
    let looks = known.iter().filter_map(|column| {
        let field = column.looks_like?.name();
        let (words, name) = (field.replace('_', " "), &column.name);
        Some(format!(
            "{name} looks like {} {words}: --map {}",
            article(&words),
            quoted(name, field)
        ))
    });
    let mut advice: Vec<String> = looks.collect();
    let pictures = (file.columns().iter()).filter(|column| column.field == Some(Field::Image));
    advice.extend(pictures.map(|column| {
        format!(
            "{} is not used: imports don't add pictures. Add them on each shop's page.",
            column.name
        )
    }));
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|column| column.name.as_str()).collect();
        advice.push(format!("Columns that are not used: {}", names.join(", ")));
    }
    advice
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// Quoted for a shell.
fn quoted(column: &str, field: &str) -> String {
    let is_plain = column
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "-_.:/".contains(letter));
    if is_plain {
        format!("{column}={field}")
    } else {
        format!("'{}={field}'", column.replace('\'', "'\\''"))
    }
}
