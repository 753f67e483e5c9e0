//! Entities that several rooms share. Tables that only one room owns are in that room.

pub mod article;
pub mod article_category;
pub mod audit;
pub mod boost;
pub mod chain_name;
pub mod change;
pub mod change_horizon;
pub mod city;
pub mod claim;
pub mod former_slug;
pub mod photo;
pub mod ranking_day;
pub mod shop;
pub mod shop_source;
pub mod story;
pub mod suggestion;
pub mod visibility_figure;
pub mod vote;

use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use crate::platform::error::Result;

/// A shop's row, in any state.
///
/// # Errors
///
/// When the database fails.
pub async fn shop_row(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<shop::Model>> {
    Ok(shop::Entity::find_by_id(id).one(connection).await?)
}

/// A town's row.
///
/// # Errors
///
/// When the database fails.
pub async fn city_row(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(id).one(connection).await?)
}
