//! Issues: which readers were handled, and rejected deliveries.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, OnConflict, Query},
};
use uuid::Uuid;

use super::held_reader;
use crate::{
    features::newsletter::{
        entity::{
            delivery, issue,
            reader::{self, State},
            refusal,
        },
        rules::{self, MAX_REFUSALS, PAUSE, REFUSALS_COUNT},
    },
    platform::{database::Database, error::Result},
};

/// The issue for `turn`, created if necessary. Returns the row that the first node wrote.
pub(in crate::features::newsletter) async fn issue_of(
    transaction: &DatabaseTransaction,
    id: Uuid,
    turn: DateTime<Utc>,
) -> Result<issue::Model> {
    let (starts_at, ends_at) = rules::period(end_of_last(transaction, turn).await?, turn);
    let row = issue::Model {
        id,
        turn,
        starts_at,
        ends_at,
        finished_at: None,
    };
    issue::Entity::insert(row.clone().into_active_model())
        .on_conflict(
            OnConflict::column(issue::Column::Turn)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    let written = issue::Entity::find()
        .filter(issue::Column::Turn.eq(turn))
        .one(transaction)
        .await?;
    Ok(written.unwrap_or(row))
}

/// The end of the period covered by the issue before `turn`.
pub(in crate::features::newsletter) async fn end_of_last(
    connection: &impl ConnectionTrait,
    turn: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let last = issue::Entity::find()
        .filter(issue::Column::Turn.lt(turn))
        .order_by_desc(issue::Column::Turn)
        .one(connection)
        .await?;
    Ok(last.map(|row| row.ends_at))
}

/// Records that every reader was handled.
pub(in crate::features::newsletter) async fn finish(
    transaction: &DatabaseTransaction,
    issue: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    issue::Entity::update_many()
        .col_expr(issue::Column::FinishedAt, Expr::value(Some(now)))
        .filter(issue::Column::Id.eq(issue))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The next readers to handle after `after`, in ID order.
pub(in crate::features::newsletter) async fn readers_to_see(
    database: &Database,
    issue: &issue::Model,
    after: Uuid,
    count: u64,
) -> Result<Vec<reader::Model>> {
    Ok(to_see(issue)
        .filter(reader::Column::Id.gt(after))
        .order_by_asc(reader::Column::Id)
        .limit(count)
        .all(database.reads())
        .await?)
}

/// How many readers are left to handle.
pub(in crate::features::newsletter) async fn count_to_see(
    database: &Database,
    issue: &issue::Model,
) -> Result<u64> {
    Ok(to_see(issue).count(database.reads()).await?)
}

/// How many have been handled.
pub(in crate::features::newsletter) async fn deliveries_of(
    database: &Database,
    issue: Uuid,
) -> Result<u64> {
    Ok(delivery::Entity::find()
        .filter(delivery::Column::IssueId.eq(issue))
        .count(database.reads())
        .await?)
}

/// The confirmed readers not handled for this issue, excluding paused ones.
fn to_see(issue: &issue::Model) -> Select<reader::Entity> {
    let seen = Query::select()
        .column(delivery::Column::ReaderId)
        .from(delivery::Entity)
        .and_where(delivery::Column::IssueId.eq(issue.id))
        .to_owned();
    reader::Entity::find()
        .filter(reader::Column::State.eq(State::Confirmed))
        .filter(reader::Column::ConfirmedAt.lte(issue.turn))
        .filter(
            reader::Column::PausedUntil
                .is_null()
                .or(reader::Column::PausedUntil.lte(issue.turn)),
        )
        .filter(reader::Column::Id.not_in_subquery(seen))
}

/// Records that `reader` was handled for `issue`; `false` if that was already recorded, or the reader has unsubscribed.
pub(in crate::features::newsletter) async fn claim_delivery(
    transaction: &DatabaseTransaction,
    issue: Uuid,
    reader: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    // Held until the email is in the outbox: a reader who unsubscribes right now is either already gone, or recalls
    // that email.
    if held_reader(transaction, reader).await?.is_none() {
        return Ok(false);
    }
    let row = delivery::ActiveModel {
        issue_id: Set(issue),
        reader_id: Set(reader),
        created_at: Set(now),
    };
    let inserted = delivery::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([delivery::Column::IssueId, delivery::Column::ReaderId])
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Ok(inserted > 0)
}

/// Removes deliveries and rejections from before `limit`.
pub(in crate::features::newsletter) async fn prune_deliveries(
    database: &Database,
    limit: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                delivery::Entity::delete_many()
                    .filter(delivery::Column::CreatedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                refusal::Entity::delete_many()
                    .filter(refusal::Column::CreatedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Records a rejected issue for `reader`, and pauses a reader who has had too many; returns `true` in that case.
pub(in crate::features::newsletter) async fn note_refusal(
    transaction: &DatabaseTransaction,
    mail: Uuid,
    reader: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let row = refusal::ActiveModel {
        mail_id: Set(mail),
        reader_id: Set(reader),
        created_at: Set(now),
    };
    let inserted = refusal::Entity::insert(row)
        .on_conflict(
            OnConflict::column(refusal::Column::MailId)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    let counted = refusal::Entity::find()
        .filter(refusal::Column::ReaderId.eq(reader))
        .filter(refusal::Column::CreatedAt.gte(now - REFUSALS_COUNT))
        .count(transaction)
        .await?;
    if inserted == 0 || counted < MAX_REFUSALS {
        return Ok(false);
    }
    let paused = reader::Entity::update_many()
        .col_expr(reader::Column::PausedUntil, Expr::value(Some(now + PAUSE)))
        .filter(reader::Column::Id.eq(reader))
        .exec(transaction)
        .await?;
    Ok(paused.rows_affected > 0)
}
