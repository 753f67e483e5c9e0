//! A shop as the administrator sees it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::catalog::{
    View,
    answers::{FurtherFacts, PhotoAnswer, address_in_line},
    entities::{boost, shop},
};

/// A shop with the fields of the specification (owner-admin.md 3); from `version` on they are ours.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminShop {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// In one line.
    pub address: String,
    pub city_id: Uuid,
    pub city_name: String,
    /// Two-letter code.
    pub state: String,
    #[schema(required)]
    pub owner_id: Option<Uuid>,
    #[schema(required)]
    pub phone: Option<String>,
    #[schema(required)]
    pub website: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
    /// URL of its first photo, in the largest size.
    #[schema(required)]
    pub image_url: Option<String>,
    #[schema(required)]
    pub hours: Option<String>,
    #[schema(required)]
    pub rating: Option<String>,
    #[schema(required)]
    pub review_count: Option<i32>,
    pub is_active: bool,
    #[schema(required)]
    pub good_for_work: Option<bool>,
    #[schema(required)]
    pub has_wifi: Option<bool>,
    /// Whether it is boosted now (D9).
    pub is_boosted: bool,
    /// When the current boost ends.
    #[schema(required)]
    pub boosted_until: Option<DateTime<Utc>>,
    #[schema(required)]
    pub online_store_url: Option<String>,
    #[schema(required)]
    pub online_store_name: Option<String>,
    /// Increases with each edit. Send it back with an edit; the response is 409 if someone else has edited the shop (D69).
    pub version: i64,
    /// IANA name of the time zone that the administrator set for this shop; `null` if its clocks are its town's.
    #[schema(required)]
    pub time_zone: Option<String>,
    /// IANA name of the time zone that applies now.
    pub current_time_zone: String,
    pub city_slug: String,
    #[schema(required)]
    pub has_parking: Option<bool>,
    #[schema(required)]
    pub pet_friendly: Option<bool>,
    #[schema(required)]
    pub has_outdoor_seating: Option<bool>,
    pub categories: Vec<String>,
    #[serde(flatten)]
    pub further: FurtherFacts,
    pub permanently_closed: bool,
    pub is_deleted: bool,
    /// Not confirmed by the person who listed it, or possibly part of a chain (D42).
    pub is_unconfirmed: bool,
    /// When the paid boost ends; edits don't end it.
    #[schema(required)]
    pub paid_until: Option<DateTime<Utc>>,
    pub upvote_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl AdminShop {
    /// The shop of `row`; `boosts` are all of its boosts.
    #[must_use]
    pub fn of(view: &View, row: shop::Model, boosts: &[boost::Model]) -> Self {
        let city = view.city(row.city_id).map(|entry| entry.city);
        let word = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let city_name = word(city.as_deref().map(|city| &*city.name));
        let state = word(city.as_deref().map(|city| &*city.state));
        let record = view.any_shop(row.id);
        let photos = record.map(|shop| PhotoAnswer::list(view, &shop.photos, 1));
        let image_url = photos.unwrap_or_default().pop().map(|photo| photo.url);
        let boosted = Boosted::of(boosts, view.now());
        Self {
            address: address_in_line(
                row.street.as_deref(),
                (&city_name, &state),
                row.zip_code.as_deref(),
            ),
            city_slug: word(city.as_deref().map(|city| &*city.slug)),
            city_name,
            state,
            image_url,
            is_boosted: boosted.until.is_some(),
            boosted_until: boosted.until,
            paid_until: boosted.paid_until,
            rating: row.google_rating.map(|rating| format!("{rating:.1}")),
            review_count: row.google_review_count,
            permanently_closed: row.closed_at.is_some(),
            is_deleted: row.deleted_at.is_some(),
            is_unconfirmed: row.unconfirmed_since.is_some(),
            further: FurtherFacts::of(&row),
            current_time_zone: view.clocks(&row).name().to_owned(),
            time_zone: row.own_time_zone,
            categories: row.categories.0,
            id: row.id,
            slug: row.slug,
            name: row.name,
            city_id: row.city_id,
            owner_id: row.owner_id,
            phone: row.phone,
            website: row.website,
            description: row.description,
            hours: row.hours,
            is_active: row.is_active,
            good_for_work: row.good_for_work,
            has_wifi: row.has_wifi,
            online_store_url: row.online_store_url,
            online_store_name: row.online_store_name,
            version: row.edition,
            has_parking: row.has_parking,
            pet_friendly: row.pet_friendly,
            has_outdoor_seating: row.has_outdoor_seating,
            upvote_count: row.upvote_count,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// How long a shop is boosted, and by which kind of boost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boosted {
    pub until: Option<DateTime<Utc>>,
    pub paid_until: Option<DateTime<Utc>>,
}

impl Boosted {
    /// The current ones of `boosts` at `now`.
    #[must_use]
    pub fn of(boosts: &[boost::Model], now: DateTime<Utc>) -> Self {
        let running = || {
            boosts
                .iter()
                .filter(|boost| boost.starts_at <= now && now < boost.ends_at)
        };
        let paid = running().filter(|boost| boost.source != boost::Source::Complimentary);
        Self {
            until: running().map(|boost| boost.ends_at).max(),
            paid_until: paid.map(|boost| boost.ends_at).max(),
        }
    }
}
