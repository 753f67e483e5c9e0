//! All SQL of the outbox.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait,
    ExprTrait, IntoActiveModel, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    EmailAddress,
    entity::{Column, Entity, Headers, Model, State, Stream},
};
use crate::platform::{
    database::{Database, RowCount, count_since},
    error::Result,
    keys::Keys,
    limits::{InDatabase, Limit},
    limits_shared,
};

pub(super) async fn insert(connection: &impl ConnectionTrait, row: Model) -> Result<()> {
    Entity::insert(row.into_active_model())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Takes an email out again, in the transaction that wrote it.
pub(super) async fn remove(connection: &impl ConnectionTrait, id: Uuid) -> Result<()> {
    Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// The result of looking for an email to send.
pub(super) enum Taken {
    Mail(Box<Model>),
    /// All servers together are at the list email limit; the next one may be sent after this time.
    Later(TimeDelta),
    Nothing,
}

/// Takes the email in `streams` that has been due longest, with a lease until `now + lease`. Emails that someone is
/// waiting for come first. List emails are limited to `rate`, if there is one.
pub(super) async fn take(
    database: &Database,
    streams: &[Stream],
    rate: Option<(&Keys, Limit<InDatabase>)>,
    lease: (Uuid, TimeDelta),
    now: DateTime<Utc>,
) -> Result<Taken> {
    for stream in streams {
        let rate = rate.filter(|_| *stream == Stream::Bulk);
        while let Some(mut mail) = next(database, *stream, now).await? {
            match lease_out(database, &mail, rate, lease, now).await? {
                Leased::Ours => {
                    mail.attempts += 1;
                    return Ok(Taken::Mail(Box::new(mail)));
                }
                Leased::Others => {}
                Leased::Later(wait) => return Ok(Taken::Later(wait)),
            }
        }
    }
    Ok(Taken::Nothing)
}

/// The result of trying to lease an email.
enum Leased {
    Ours,
    Others,
    Later(TimeDelta),
}

async fn next(database: &Database, stream: Stream, now: DateTime<Utc>) -> Result<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::State.eq(State::Waiting))
        .filter(Column::Stream.eq(stream))
        .filter(Column::DueAt.lte(now))
        .order_by_asc(Column::DueAt)
        .order_by_asc(Column::Id)
        .one(database.reads())
        .await?)
}

async fn lease_out(
    database: &Database,
    mail: &Model,
    rate: Option<(&Keys, Limit<InDatabase>)>,
    (lease, length): (Uuid, TimeDelta),
    now: DateTime<Utc>,
) -> Result<Leased> {
    database
        .transaction(|transaction| {
            let mail = mail.clone();
            let rate = rate.map(|(keys, limit)| (keys.clone(), limit));
            Box::pin(async move {
                let updated = Entity::update_many()
                    .col_expr(Column::DueAt, Expr::value(now + length))
                    .col_expr(Column::Lease, Expr::value(Some(lease)))
                    .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
                    .filter(Column::Id.eq(mail.id))
                    .filter(Column::State.eq(State::Waiting))
                    .filter(Column::DueAt.eq(mail.due_at))
                    .exec(transaction)
                    .await?;
                if updated.rows_affected == 0 {
                    return Ok(Leased::Others);
                }
                let Some((keys, limit)) = rate else {
                    return Ok(Leased::Ours);
                };
                let wait = limits_shared::count_or_wait(transaction, &keys, &limit, "", now);
                Ok(match wait.await? {
                    None => Leased::Ours,
                    Some(wait) => {
                        give_back(transaction, &mail, lease).await?;
                        Leased::Later(wait)
                    }
                })
            })
        })
        .await
}

/// Restores an email to its state before it was taken, in the same transaction.
async fn give_back(transaction: &DatabaseTransaction, before: &Model, lease: Uuid) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(before.due_at))
        .col_expr(Column::Lease, Expr::value(before.lease))
        .col_expr(Column::Attempts, Expr::value(before.attempts))
        .filter(Column::Id.eq(before.id))
        .filter(Column::Lease.eq(lease))
        .exec(transaction)
        .await?;
    Ok(())
}

/// The result of an attempt to send.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    Sent,
    Again(DateTime<Utc>, String),
    Dead(String),
}

impl Ending {
    /// Removes the address from the server's response, because responses often quote it and it must not be logged.
    pub(super) fn without(self, recipient: &str) -> Self {
        let hide = |error: String| error.replace(recipient, "(recipient)");
        match self {
            Self::Sent => Self::Sent,
            Self::Again(due_at, error) => Self::Again(due_at, hide(error)),
            Self::Dead(error) => Self::Dead(hide(error)),
        }
    }
}

/// Records the result; `false` if another node has taken the email over. `keeps_text`: also once it is sent.
pub(super) async fn end(
    transaction: &DatabaseTransaction,
    id: Uuid,
    lease: Uuid,
    (ending, keeps_text): (&Ending, bool),
    now: DateTime<Utc>,
) -> Result<bool> {
    let update = Entity::update_many()
        .filter(Column::Id.eq(id))
        .filter(Column::Lease.eq(lease))
        .col_expr(Column::Lease, Expr::value(None::<Uuid>));
    let finished = |state: State| {
        update
            .clone()
            .col_expr(Column::State, Expr::value(state.to_value()))
            .col_expr(Column::FinishedAt, Expr::value(Some(now)))
    };
    let update = match ending {
        Ending::Sent if keeps_text => finished(State::Sent),
        Ending::Sent => finished(State::Sent)
            .col_expr(Column::Text, Expr::value(""))
            .col_expr(Column::Html, Expr::value("")),
        Ending::Again(due_at, error) => update
            .col_expr(Column::DueAt, Expr::value(*due_at))
            .col_expr(Column::LastError, Expr::value(Some(error.clone()))),
        Ending::Dead(error) => {
            finished(State::Dead).col_expr(Column::LastError, Expr::value(Some(error.clone())))
        }
    };
    Ok(update.exec(transaction).await?.rows_affected == 1)
}

/// The text of the newest email to this address whose text is kept, for a demo that plays whoever reads it.
pub async fn newest_text(
    connection: &impl ConnectionTrait,
    recipient: &EmailAddress,
) -> Result<Option<String>> {
    let newest = Entity::find()
        .filter(Column::Recipient.eq(recipient.as_text()))
        .filter(Column::Text.ne(""))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .one(connection)
        .await?;
    Ok(newest.map(|mail| mail.text))
}

/// Cancels the unsent list emails about someone, including failed ones, and removes the address from sent ones, in the
/// caller's transaction: someone who unsubscribed isn't kept in a list of recipients. Returns how many were canceled.
pub async fn withdraw(connection: &impl ConnectionTrait, about: Uuid) -> Result<u64> {
    Entity::update_many()
        .col_expr(Column::Recipient, Expr::value(""))
        .col_expr(Column::Headers, Expr::value(Headers::default()))
        .col_expr(Column::Text, Expr::value(""))
        .col_expr(Column::Html, Expr::value(""))
        .filter(Column::About.eq(about))
        .filter(Column::State.eq(State::Sent))
        .exec(connection)
        .await?;
    let removed = Entity::delete_many()
        .filter(Column::About.eq(about))
        .filter(Column::State.is_in([State::Waiting, State::Dead]))
        .filter(Column::Stream.eq(Stream::Bulk))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// The number of waiting list emails.
pub(super) async fn waiting_bulk(database: &Database) -> Result<u64> {
    use sea_orm::PaginatorTrait;
    Ok(Entity::find()
        .filter(Column::State.eq(State::Waiting))
        .filter(Column::Stream.eq(Stream::Bulk))
        .count(database.reads())
        .await?)
}

/// Removes emails sent, or dismissed, that ended before `limit` and returns how many. Other failed ones stay.
pub async fn prune(database: &Database, limit: DateTime<Utc>) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = Entity::delete_many()
                    .filter(Column::State.is_in([State::Sent, State::Dismissed]))
                    .filter(Column::FinishedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}

/// Whether an email's text is still valid.
pub(super) fn has_a_point(now: DateTime<Utc>) -> Condition {
    Condition::any()
        .add(Column::ExpiresAt.is_null())
        .add(Column::ExpiresAt.gt(now))
}

/// Failed emails, newest first.
pub(super) async fn dead(database: &Database) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::State.eq(State::Dead))
        .order_by_desc(Column::FinishedAt)
        .all(database.reads())
        .await?)
}

/// How many failed emails there are, and since when the first of them.
pub(super) async fn count_dead(database: &Database) -> Result<RowCount> {
    let dead = Entity::find().filter(Column::State.eq(State::Dead));
    count_since(database.reads(), dead, Column::FinishedAt).await
}

/// Makes all failed emails due at `now`, and returns how many.
pub(super) async fn retry_failed(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let revived = Entity::update_many()
                    .col_expr(Column::State, Expr::value(State::Waiting.to_value()))
                    .col_expr(Column::DueAt, Expr::value(now))
                    .col_expr(Column::Attempts, Expr::value(0))
                    .col_expr(Column::FinishedAt, Expr::value(None::<DateTime<Utc>>))
                    .filter(Column::State.eq(State::Dead))
                    .filter(has_a_point(now))
                    .exec(transaction)
                    .await?;
                Ok(revived.rows_affected)
            })
        })
        .await
}
