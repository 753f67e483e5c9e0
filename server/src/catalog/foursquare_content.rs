//! What Foursquare's API gave of a shop. It may be kept for a limited time only (D72), so the audit log, which is kept
//! for good, leaves it out, and undoing an act leaves it alone.

use super::{
    entities::{photo, shop},
    origin::FOURSQUARE_API,
};

/// The names of its facts in a shop's provenance.
pub const CATEGORIES: &str = "categories";
pub const HOURS: &str = "hours";

/// Whether the API gave this fact.
#[must_use]
pub fn gave(row: &shop::Model, fact: &str) -> bool {
    let source = row.provenance.0.get(fact);
    source.is_some_and(|source| source == FOURSQUARE_API)
}

/// Removes all of it but the place's ID, which may be kept.
pub fn erase(row: &mut shop::Model) {
    row.foursquare_rating = None;
    row.foursquare_price_level = None;
    row.foursquare_expires_at = None;
    erase_facts(row);
}

fn erase_facts(row: &mut shop::Model) {
    if gave(row, CATEGORIES) {
        row.categories.0.clear();
        row.provenance.0.remove(CATEGORIES);
    }
    if gave(row, HOURS) {
        (row.hours, row.opening_hours) = (None, None);
        row.provenance.0.remove(HOURS);
    }
}

/// The shop without it. A rating without an end isn't the API's.
pub(super) fn lasting_shop(row: &shop::Model) -> shop::Model {
    let mut lasting = row.clone();
    if row.foursquare_expires_at.is_some() {
        erase(&mut lasting);
    } else {
        erase_facts(&mut lasting);
    }
    lasting
}

/// `row` with what [`lasting_shop`] leaves out of `now`, as far as it is still about the same place and nobody else gave
/// these facts.
pub(super) fn shop_with_content(mut row: shop::Model, now: &shop::Model) -> shop::Model {
    if row.foursquare_id != now.foursquare_id {
        return row;
    }
    if now.foursquare_expires_at.is_some() {
        row.foursquare_rating = now.foursquare_rating;
        row.foursquare_price_level = now.foursquare_price_level;
        row.foursquare_expires_at = now.foursquare_expires_at;
    }
    let is_free = |row: &shop::Model, fact| gave(now, fact) && !row.provenance.0.contains_key(fact);
    let source = || FOURSQUARE_API.to_owned();
    if is_free(&row, CATEGORIES) && row.categories.0.is_empty() {
        row.categories.clone_from(&now.categories);
        row.provenance.0.insert(CATEGORIES.to_owned(), source());
    }
    if is_free(&row, HOURS) && row.hours.is_none() && row.opening_hours.is_none() {
        row.hours.clone_from(&now.hours);
        row.opening_hours.clone_from(&now.opening_hours);
        row.provenance.0.insert(HOURS.to_owned(), source());
    }
    row
}

/// The photo without its address at Foursquare.
pub(super) fn lasting_photo(row: &photo::Model) -> photo::Model {
    let mut lasting = row.clone();
    if row.source == FOURSQUARE_API {
        lasting.source_url = None;
    }
    lasting
}

/// `row` with what [`lasting_photo`] leaves out of `now`.
pub(super) fn photo_with_content(mut row: photo::Model, now: &photo::Model) -> photo::Model {
    if now.source == FOURSQUARE_API {
        row.source_url.clone_from(&now.source_url);
    }
    row
}
