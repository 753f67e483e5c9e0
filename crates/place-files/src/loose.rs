//! Nested values, as written into table cells by databases and scripts.

use serde_json::{Map, Value};

/// No real place file nests deeper.
const MAX_DEPTH: u8 = 16;

/// Parses `{'primary': Two Beans, 'common': NULL}` (DuckDB), `{es=Dos Frijoles}` (DuckDB maps), `[a, b]`, `{'name':
/// 'O\'Hara', 'open': True}` (Python) and `array(['a'], dtype=object)` (NumPy, nested). Returns `None` for other text.
pub(crate) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text.trim() };
    let value = reader.value(0)?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self, depth: u8) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix("array(") {
            self.rest = rest;
            let list = self.value(depth + 1)?;
            let (_, rest) = self.rest.split_once(')')?;
            self.rest = rest;
            return Some(list);
        }
        if self.skip('{') {
            return self.object(depth);
        }
        if self.skip('[') {
            return self.list(depth);
        }
        if self.rest.starts_with(['\'', '"']) {
            return self.quoted().map(Value::String);
        }
        let end = self
            .rest
            .find([',', '}', ']', ')'])
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(match word.trim() {
            "NULL" | "None" | "nan" | "null" | "" => Value::Null,
            "True" => Value::Bool(true),
            "False" => Value::Bool(false),
            word => word
                .parse::<f64>()
                .ok()
                .and_then(serde_json::Number::from_f64)
                .filter(|_| !word.starts_with(['0', '+']))
                .map_or_else(
                    || Value::String(word.to_owned()),
                    |number| {
                        if number.to_string() == word {
                            Value::Number(number)
                        } else {
                            Value::String(word.to_owned())
                        }
                    },
                ),
        })
    }

    fn object(&mut self, depth: u8) -> Option<Value> {
        let mut members = Map::new();
        while !self.skip('}') {
            let key = if self.rest.starts_with(['\'', '"']) {
                self.quoted()?
            } else {
                let (key, rest) = self
                    .rest
                    .split_at_checked(self.rest.find([':', '=', '}'])?)?;
                self.rest = rest;
                key.trim().to_owned()
            };
            if !self.skip(':') && !self.skip('=') {
                return None;
            }
            let value = self.value(depth + 1)?;
            members.insert(key, value);
            if !self.skip(',') && !self.rest.starts_with('}') {
                return None;
            }
            self.rest = self.rest.trim_start();
        }
        Some(Value::Object(members))
    }

    fn list(&mut self, depth: u8) -> Option<Value> {
        let mut values = Vec::new();
        while !self.skip(']') {
            values.push(self.value(depth + 1)?);
            if !self.skip(',') && !self.rest.starts_with(']') {
                return None;
            }
        }
        Some(Value::Array(values))
    }

    fn quoted(&mut self) -> Option<String> {
        let mut letters = self.rest.char_indices();
        let (_, quote) = letters.next()?;
        let mut text = String::new();
        while let Some((place, letter)) = letters.next() {
            match letter {
                '\\' => text.push(letters.next()?.1),
                _ if letter == quote => {
                    self.rest = self.rest.get(place + letter.len_utf8()..)?;
                    return Some(text);
                }
                _ => text.push(letter),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_databases_and_scripts_write() {
        for (text, expected) in [
            (
                "{'primary': Two Beans, 'common': {es=Dos Frijoles}, 'rules': NULL}",
                json!({"primary": "Two Beans", "common": {"es": "Dos Frijoles"}, "rules": null}),
            ),
            (
                r"[{'freeform': '126 Main St, Rear', 'locality': 'O\'Fallon', 'postcode': 02139}]",
                json!([{"freeform": "126 Main St, Rear", "locality": "O'Fallon", "postcode": "02139"}]),
            ),
            (
                "{'name': \"Joe's\", 'open': True, 'lat': 31.5, 'x': None}",
                json!({"name": "Joe's", "open": true, "lat": 31.5, "x": null}),
            ),
            (
                "['https://a.example/', b]",
                json!(["https://a.example/", "b"]),
            ),
            (
                "{'tags': array(['cafe', 'tea'], dtype=object)}",
                json!({"tags": ["cafe", "tea"]}),
            ),
            ("[]", json!([])),
            ("[+13185550100]", json!(["+13185550100"])),
        ] {
            assert_eq!(parse(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in [
            "{closed on Sundays}",
            "[sic",
            "{'a': 'b",
            "[a] and more",
            "{'a': 1]",
            &"[".repeat(99),
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
