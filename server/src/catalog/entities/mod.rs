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
pub mod fact_answer;
pub mod former_slug;
pub mod hours_question;
pub mod listing;
pub mod monthly_letter;
pub mod photo;
pub mod ranking_day;
pub mod request;
pub mod shop;
pub mod shop_manager;
pub mod shop_source;
pub mod site;
pub mod site_logo;
pub mod site_page;
pub mod story;
pub mod suggestion;
pub mod suggestion_sender;
pub mod viewed;
pub mod visibility_figure;
pub mod vote;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::platform::error::Result;

/// A shop's row, in any state.
pub async fn shop_row(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<shop::Model>> {
    Ok(shop::Entity::find_by_id(id).one(connection).await?)
}

/// The IDs of shops in any state after this one, in order, at most `most`.
pub async fn shop_ids_after(
    connection: &impl ConnectionTrait,
    after: Uuid,
    most: u64,
) -> Result<Vec<Uuid>> {
    Ok(shop::Entity::find()
        .select_only()
        .column(shop::Column::Id)
        .filter(shop::Column::Id.gt(after))
        .order_by_asc(shop::Column::Id)
        .limit(most)
        .into_tuple()
        .all(connection)
        .await?)
}

/// A town's row.
pub async fn city_row(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(id).one(connection).await?)
}
