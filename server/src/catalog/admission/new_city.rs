//! A town that an act makes for its shops. Undoing the act removes it, unless something else is in it by then.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter,
    sea_query::{Alias, Expr, Query},
};
use serde_json::Value;
use uuid::Uuid;

use super::{rows, town::NewTown};
use crate::{
    catalog::{
        Kind,
        entities::{city, city_row, former_slug, shop},
        photos::{self, Owner},
        writing::{Act, Recorded, RecordedTable, is_still},
    },
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

/// What the audit log calls it. A row of `cities` would be restored strictly: undoing would fail if the town isn't as it
/// was.
const TABLE: &str = "new_cities";

/// The town's row, created and recorded if missing, and whether it was.
pub async fn find_or_make(
    act: &Act<'_>,
    town: &NewTown,
    identifiers: &IdGenerator,
) -> Result<(city::Model, bool)> {
    let transaction = act.transaction();
    let (id, was_made) = rows::town(transaction, town, identifiers, act.now()).await?;
    let row = city_row(transaction, id).await?;
    let row = row.ok_or_else(|| Error::Internal(format!("the town {id} is gone")))?;
    if was_made {
        act.touch((Kind::City, id));
        act.record_image(TABLE, id, (None, Some(row.image()?)));
    }
    Ok((row, was_made))
}

/// Inserts and records a town.
pub async fn make(act: &Act<'_>, row: city::Model) -> Result<()> {
    act.touch((Kind::City, row.id));
    act.record_image(TABLE, row.id, (None, Some(row.image()?)));
    city::Entity::insert(row.into_active_model())
        .exec_without_returning(act.transaction())
        .await?;
    Ok(())
}

/// New towns in the audit log.
#[must_use]
pub fn recorded_table() -> RecordedTable {
    RecordedTable::with(TABLE, |act, id, _, made| {
        Box::pin(async move { remove_unused(act, id, made).await })
    })
}

/// Whether a row of the audit log is a new town.
#[must_use]
pub fn is_recorded_in(table: &str) -> bool {
    table == TABLE
}

/// Removes a town that is still as it was `made`, if nothing is in it.
pub async fn remove_unused(act: &Act<'_>, id: Uuid, made: Option<Value>) -> Result<()> {
    if let (Some(row), Some(made)) = (act.find::<city::Model>(id).await?, made)
        && is_still(&row, &made)?
        && !is_used(act.transaction(), id).await?
    {
        // The rows are deleted and recorded as such, so undoing this brings the town back.
        act.delete(&row).await?;
    }
    Ok(())
}

/// Whether it has shops in any state, pictures, former addresses, or newsletter readers.
async fn is_used(transaction: &DatabaseTransaction, id: Uuid) -> Result<bool> {
    let shops = shop::Entity::find().filter(shop::Column::CityId.eq(id));
    if shops.count(transaction).await? > 0 {
        return Ok(true);
    }
    let addresses = former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq("city"))
        .filter(former_slug::Column::TargetId.eq(id));
    if addresses.count(transaction).await? > 0 {
        return Ok(true);
    }
    let pictures = photos::of_owner(transaction, Owner::City(id)).await?;
    let readers = Query::select()
        .column(Alias::new("reader_id"))
        .from(Alias::new("newsletter_towns"))
        .and_where(Expr::col(Alias::new("city_id")).eq(id))
        .limit(1)
        .to_owned();
    let reader = transaction.query_one(&readers).await?;
    Ok(!pictures.is_empty() || reader.is_some())
}
