//! The row of a new shop.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::facts::{self, Facts};
use crate::catalog::{
    entities::shop::{self, Origins, Provenance, Texts},
    origin::SAMPLE_LIST,
};

/// Where a new row comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The row's ID.
    pub id: Uuid,
    /// When it is created.
    pub now: DateTime<Utc>,
    /// The source of its facts: `osm`, `csv`, `submitter`, …
    pub source: &'a str,
}

/// A shop with everything its source knows about it.
#[must_use]
pub fn new_shop(slug: String, facts: &Facts, city_id: Uuid, origin: Origin<'_>) -> shop::Model {
    let mut row = blank(slug, city_id, origin);
    facts::fill(&mut row, facts, city_id, origin.source);
    row.time_zone.clone_from(&facts.time_zone);
    row
}

fn blank(slug: String, city_id: Uuid, origin: Origin<'_>) -> shop::Model {
    let Origin { id, now, source } = origin;
    shop::Model {
        id,
        slug,
        city_id,
        name: String::new(),
        other_names: Texts::default(),
        street: None,
        zip_code: None,
        latitude: None,
        longitude: None,
        time_zone: String::new(),
        own_time_zone: None,
        phone: None,
        telephone: None,
        website: None,
        website_since: None,
        hours: None,
        opening_hours: None,
        description: None,
        owner_description: None,
        ai_generated_description: None,
        owner_id: None,
        image_url: None,
        categories: Texts::default(),
        google_place_id: None,
        google_rating: None,
        google_review_count: None,
        foursquare_id: None,
        foursquare_rating: None,
        foursquare_price_level: None,
        foursquare_expires_at: None,
        price_level: None,
        has_wifi: None,
        has_parking: None,
        pet_friendly: None,
        good_for_work: None,
        has_outdoor_seating: None,
        serves_breakfast: None,
        upvote_count: 0,
        online_store_url: None,
        online_store_name: None,
        is_active: true,
        closed_at: None,
        deleted_at: None,
        sample: source == SAMPLE_LIST,
        provenance: Provenance::default(),
        origins: Origins::default(),
        submitter_id: None,
        edition: 1,
        unconfirmed_since: None,
        instagram: None,
        facebook: None,
        menu_url: None,
        public_email: None,
        has_outlets: None,
        has_restroom: None,
        has_drive_through: None,
        wheelchair_accessible: None,
        has_changing_table: None,
        has_plant_milk: None,
        roasts_here: None,
        hours_confirmed_at: None,
        hours_confirmed_by: None,
        place_confirmed_at: None,
        wifi_confirmed_at: None,
        created_at: now,
        updated_at: now,
        version: 1,
    }
}
