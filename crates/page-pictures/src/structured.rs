//! Pictures in structured data.

use serde_json::Value;

use crate::page::MAX_PICTURES;

/// Maximum nesting depth of the data.
const DEEPEST: usize = 12;

/// The `image` URLs of everything that the texts describe, up to [`MAX_PICTURES`].
pub(crate) fn images(texts: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for text in texts {
        if let Ok(data) = serde_json::from_str::<Value>(text) {
            collect(&data, 0, &mut found);
        }
    }
    found
}

fn collect(data: &Value, depth: usize, found: &mut Vec<String>) {
    if depth > DEEPEST || found.len() >= MAX_PICTURES {
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
    if depth > DEEPEST || found.len() >= MAX_PICTURES {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_addresses_are_kept_and_no_more() {
        let many = |from: usize| -> String {
            let images: Vec<String> = (from..from + 700)
                .map(|it| format!("\"{it}.jpg\""))
                .collect();
            format!(
                "[{{\"image\":[{}]}},{{\"photo\":{{\"url\":\"x\"}}}}]",
                images.join(",")
            )
        };
        assert_eq!(images(&[many(0)]).len(), 701);
        assert_eq!(
            images(&[many(0), many(700), many(1_400)]).len(),
            MAX_PICTURES
        );
    }
}
