//! Input and storage of the boost visibility figure.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, IntoActiveModel, QueryFilter,
    QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    catalog::entities::{boost, visibility_figure},
    features::analytics::{entity, rules::EventType},
    platform::{database::Database, error::Result},
};

/// IDs per query.
const SHOPS: usize = 500;

/// Views by shop and day.
pub(in crate::features::analytics) type Views = HashMap<(Uuid, NaiveDate), i64>;

/// Whether a day has its figure.
pub(in crate::features::analytics) async fn has_figure(
    connection: &impl ConnectionTrait,
    starts_at: DateTime<Utc>,
) -> Result<bool> {
    let found = visibility_figure::Entity::find_by_id(starts_at)
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Stores a day's figure, unless there is one.
pub(in crate::features::analytics) async fn keep_figure(
    database: &Database,
    figure: visibility_figure::Model,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            let row = figure.clone().into_active_model();
            Box::pin(async move {
                visibility_figure::Entity::insert(row)
                    .on_conflict_do_nothing_on([visibility_figure::Column::StartsAt])
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// The boosts that ended after `since`, or haven't ended.
pub(in crate::features::analytics) async fn boosts_since(
    connection: &impl ConnectionTrait,
    since: DateTime<Utc>,
) -> Result<Vec<boost::Model>> {
    Ok(boost::Entity::find()
        .filter(boost::Column::EndsAt.gt(since))
        .all(connection)
        .await?)
}

/// All boosts of a shop.
pub(in crate::features::analytics) async fn boosts_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<boost::Model>> {
    Ok(boost::Entity::find()
        .filter(boost::Column::ShopId.eq(shop))
        .all(connection)
        .await?)
}

/// Page views of `shops` on each day of a time span.
pub(in crate::features::analytics) async fn views_of(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
    (from, until): (NaiveDate, NaiveDate),
) -> Result<Views> {
    let mut views = Views::new();
    for some in shops.chunks(SHOPS) {
        let rows: Vec<(String, Uuid, i64)> = entity::Entity::find()
            .select_only()
            .columns([entity::Column::Day, entity::Column::Subject])
            .column_as(
                Expr::col(entity::Column::Count).sum().cast_as("bigint"),
                "sum",
            )
            .filter(entity::Column::Kind.eq(EventType::PageView.name()))
            .filter(entity::Column::Subject.is_in(some.iter().copied()))
            .filter(entity::Column::Day.between(from.to_string(), until.to_string()))
            .group_by(entity::Column::Day)
            .group_by(entity::Column::Subject)
            .into_tuple()
            .all(connection)
            .await?;
        for (day, shop, count) in rows {
            if let Ok(day) = day.parse() {
                views.insert((shop, day), count);
            }
        }
    }
    Ok(views)
}
