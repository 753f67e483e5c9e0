//! The change feed: how a node learns about other processes' commits.
//!
//! It is polled four times a second on both engines, with one index lookup. A change is read once no running
//! transaction can still precede it. If the feed isn't the one that the node has been reading, because a backup was
//! restored, the node can't continue and reloads everything.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, SimpleExpr},
};
use uuid::Uuid;

use super::entities::{change, change_horizon};
use crate::platform::{
    database::{Database, Engine, dialect},
    error::Result,
};

/// The feed's tables. A node that loads everything doesn't need them, so backups leave them out.
pub const TABLES: [&str; 2] = ["changes", "change_horizon"];

/// How many changes are read at a time.
const PAGE: u64 = 2000;
/// How many changes are removed per transaction.
const PRUNED: u64 = 20_000;

/// A position in the feed: (transaction, sequence), never the sequence alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cursor {
    txid: i64,
    seq: i64,
}

impl Cursor {
    fn of(row: &change::Model) -> Self {
        Self {
            txid: row.txid,
            seq: row.seq,
        }
    }
}

/// Which feed a node has read, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    cursor: Cursor,
    /// Identifies the change at the cursor; `None` at the feed's beginning, where no row was read.
    last: Option<(Uuid, DateTime<Utc>)>,
    begun_at: Option<DateTime<Utc>>,
}

impl Position {
    /// The position after `row` in the same feed.
    fn behind(self, row: &change::Model) -> Self {
        Self {
            cursor: Cursor::of(row),
            last: Some((row.entity_id, row.created_at)),
            begun_at: self.begun_at,
        }
    }

    fn is_at(&self, row: &change::Model) -> bool {
        Cursor::of(row) == self.cursor && Some((row.entity_id, row.created_at)) == self.last
    }
}

/// The result of reading from a position.
pub(super) enum Next {
    /// The oldest new changes (possibly none), and the position after them.
    Changes(Vec<change::Model>, Position),
    /// The position belongs to a different feed, or precedes this one's beginning.
    Elsewhere,
}

fn place() -> SimpleExpr {
    Expr::tuple([
        Expr::col(change::Column::Txid),
        Expr::col(change::Column::Seq),
    ])
}

fn value(cursor: Cursor) -> SimpleExpr {
    Expr::tuple([Expr::value(cursor.txid), Expr::value(cursor.seq)])
}

/// The settled end of the feed.
pub(super) async fn newest(database: &Database, now: DateTime<Utc>) -> Result<Position> {
    begin_anew_in_another_cluster(database, now).await?;
    let begins = beginning(database).await?;
    let last = change::Entity::find()
        .filter(dialect::is_settled(database.engine()))
        .order_by_desc(change::Column::Txid)
        .order_by_desc(change::Column::Seq)
        .one(database.reads())
        .await?;
    Ok(match last {
        Some(row) if Cursor::of(&row) > begins.cursor => begins.behind(&row),
        _ => begins,
    })
}

/// The next changes after `position`, oldest first.
pub(super) async fn after(
    database: &Database,
    position: Position,
    now: DateTime<Utc>,
) -> Result<Next> {
    begin_anew_in_another_cluster(database, now).await?;
    let begins = beginning(database).await?;
    let is_at_beginning = position.cursor == begins.cursor;
    if position.begun_at != begins.begun_at
        || position.cursor < begins.cursor
        || (position.last.is_none() && !is_at_beginning)
    {
        return Ok(Next::Elsewhere);
    }
    let mut page = page_from(database, position.cursor).await?;
    match page.first() {
        Some(first) if position.is_at(first) => _ = page.remove(0),
        // The row was pruned, or never existed.
        _ if is_at_beginning => {}
        _ => return Ok(Next::Elsewhere),
    }
    let reached = page.last().map_or(position, |last| position.behind(last));
    Ok(Next::Changes(page, reached))
}

/// The row at `cursor`, if it still exists, and settled rows after it.
async fn page_from(database: &Database, cursor: Cursor) -> Result<Vec<change::Model>> {
    let changes = change::Entity::find().limit(PAGE);
    let page = match database.engine() {
        // SQLite has a single writer, so the sequence is the order. It would scan the whole feed for a pair.
        Engine::Sqlite => changes
            .filter(change::Column::Seq.gte(cursor.seq))
            .order_by_asc(change::Column::Seq),
        Engine::Postgres => changes
            .filter(place().gte(value(cursor)))
            // A transaction that was read from has ended.
            .filter(
                change::Column::Txid
                    .lte(cursor.txid)
                    .or(dialect::is_settled(Engine::Postgres)),
            )
            .order_by_asc(change::Column::Txid)
            .order_by_asc(change::Column::Seq),
    };
    Ok(page.all(database.reads()).await?)
}

/// Before the first change that may exist.
async fn beginning(database: &Database) -> Result<Position> {
    let row = change_horizon::Entity::find_by_id(1)
        .one(database.reads())
        .await?;
    Ok(row.map_or(
        Position {
            cursor: Cursor::default(),
            last: None,
            begun_at: None,
        },
        |row| Position {
            cursor: Cursor {
                txid: row.txid,
                seq: row.seq,
            },
            last: None,
            begun_at: row.begun_at,
        },
    ))
}

/// After a dump is restored into a new cluster, transaction numbers start low again. New changes would sort before the
/// existing ones and never be read. So the feed is emptied, and nodes that have read another feed reload everything.
async fn begin_anew_in_another_cluster(database: &Database, now: DateTime<Utc>) -> Result<()> {
    if database.engine() != Engine::Postgres
        || !dialect::is_from_another_cluster(database.reads(), &["changes", "change_horizon"])
            .await?
    {
        return Ok(());
    }
    tracing::warn!(
        "the database was restored into another PostgreSQL cluster: its change feed begins anew, every server loads everything"
    );
    database
        .transaction(|transaction| {
            Box::pin(async move {
                dialect::empty(transaction, "changes").await?;
                put_beginning(transaction, Cursor::default(), Some(now)).await
            })
        })
        .await
}

/// Starts the empty feed of a restored database: nodes that have read another feed reload everything.
pub async fn begin(transaction: &DatabaseTransaction, now: DateTime<Utc>) -> Result<()> {
    put_beginning(transaction, Cursor::default(), Some(now)).await
}

/// Stores where the feed begins now, and which feed it is if that changed.
async fn put_beginning(
    transaction: &DatabaseTransaction,
    cursor: Cursor,
    begun_at: Option<DateTime<Utc>>,
) -> Result<()> {
    use change_horizon::Column;
    let row = change_horizon::ActiveModel {
        id: Set(1),
        txid: Set(cursor.txid),
        seq: Set(cursor.seq),
        begun_at: Set(begun_at),
    };
    let mut columns = vec![Column::Txid, Column::Seq];
    columns.extend(begun_at.map(|_| Column::BegunAt));
    change_horizon::Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::Id)
                .update_columns(columns)
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Removes settled changes written before `limit`, stores how far, and returns how many.
pub(super) async fn prune(database: &Database, limit: DateTime<Utc>) -> Result<u64> {
    let mut removed = 0;
    loop {
        let some = prune_some(database, limit).await?;
        removed += some;
        if some < PRUNED {
            return Ok(removed);
        }
    }
}

async fn prune_some(database: &Database, limit: DateTime<Utc>) -> Result<u64> {
    let oldest: Vec<(i64, i64)> = change::Entity::find()
        .select_only()
        .columns([change::Column::Txid, change::Column::Seq])
        .filter(change::Column::CreatedAt.lt(limit))
        .filter(dialect::is_settled(database.engine()))
        .order_by_asc(change::Column::Txid)
        .order_by_asc(change::Column::Seq)
        .limit(PRUNED)
        .into_tuple()
        .all(database.reads())
        .await?;
    let Some((txid, seq)) = oldest.last().copied() else {
        return Ok(0);
    };
    database
        .transaction(|transaction| {
            let cursor = Cursor { txid, seq };
            Box::pin(async move {
                put_beginning(transaction, cursor, None).await?;
                let removed = change::Entity::delete_many()
                    .filter(place().lte(value(cursor)))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}
