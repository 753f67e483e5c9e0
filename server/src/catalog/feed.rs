//! The change feed: how a node learns what other processes committed.
//!
//! It is asked every quarter of a second on both engines: one look-up in an index. A change is read once no running
//! transaction can still come before it.

use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, SimpleExpr},
};

use super::entities::{change, change_horizon};
use crate::platform::{
    database::{Database, Engine, dialect},
    error::Result,
};

/// Changes read at once.
const PAGE: u64 = 2000;

/// Up to where the feed was read: (transaction, sequence), never the sequence alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cursor {
    txid: i64,
    seq: i64,
}

impl Cursor {
    pub(super) fn of(row: &change::Model) -> Self {
        Self {
            txid: row.txid,
            seq: row.seq,
        }
    }
}

fn position() -> SimpleExpr {
    Expr::tuple([
        Expr::col(change::Column::Txid),
        Expr::col(change::Column::Seq),
    ])
}

fn value(cursor: Cursor) -> SimpleExpr {
    Expr::tuple([Expr::value(cursor.txid), Expr::value(cursor.seq)])
}

/// The end of the feed as far as it is settled.
pub(super) async fn newest(database: &Database) -> Result<Cursor> {
    let last = change::Entity::find()
        .filter(dialect::is_settled(database.engine()))
        .order_by_desc(change::Column::Txid)
        .order_by_desc(change::Column::Seq)
        .one(database.reads())
        .await?;
    let horizon = horizon(database).await?;
    Ok(last
        .as_ref()
        .map(Cursor::of)
        .unwrap_or_default()
        .max(horizon))
}

/// The next changes after `cursor`, oldest first.
pub(super) async fn page_after(database: &Database, cursor: Cursor) -> Result<Vec<change::Model>> {
    let changes = change::Entity::find().limit(PAGE);
    let after = match database.engine() {
        // One writer: the sequence tells the order. SQLite would go through the whole feed for a pair.
        Engine::Sqlite => changes
            .filter(change::Column::Seq.gt(cursor.seq))
            .order_by_asc(change::Column::Seq),
        Engine::Postgres => changes
            .filter(position().gt(value(cursor)))
            .filter(dialect::is_settled(Engine::Postgres))
            .order_by_asc(change::Column::Txid)
            .order_by_asc(change::Column::Seq),
    };
    Ok(after.all(database.reads()).await?)
}

/// Whether changes after `cursor` were removed before this node read them.
pub(super) async fn has_gap(database: &Database, cursor: Cursor) -> Result<bool> {
    Ok(cursor < horizon(database).await?)
}

async fn horizon(database: &Database) -> Result<Cursor> {
    let row = change_horizon::Entity::find_by_id(1)
        .one(database.reads())
        .await?;
    Ok(row
        .map(|row| Cursor {
            txid: row.txid,
            seq: row.seq,
        })
        .unwrap_or_default())
}

/// Removes settled changes written before `limit`, and notes up to where. Gives their number.
pub(super) async fn prune(
    database: &Database,
    limit: chrono::DateTime<chrono::Utc>,
) -> Result<u64> {
    let last = change::Entity::find()
        .filter(change::Column::CreatedAt.lt(limit))
        .filter(dialect::is_settled(database.engine()))
        .order_by_desc(change::Column::Txid)
        .order_by_desc(change::Column::Seq)
        .one(database.reads())
        .await?;
    let Some(last) = last else { return Ok(0) };
    database
        .transaction(|transaction| {
            let cursor = Cursor::of(&last);
            Box::pin(async move {
                let row = change_horizon::ActiveModel {
                    id: Set(1),
                    txid: Set(cursor.txid),
                    seq: Set(cursor.seq),
                };
                let columns = [change_horizon::Column::Txid, change_horizon::Column::Seq];
                change_horizon::Entity::insert(row)
                    .on_conflict(
                        OnConflict::column(change_horizon::Column::Id)
                            .update_columns(columns)
                            .to_owned(),
                    )
                    .exec_without_returning(transaction)
                    .await?;
                let removed = change::Entity::delete_many()
                    .filter(position().lte(value(cursor)))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}
