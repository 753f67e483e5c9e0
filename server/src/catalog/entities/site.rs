//! What the operator made of the site: the words that differ from those we ship.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The only row of `site`. A word that is absent stands as shipped.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "site")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
    /// The version that forms compare.
    pub edition: i64,
    pub updated_at: ChronoDateTimeUtc,
    pub name: Option<String>,
    /// As it follows "in": `North Carolina`, `the Piedmont`.
    pub region: Option<String>,
    pub slogan: Option<String>,
    /// Of the home page, for search engines.
    pub description: Option<String>,
    pub hero_text: Option<String>,
    pub destinations_title: Option<String>,
    pub featured_title: Option<String>,
    pub featured_text: Option<String>,
    pub owners_title: Option<String>,
    pub owners_text: Option<String>,
    pub recent_title: Option<String>,
    pub recent_text: Option<String>,
    pub newsletter_title: Option<String>,
    pub newsletter_text: Option<String>,
    pub footer_text: Option<String>,
    /// Stands at the head of every email.
    pub letterhead: Option<String>,
    /// `#1d4c78`: what acts, such as links and buttons.
    pub main_color: Option<String>,
    /// What is paid for.
    pub accent_color: Option<String>,
    pub typefaces: Option<Typefaces>,
    /// The striped awning below the bar and above the footer.
    pub has_awning: bool,
    pub logo_id: Option<Uuid>,
    /// An icon other than the logo, also a row of `site_logos`.
    pub icon_id: Option<Uuid>,
    pub clock: Option<ClockFace>,
    pub first_day: Option<FirstDay>,
    pub distances: Option<Distances>,
}

/// A pair of typefaces, for headings and for text.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
#[serde(rename_all = "lowercase")]
pub enum Typefaces {
    /// Besley and Libre Franklin, which we ship.
    #[sea_orm(string_value = "besley")]
    Besley,
    /// The device's serif and sans serif.
    #[sea_orm(string_value = "serif")]
    Serif,
    /// The device's sans serif alone.
    #[sea_orm(string_value = "sans")]
    Sans,
}

/// How times of day are written.
#[derive(
    Copy,
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(4))")]
pub enum ClockFace {
    /// `5:30 PM`.
    #[default]
    #[sea_orm(string_value = "h12")]
    #[serde(rename = "12")]
    Twelve,
    /// `17:30`.
    #[sea_orm(string_value = "h24")]
    #[serde(rename = "24")]
    TwentyFour,
}

/// The day on which weeks begin in tables and forms.
#[derive(
    Copy,
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
#[serde(rename_all = "lowercase")]
pub enum FirstDay {
    #[default]
    #[sea_orm(string_value = "monday")]
    Monday,
    #[sea_orm(string_value = "sunday")]
    Sunday,
}

/// How distances are written.
#[derive(
    Copy,
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(12))")]
#[serde(rename_all = "lowercase")]
pub enum Distances {
    #[default]
    #[sea_orm(string_value = "miles")]
    Miles,
    #[sea_orm(string_value = "kilometers")]
    Kilometers,
}

/// The ID of the row.
pub const ID: Uuid = Uuid::from_u128(0x7369_7465_0000_7000_8000_0000_0000_0001);

impl Model {
    /// The row of a site with nothing set.
    #[must_use]
    pub fn blank(now: ChronoDateTimeUtc) -> Self {
        Self {
            id: ID,
            version: 0,
            edition: 0,
            updated_at: now,
            name: None,
            region: None,
            slogan: None,
            description: None,
            hero_text: None,
            destinations_title: None,
            featured_title: None,
            featured_text: None,
            owners_title: None,
            owners_text: None,
            recent_title: None,
            recent_text: None,
            newsletter_title: None,
            newsletter_text: None,
            footer_text: None,
            letterhead: None,
            main_color: None,
            accent_color: None,
            typefaces: None,
            has_awning: true,
            logo_id: None,
            icon_id: None,
            clock: None,
            first_day: None,
            distances: None,
        }
    }
}

/// No relations: there is one row.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
