//! The SQL of this room: what is there already, and a batch of changes in one transaction.

pub(super) mod missing;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use gazetteer::Town;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::{
    entity::review_item::{self, Status},
    plan::{Known, Present, Write},
};
use crate::{
    catalog::{
        Change, Kind,
        admission::{duplicates::Likeness, town::NewTown},
        entities::{city, former_slug, shop, shop_source, suggestion},
        writing,
    },
    platform::{database::Database, error::Result, identifiers::Identifiers},
};

/// Values in one `IN (…)`.
const VALUES: usize = 500;
/// Rows of the wide table in one INSERT: both engines take 32,766 bound values.
const ROWS: usize = 500;
/// Rows of narrow columns read at once.
const PAGE: u64 = 10_000;

/// One batch, ready to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub(super) cities: Vec<city::Model>,
    pub(super) inserts: Vec<shop::Model>,
    pub(super) updates: Vec<shop::Model>,
    pub(super) sources: Vec<shop_source::Model>,
    pub(super) holds: Vec<review_item::Model>,
    /// Questions whether shops have closed.
    pub(super) questions: Vec<suggestion::Model>,
    /// Records that waited for the administrator and became shops without one, since the rules or lists changed.
    pub(super) settled: Vec<(Uuid, Uuid)>,
}

impl Batch {
    /// Adds what is to be written for one record. `held`: what waits for the administrator under its name.
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
        }
    }

    fn is_empty(&self) -> bool {
        self.inserts.is_empty()
            && self.updates.is_empty()
            && self.holds.is_empty()
            && self.questions.is_empty()
    }

    fn changes(&self) -> Vec<Change> {
        let cities = self.cities.iter().map(|row| (Kind::City, row.id));
        let shops = self
            .inserts
            .iter()
            .chain(&self.updates)
            .map(|row| (Kind::Shop, row.id));
        // Open reports are counted where the shop is read.
        let asked = self.questions.iter().map(|row| (Kind::Shop, row.shop_id));
        cities.chain(shops).chain(asked).collect()
    }
}

/// Every shop that a record could repeat, and every slug that is taken.
pub(super) async fn known(database: &Database) -> Result<Known> {
    let mut known = Known::default();
    let mut after = Uuid::nil();
    type Row = (
        Uuid,
        String,
        String,
        Option<f64>,
        Option<f64>,
        Option<String>,
        Option<String>,
        Option<DateTime<Utc>>,
    );
    loop {
        let rows: Vec<Row> = shop::Entity::find()
            .select_only()
            .columns([
                shop::Column::Id,
                shop::Column::Slug,
                shop::Column::Name,
                shop::Column::Latitude,
                shop::Column::Longitude,
                shop::Column::Telephone,
                shop::Column::Website,
                shop::Column::DeletedAt,
            ])
            .filter(shop::Column::Id.gt(after))
            .order_by_asc(shop::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(database.reads())
            .await?;
        let Some(last) = rows.last() else { break };
        after = last.0;
        for (_, slug, name, latitude, longitude, telephone, website, deleted_at) in rows {
            if deleted_at.is_none() {
                let point = latitude.zip(longitude);
                let likeness = Likeness::new(
                    &slug,
                    &name,
                    point,
                    telephone.as_deref(),
                    website.as_deref(),
                );
                known.duplicates.insert(&likeness);
            }
            known.slugs.insert(&slug);
        }
    }
    let former: Vec<String> = former_slug::Entity::find()
        .select_only()
        .column(former_slug::Column::Slug)
        .filter(former_slug::Column::Kind.eq("shop"))
        .into_tuple()
        .all(database.reads())
        .await?;
    for slug in former {
        known.slugs.insert(&slug);
    }
    Ok(known)
}

/// What of a batch's records and towns is in the database.
pub(super) async fn present(
    database: &Database,
    source: &str,
    ids: &[String],
    town_slugs: &[String],
) -> Result<Present> {
    let connection = database.reads();
    let mut shop_of: HashMap<Uuid, Vec<String>> = HashMap::new();
    for some in ids.chunks(VALUES) {
        let rows = shop_source::Entity::find()
            .filter(shop_source::Column::Source.eq(source))
            .filter(shop_source::Column::SourceId.is_in(some))
            .all(connection)
            .await?;
        for row in rows {
            shop_of.entry(row.shop_id).or_default().push(row.source_id);
        }
    }
    let mut present = Present::default();
    for some in ids.chunks(VALUES) {
        let items = review_item::Entity::find()
            .filter(review_item::Column::Source.eq(source))
            .filter(review_item::Column::SourceId.is_in(some))
            .all(connection)
            .await?;
        present
            .held
            .extend(items.into_iter().map(|item| (item.source_id.clone(), item)));
    }
    let shop_ids: Vec<Uuid> = shop_of.keys().copied().collect();
    for some in shop_ids.chunks(VALUES) {
        for row in shop::Entity::find()
            .filter(shop::Column::Id.is_in(some.iter().copied()))
            .all(connection)
            .await?
        {
            for id in shop_of.remove(&row.id).into_iter().flatten() {
                present.shops.insert(id, row.clone());
            }
        }
    }
    for some in town_slugs.chunks(VALUES) {
        for row in city::Entity::find()
            .filter(city::Column::Slug.is_in(some))
            .all(connection)
            .await?
        {
            present.cities.insert(row.slug, row.id);
        }
        // A town that was renamed keeps its shops: its former slug means the same row.
        let renamed = former_slug::Entity::find()
            .filter(former_slug::Column::Kind.eq("city"))
            .filter(former_slug::Column::Slug.is_in(some))
            .all(connection)
            .await?;
        for row in renamed {
            present.cities.entry(row.slug).or_insert(row.target_id);
        }
    }
    Ok(present)
}

/// Rows for those of `towns` that `present` lacks; notes them there.
pub(super) fn new_cities<'a>(
    towns: impl Iterator<Item = &'a Town>,
    present: &mut Present,
    identifiers: &Identifiers,
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

/// Writes a batch in one transaction and announces it. Gives the changes, and the shops that somebody edited meanwhile: they are
/// as they were.
pub(super) async fn apply(
    database: &Database,
    batch: Arc<Batch>,
    now: DateTime<Utc>,
) -> Result<(Vec<Change>, HashSet<Uuid>)> {
    if batch.is_empty() {
        return Ok((Vec::new(), HashSet::new()));
    }
    let changes = Arc::new(batch.changes());
    database
        .transaction(|transaction| {
            let (batch, changes) = (batch.clone(), changes.clone());
            Box::pin(async move {
                insert_cities(transaction, &batch).await?;
                for rows in batch.inserts.chunks(ROWS) {
                    let rows = rows.iter().cloned().map(IntoActiveModel::into_active_model);
                    shop::Entity::insert_many(rows)
                        .exec_without_returning(transaction)
                        .await?;
                }
                for rows in batch.sources.chunks(ROWS) {
                    let rows = rows.iter().cloned().map(IntoActiveModel::into_active_model);
                    shop_source::Entity::insert_many(rows)
                        .exec_without_returning(transaction)
                        .await?;
                }
                let mut passed_over = HashSet::new();
                for row in &batch.updates {
                    if !update(transaction, row).await? {
                        passed_over.insert(row.id);
                    }
                }
                hold(transaction, &batch.holds).await?;
                for rows in batch.questions.chunks(ROWS) {
                    let rows = rows.iter().cloned().map(IntoActiveModel::into_active_model);
                    suggestion::Entity::insert_many(rows)
                        .exec_without_returning(transaction)
                        .await?;
                }
                settle(transaction, &batch.settled, now).await?;
                writing::announce(transaction, &changes, now).await?;
                Ok((changes.to_vec(), passed_over))
            })
        })
        .await
}

async fn insert_cities(transaction: &DatabaseTransaction, batch: &Batch) -> Result<()> {
    for rows in batch.cities.chunks(ROWS) {
        let rows = rows.iter().cloned().map(IntoActiveModel::into_active_model);
        city::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// Writes what imports change of the row, unless somebody edited it since it was read: then the next import looks again. Says
/// whether it did.
async fn update(transaction: &DatabaseTransaction, row: &shop::Model) -> Result<bool> {
    let mut values = row.clone().into_active_model().reset_all();
    // What votes, claims and erasures write is never written back from an old reading.
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

/// Keeps records for the administrator. What was decided meanwhile stays decided.
async fn hold(transaction: &DatabaseTransaction, items: &[review_item::Model]) -> Result<()> {
    use review_item::Column;
    for rows in items.chunks(ROWS) {
        let renewed = OnConflict::columns([Column::Source, Column::SourceId])
            .update_columns([
                Column::Name,
                Column::Town,
                Column::Reason,
                Column::SimilarSlug,
                Column::Record,
                Column::UpdatedAt,
            ])
            .action_and_where(Column::Status.eq(Status::Open))
            .to_owned();
        let rows = rows.iter().cloned().map(IntoActiveModel::into_active_model);
        review_item::Entity::insert_many(rows)
            .on_conflict(renewed)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

async fn settle(
    transaction: &DatabaseTransaction,
    settled: &[(Uuid, Uuid)],
    now: DateTime<Utc>,
) -> Result<()> {
    use review_item::Column;
    for (item, shop_id) in settled {
        review_item::Entity::update_many()
            .col_expr(Column::Status, Expr::value(Status::Accepted))
            .col_expr(Column::ShopId, Expr::value(*shop_id))
            .col_expr(Column::DecidedAt, Expr::value(now))
            .filter(Column::Id.eq(*item))
            .filter(Column::Status.eq(Status::Open))
            .exec(transaction)
            .await?;
    }
    Ok(())
}

/// Notes which record a shop stands for.
pub(super) fn source_row(
    identifiers: &Identifiers,
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
