//! Runs over many shops that the administrator starts, one of a kind at a time: AI texts, pictures from websites (D63).
//! Each shop's result is a row, written with what was done to the shop, so a run that is interrupted goes on where it
//! was.

mod answers;
mod batch;
mod entity;
mod turns;
mod undo;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, OnConflict},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use answers::{
    ShopRun, ShopRunDetail, ShopRunResult, ShopRunState, detail_of, kept_of, list, problems_of,
    run_of, waiting_of,
};
pub use batch::{run_job, start_and_wait, wait};
pub use entity::{Model as ResultRow, ShopOutcome};
pub use turns::{IN_A_TURN, Turn, has_entry};
pub use undo::{TakeBack, Taken, TakenBack, Undo, Undoable, run_undo, undo_and_wait};

use self::{answers::SHOWN, entity as result};
use super::Shop;
use crate::platform::{
    database::Database,
    error::{Error, Result},
    jobs::RunTable,
    runs::{self, Kind, Run},
};

/// The table of runs, and their results.
pub const TABLE: RunTable = RunTable {
    name: "runs",
    since: "started_at",
    results: Some(("shop_run_results", "shop_id")),
};

/// A kind of runs over shops. The results are the cursor.
pub trait ShopRunKind: Undoable + Kind<Asked = AskedShops, Result = ()> {
    /// Whether a run has something to do for this shop.
    fn needs(shop: &Shop) -> bool;
}

/// The answer about a run that isn't there.
#[must_use]
pub fn no_run() -> Error {
    Error::NotFound("There is no such run. Runs are kept for a year.".into())
}

/// What a run is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedShops {
    pub shops: WhichShops,
    /// What it is about, such as `Alexandria, LA`.
    pub label: String,
    /// The AI model that is asked, if any.
    pub model: Option<String>,
    /// The administrator who asked, if they have a name.
    #[serde(default)]
    pub by: Option<Uuid>,
}

/// Which shops a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhichShops {
    All,
    City(Uuid),
    Shop(Uuid),
    /// Those that were chosen for a bulk edit, with its ID.
    Edit(Uuid),
}

/// The shops that had their turn.
pub async fn processed(connection: &impl ConnectionTrait, id: Uuid) -> Result<HashSet<Uuid>> {
    let shops: Vec<Uuid> = result::Entity::find()
        .select_only()
        .column(result::Column::ShopId)
        .filter(result::Column::RunId.eq(id))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(shops.into_iter().collect())
}

/// The shop with the highest ID that had its turn.
async fn last_processed(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Uuid>> {
    Ok(result::Entity::find()
        .select_only()
        .column(result::Column::ShopId)
        .filter(result::Column::RunId.eq(id))
        .order_by_desc(result::Column::ShopId)
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?)
}

/// The shops with this outcome, and its detail.
pub async fn with_outcome(
    connection: &impl ConnectionTrait,
    id: Uuid,
    outcome: ShopOutcome,
) -> Result<Vec<ResultRow>> {
    Ok(result::Entity::find()
        .filter(result::Column::RunId.eq(id))
        .filter(result::Column::Outcome.eq(outcome))
        .order_by_asc(result::Column::CreatedAt)
        .order_by_asc(result::Column::ShopId)
        .all(connection)
        .await?)
}

/// Whether something that a run found for this shop waits for the administrator.
///
/// # Errors
///
/// When the database fails.
pub async fn waits(connection: &impl ConnectionTrait, shop: Uuid) -> Result<bool> {
    let found = result::Entity::find()
        .filter(result::Column::ShopId.eq(shop))
        .filter(result::Column::Outcome.eq(ShopOutcome::Waiting))
        .limit(1)
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// The shops for which something waits, in all runs.
///
/// # Errors
///
/// When the database fails.
pub async fn all_waiting(connection: &impl ConnectionTrait) -> Result<HashSet<Uuid>> {
    let shops: Vec<Uuid> = result::Entity::find()
        .select_only()
        .column(result::Column::ShopId)
        .filter(result::Column::Outcome.eq(ShopOutcome::Waiting))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(shops.into_iter().collect())
}

/// Decides about what waits in a run, of one shop or of all; returns how many did. Who comes second finds nothing waiting.
///
/// # Errors
///
/// When the database fails.
pub async fn decide(
    transaction: &impl ConnectionTrait,
    (run, shop): (Uuid, Option<Uuid>),
    outcome: ShopOutcome,
) -> Result<u64> {
    let mut update = result::Entity::update_many()
        .col_expr(result::Column::Outcome, Expr::value(outcome.to_value()))
        .filter(result::Column::RunId.eq(run))
        .filter(result::Column::Outcome.eq(ShopOutcome::Waiting));
    if let Some(shop) = shop {
        update = update.filter(result::Column::ShopId.eq(shop));
    }
    Ok(update.exec(transaction).await?.rows_affected)
}

/// Writes what came of a shop; a later result replaces an earlier one.
pub async fn note(
    transaction: &impl ConnectionTrait,
    (run, shop): (Uuid, Uuid),
    (outcome, detail): (ShopOutcome, Option<&str>),
    now: DateTime<Utc>,
) -> Result<()> {
    let row = result::ActiveModel {
        run_id: Set(run),
        shop_id: Set(shop),
        outcome: Set(outcome),
        detail: Set(detail.map(str::to_owned)),
        kept_because: Set(None),
        created_at: Set(now),
    };
    result::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([result::Column::RunId, result::Column::ShopId])
                .update_columns([
                    result::Column::Outcome,
                    result::Column::Detail,
                    result::Column::KeptBecause,
                ])
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Removes the results of shops, or towns, that are removed for good.
///
/// # Errors
///
/// When the database fails.
pub async fn forget_results(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<()> {
    result::Entity::delete_many()
        .filter(result::Column::ShopId.is_in(ids.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes the runs of this kind that a demo has invented, with their results, and returns them.
///
/// # Errors
///
/// When the database fails.
pub async fn forget_samples<K: Kind>(transaction: &DatabaseTransaction) -> Result<Vec<Run<K>>> {
    let invented = runs::forget_samples::<K>(transaction).await?;
    let ids: Vec<Uuid> = invented.iter().map(|run| run.id).collect();
    result::Entity::delete_many()
        .filter(result::Column::RunId.is_in(ids))
        .exec(transaction)
        .await?;
    Ok(invented)
}

/// Writes why a result stays, although its run is taken back.
async fn note_kept(
    transaction: &impl ConnectionTrait,
    (run, shop): (Uuid, Uuid),
    reason: &str,
) -> Result<()> {
    result::Entity::update_many()
        .col_expr(result::Column::KeptBecause, Expr::value(reason))
        .filter(result::Column::RunId.eq(run))
        .filter(result::Column::ShopId.eq(shop))
        .exec(transaction)
        .await?;
    Ok(())
}

/// A result that stayed when its run was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptResult {
    /// The shop's, or the town's.
    pub id: Uuid,
    pub reason: String,
}

/// The latest of a run, at most 100.
///
/// # Errors
///
/// When the database fails.
pub async fn kept_results(connection: &impl ConnectionTrait, run: Uuid) -> Result<Vec<KeptResult>> {
    let rows = result::Entity::find()
        .filter(result::Column::RunId.eq(run))
        .filter(result::Column::KeptBecause.is_not_null())
        .order_by_desc(result::Column::CreatedAt)
        .order_by_asc(result::Column::ShopId)
        .limit(SHOWN)
        .all(connection)
        .await?;
    let kept = rows.into_iter().filter_map(|row| {
        let (id, reason) = (row.shop_id, row.kept_because?);
        Some(KeptResult { id, reason })
    });
    Ok(kept.collect())
}

/// What came of one shop: the outcome, and its detail.
pub type Came = (Uuid, ShopOutcome, Option<String>);

/// The same for some hundred shops that had no turn in the run before.
///
/// # Errors
///
/// When the database fails.
pub async fn note_all(
    transaction: &impl ConnectionTrait,
    run: Uuid,
    came: Vec<Came>,
    now: DateTime<Utc>,
) -> Result<()> {
    if came.is_empty() {
        return Ok(());
    }
    let rows = came
        .into_iter()
        .map(|(shop, outcome, detail)| result::ActiveModel {
            run_id: Set(run),
            shop_id: Set(shop),
            outcome: Set(outcome),
            detail: Set(detail),
            kept_because: Set(None),
            created_at: Set(now),
        });
    result::Entity::insert_many(rows)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// The same in a transaction of its own, for shops that weren't changed.
pub async fn note_alone(
    database: &Database,
    ids: (Uuid, Uuid),
    (outcome, detail): (ShopOutcome, String),
    now: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            let detail = detail.clone();
            Box::pin(async move { note(transaction, ids, (outcome, Some(&detail)), now).await })
        })
        .await
}

/// How many shops of each run had each outcome.
#[derive(Clone, Debug, Default)]
pub struct Tally(HashMap<ShopOutcome, usize>);

impl Tally {
    /// With this outcome.
    #[must_use]
    pub fn of(&self, outcome: ShopOutcome) -> usize {
        self.0.get(&outcome).copied().unwrap_or_default()
    }

    /// All that had their turn.
    #[must_use]
    pub fn all(&self) -> usize {
        self.0.values().sum()
    }
}

/// The tallies of runs.
pub async fn tallies(
    connection: &impl ConnectionTrait,
    runs: &[Uuid],
) -> Result<HashMap<Uuid, Tally>> {
    let rows: Vec<(Uuid, ShopOutcome, i64)> = result::Entity::find()
        .select_only()
        .column(result::Column::RunId)
        .column(result::Column::Outcome)
        .column_as(result::Column::ShopId.count(), "shops")
        .filter(result::Column::RunId.is_in(runs.iter().copied()))
        .group_by(result::Column::RunId)
        .group_by(result::Column::Outcome)
        .into_tuple()
        .all(connection)
        .await?;
    let mut tallies: HashMap<Uuid, Tally> = HashMap::new();
    for (run, outcome, count) in rows {
        let count = usize::try_from(count).unwrap_or_default();
        tallies.entry(run).or_default().0.insert(outcome, count);
    }
    Ok(tallies)
}
