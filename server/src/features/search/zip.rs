//! ZIP codes in the search box.

use std::borrow::Cow;

use gazetteer::{Gazetteer, ZipArea};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::numbers::degrees;

/// A ZIP code that was searched for: with a radius the search is around its middle, else in its addresses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchedZip)]
pub struct ZipAnswer {
    /// Five digits.
    pub code: &'static str,
    /// Its city by the mail.
    pub city: &'static str,
    /// Two-letter code.
    pub state: &'static str,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

impl ZipAnswer {
    /// The ZIP code in `text`, if it is one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let area = area(text)?;
        Some(Self {
            code: area.zip,
            city: area.city,
            state: area.state.code(),
            latitude: degrees(area.latitude),
            longitude: degrees(area.longitude),
        })
    }
}

/// `text` with ZIP+4 codes shortened to five digits: `71301-1234` identifies one side of a street, and no shop's
/// address is that specific.
pub(super) fn without_last_four(text: &str) -> Cow<'_, str> {
    if !text.split(' ').any(|word| five_of_nine(word).is_some()) {
        return Cow::Borrowed(text);
    }
    let words = text.split(' ');
    let words: Vec<&str> = words
        .map(|word| five_of_nine(word).unwrap_or(word))
        .collect();
    Cow::Owned(words.join(" "))
}

/// The first five digits of a ZIP+4 code. Text copied from a page may contain a different dash.
fn five_of_nine(word: &str) -> Option<&str> {
    let (five, four) = word.split_once(['-', '\u{2010}', '\u{2011}', '\u{2013}'])?;
    let are_digits =
        |part: &str, many| part.len() == many && part.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits(five, 5) && are_digits(four, 4)).then_some(five)
}

/// The area of `text` if it is a five-digit ZIP code. The table accepts other spellings, but in a search box "2108" may
/// well be a building number.
pub(super) fn area(text: &str) -> Option<&'static ZipArea> {
    let is_code = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| Gazetteer::get().zip(text)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_four_digits_of_a_zip_code_say_nothing() {
        for (typed, wanted) in [
            ("71301-1234", "71301"),
            ("71301\u{2013}1234", "71301"),
            ("bakery 71301-1234", "bakery 71301"),
            ("Alexandria, LA 71301-1234", "Alexandria, LA 71301"),
            ("71301", "71301"),
            ("71301-123", "71301-123"),
            ("713-01-1234", "713-01-1234"),
            ("318-555-0142", "318-555-0142"),
            ("a-frame cafe ", "a-frame cafe "),
        ] {
            assert_eq!(without_last_four(typed), wanted);
        }
    }
}
