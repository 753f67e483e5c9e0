//! The outbox.

use std::fmt;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `outbox`.
#[derive(Clone, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub stream: Stream,
    pub recipient: String,
    pub subject: String,
    /// Shown instead of the subject, if that holds a secret.
    pub public_subject: Option<String>,
    /// Emptied once it is sent, because an email may contain secrets. A demo keeps it, and shows it.
    pub text: String,
    pub html: String,
    pub headers: Headers,
    pub message_id: String,
    pub about: Option<Uuid>,
    pub state: State,
    pub due_at: ChronoDateTimeUtc,
    pub lease: Option<Uuid>,
    pub attempts: i32,
    pub last_error: Option<String>,
    pub created_at: ChronoDateTimeUtc,
    pub finished_at: Option<ChronoDateTimeUtc>,
    /// From then on it has no point, and isn't sent.
    pub expires_at: Option<ChronoDateTimeUtc>,
}

impl fmt::Debug for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Mail({}, {:?}, {:?})",
            self.id, self.stream, self.state
        )
    }
}

/// The priority of an email.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Stream {
    /// Someone is waiting for it. It never waits behind a newsletter.
    #[sea_orm(string_value = "transactional")]
    Transactional,
    /// A list email, sent at a limited rate.
    #[sea_orm(string_value = "bulk")]
    Bulk,
}

/// How far a mail is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum State {
    #[sea_orm(string_value = "waiting")]
    Waiting,
    #[sea_orm(string_value = "sent")]
    Sent,
    /// Rejected for good, or failed too often. Kept in full.
    #[sea_orm(string_value = "dead")]
    Dead,
    /// The same, and the administrator has seen it.
    #[sea_orm(string_value = "dismissed")]
    Dismissed,
}

/// Headers besides those that every email has, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Headers(pub Vec<(String, String)>);

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
