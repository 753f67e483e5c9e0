//! Pictures in structured data.

use serde_json::Value;

/// Maximum nesting depth of the data.
const DEEPEST: usize = 12;

/// The `image` URLs of everything described.
pub(crate) fn images(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(data) = serde_json::from_str::<Value>(text) {
        collect(&data, 0, &mut found);
    }
    found
}

fn collect(data: &Value, depth: usize, found: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    match data {
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect(item, depth + 1, found)),
        Value::Object(members) => {
            for (name, value) in members {
                match name.as_str() {
                    "image" | "photo" | "primaryImageOfPage" => addresses(value, depth + 1, found),
                    // A logo isn't a picture of the place, and authors are people.
                    "logo" | "author" | "publisher" => {}
                    _ => collect(value, depth + 1, found),
                }
            }
        }
        _ => {}
    }
}

fn addresses(value: &Value, depth: usize, found: &mut Vec<String>) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::String(address) => found.push(address.clone()),
        Value::Array(items) => items
            .iter()
            .for_each(|item| addresses(item, depth + 1, found)),
        Value::Object(members) => {
            let address = members.get("url").or_else(|| members.get("contentUrl"));
            if let Some(address) = address {
                addresses(address, depth + 1, found);
            }
        }
        _ => {}
    }
}
