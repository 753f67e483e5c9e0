//! A coffee shop, with the facts that may be stored from each source.

use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `shops`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "shops")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `name-city-st`, with a number on collision (D17).
    #[sea_orm(unique)]
    pub slug: String,
    pub city_id: Uuid,
    pub name: String,
    /// Official, former and other names, and what the source called it: to recognize it by, not to show.
    #[serde(default)]
    pub other_names: Texts,
    pub street: Option<String>,
    pub zip_code: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// For servers of the release before, which go by it. This one asks `View::clocks`, which needs it until the town is read.
    pub time_zone: String,
    /// The administrator's time zone for this shop, an IANA name (D111); null if its clocks are its town's.
    #[serde(default)]
    pub own_time_zone: Option<String>,
    /// As people write it.
    pub phone: Option<String>,
    /// E.164.
    pub telephone: Option<String>,
    pub website: Option<String>,
    /// Since when it has been this one; null if it always was.
    #[serde(default)]
    pub website_since: Option<ChronoDateTimeUtc>,
    /// The text from the source (D10).
    pub hours: Option<String>,
    /// OSM `opening_hours` syntax, if the text could be parsed with certainty.
    pub opening_hours: Option<String>,
    pub description: Option<String>,
    pub owner_description: Option<String>,
    pub ai_generated_description: Option<String>,
    pub owner_id: Option<Uuid>,
    /// The person who listed it and confirmed the address; may edit it while it has no owner (D42).
    pub submitter_id: Option<Uuid>,
    /// From versions before the table `photos`; always null.
    pub image_url: Option<String>,
    /// Shown as `foursquareCategories`, whatever their source.
    pub categories: Texts,
    pub google_place_id: Option<String>,
    pub google_rating: Option<f64>,
    pub google_review_count: Option<i32>,
    pub foursquare_id: Option<String>,
    /// Of ten.
    pub foursquare_rating: Option<f64>,
    /// 0 to 4.
    pub foursquare_price_level: Option<i32>,
    /// Until when Foursquare's content may be shown; null if it isn't from its API (D72).
    #[serde(default)]
    pub foursquare_expires_at: Option<ChronoDateTimeUtc>,
    /// 1 to 4.
    pub price_level: Option<i32>,
    pub has_wifi: Option<bool>,
    pub has_parking: Option<bool>,
    pub pet_friendly: Option<bool>,
    pub good_for_work: Option<bool>,
    pub has_outdoor_seating: Option<bool>,
    /// A person's statement; null if only the texts decide (D13).
    pub serves_breakfast: Option<bool>,
    pub upvote_count: i64,
    pub online_store_url: Option<String>,
    pub online_store_name: Option<String>,
    /// `false`: not published (D18).
    pub is_active: bool,
    /// When it permanently closed.
    pub closed_at: Option<ChronoDateTimeUtc>,
    pub deleted_at: Option<ChronoDateTimeUtc>,
    /// Invented, part of the demo content.
    pub sample: bool,
    pub provenance: Provenance,
    #[serde(default)]
    pub origins: Origins,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
    /// The version that forms compare: increases with each edit, but not with votes.
    pub edition: i64,
    /// When the hours were last confirmed.
    pub hours_confirmed_at: Option<ChronoDateTimeUtc>,
    /// By whom, as in `provenance`: `admin` or `visitors`; null if it was someone from the shop.
    #[serde(default)]
    pub hours_confirmed_by: Option<String>,
    /// When it was last confirmed that the shop is still there.
    #[serde(default)]
    pub place_confirmed_at: Option<ChronoDateTimeUtc>,
    /// When `has_wifi` was last confirmed.
    #[serde(default)]
    pub wifi_confirmed_at: Option<ChronoDateTimeUtc>,
    /// Since when it has been listed by someone with an unconfirmed address, or as a possible chain (D42).
    pub unconfirmed_since: Option<ChronoDateTimeUtc>,
    /// A link; likewise `facebook` and `menu_url`.
    #[serde(default)]
    pub instagram: Option<String>,
    #[serde(default)]
    pub facebook: Option<String>,
    #[serde(default)]
    pub menu_url: Option<String>,
    /// Typed to be published, in lower case.
    #[serde(default)]
    pub public_email: Option<String>,
    #[serde(default)]
    pub has_outlets: Option<bool>,
    #[serde(default)]
    pub has_restroom: Option<bool>,
    #[serde(default)]
    pub has_drive_through: Option<bool>,
    #[serde(default)]
    pub wheelchair_accessible: Option<bool>,
    #[serde(default)]
    pub has_changing_table: Option<bool>,
    #[serde(default)]
    pub has_plant_milk: Option<bool>,
    #[serde(default)]
    pub roasts_here: Option<bool>,
}

/// A list of short texts, stored as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Texts(pub Vec<String>);

/// The source of each filled column: `osm`, `csv`, `owner`, `admin` … (D64).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Provenance(pub BTreeMap<String, String>);

/// More about each source, under the names used in `provenance`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Origins(pub BTreeMap<String, FactOrigin>);

/// The age and license of a source's facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FactOrigin {
    /// The date of the source's facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<ChronoDateTimeUtc>,
    /// For example `CC BY 4.0`; `None` if the provider's own applies or it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The provider, such as `osm`, if the operator gave its list another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

/// No relations: queries find shops by key; lists and searches use the catalog.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
