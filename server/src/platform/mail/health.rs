//! Whether emails go out, judged by the oldest one that should have left and the last error. Everything that tells the operator
//! about email uses this: the panel, the inbox, the metrics, the log, `/readyz?full`, and the sign-in.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::entity::{Column, Entity, Model, State, Stream};
use crate::platform::error::Result;

/// An email that waits longer for its turn is late.
const LATE: TimeDelta = TimeDelta::minutes(15);

/// A server that has sent nothing for this long while an email waits after a failure is broken.
const BROKEN: TimeDelta = TimeDelta::minutes(1);

/// The state of sending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHealth {
    /// The oldest email that should have left.
    pub oldest: Option<UnsentMail>,
    pub last_sent: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
}

/// An email that should have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsentMail {
    pub id: Uuid,
    pub since: DateTime<Utc>,
    /// Why the last attempt failed; `None` if there was none.
    pub error: Option<String>,
}

impl MailHealth {
    /// How long the oldest email that should have left has been waiting.
    #[must_use]
    pub fn waiting(&self) -> TimeDelta {
        let oldest = self.oldest.as_ref();
        oldest.map_or(TimeDelta::zero(), |mail| self.now - mail.since)
    }

    /// Whether no email gets through at the moment: an attempt failed, and nothing was sent since the email was written.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.oldest.as_ref().is_some_and(|mail| {
            mail.error.is_some()
                && self.waiting() >= BROKEN
                && self.last_sent.is_none_or(|sent| sent < mail.since)
        })
    }

    /// What is wrong and what to do about it; `None` if all is well.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        let mail = self.oldest.as_ref()?;
        let error = mail.error.as_deref().unwrap_or("No server has tried yet.");
        if self.is_broken() {
            return Some(format!(
                "No email gets through, so owners get no codes. {error} Run “townperk check”, and correct TOWNPERK_SMTP_URL or the mail server."
            ));
        }
        (self.waiting() >= LATE).then(|| {
            format!("An email is late. {error} The outbox shows which; “townperk check” tries the mail server.")
        })
    }
}

/// The state of sending. Emails held back on purpose don't count: those of a pause, of the hourly limit for lists, and those
/// that aren't due.
pub async fn health(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<MailHealth> {
    let oldest = Entity::find()
        .filter(Column::State.eq(State::Waiting))
        .filter(Column::Stream.eq(Stream::Transactional))
        .filter(
            Condition::any()
                .add(Column::DueAt.lte(now))
                .add(Column::LastError.is_not_null()),
        )
        .order_by_asc(Column::CreatedAt)
        .one(connection)
        .await?;
    let last_sent: Option<Option<DateTime<Utc>>> = Entity::find()
        .select_only()
        .column_as(Column::FinishedAt.max(), "at")
        .filter(Column::State.eq(State::Sent))
        .into_tuple()
        .one(connection)
        .await?;
    Ok(MailHealth {
        oldest: oldest.map(|row: Model| UnsentMail {
            id: row.id,
            since: row.created_at,
            error: row.last_error,
        }),
        last_sent: last_sent.flatten(),
        now,
    })
}
