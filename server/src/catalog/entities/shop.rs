//! A coffee shop, with the facts of each source that may be stored.

use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `shops`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "shops")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `name-city-st`, a number on collision (D17).
    #[sea_orm(unique)]
    pub slug: String,
    pub city_id: Uuid,
    pub name: String,
    pub street: Option<String>,
    pub zip_code: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// IANA name.
    pub time_zone: String,
    /// As people read it.
    pub phone: Option<String>,
    /// E.164.
    pub telephone: Option<String>,
    pub website: Option<String>,
    /// The text as its source has it (D10).
    pub hours: Option<String>,
    /// OSM `opening_hours` syntax, where the text could be read with certainty.
    pub opening_hours: Option<String>,
    pub description: Option<String>,
    pub owner_description: Option<String>,
    pub ai_generated_description: Option<String>,
    pub owner_id: Option<Uuid>,
    /// Who listed it and confirmed the address; may edit it while it has no owner (D42).
    pub submitter_id: Option<Uuid>,
    /// Of releases before the table `photos`; always absent.
    pub image_url: Option<String>,
    /// Shown as `foursquareCategories`, whatever source they come from.
    pub categories: Texts,
    pub google_place_id: Option<String>,
    pub google_rating: Option<f64>,
    pub google_review_count: Option<i32>,
    pub foursquare_id: Option<String>,
    /// Of ten.
    pub foursquare_rating: Option<f64>,
    /// 0 to 4.
    pub foursquare_price_level: Option<i32>,
    /// 1 to 4.
    pub price_level: Option<i32>,
    pub has_wifi: Option<bool>,
    pub has_parking: Option<bool>,
    pub pet_friendly: Option<bool>,
    pub good_for_work: Option<bool>,
    pub has_outdoor_seating: Option<bool>,
    /// Said by a person, for or against; absent: the texts decide (D13).
    pub serves_breakfast: Option<bool>,
    pub upvote_count: i64,
    pub online_store_url: Option<String>,
    pub online_store_name: Option<String>,
    /// `false`: not published (D18).
    pub is_active: bool,
    /// Permanently closed since.
    pub closed_at: Option<ChronoDateTimeUtc>,
    pub deleted_at: Option<ChronoDateTimeUtc>,
    /// Invented, part of the demo content.
    pub sample: bool,
    pub provenance: Provenance,
    #[serde(default)]
    pub origins: Origins,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Grows with each change of the row; a reader that has seen a higher one ignores a lower one.
    pub version: i64,
    /// What forms compare: grows with each edit, and with no vote.
    pub edition: i64,
    /// When somebody of the shop said last that the hours are right.
    pub hours_confirmed_at: Option<ChronoDateTimeUtc>,
    /// Listed since then by somebody whose address is not confirmed, or perhaps a chain (D42).
    pub unconfirmed_since: Option<ChronoDateTimeUtc>,
}

/// A list of short texts, kept as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Texts(pub Vec<String>);

/// Which source each filled column comes from: `osm`, `csv`, `owner`, `admin` … (D64).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Provenance(pub BTreeMap<String, String>);

/// What is known of each source beside its name: by source, as `provenance` names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Origins(pub BTreeMap<String, FactOrigin>);

/// How old a source's facts are, and what it allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FactOrigin {
    /// When the source last said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<ChronoDateTimeUtc>,
    /// Such as `CC BY 4.0`; absent where the provider's own holds, or where nobody has said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The provider, such as `osm`, where the operator gave its list another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
}

/// Queries find shops by key; lists and searches are the catalog's.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
