//! How long the acts of a run may take. On SQLite, everybody who writes waits for the same turn, and on PostgreSQL a vote
//! waits for its shop's row; so a run writes for a moment, commits, and queues again behind the visitors.

use std::time::{Duration, Instant};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use crate::{catalog::entities::audit::entry, platform::error::Result};

/// How long an act changes shops before it is committed.
const TURN: Duration = Duration::from_millis(10);

/// How many shops an act looks at: reading more than there is time for would be time lost.
pub const IN_A_TURN: usize = 32;

/// The time of an act of a run.
#[derive(Clone, Copy, Debug)]
pub struct Turn(Instant);

impl Turn {
    /// Begins now.
    #[must_use]
    pub fn begin() -> Self {
        Self(Instant::now())
    }

    /// Whether the other shops wait for the next turn.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.0.elapsed() >= TURN
    }
}

/// Whether the audit log has an entry of this run already, so that the next ones are parts of it.
///
/// # Errors
///
/// When the database fails.
pub async fn has_entry(
    connection: &impl ConnectionTrait,
    (run, job): (Uuid, Uuid),
    action: &str,
) -> Result<bool> {
    let found = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(run))
        .filter(entry::Column::Action.eq(action))
        // Since this job was enqueued: a run can be taken back again.
        .filter(entry::Column::Id.gt(job))
        .limit(1)
        .one(connection)
        .await?;
    Ok(found.is_some())
}
