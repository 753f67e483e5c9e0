//! ZIP codes in the search box.

use gazetteer::{Gazetteer, ZipArea};
use serde::Serialize;
use utoipa::ToSchema;

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
    /// The ZIP code that `text` is, if it is one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let area = area(text)?;
        Some(Self {
            code: area.zip,
            city: area.city,
            state: area.state.code(),
            latitude: area.latitude,
            longitude: area.longitude,
        })
    }
}

/// The area of `text` when it is five digits that are a ZIP code. The table knows more spellings; in a search box "2108"
/// is as likely a house number.
pub(super) fn area(text: &str) -> Option<&'static ZipArea> {
    let is_code = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then(|| Gazetteer::get().zip(text)).flatten()
}
