//! A shop that a person listed.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `listings`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "listings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// The person with the entered address, proven once `confirmed_at` is set.
    pub person_id: Uuid,
    /// As entered with this listing.
    pub owner_name: String,
    /// Made of name, street and ZIP code, so that the same form sent twice creates one shop.
    #[sea_orm(unique)]
    pub form_key: String,
    /// The hash of the sent form's own ID, by which the form is known when it is sent again.
    #[serde(default)]
    pub form_hash: Option<String>,
    /// The URL of a picture, according to the submitter.
    pub image_source: Option<String>,
    /// Why the administrator has to review it; `None` once reviewed.
    pub doubt: Option<String>,
    pub confirmed_at: Option<ChronoDateTimeUtc>,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries find listings by key.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
