//! Emails about a decision. They are held for a moment, so undoing the decision can recall them.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::{
    Mail, NewMail,
    entity::{Column, Entity, Model, State, Stream},
    store,
};
use crate::platform::error::Result;

/// How long an email about a decision is held by default (`decision_mail_seconds`), and at least in production.
pub const HELD: TimeDelta = TimeDelta::seconds(30);

/// A mail about a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionMail {
    pub recipient: String,
    pub subject: String,
    /// Sent, or being sent right now.
    pub is_sent: bool,
}

impl From<Model> for DecisionMail {
    fn from(row: Model) -> Self {
        Self {
            is_sent: row.state == State::Sent || row.lease.is_some(),
            recipient: row.recipient,
            subject: row.subject,
        }
    }
}

impl Mail {
    /// Puts an email about `decision`, the ID of its audit log entry, into the outbox in the caller's transaction. It
    /// is sent after `decision_mail_seconds` unless [`recall`] cancels it first.
    ///
    /// # Errors
    ///
    /// When the email can't be composed, or the database fails.
    pub async fn enqueue_held(
        &self,
        connection: &impl ConnectionTrait,
        mail: &NewMail,
        (id, decision): (Uuid, Uuid),
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut row = self.row(mail, id, now)?;
        row.about = Some(decision);
        row.due_at = now + self.held_for;
        store::insert(connection, row).await
    }
}

/// The emails about `decision` that are still in the outbox.
pub async fn of_decision(
    connection: &impl ConnectionTrait,
    decision: Uuid,
) -> Result<Vec<DecisionMail>> {
    let rows = Entity::find()
        .filter(Column::About.eq(decision))
        .filter(Column::Stream.eq(Stream::Transactional))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(DecisionMail::from).collect())
}

/// Cancels the unsent emails about `decision` in the caller's transaction, and returns those already sent.
pub async fn recall(
    connection: &impl ConnectionTrait,
    decision: Uuid,
) -> Result<Vec<DecisionMail>> {
    Entity::delete_many()
        .filter(Column::About.eq(decision))
        .filter(Column::Stream.eq(Stream::Transactional))
        .filter(Column::State.ne(State::Sent))
        // An email that is being sent right now is left to its worker.
        .filter(Column::Lease.is_null())
        .exec(connection)
        .await?;
    of_decision(connection, decision).await
}
