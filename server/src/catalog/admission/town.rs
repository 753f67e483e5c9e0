//! The town of a new shop, with everything needed to create a row.

use chrono::{DateTime, Utc};
use gazetteer::{FoundBy, Town, slugify};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::slug::LONGEST;
use crate::catalog::{colors, entities::city};

/// A town from the place table. It can be stored as JSON until someone decides about its shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewTown {
    /// `name-st`, or `name-county-st` if that isn't unique (D17).
    pub slug: String,
    /// Its single name.
    pub name: String,
    /// Two-letter code.
    pub state: String,
    /// The county including its kind: "Rapides Parish".
    pub county: String,
    /// Latitude of its center.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// IANA name.
    pub time_zone: String,
}

/// The town that a person calls `name`, which an address with that name belongs to: a quarter becomes a town of its own
/// if they say so.
#[must_use]
pub fn named_in(name: &str, found: &Town) -> NewTown {
    let town = NewTown::of(found);
    match found.found_by {
        FoundBy::City | FoundBy::MisspeltCity => town,
        FoundBy::UnknownCity | FoundBy::ZipCode | FoundBy::Point => NewTown {
            slug: slugify(&format!("{name} {}", town.state), LONGEST),
            name: name.to_owned(),
            ..town
        },
    }
}

impl NewTown {
    /// The place table's facts about `town`.
    #[must_use]
    pub fn of(town: &Town) -> Self {
        Self {
            slug: town.slug.clone(),
            name: town.name.clone(),
            state: town.state.code().to_owned(),
            county: town.county.full_name.to_owned(),
            latitude: town.latitude,
            longitude: town.longitude,
            time_zone: town.time_zone.to_owned(),
        }
    }

    /// A row for it.
    #[must_use]
    pub fn row(&self, id: Uuid, now: DateTime<Utc>) -> city::Model {
        city::Model {
            id,
            slug: self.slug.clone(),
            name: self.name.clone(),
            state: self.state.clone(),
            county: Some(self.county.clone()),
            latitude: Some(self.latitude),
            longitude: Some(self.longitude),
            time_zone: self.time_zone.clone(),
            description: None,
            image_url: None,
            image_source: "fallback".to_owned(),
            fallback_color: Some(self.color()),
            made_by_admin: false,
            edition: 1,
            created_at: now,
            updated_at: now,
            version: 1,
        }
    }

    /// Its color until it has a picture, as `hsl(h, s%, l%)`.
    #[must_use]
    pub fn color(&self) -> String {
        colors::fallback_color(&self.slug)
    }
}
