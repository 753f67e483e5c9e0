//! Tags packed into one text: PostgreSQL's hstore and similar formats.

/// Parses `"amenity"=>"cafe", "name"=>"Joe \"J\" Bean"`, and the variant with `=` and doubled quotes. That variant also
/// doubles hyphens and semicolons inside quotes; they are undoubled. Parsing stops at the first syntax error and keeps
/// what came before.
pub(crate) fn parse(text: &str) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start();
    while let Some((key, after_key)) = item(rest) {
        let after_key = after_key.trim_start();
        let (value_text, doubled) =
            match (after_key.strip_prefix("=>"), after_key.strip_prefix('=')) {
                (Some(value), _) => (value, false),
                (None, Some(value)) => (value, true),
                (None, None) => break,
            };
        let Some((value, after)) = item(value_text.trim_start()) else {
            break;
        };
        let unquoted_null = value == "NULL" && !value_text.trim_start().starts_with('"');
        if !unquoted_null {
            let single = |text: String| {
                if doubled {
                    text.replace("--", "-").replace(";;", ";")
                } else {
                    text
                }
            };
            tags.push((single(key), single(value)));
        }
        rest = after
            .trim_start()
            .trim_start_matches([',', ';'])
            .trim_start();
    }
    tags
}

/// Whether a text is packed tags rather than plain words.
pub(crate) fn is_packed(text: &str) -> bool {
    let trimmed = text.trim_start();
    trimmed.starts_with('"')
        && item(trimmed).is_some_and(|(_, rest)| rest.trim_start().starts_with('='))
}

/// One quoted or bare item, and the rest of the text.
fn item(text: &str) -> Option<(String, &str)> {
    let Some(inner) = text.strip_prefix('"') else {
        let end = text.find(['=', ',', ' ']).unwrap_or(text.len());
        let (bare, rest) = text.split_at_checked(end)?;
        return (!bare.is_empty()).then(|| (bare.to_owned(), rest));
    };
    let mut value = String::new();
    let mut letters = inner.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '"' if letters.peek().is_some_and(|(_, next)| *next == '"') => {
                letters.next();
                value.push('"');
            }
            '"' => return Some((value, inner.get(place + 1..)?)),
            _ => value.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        parse(text)
    }

    fn expected(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn hstore() {
        assert_eq!(
            pairs(
                r#""amenity"=>"cafe", "name"=>"Joe \"J\" Bean, Ltd=>","addr:city"=>"Two--Rivers", "x"=>NULL, y=>z"#
            ),
            expected(&[
                ("amenity", "cafe"),
                ("name", "Joe \"J\" Bean, Ltd=>"),
                ("addr:city", "Two--Rivers"),
                ("y", "z")
            ])
        );
    }

    #[test]
    fn the_variant_with_equals_signs() {
        assert_eq!(
            pairs(
                r#""amenity"="cafe","opening_hours"="Mo--Fr 07:00--15:00;; Sa off","phone"="503--555--0100","note"="say ""hi""""#
            ),
            expected(&[
                ("amenity", "cafe"),
                ("opening_hours", "Mo-Fr 07:00-15:00; Sa off"),
                ("phone", "503-555-0100"),
                ("note", "say \"hi\"")
            ])
        );
    }

    #[test]
    fn damaged_text_gives_what_stands_before_the_damage() {
        assert_eq!(
            pairs(r#""amenity"=>"cafe", "name"=>"open"#),
            expected(&[("amenity", "cafe")])
        );
        assert_eq!(
            pairs(r#""a"=>"","b"=>"1""#),
            expected(&[("a", ""), ("b", "1")])
        );
        assert!(pairs("coffee, tea").is_empty());
        assert!(
            is_packed("\"amenity\"=>\"cafe\"")
                && !is_packed("coffee, tea")
                && !is_packed("\"quoted\" words")
        );
    }
}
