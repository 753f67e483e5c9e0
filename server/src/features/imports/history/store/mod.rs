//! The SQL of the history of imports.

mod forgetting;
pub(super) mod lease;
mod notes;
mod touched;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use self::lease::{lease_until, refuse_second};
pub(in crate::features::imports) use self::{
    forgetting::forget,
    notes::{note, refuse_ended},
    touched::{Adding, touched},
};
use super::{
    ImportCounts,
    entity::{
        import,
        import_change::{self, ChangeKind, Column, UndoOutcome},
    },
};
use crate::{
    catalog::entities::{audit::image, city, shop, shop::Texts, shop_source},
    features::imports::entity::review_item,
    platform::{
        database::{Database, dialect},
        error::{Error, Result},
    },
};

/// The lock for assigning numbers.
const NUMBERS: i64 = 7_203_953;

/// Stores a new import, which holds the lease. Returns its number.
///
/// # Errors
///
/// [`Error::Conflict`] while another import writes; otherwise when the database fails.
pub(super) async fn begin(
    database: &Database,
    (id, source, files): (Uuid, Option<&str>, &[String]),
    now: DateTime<Utc>,
) -> Result<i64> {
    let row = import::Model {
        id,
        number: 0,
        files: Texts(files.to_vec()),
        source: source.map(str::to_owned),
        counts: ImportCounts::default(),
        started_at: now,
        ended_at: None,
        lease_until: lease_until(now),
        undo_asked_at: None,
        undone_at: None,
    };
    database
        .transaction(move |transaction| {
            let mut row = row.clone();
            Box::pin(async move {
                dialect::lock_until_commit(transaction, NUMBERS).await?;
                refuse_second(transaction, now).await?;
                let last: Option<Option<i64>> = import::Entity::find()
                    .select_only()
                    .expr(import::Column::Number.max())
                    .into_tuple()
                    .one(transaction)
                    .await?;
                row.number = last.flatten().unwrap_or(0) + 1;
                let number = row.number;
                import::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(number)
            })
        })
        .await
}

/// Stores which files were begun, and what the earlier ones brought.
pub(super) async fn renew(
    database: &Database,
    (id, files): (Uuid, &[String]),
    counts: ImportCounts,
) -> Result<()> {
    let files = Texts(files.to_vec());
    set(database, id, move |update| {
        update
            .col_expr(import::Column::Files, Expr::value(files.clone()))
            .col_expr(import::Column::Counts, Expr::value(counts))
    })
    .await
}

/// Removes an import that has written nothing.
pub(super) async fn withdraw(database: &Database, id: Uuid) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                import::Entity::delete_by_id(id).exec(transaction).await?;
                Ok(())
            })
        })
        .await
}

pub(super) async fn end(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    set(database, id, move |update| {
        without_lease(update).col_expr(import::Column::EndedAt, Expr::value(Some(now)))
    })
    .await
}

/// Lets the next import begin, though this one hasn't come to its end.
pub(super) async fn release(database: &Database, id: Uuid) -> Result<()> {
    set(database, id, without_lease).await
}

fn without_lease(update: Update) -> Update {
    update.col_expr(
        import::Column::LeaseUntil,
        Expr::value(None::<DateTime<Utc>>),
    )
}

/// Keeps the import from writing more.
pub(super) async fn ask_to_undo(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    set(database, id, move |update| {
        update.col_expr(import::Column::UndoAskedAt, Expr::value(Some(now)))
    })
    .await
}

type Update = sea_orm::UpdateMany<import::Entity>;

async fn set(
    database: &Database,
    id: Uuid,
    set: impl Fn(Update) -> Update + Clone + Send + Sync + 'static,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            let set = set.clone();
            Box::pin(async move {
                set(import::Entity::update_many())
                    .filter(import::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

pub(super) async fn end_undo(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    import::Entity::update_many()
        .col_expr(import::Column::UndoneAt, Expr::value(Some(now)))
        .filter(import::Column::Id.eq(id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// These shops, as they are in the database.
pub(in crate::features::imports) async fn shops(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<shop::Model>> {
    Ok(shop::Entity::find()
        .filter(shop::Column::Id.is_in(ids.iter().copied()))
        .all(connection)
        .await?)
}

/// Imports, newest first.
pub(super) async fn page(database: &Database, skip: u64, most: u64) -> Result<Vec<import::Model>> {
    Ok(import::Entity::find()
        .order_by_desc(import::Column::Number)
        .offset(skip)
        .limit(most)
        .all(database.reads())
        .await?)
}

/// How many imports there are.
pub(super) async fn total(database: &Database) -> Result<u64> {
    Ok(import::Entity::find().count(database.reads()).await?)
}

pub(super) async fn find(database: &Database, number: i64) -> Result<import::Model> {
    let row = import::Entity::find()
        .filter(import::Column::Number.eq(number))
        .one(database.reads())
        .await?;
    row.ok_or_else(|| {
        Error::NotFound("There is no import with this number. Imports are kept for a year.".into())
    })
}

/// The latest changes of an import that haven't been undone, latest first.
pub(super) async fn pending(
    connection: &impl ConnectionTrait,
    run: Uuid,
    most: u64,
) -> Result<Vec<import_change::Model>> {
    Ok(import_change::Entity::find()
        .filter(Column::RunId.eq(run))
        .filter(Column::Outcome.is_null())
        .order_by_desc(Column::Number)
        .limit(most)
        .all(connection)
        .await?)
}

pub(super) async fn settle(
    transaction: &DatabaseTransaction,
    change: &import_change::Model,
    kept_because: Option<String>,
    outcome: UndoOutcome,
) -> Result<()> {
    import_change::Entity::update_many()
        .col_expr(Column::Outcome, Expr::value(outcome.to_value()))
        .col_expr(Column::KeptBecause, Expr::value(kept_because))
        .filter(Column::RunId.eq(change.run_id))
        .filter(Column::Number.eq(change.number))
        .exec(transaction)
        .await?;
    Ok(())
}

/// How many changes of a kind had this outcome.
pub(super) async fn count(
    database: &Database,
    run: Uuid,
    (kind, outcome): (Option<ChangeKind>, Option<UndoOutcome>),
) -> Result<u64> {
    let mut changes = import_change::Entity::find().filter(Column::RunId.eq(run));
    if let Some(kind) = kind {
        changes = changes.filter(Column::Kind.eq(kind));
    }
    if let Some(outcome) = outcome {
        changes = changes.filter(Column::Outcome.eq(outcome));
    }
    Ok(changes.count(database.reads()).await?)
}

/// A shop that stays, or whose facts do, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub slug: String,
    pub name: String,
    pub reason: String,
}

/// At most `most` of what stays of an undone import.
pub(super) async fn kept(database: &Database, run: Uuid, most: u64) -> Result<Vec<Kept>> {
    let changes = import_change::Entity::find()
        .filter(Column::RunId.eq(run))
        .filter(Column::Outcome.eq(UndoOutcome::Kept))
        .filter(Column::KeptBecause.is_not_null())
        .order_by_asc(Column::Number)
        .limit(most)
        .all(database.reads())
        .await?;
    let ids: Vec<Uuid> = changes.iter().map(|change| change.row_id).collect();
    let rows = shops(database.reads(), &ids).await?;
    let by_id: HashMap<Uuid, &shop::Model> = rows.iter().map(|row| (row.id, row)).collect();
    let kept = changes.into_iter().filter_map(|change| {
        let row = by_id.get(&change.row_id)?;
        Some(Kept {
            slug: row.slug.clone(),
            name: row.name.clone(),
            reason: change.kept_because?,
        })
    });
    Ok(kept.collect())
}

/// The records that are linked to a shop.
pub(super) async fn sources_of(
    transaction: &DatabaseTransaction,
    shop: Uuid,
) -> Result<Vec<shop_source::Model>> {
    Ok(shop_source::Entity::find()
        .filter(shop_source::Column::ShopId.eq(shop))
        .all(transaction)
        .await?)
}

/// Whether a record, given by its source and its ID there, is linked to a shop.
pub(super) async fn is_linked(
    transaction: &DatabaseTransaction,
    (source, source_id): (&str, &str),
) -> Result<bool> {
    let link = shop_source::Entity::find()
        .filter(shop_source::Column::Source.eq(source))
        .filter(shop_source::Column::SourceId.eq(source_id))
        .one(transaction)
        .await?;
    Ok(link.is_some())
}

/// The questions that a shop answers.
pub(super) async fn answered_by(
    transaction: &DatabaseTransaction,
    shop: Uuid,
) -> Result<Vec<review_item::Model>> {
    Ok(review_item::Entity::find()
        .filter(review_item::Column::ShopId.eq(shop))
        .all(transaction)
        .await?)
}

/// The question that a record's link has answered, unless somebody has decided about it. Imports of earlier releases didn't note that
/// they had answered one.
pub(super) async fn answered_with(
    transaction: &DatabaseTransaction,
    link: &shop_source::Model,
) -> Result<Option<review_item::Model>> {
    let item = review_item::Entity::find()
        .filter(review_item::Column::Source.eq(&link.source))
        .filter(review_item::Column::SourceId.eq(&link.source_id))
        .filter(review_item::Column::ShopId.eq(link.shop_id))
        .one(transaction)
        .await?;
    let Some(item) = item else {
        return Ok(None);
    };
    let acts = image::Entity::find()
        .filter(image::Column::RowId.eq(item.id))
        .count(transaction)
        .await?;
    Ok((acts == 0).then_some(item))
}

/// Whether nobody needs the town: no shop is in it, not even a removed one, and no person has edited it.
pub(super) async fn is_needless(
    transaction: &DatabaseTransaction,
    town: &city::Model,
) -> Result<bool> {
    let shops = shop::Entity::find()
        .filter(shop::Column::CityId.eq(town.id))
        .count(transaction)
        .await?;
    let acts = image::Entity::find()
        .filter(image::Column::RowId.eq(town.id))
        .count(transaction)
        .await?;
    Ok(shops == 0 && acts == 0 && !town.made_by_admin)
}
