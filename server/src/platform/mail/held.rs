//! Mails about a decision. They wait a little before they leave, so that undoing the decision takes them back.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::{
    Mail, NewMail,
    entity::{Column, Entity, Model, State, Stream},
    store,
};
use crate::platform::error::Result;

/// How long the mail about a decision waits.
pub const HELD: TimeDelta = TimeDelta::seconds(30);

/// A mail about a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionMail {
    pub recipient: String,
    pub subject: String,
    /// It has left, or is leaving at this moment.
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
    /// Puts a mail about `decision`, which is its entry in the audit log, into the outbox, in the caller's transaction. It leaves
    /// after [`HELD`], unless [`recall`] takes it back before.
    pub async fn enqueue_held(
        &self,
        connection: &impl ConnectionTrait,
        mail: &NewMail,
        (id, decision): (Uuid, Uuid),
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut row = self.row(mail, id, now)?;
        row.about = Some(decision);
        row.due_at = now + HELD;
        store::insert(connection, row).await
    }
}

/// The mails about `decision`, as far as the outbox still holds them.
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

/// Takes back the mails about `decision` that have not left, in the caller's transaction. Gives those that have.
pub async fn recall(
    connection: &impl ConnectionTrait,
    decision: Uuid,
) -> Result<Vec<DecisionMail>> {
    Entity::delete_many()
        .filter(Column::About.eq(decision))
        .filter(Column::Stream.eq(Stream::Transactional))
        .filter(Column::State.ne(State::Sent))
        // One that is being sent at this moment is left to its worker.
        .filter(Column::Lease.is_null())
        .exec(connection)
        .await?;
    of_decision(connection, decision).await
}
