//! Formulas in text files: spreadsheets write `="02118"` so that zeros stay, and links as `=HYPERLINK(…)`.

/// What a cell shows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Shown<'a> {
    /// This text.
    Text(&'a str),
    /// The result of a formula, which isn't in the file.
    Unknown,
}

/// What a cell begins with that a spreadsheet would compute.
const SIGNS: [char; 10] = [
    '=', '+', '-', '@', '|', '%', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// What a cell shows; of a link, its address if `is_link`. Only what is certainly a formula counts as one: "=Coffee" may be
/// a name. The apostrophe that an export puts before such a text, ours too, isn't a part of it.
pub(crate) fn shown(cell: &str, is_link: bool) -> Shown<'_> {
    let guarded = cell
        .strip_prefix('\'')
        .filter(|rest| rest.trim_start_matches('\'').starts_with(SIGNS));
    if let Some(text) = guarded {
        return Shown::Text(text);
    }
    let Some(formula) = cell.strip_prefix('=').map(str::trim) else {
        return Shown::Text(cell);
    };
    if let Some(text) = constant(formula) {
        return Shown::Text(text);
    }
    match call(formula) {
        Some(("HYPERLINK", inner)) => {
            let text = if is_link { first_text } else { last_text };
            text(inner).map_or(Shown::Unknown, Shown::Text)
        }
        Some(_) => Shown::Unknown,
        None if begins_with_cell(formula) => Shown::Unknown,
        None => Shown::Text(cell),
    }
}

/// `"02118"`
fn constant(formula: &str) -> Option<&str> {
    let inner = formula.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('"')).then_some(inner)
}

/// A function's name in capitals, and what is in its brackets.
fn call(formula: &str) -> Option<(&str, &str)> {
    let (name, rest) = formula.split_once('(')?;
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'.');
    (is_name && rest.contains(')')).then_some((name, rest.rsplit_once(')')?.0))
}

/// The text between the last two quotation marks.
fn last_text(inner: &str) -> Option<&str> {
    let mut parts = inner.rsplit('"');
    parts.next()?;
    parts.next().filter(|text| !text.trim().is_empty())
}

/// The text between the first two quotation marks, before anything else.
fn first_text(inner: &str) -> Option<&str> {
    let (text, _) = inner.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(text).filter(|text| !text.trim().is_empty())
}

/// `A2&" "&B2`
fn begins_with_cell(formula: &str) -> bool {
    let bare = formula.replace('$', "");
    let column = bare.bytes().take_while(u8::is_ascii_uppercase).count();
    let behind = bare.get(column..).unwrap_or_default();
    let row = behind.bytes().take_while(u8::is_ascii_digit).count();
    let next = behind
        .get(row..)
        .and_then(|rest| rest.trim_start().chars().next());
    (1..=3).contains(&column) && row > 0 && next.is_none_or(|sign| "&+-*/:!,;)".contains(sign))
}

#[cfg(test)]
mod tests {
    use super::{Shown, shown};

    #[test]
    fn a_formula_shows_what_it_says_or_nothing() {
        for (cell, text) in [
            ("Rust & Bean", "Rust & Bean"),
            ("=\"02118\"", "02118"),
            (
                "=HYPERLINK(\"https://rust.example\",\"Rust & Bean\")",
                "Rust & Bean",
            ),
            (
                "=HYPERLINK(\"https://rust.example\")",
                "https://rust.example",
            ),
            ("= Coffee", "= Coffee"),
            ("=Coffee (old)", "=Coffee (old)"),
            ("=", "="),
        ] {
            assert_eq!(shown(cell, false), Shown::Text(text), "{cell}");
        }
        for cell in [
            "=CONCATENATE(A2,B2)",
            "=A2&\" \"&B2",
            "=$A$2",
            "=VLOOKUP(A2,Sheet2!A:B,2,FALSE)",
            "=HYPERLINK(A2)",
        ] {
            assert_eq!(shown(cell, false), Shown::Unknown, "{cell}");
        }
    }

    #[test]
    fn the_apostrophe_before_what_may_be_a_formula_goes() {
        for (cell, text) in [
            ("'=Equals Espresso", "=Equals Espresso"),
            ("'@Home Coffee", "@Home Coffee"),
            ("'-Dash Coffee Bar", "-Dash Coffee Bar"),
            ("'+1 318 555 0172", "+1 318 555 0172"),
            ("'=HYPERLINK(A2)", "=HYPERLINK(A2)"),
            ("'\u{ff1d}Wide", "\u{ff1d}Wide"),
            ("''=x", "'=x"),
            ("'Round the Corner", "'Round the Corner"),
            ("'tis the season", "'tis the season"),
            ("'", "'"),
        ] {
            assert_eq!(shown(cell, false), Shown::Text(text), "{cell}");
        }
    }

    #[test]
    fn a_link_is_its_address_where_one_is_wanted() {
        let link = "=HYPERLINK(\"https://rust.example\",\"Rust & Bean\")";
        assert_eq!(shown(link, true), Shown::Text("https://rust.example"));
        assert_eq!(shown("=HYPERLINK(A2,\"x\")", true), Shown::Unknown);
    }
}
