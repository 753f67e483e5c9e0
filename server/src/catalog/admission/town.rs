//! The town of a shop that is new to us, with all that a row of its own would need.

use chrono::{DateTime, Utc};
use gazetteer::Town;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::catalog::{colors, entities::city};

/// A town as the place table knows it. It can be kept as JSON until somebody decides about its shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewTown {
    /// `name-st`, or `name-county-st` where that is not unique (D17).
    pub slug: String,
    /// Its one name.
    pub name: String,
    /// Two-letter code.
    pub state: String,
    /// The county with its kind: "Rapides Parish".
    pub county: String,
    /// Degrees north of its middle.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// IANA name.
    pub time_zone: String,
}

impl NewTown {
    /// What the place table says of `town`.
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
