//! The outbox, for the administrator.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait,
    ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, UpdateMany,
    sea_query::{Expr, Func, SelectStatement},
};
use uuid::Uuid;

use super::{
    EmailAddress,
    entity::{Column, Entity, Model, State, Stream},
    store,
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

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

impl From<State> for MailState {
    fn from(state: State) -> Self {
        match state {
            State::Waiting => Self::Waiting,
            State::Sent => Self::Sent,
            State::Dead | State::Dismissed => Self::Failed,
        }
    }
}

impl From<Model> for OutboxMail {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            recipient: row.recipient,
            subject: row.public_subject.unwrap_or(row.subject),
            is_list: row.stream == Stream::Bulk,
            state: row.state.into(),
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

/// List emails written in a time span, by state, without those about what `others` selects, which are another list's.
pub async fn list_mails_between(
    database: &Database,
    (first, end): (DateTime<Utc>, DateTime<Utc>),
    others: &SelectStatement,
) -> Result<MailCounts> {
    let count = async |state: State| {
        let mails = Entity::find()
            .filter(Column::Stream.eq(Stream::Bulk))
            .filter(Column::State.eq(state))
            .filter(Column::CreatedAt.gte(first))
            .filter(Column::CreatedAt.lt(end))
            .filter(
                Condition::any()
                    .add(Column::About.is_null())
                    .add(Column::About.not_in_subquery(others.clone())),
            );
        mails.count(database.reads()).await
    };
    Ok(MailCounts {
        waiting: count(State::Waiting).await?,
        sent: count(State::Sent).await?,
        failed: count(State::Dead).await?,
    })
}

/// Failed emails that share a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailReason {
    pub reason: String,
    pub count: u64,
}

/// The reasons of failed emails, the most frequent first.
pub async fn failures(connection: &impl ConnectionTrait) -> Result<Vec<MailReason>> {
    let rows: Vec<(Option<String>, i64)> = Entity::find()
        .select_only()
        .column(Column::LastError)
        .column_as(Column::Id.count(), "count")
        .filter(Column::State.eq(State::Dead))
        .group_by(Column::LastError)
        .into_tuple()
        .all(connection)
        .await?;
    let mut reasons: Vec<MailReason> = rows
        .into_iter()
        .map(|(reason, count)| MailReason {
            reason: reason.unwrap_or_default(),
            count: u64::try_from(count).unwrap_or_default(),
        })
        .collect();
    reasons.sort_by(|one, other| {
        let by_count = other.count.cmp(&one.count);
        by_count.then_with(|| one.reason.cmp(&other.reason))
    });
    Ok(reasons)
}

/// Stops listing a failed email, and returns it as it was. `None` if there is no failed one with this ID.
pub async fn dismiss(transaction: &DatabaseTransaction, id: Uuid) -> Result<Option<OutboxMail>> {
    let failed = Entity::find_by_id(id).filter(Column::State.eq(State::Dead));
    let Some(row) = failed.one(transaction).await? else {
        return Ok(None);
    };
    let is_done = change_state(transaction, id, (State::Dead, State::Dismissed)).await?;
    Ok(is_done.then(|| OutboxMail::from(row)))
}

/// Lists a dismissed email again; `false` if it isn't one any more.
pub async fn undismiss(transaction: &DatabaseTransaction, id: Uuid) -> Result<bool> {
    change_state(transaction, id, (State::Dismissed, State::Dead)).await
}

async fn change_state(
    transaction: &DatabaseTransaction,
    id: Uuid,
    (from, to): (State, State),
) -> Result<bool> {
    let changed = Entity::update_many()
        .col_expr(Column::State, Expr::value(to.to_value()))
        .filter(Column::Id.eq(id))
        .filter(Column::State.eq(from))
        .exec(transaction)
        .await?;
    Ok(changed.rows_affected > 0)
}

/// Stops listing all emails that failed for this reason, and returns their IDs.
pub async fn dismiss_all(transaction: &DatabaseTransaction, reason: &str) -> Result<Vec<Uuid>> {
    let same = match reason {
        "" => Column::LastError.is_null(),
        reason => Column::LastError.eq(reason),
    };
    let failed = Condition::all()
        .add(Column::State.eq(State::Dead))
        .add(same);
    let found = Entity::find()
        .filter(failed.clone())
        .all(transaction)
        .await?;
    Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Dismissed.to_value()))
        .filter(failed)
        .exec(transaction)
        .await?;
    Ok(found.into_iter().map(|row| row.id).collect())
}

/// Lists all emails that wait as failed for this reason, so that none leaves by itself. Returns how many.
pub async fn hold_back(transaction: &DatabaseTransaction, reason: &str) -> Result<u64> {
    let held = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Dead.to_value()))
        .col_expr(Column::LastError, Expr::value(reason))
        .filter(Column::State.eq(State::Waiting))
        .exec(transaction)
        .await?;
    Ok(held.rows_affected)
}

/// The result of asking for another attempt.
#[derive(Clone, Debug)]
pub enum Retry {
    /// It will be sent now.
    Waiting(OutboxMail),
    /// The code in it is no longer valid, so it isn't sent again.
    Expired,
    /// There is no such email, or it was sent.
    Missing,
}

/// Retries one email now, if it failed or is waiting for its next attempt, and still has a point.
pub async fn send_again(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Retry> {
    retry(transaction, Entity::update_many(), (id, now)).await
}

/// Retries one email at another address. As [`send_again`] otherwise.
///
/// # Errors
///
/// [`Error::Conflict`] if what it says is meant for the first address alone; otherwise when the database fails.
pub async fn send_to(
    transaction: &DatabaseTransaction,
    id: Uuid,
    (to, now): (&EmailAddress, DateTime<Utc>),
) -> Result<Retry> {
    let Some(row) = Entity::find_by_id(id).one(transaction).await? else {
        return Ok(Retry::Missing);
    };
    if proves_address(&row) {
        return Err(Error::Conflict(
            "This email proves that its address is somebody's, so it can't go to another one. They can ask for a new one."
                .into(),
        ));
    }
    let update = Entity::update_many().col_expr(Column::Recipient, Expr::value(to.as_text()));
    retry(transaction, update, (id, now)).await
}

/// Whether whoever reads the email can act as the person with that address: it has a code or a signed link, or is a list's.
fn proves_address(row: &Model) -> bool {
    let is_signed = |sign| row.text.contains(sign) || row.html.contains(sign);
    row.public_subject.is_some()
        || row.stream == Stream::Bulk
        || ["token=", "reader="].into_iter().any(is_signed)
}

async fn retry(
    transaction: &DatabaseTransaction,
    update: UpdateMany<Entity>,
    (id, now): (Uuid, DateTime<Utc>),
) -> Result<Retry> {
    update
        .col_expr(Column::State, Expr::value(State::Waiting.to_value()))
        .col_expr(Column::DueAt, Expr::value(now))
        .col_expr(Column::Attempts, Expr::value(0))
        .col_expr(Column::FinishedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(id))
        .filter(Column::State.ne(State::Sent))
        .filter(store::has_a_point(now))
        // An email that is being sent right now is left to its worker.
        .filter(Column::Lease.is_null())
        .exec(transaction)
        .await?;
    let row = Entity::find_by_id(id)
        .filter(Column::State.ne(State::Sent))
        .one(transaction)
        .await?;
    Ok(match row {
        None => Retry::Missing,
        Some(row) if row.expires_at.is_some_and(|end| end <= now) => Retry::Expired,
        Some(row) if row.state == State::Dead => Retry::Missing,
        Some(row) => Retry::Waiting(OutboxMail::from(row)),
    })
}

/// The emails to an address, ignoring case.
pub async fn to_address(database: &Database, address: &EmailAddress) -> Result<Vec<OutboxMail>> {
    let rows = Entity::find()
        .filter(is_to(address))
        .order_by_desc(Column::CreatedAt)
        .all(database.reads())
        .await?;
    Ok(rows.into_iter().map(OutboxMail::from).collect())
}

/// Removes the emails to an address, sent or not, and returns how many.
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
pub async fn sent_kept(connection: &impl ConnectionTrait) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = Entity::find().filter(Column::State.eq(State::Sent));
    let count = rows.clone().count(connection).await?;
    let oldest = rows.order_by_asc(Column::CreatedAt).one(connection).await?;
    Ok((count, oldest.map(|row| row.created_at)))
}
