//! The outbox, for the administrator.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, Func},
};
use uuid::Uuid;

use super::{
    EmailAddress,
    entity::{Column, Entity, Model, State, Stream},
};
use crate::platform::{database::Database, error::Result};

/// How far a mail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailState {
    Waiting,
    Sent,
    /// Failed for good.
    Failed,
}

/// An email in the outbox, without its private text.
#[derive(Clone, Debug)]
pub struct OutboxMail {
    pub id: Uuid,
    pub recipient: String,
    /// Without its secrets.
    pub subject: String,
    /// Whether it is a list email.
    pub is_list: bool,
    pub state: MailState,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    /// For waiting emails: when to send it at the earliest.
    pub due_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub error: Option<String>,
}

/// How many emails are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailCounts {
    pub waiting: u64,
    pub sent: u64,
    pub failed: u64,
}

impl From<Model> for OutboxMail {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            recipient: row.recipient,
            subject: row.public_subject.unwrap_or(row.subject),
            is_list: row.stream == Stream::Bulk,
            state: match row.state {
                State::Waiting => MailState::Waiting,
                State::Sent => MailState::Sent,
                State::Dead => MailState::Failed,
            },
            attempts: row.attempts,
            created_at: row.created_at,
            due_at: row.due_at,
            finished_at: row.finished_at,
            error: row.last_error,
        }
    }
}

fn state_of(state: MailState) -> State {
    match state {
        MailState::Waiting => State::Waiting,
        MailState::Sent => State::Sent,
        MailState::Failed => State::Dead,
    }
}

/// The emails in one state, newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn list(
    database: &Database,
    state: MailState,
    (skipped, count): (u64, u64),
) -> Result<Vec<OutboxMail>> {
    let rows = Entity::find()
        .filter(Column::State.eq(state_of(state)))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .offset(skipped)
        .limit(count)
        .all(database.reads())
        .await?;
    Ok(rows.into_iter().map(OutboxMail::from).collect())
}

/// The number of emails in each state.
///
/// # Errors
///
/// When the database fails.
pub async fn counts(database: &Database) -> Result<MailCounts> {
    let count = async |state: State| {
        let mails = Entity::find().filter(Column::State.eq(state));
        mails.count(database.reads()).await
    };
    Ok(MailCounts {
        waiting: count(State::Waiting).await?,
        sent: count(State::Sent).await?,
        failed: count(State::Dead).await?,
    })
}

/// List emails written in a time span, by state.
///
/// # Errors
///
/// When the database fails.
pub async fn list_mails_between(
    database: &Database,
    (first, end): (DateTime<Utc>, DateTime<Utc>),
) -> Result<MailCounts> {
    let count = async |state: State| {
        let mails = Entity::find()
            .filter(Column::Stream.eq(Stream::Bulk))
            .filter(Column::State.eq(state))
            .filter(Column::CreatedAt.gte(first))
            .filter(Column::CreatedAt.lt(end));
        mails.count(database.reads()).await
    };
    Ok(MailCounts {
        waiting: count(State::Waiting).await?,
        sent: count(State::Sent).await?,
        failed: count(State::Dead).await?,
    })
}

/// When an email was last sent, and since when the oldest due one has been waiting.
///
/// # Errors
///
/// When the database fails.
pub async fn last_sent_and_oldest_due(
    database: &Database,
    now: DateTime<Utc>,
) -> Result<(Option<DateTime<Utc>>, Option<DateTime<Utc>>)> {
    let sent = Entity::find()
        .filter(Column::State.eq(State::Sent))
        .order_by_desc(Column::FinishedAt)
        .one(database.reads())
        .await?;
    let due = Entity::find()
        .filter(Column::State.eq(State::Waiting))
        .filter(Column::DueAt.lte(now))
        .order_by_asc(Column::CreatedAt)
        .one(database.reads())
        .await?;
    Ok((
        sent.and_then(|row| row.finished_at),
        due.map(|row| row.created_at),
    ))
}

/// Retries one email now, if it failed or is waiting for its next attempt. `None` if there is no such email or it was
/// sent.
///
/// # Errors
///
/// When the database fails.
pub async fn send_again(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<OutboxMail>> {
    Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Waiting.to_value()))
        .col_expr(Column::DueAt, Expr::value(now))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::FinishedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(id))
        .filter(Column::State.ne(State::Sent))
        // An email that is being sent right now is left to its worker.
        .filter(Column::Lease.is_null())
        .exec(transaction)
        .await?;
    let row = Entity::find_by_id(id)
        .filter(Column::State.eq(State::Waiting))
        .one(transaction)
        .await?;
    Ok(row.map(OutboxMail::from))
}

/// The emails to an address, ignoring case.
///
/// # Errors
///
/// When the database fails.
pub async fn to_address(database: &Database, address: &EmailAddress) -> Result<Vec<OutboxMail>> {
    let rows = Entity::find()
        .filter(is_to(address))
        .order_by_desc(Column::CreatedAt)
        .all(database.reads())
        .await?;
    Ok(rows.into_iter().map(OutboxMail::from).collect())
}

/// Removes the emails to an address, sent or not, and returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn forget_address(
    connection: &impl sea_orm::ConnectionTrait,
    address: &EmailAddress,
) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(is_to(address))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

fn is_to(address: &EmailAddress) -> sea_orm::sea_query::SimpleExpr {
    let written = address.as_text();
    Column::Recipient
        .eq(written.clone())
        .or(Expr::expr(Func::lower(Expr::col(Column::Recipient))).eq(written.to_lowercase()))
}

/// How many sent emails are kept (without their text), and since when the oldest.
///
/// # Errors
///
/// When the database fails.
pub async fn sent_kept(connection: &impl ConnectionTrait) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = Entity::find().filter(Column::State.eq(State::Sent));
    let count = rows.clone().count(connection).await?;
    let oldest = rows.order_by_asc(Column::CreatedAt).one(connection).await?;
    Ok((count, oldest.map(|row| row.created_at)))
}
