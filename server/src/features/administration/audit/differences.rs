//! What an act changed in a row, by column.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A column in which the two differ, as text.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditField {
    pub name: String,
    #[schema(required)]
    pub before: Option<String>,
    #[schema(required)]
    pub after: Option<String>,
}

/// Columns that change with every write and mean nothing to people.
const SILENT: [&str; 6] = [
    "version",
    "edition",
    "updated_at",
    "provenance",
    "origins",
    // The same as `phone`, in E.164.
    "telephone",
];

/// The columns in which two states of a row differ.
pub(super) fn differences(before: Option<&Value>, after: Option<&Value>) -> Vec<AuditField> {
    let columns = |row: Option<&Value>| row.and_then(Value::as_object).cloned().unwrap_or_default();
    let (before, after) = (columns(before), columns(after));
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .filter(|name| !SILENT.contains(&name.as_str()))
        .map(|name| AuditField {
            name: name.clone(),
            before: in_words(before.get(name)),
            after: in_words(after.get(name)),
        })
        .filter(|field| field.before != field.after)
        .collect()
}

fn in_words(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AuditField, differences};

    #[test]
    fn only_what_differs_is_shown() {
        let before = json!({ "name": "Old", "version": 1, "is_active": true, "phone": null });
        let after = json!({ "name": "New", "version": 2, "is_active": true, "phone": "x" });
        let field = |name: &str, before: Option<&str>, after: Option<&str>| AuditField {
            name: name.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        assert_eq!(
            differences(Some(&before), Some(&after)),
            [
                field("name", Some("Old"), Some("New")),
                field("phone", None, Some("x"))
            ]
        );
        assert_eq!(differences(Some(&before), Some(&before)), []);
    }
}
