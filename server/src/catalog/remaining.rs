//! What a directory has once its demo was removed.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    sea_query::Query,
};

use super::entities::{article, city, shop};
use crate::platform::error::Result;

/// What stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remaining {
    /// Shops, whether or not visitors see them. Invented ones, if somebody has paid for them.
    pub shops: u64,
    /// Towns with a shop, and those that the administrator made.
    pub towns: u64,
    /// Articles, drafts as well, but for those of the demo.
    pub articles: u64,
}

/// Counts it.
pub async fn remaining(connection: &impl ConnectionTrait) -> Result<Remaining> {
    let inhabited = Query::select()
        .column(shop::Column::CityId)
        .from(shop::Entity)
        .and_where(shop::Column::DeletedAt.is_null())
        .to_owned();
    let towns = city::Entity::find()
        .filter(
            Condition::any()
                .add(city::Column::MadeByAdmin.eq(true))
                .add(city::Column::Id.in_subquery(inhabited)),
        )
        .count(connection)
        .await?;
    let articles = article::Entity::find()
        .filter(article::Column::Sample.eq(false))
        .count(connection)
        .await?;
    Ok(Remaining {
        shops: remaining_shops(connection).await?,
        towns,
        articles,
    })
}

/// The shops among it.
pub async fn remaining_shops(connection: &impl ConnectionTrait) -> Result<u64> {
    Ok(shop::Entity::find()
        .filter(shop::Column::DeletedAt.is_null())
        .count(connection)
        .await?)
}
