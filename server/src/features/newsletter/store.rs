//! All SQL of the newsletter. Cool-downs and "once" are conditional statements and their row counts.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, Query},
};
use uuid::Uuid;

use super::{
    entity::{
        delivery, issue,
        reader::{self, State},
        refusal,
        suppression::{self, Reason},
        town,
    },
    rules::{self, COOL_DOWN, MOST_REFUSALS, PAUSE, PENDING_LASTS, REFUSALS_COUNT, TOKEN_LASTS},
};
use crate::platform::{database::Database, error::Result};

/// An address as somebody typed it, and what a mail to it would need.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) id: Uuid,
    pub(super) email: String,
    pub(super) address_hash: String,
    pub(super) token_hash: String,
    pub(super) now: DateTime<Utc>,
}

/// Which mail follows from a sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// The one that asks for confirmation, to this reader.
    Confirmation(Uuid),
    /// The one that says that the address is subscribed already.
    Reminder(Uuid),
    Nothing,
}

/// Notes a sign-up. Who it was for decides about the mail; the caller is told nothing of it.
pub(super) async fn sign_up(transaction: &DatabaseTransaction, asked: &Asked) -> Result<Follows> {
    let known = suppression::Entity::find_by_id(asked.address_hash.clone())
        .one(transaction)
        .await?;
    if !rules::may_be_asked(known.map(|row| row.reason)) {
        return Ok(Follows::Nothing);
    }
    let row = reader::ActiveModel {
        id: Set(asked.id),
        email: Set(asked.email.clone()),
        address_hash: Set(asked.address_hash.clone()),
        state: Set(State::Pending),
        token_hash: Set(Some(asked.token_hash.clone())),
        token_expires_at: Set(Some(asked.now + TOKEN_LASTS)),
        asked_at: Set(asked.now),
        created_at: Set(asked.now),
        confirmed_at: Set(None),
        paused_until: Set(None),
    };
    let inserted = reader::Entity::insert(row)
        .on_conflict(
            OnConflict::column(reader::Column::AddressHash)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    if inserted > 0 {
        return Ok(Follows::Confirmation(asked.id));
    }
    let updated = reader::Entity::update_many()
        .col_expr(reader::Column::AskedAt, Expr::value(asked.now))
        .filter(reader::Column::AddressHash.eq(&asked.address_hash))
        .filter(reader::Column::AskedAt.lte(asked.now - COOL_DOWN))
        .exec(transaction)
        .await?;
    if updated.rows_affected == 0 {
        return Ok(Follows::Nothing);
    }
    let found = reader::Entity::find()
        .filter(reader::Column::AddressHash.eq(&asked.address_hash))
        .one(transaction)
        .await?;
    let Some(known) = found else {
        return Ok(Follows::Nothing);
    };
    if known.state == State::Confirmed {
        return Ok(Follows::Reminder(known.id));
    }
    reader::Entity::update_many()
        .col_expr(
            reader::Column::TokenHash,
            Expr::value(Some(asked.token_hash.clone())),
        )
        .col_expr(
            reader::Column::TokenExpiresAt,
            Expr::value(Some(asked.now + TOKEN_LASTS)),
        )
        .col_expr(reader::Column::Email, Expr::value(asked.email.clone()))
        .filter(reader::Column::Id.eq(known.id))
        .exec(transaction)
        .await?;
    Ok(Follows::Confirmation(known.id))
}

/// Sign-ups since `since` that a mail followed from.
pub(super) async fn count_asked_since(database: &Database, since: DateTime<Utc>) -> Result<u64> {
    Ok(reader::Entity::find()
        .filter(reader::Column::AskedAt.gt(since))
        .count(database.reads())
        .await?)
}

/// Whose confirmation mail the token came with.
pub(super) async fn reader_by_token(
    connection: &impl ConnectionTrait,
    token_hash: &str,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find()
        .filter(reader::Column::TokenHash.eq(token_hash))
        .one(connection)
        .await?)
}

/// A reader, confirmed or not.
pub(super) async fn reader_by_id(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find_by_id(id).one(connection).await?)
}

/// Uses up a token; `false` when somebody has used it before, or it has expired.
pub(super) async fn confirm(
    transaction: &DatabaseTransaction,
    token_hash: &str,
    towns: &[Uuid],
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(row) = reader_by_token(transaction, token_hash).await? else {
        return Ok(false);
    };
    let updated = reader::Entity::update_many()
        .col_expr(
            reader::Column::State,
            Expr::value(State::Confirmed.to_value()),
        )
        .col_expr(reader::Column::ConfirmedAt, Expr::value(Some(now)))
        .filter(reader::Column::Id.eq(row.id))
        .filter(reader::Column::State.eq(State::Pending))
        .filter(reader::Column::TokenExpiresAt.gt(now))
        .exec(transaction)
        .await?;
    if updated.rows_affected == 0 {
        return Ok(false);
    }
    lift(transaction, &row.address_hash).await?;
    set_towns(transaction, row.id, towns).await?;
    Ok(true)
}

/// Ends a subscription, or the asking for one, at once. The address is forgotten but for its hash.
pub(super) async fn leave(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(row) = reader_by_id(transaction, id).await? else {
        return Ok(());
    };
    let reason = match row.state {
        State::Confirmed => Reason::Left,
        State::Pending => Reason::Refused,
    };
    suppress(transaction, row, reason, now).await
}

/// Ends the subscription of a reader whose mailbox is no more; `false` when there is no such reader by now.
pub(super) async fn give_up(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(row) = reader_by_id(transaction, id).await? else {
        return Ok(false);
    };
    suppress(transaction, row, Reason::Gone, now).await?;
    Ok(true)
}

async fn suppress(
    transaction: &DatabaseTransaction,
    row: reader::Model,
    reason: Reason,
    now: DateTime<Utc>,
) -> Result<()> {
    let suppressed = suppression::Model {
        address_hash: row.address_hash,
        reason,
        created_at: now,
    };
    suppression::Entity::insert(suppressed.into_active_model())
        .on_conflict(
            OnConflict::column(suppression::Column::AddressHash)
                .update_columns([suppression::Column::Reason, suppression::Column::CreatedAt])
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    set_towns(transaction, row.id, &[]).await?;
    refusal::Entity::delete_many()
        .filter(refusal::Column::ReaderId.eq(row.id))
        .exec(transaction)
        .await?;
    reader::Entity::delete_by_id(row.id)
        .exec(transaction)
        .await?;
    Ok(())
}

/// Notes that an issue could not be delivered to `reader`, and pauses a reader for whom that was one too many; `true` then.
pub(super) async fn note_refusal(
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
    if inserted == 0 || counted < MOST_REFUSALS {
        return Ok(false);
    }
    let paused = reader::Entity::update_many()
        .col_expr(reader::Column::PausedUntil, Expr::value(Some(now + PAUSE)))
        .filter(reader::Column::Id.eq(reader))
        .exec(transaction)
        .await?;
    Ok(paused.rows_affected > 0)
}

/// Whose address this is.
pub(super) async fn reader_by_address(
    connection: &impl ConnectionTrait,
    address_hash: &str,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find()
        .filter(reader::Column::AddressHash.eq(address_hash))
        .one(connection)
        .await?)
}

async fn lift(connection: &impl ConnectionTrait, address_hash: &str) -> Result<()> {
    suppression::Entity::delete_by_id(address_hash.to_owned())
        .exec(connection)
        .await?;
    Ok(())
}

/// The towns that a reader chose.
pub(super) async fn towns_of(connection: &impl ConnectionTrait, reader: Uuid) -> Result<Vec<Uuid>> {
    let rows = town::Entity::find()
        .filter(town::Column::ReaderId.eq(reader))
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| row.city_id).collect())
}

/// Replaces the towns that a reader chose.
pub(super) async fn set_towns(
    transaction: &DatabaseTransaction,
    reader: Uuid,
    towns: &[Uuid],
) -> Result<()> {
    town::Entity::delete_many()
        .filter(town::Column::ReaderId.eq(reader))
        .exec(transaction)
        .await?;
    let rows = towns.iter().map(|city_id| town::ActiveModel {
        reader_id: Set(reader),
        city_id: Set(*city_id),
    });
    if !towns.is_empty() {
        town::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// Forgets addresses that nobody confirmed. Gives their number.
pub(super) async fn forget_pending(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = reader::Entity::delete_many()
                    .filter(reader::Column::State.eq(State::Pending))
                    .filter(reader::Column::AskedAt.lt(now - PENDING_LASTS))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}

/// The issue of `turn`, made now when there is none. Gives the row that the first node wrote.
pub(super) async fn issue_of(
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

/// Up to where the issue before `turn` told.
pub(super) async fn end_of_last(
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

/// Notes that every reader was seen to.
pub(super) async fn finish(
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

/// The next confirmed readers after `after` that nobody has seen to for this issue, in the order of their identifiers. Paused
/// ones are not among them.
pub(super) async fn readers_to_see(
    database: &Database,
    issue: &issue::Model,
    after: Uuid,
    count: u64,
) -> Result<Vec<reader::Model>> {
    let seen = Query::select()
        .column(delivery::Column::ReaderId)
        .from(delivery::Entity)
        .and_where(delivery::Column::IssueId.eq(issue.id))
        .to_owned();
    Ok(reader::Entity::find()
        .filter(reader::Column::State.eq(State::Confirmed))
        .filter(reader::Column::ConfirmedAt.lte(issue.turn))
        .filter(
            reader::Column::PausedUntil
                .is_null()
                .or(reader::Column::PausedUntil.lte(issue.turn)),
        )
        .filter(reader::Column::Id.gt(after))
        .filter(reader::Column::Id.not_in_subquery(seen))
        .order_by_asc(reader::Column::Id)
        .limit(count)
        .all(database.reads())
        .await?)
}

/// Notes that `reader` is seen to for `issue`; `false` when that was noted before, or the reader has left.
pub(super) async fn claim_delivery(
    transaction: &DatabaseTransaction,
    issue: Uuid,
    reader: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    if reader_by_id(transaction, reader).await?.is_none() {
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

/// Removes what is known of deliveries and refusals before `limit`.
pub(super) async fn prune_deliveries(database: &Database, limit: DateTime<Utc>) -> Result<()> {
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
