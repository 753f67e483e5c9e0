//! The jobs of a new listing.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use crate::platform::jobs::NewJob;

/// Locates a shop.
pub(super) const POINT: &str = "listings.point";
/// Finds a shop's picture.
pub(super) const PHOTO: &str = "listings.photo";

pub(super) fn point(shop: Uuid, now: DateTime<Utc>) -> NewJob {
    about(POINT, shop, now)
}

pub(super) fn photo(shop: Uuid, now: DateTime<Utc>) -> NewJob {
    about(PHOTO, shop, now)
}

fn about(kind: &'static str, shop: Uuid, now: DateTime<Utc>) -> NewJob {
    NewJob {
        kind,
        payload: json!({ "shop": shop }),
        unique_key: Some(format!("{kind} {shop}")),
        due_at: now,
    }
}
