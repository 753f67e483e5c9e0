//! The SQL of the review queue.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::{Accepted, Held, HeldTown, Status, review_item};
use crate::{
    catalog::{
        Change, Kind,
        entities::{city, former_slug, shop, shop_source},
        writing,
    },
    features::imports::{
        plan::{self, Tools},
        store::source_row,
    },
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
                let (city_id, new_city) = town(transaction, &held.town, &identifiers, now).await?;
                let slug =
                    free_slug(transaction, &plan::slug_text(&held.facts, &held.town.slug)).await?;
                let tools = Tools {
                    clock: &clock,
                    identifiers: &identifiers,
                    source: &item.source,
                    ids_are_sure: true,
                };
                let row = plan::new_shop(slug, &held.facts, city_id, tools);
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

/// The town's row, made where it is missing; whether it was made.
async fn town(
    transaction: &DatabaseTransaction,
    held: &HeldTown,
    identifiers: &Identifiers,
    now: DateTime<Utc>,
) -> Result<(Uuid, bool)> {
    let known = city::Entity::find().filter(city::Column::Slug.eq(&held.slug));
    if let Some(city) = known.one(transaction).await? {
        return Ok((city.id, false));
    }
    let renamed = former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq("city"))
        .filter(former_slug::Column::Slug.eq(&held.slug));
    if let Some(former) = renamed.one(transaction).await? {
        return Ok((former.target_id, false));
    }
    let row = held.row(identifiers, now);
    let id = row.id;
    city::Entity::insert(row.into_active_model())
        .exec_without_returning(transaction)
        .await?;
    Ok((id, true))
}

/// Slugs that are looked up at once.
const SLUGS: u32 = 50;

async fn free_slug(connection: &impl ConnectionTrait, text: &str) -> Result<String> {
    let base = plan::slug_base(text);
    let mut wanted = vec![base.clone()];
    let mut number = 2;
    loop {
        wanted.extend((number..number + SLUGS).map(|number| plan::numbered(&base, number)));
        number += SLUGS;
        let mut taken: Vec<String> = shop::Entity::find()
            .select_only()
            .column(shop::Column::Slug)
            .filter(shop::Column::Slug.is_in(&wanted))
            .into_tuple()
            .all(connection)
            .await?;
        let former: Vec<String> = former_slug::Entity::find()
            .select_only()
            .column(former_slug::Column::Slug)
            .filter(former_slug::Column::Kind.eq("shop"))
            .filter(former_slug::Column::Slug.is_in(&wanted))
            .into_tuple()
            .all(connection)
            .await?;
        taken.extend(former);
        if let Some(free) = wanted.drain(..).find(|slug| !taken.contains(slug)) {
            return Ok(free);
        }
    }
}
