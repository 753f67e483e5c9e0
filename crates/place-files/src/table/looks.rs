//! Guesses a column's field from its values if its name means nothing.

use std::io;

use crate::field::Field;
use crate::input::{HEAD_BYTES, Window};
use crate::text::{self, Repairs};

use super::rows::{Rows, Step};

/// Rows to inspect, and how many of them must have a value.
const ROWS: usize = 50;
const ENOUGH: usize = 2;

/// For each column, the field that most values of the first rows look like. `above` is the number of rows before the
/// data.
pub(crate) fn of_columns(
    head: &[u8],
    delimiter: u8,
    above: usize,
    columns: usize,
) -> io::Result<Vec<Option<Field>>> {
    let source = Box::new(io::Cursor::new(head.to_vec()));
    let mut rows = Rows::new(Window::with_step(source, HEAD_BYTES), delimiter);
    let mut values: Vec<Vec<Option<Field>>> = vec![Vec::new(); columns];
    for row in 0..above + ROWS {
        let Step::Row(_) = rows.step()? else { break };
        if row < above {
            continue;
        }
        for (column, bytes) in values.iter_mut().zip(rows.fields()) {
            let decoded = text::decode(bytes, &mut Repairs::default());
            let value = decoded.trim();
            if !value.is_empty() && !text::is_placeholder(value) {
                column.push(of_value(value));
            }
        }
    }
    let most = |values: Vec<Option<Field>>| {
        let first = values.iter().flatten().next().copied()?;
        let same = values.iter().filter(|value| **value == Some(first)).count();
        (values.len() >= ENOUGH && same * 10 >= values.len() * 8).then_some(first)
    };
    Ok(values.into_iter().map(most).collect())
}

/// Whether a row looks like a place rather than column names.
pub(crate) fn is_data<'a>(fields: impl Iterator<Item = &'a [u8]>) -> bool {
    let cells: Vec<String> = fields
        .map(|bytes| {
            text::decode(bytes, &mut Repairs::default())
                .trim()
                .to_owned()
        })
        .filter(|cell| !cell.is_empty())
        .collect();
    let telling = cells.iter().filter(|cell| {
        let is_number = cell.bytes().any(|byte| byte.is_ascii_digit())
            && cell
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b".-".contains(&byte));
        is_number || of_value(cell).is_some()
    });
    let telling = telling.count();
    telling >= 2 || (telling == 1 && cells.len() <= 3 && cells.len() > 1)
}

/// The only field that the value can belong to.
fn of_value(value: &str) -> Option<Field> {
    let lower = value.to_ascii_lowercase();
    if text::is_web_address(value) {
        return Some(Field::Website);
    }
    if is_email(&lower) {
        return Some(Field::Email);
    }
    if is_phone(value) {
        return Some(Field::Phone);
    }
    if lower.starts_with("point (") || lower.starts_with("point(") {
        return Some(Field::Coordinates);
    }
    if let Some((digits, _)) = value.split_once('-')
        && digits.len() == 5
        && value.len() == 10
        && value
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
    {
        return Some(Field::Zip);
    }
    if let Some(degrees) = degrees(value) {
        return match degrees {
            18.0..=72.0 => Some(Field::Latitude),
            -180.0..=-64.0 => Some(Field::Longitude),
            _ => None,
        };
    }
    if is_hours(&lower) {
        return Some(Field::Hours);
    }
    is_street(&lower).then_some(Field::Address)
}

/// A number with at least three decimals.
fn degrees(value: &str) -> Option<f64> {
    let (_, decimals) = value.split_once('.')?;
    if decimals.len() < 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    value.parse().ok()
}

fn is_email(lower: &str) -> bool {
    let Some((name, host)) = lower.split_once('@') else {
        return false;
    };
    !name.is_empty() && host.contains('.') && !lower.contains(char::is_whitespace)
}

/// Ten digits, with or without the country code 1, and the usual punctuation.
fn is_phone(value: &str) -> bool {
    let digits: Vec<u8> = value.bytes().filter(u8::is_ascii_digit).collect();
    let is_written = value
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b" ()-.+/".contains(&byte));
    let national = match digits.as_slice() {
        [b'1', rest @ ..] if rest.len() == 10 => rest,
        digits => digits,
    };
    // Area codes and exchanges never begin with 0 or 1.
    is_written
        && national.len() == 10
        && national.first().is_some_and(|digit| *digit >= b'2')
        && national.get(3).is_some_and(|digit| *digit >= b'2')
}

fn is_hours(lower: &str) -> bool {
    let has_time = [" am", "am-", "am ", "a.m", "pm", "p.m", ":00", ":30"]
        .iter()
        .any(|sign| lower.contains(sign));
    let has_range = lower.contains('-') || lower.contains(" to ") || lower.contains('\u{2013}');
    let has_digit = lower.bytes().any(|byte| byte.is_ascii_digit());
    let is_moment = lower.contains('/') || lower.starts_with("20") || lower.starts_with("19");
    has_time && has_range && has_digit && !is_moment
}

/// "126 Main St": a number, words, and a street suffix.
fn is_street(lower: &str) -> bool {
    let mut words = lower.split([' ', ',', '.']).filter(|word| !word.is_empty());
    let number = words.next().unwrap_or_default();
    number.bytes().all(|byte| byte.is_ascii_digit())
        && !number.is_empty()
        && words.any(crate::address::is_street_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_known_by_their_looks() {
        for (value, field) in [
            ("(318) 555-0142", Some(Field::Phone)),
            ("3185550142", Some(Field::Phone)),
            ("+1 318.555.0142", Some(Field::Phone)),
            ("https://a.example/x", Some(Field::Website)),
            ("jo@a.example", Some(Field::Email)),
            ("71301-1234", Some(Field::Zip)),
            ("31.3113", Some(Field::Latitude)),
            ("-92.4451", Some(Field::Longitude)),
            ("Mon-Fri 7am-3pm", Some(Field::Hours)),
            ("126 Main St", Some(Field::Address)),
            ("POINT (-92.4 31.3)", Some(Field::Coordinates)),
            // A plain number may be anything.
            ("71301", None),
            ("1234567890", None),
            ("2024-05-01 10:00 AM - x", None),
            ("Rust & Bean", None),
            ("12.50", None),
        ] {
            assert_eq!(of_value(value), field, "{value}");
        }
    }

    #[test]
    fn a_row_of_data_is_no_header() {
        let is = |row: &str| is_data(row.split(',').map(str::as_bytes));
        assert!(is("Rust & Bean,126 Main Street,Alexandria,LA,71301"));
        assert!(is("Rust & Bean,318-555-0142"));
        assert!(!is("Trading As,Where,Town,State"));
        assert!(!is("We had a lovely time in town."));
        assert!(!is("Name 1,Name 2"));
    }
}
