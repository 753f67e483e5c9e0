//! The SQL of the review queue.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::{Accepted, Held, Status, review_item};
use crate::{
    catalog::{
        Change, Kind,
        admission::{
            rows,
            shop::{Origin, new_shop},
        },
        entities::{shop, shop_source},
        writing,
    },
    features::imports::store::source_row,
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        identifiers::Identifiers,
    },
};

use review_item::Column;

pub(super) async fn list(
    database: &Database,
    status: Status,
    after: Option<Uuid>,
    most: u64,
) -> Result<Vec<review_item::Model>> {
    let mut items = review_item::Entity::find()
        .filter(Column::Status.eq(status))
        .order_by_asc(Column::Id)
        .limit(most);
    if let Some(after) = after {
        items = items.filter(Column::Id.gt(after));
    }
    Ok(items.all(database.reads()).await?)
}

pub(super) async fn waiting(database: &Database) -> Result<u64> {
    let open = review_item::Entity::find().filter(Column::Status.eq(Status::Open));
    Ok(open.count(database.reads()).await?)
}

/// One transaction: the decision, the town where it is missing, the shop, its source, and the news of it.
pub(super) async fn accept(
    database: &Database,
    identifiers: &Identifiers,
    clock: &Clock,
    id: Uuid,
) -> Result<(Accepted, Vec<Change>)> {
    database
        .transaction(|transaction| {
            let (identifiers, clock) = (identifiers.clone(), clock.clone());
            Box::pin(async move {
                let now = clock.now();
                let item = decide(transaction, id, Status::Accepted, now).await?;
                let held = Held::from_text(&item.record)?;
                let (city_id, new_city) =
                    rows::town(transaction, &held.town, &identifiers, now).await?;
                let slug = rows::free_slug(transaction, &held.facts.name, &held.town.slug).await?;
                let origin = Origin {
                    id: identifiers.next(),
                    now,
                    source: &item.source,
                };
                let row = new_shop(slug, &held.facts, city_id, origin);
                let accepted = Accepted {
                    shop_id: row.id,
                    slug: row.slug.clone(),
                    name: row.name.clone(),
                };
                shop::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                let record = (item.source.as_str(), item.source_id.as_str());
                let source = source_row(
                    &identifiers,
                    accepted.shop_id,
                    record,
                    held.refreshed_at,
                    now,
                );
                shop_source::Entity::insert(source.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                review_item::Entity::update_many()
                    .col_expr(Column::ShopId, Expr::value(accepted.shop_id))
                    .filter(Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                let mut changes: Vec<Change> = Vec::new();
                changes.extend(new_city.then_some((Kind::City, city_id)));
                changes.push((Kind::Shop, accepted.shop_id));
                writing::announce(transaction, &changes, now).await?;
                Ok((accepted, changes))
            })
        })
        .await
}

pub(super) async fn refuse(database: &Database, now: DateTime<Utc>, id: Uuid) -> Result<String> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let item = decide(transaction, id, Status::Refused, now).await?;
                Ok(item.name)
            })
        })
        .await
}

/// Decides about a record that still waits: of two who try, the row count tells one that it came too late.
async fn decide(
    transaction: &DatabaseTransaction,
    id: Uuid,
    status: Status,
    now: DateTime<Utc>,
) -> Result<review_item::Model> {
    let decided = review_item::Entity::update_many()
        .col_expr(Column::Status, Expr::value(status))
        .col_expr(Column::DecidedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::Status.eq(Status::Open))
        .exec(transaction)
        .await?;
    let item = review_item::Entity::find_by_id(id)
        .one(transaction)
        .await?
        .ok_or_else(|| Error::NotFound(format!("no record {id} is in the review queue").into()))?;
    if decided.rows_affected == 0 {
        return Err(Error::Conflict(
            format!("{} was decided about before", item.name).into(),
        ));
    }
    Ok(item)
}
