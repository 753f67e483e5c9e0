//! This room's SQL: what already exists, and writing a batch in one transaction.

pub(super) mod batch_rows;
mod forgetting;
mod growth;
mod insert;
pub(super) mod missing;
pub(super) mod reading;

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use gazetteer::Town;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

pub(super) use self::{
    forgetting::{forget_answers, forget_questions},
    growth::Growth,
    insert::insert,
};
use super::{
    entity::review_item::{self, Status},
    known::Present,
    write::Write,
};
use crate::{
    catalog::{
        Change, Kind,
        admission::town::NewTown,
        entities::{city, shop, shop_source, suggestion},
    },
    platform::{database::dialect, error::Result, id_generator::IdGenerator},
};

/// The lock for assigning short numbers.
const NUMBERS: i64 = 7_203_949;

/// A batch to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub(super) cities: Vec<city::Model>,
    pub(super) inserts: Vec<shop::Model>,
    pub(super) updates: Vec<shop::Model>,
    pub(super) sources: Vec<shop_source::Model>,
    /// Links that go over to another record, as they were and as they are to be.
    pub(super) moved: Vec<(shop_source::Model, shop_source::Model)>,
    pub(super) holds: Vec<review_item::Model>,
    /// Questions whether shops have closed.
    pub(super) questions: Vec<suggestion::Model>,
    /// Pending records that became shops without a decision, because the rules or lists changed.
    pub(super) settled: Vec<(Uuid, Uuid)>,
}

impl Batch {
    /// Adds what to write for one record. `held`: the pending record with its ID.
    pub(super) fn push(
        &mut self,
        write: Write,
        held: Option<&review_item::Model>,
        source: impl FnOnce(Uuid) -> shop_source::Model,
    ) {
        match write {
            Write::Insert(row) => {
                if let Some(item) = held {
                    self.settled.push((item.id, row.id));
                }
                self.sources.push(source(row.id));
                self.inserts.push(*row);
            }
            Write::Update(row) => self.updates.push(*row),
            Write::Hold(item) => self.holds.push(*item),
            // Gaps are filled when the batch is complete.
            Write::Fill(_) => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.inserts.is_empty()
            && self.updates.is_empty()
            && self.holds.is_empty()
            && self.sources.is_empty()
            && self.moved.is_empty()
            && self.questions.is_empty()
            && self.settled.is_empty()
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        let cities = self.cities.iter().map(|row| (Kind::City, row.id));
        let shops = self
            .inserts
            .iter()
            .chain(&self.updates)
            .map(|row| (Kind::Shop, row.id));
        // Open reports are counted when the shop is loaded.
        let asked = self.questions.iter().map(|row| (Kind::Shop, row.shop_id));
        cities.chain(shops).chain(asked).collect()
    }
}

/// Rows for those of `towns` that `present` doesn't have; adds them there.
pub(super) fn new_cities<'a>(
    towns: impl Iterator<Item = &'a Town>,
    present: &mut Present,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Vec<city::Model> {
    let mut missing: BTreeMap<&str, &Town> = BTreeMap::new();
    for town in towns.filter(|town| !present.cities.contains_key(&town.slug)) {
        missing.entry(&town.slug).or_insert(town);
    }
    let rows: Vec<city::Model> = missing
        .into_values()
        .map(|town| NewTown::of(town).row(identifiers.next(), now))
        .collect();
    present
        .cities
        .extend(rows.iter().map(|row| (row.slug.clone(), row.id)));
    rows
}

/// What became of a batch.
#[derive(Debug, Default)]
pub(super) struct WrittenBatch {
    /// Shops that were edited meanwhile, which stay as they are.
    pub(super) passed_over: HashSet<Uuid>,
    /// Those of the links to be moved that were as they had been read, which went over to another record.
    pub(super) moved: Vec<(shop_source::Model, shop_source::Model)>,
    /// Those of the settled questions that waited until now, with their shops.
    pub(super) settled: Vec<(Uuid, Uuid)>,
}

/// Writes a batch.
pub(super) async fn write(
    transaction: &DatabaseTransaction,
    batch: &Batch,
    now: DateTime<Utc>,
) -> Result<WrittenBatch> {
    insert(transaction, &batch.cities).await?;
    insert(transaction, &batch.inserts).await?;
    insert(transaction, &batch.sources).await?;
    let mut written = WrittenBatch::default();
    for (before, after) in &batch.moved {
        if move_link(transaction, before, after).await? {
            written.moved.push((before.clone(), after.clone()));
        }
    }
    for row in &batch.updates {
        if !update(transaction, row).await? {
            written.passed_over.insert(row.id);
        }
    }
    hold(transaction, &batch.holds).await?;
    insert(transaction, &batch.questions).await?;
    written.settled = settle(transaction, &batch.settled, now).await?;
    Ok(written)
}

/// Lets a link go over to another record, unless it has changed since it was read. Returns whether it did.
async fn move_link(
    transaction: &DatabaseTransaction,
    before: &shop_source::Model,
    after: &shop_source::Model,
) -> Result<bool> {
    use shop_source::Column;
    let moved = shop_source::Entity::update_many()
        .col_expr(Column::SourceId, Expr::value(after.source_id.as_str()))
        .col_expr(Column::RefreshedAt, Expr::value(after.refreshed_at))
        .col_expr(Column::FetchedAt, Expr::value(after.fetched_at))
        .filter(Column::Id.eq(before.id))
        .filter(Column::SourceId.eq(before.source_id.as_str()))
        .exec(transaction)
        .await?;
    Ok(moved.rows_affected > 0)
}

/// Writes the columns that imports can change, unless the row was edited since it was read; then the next import tries
/// again. Returns whether it did.
async fn update(transaction: &DatabaseTransaction, row: &shop::Model) -> Result<bool> {
    let mut values = row.clone().into_active_model().reset_all();
    // Columns written by votes, claims and erasures are never overwritten with old values.
    for column in [
        shop::Column::UpvoteCount,
        shop::Column::Version,
        shop::Column::OwnerId,
        shop::Column::SubmitterId,
        shop::Column::DeletedAt,
    ] {
        values.not_set(column);
    }
    let updated = shop::Entity::update_many()
        .set(values)
        .col_expr(
            shop::Column::Version,
            Expr::col(shop::Column::Version).add(1),
        )
        .filter(shop::Column::Id.eq(row.id))
        .filter(shop::Column::Edition.eq(row.edition - 1))
        .exec(transaction)
        .await?;
    Ok(updated.rows_affected > 0)
}

/// Stores records for the administrator. Decided ones stay decided; refused ones are updated.
pub(super) async fn hold(
    transaction: &DatabaseTransaction,
    items: &[review_item::Model],
) -> Result<()> {
    use review_item::Column;
    let items = numbered(transaction, items).await?;
    for rows in items.chunks(insert::ROWS) {
        let renewed = OnConflict::columns([Column::Source, Column::SourceId])
            .update_columns([
                Column::Name,
                Column::Town,
                Column::Reason,
                Column::SimilarSlug,
                Column::Record,
                Column::UpdatedAt,
            ])
            .action_and_where(Column::Status.ne(Status::Accepted))
            .to_owned();
        transaction
            .execute(insert::statement(rows).on_conflict(renewed))
            .await?;
    }
    Ok(())
}

/// The records, with short numbers for those that have none yet. Others that assign numbers wait.
async fn numbered(
    transaction: &DatabaseTransaction,
    items: &[review_item::Model],
) -> Result<Vec<review_item::Model>> {
    let mut items = items.to_vec();
    if items.iter().all(|item| item.number > 0) {
        return Ok(items);
    }
    dialect::lock_until_commit(transaction, NUMBERS).await?;
    let last: Option<Option<i64>> = review_item::Entity::find()
        .select_only()
        .expr(review_item::Column::Number.max())
        .into_tuple()
        .one(transaction)
        .await?;
    let mut next = last.flatten().unwrap_or(0);
    for item in items.iter_mut().filter(|item| item.number == 0) {
        next += 1;
        item.number = next;
    }
    Ok(items)
}

/// Returns those that waited until now.
async fn settle(
    transaction: &DatabaseTransaction,
    settled: &[(Uuid, Uuid)],
    now: DateTime<Utc>,
) -> Result<Vec<(Uuid, Uuid)>> {
    use review_item::Column;
    let mut waited = Vec::new();
    for (item, shop_id) in settled {
        let updated = review_item::Entity::update_many()
            .col_expr(Column::Status, Expr::value(Status::Accepted))
            .col_expr(Column::ShopId, Expr::value(*shop_id))
            .col_expr(Column::DecidedAt, Expr::value(now))
            .filter(Column::Id.eq(*item))
            .filter(Column::Status.eq(Status::Open))
            .exec(transaction)
            .await?;
        if updated.rows_affected > 0 {
            waited.push((*item, *shop_id));
        }
    }
    Ok(waited)
}

/// Links a record to a shop.
pub(super) fn source_row(
    identifiers: &IdGenerator,
    shop_id: Uuid,
    (source, source_id): (&str, &str),
    refreshed_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> shop_source::Model {
    shop_source::Model {
        id: identifiers.next(),
        shop_id,
        source: source.to_owned(),
        source_id: source_id.to_owned(),
        refreshed_at,
        fetched_at: now,
    }
}
