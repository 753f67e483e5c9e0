//! Records changes in the feed, as every write of shared rows does in its transaction.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum,
    ActiveValue::{NotSet, Set},
    ConnectionTrait, EntityTrait,
};

use crate::{
    catalog::{Change, entities::change},
    platform::error::Result,
};

/// Appends `changes` to the feed. Call it in the transaction that writes the rows, and
/// [`crate::catalog::Catalog::refresh`] with the same list after the commit.
pub async fn record_changes(
    transaction: &impl ConnectionTrait,
    changes: &[Change],
    now: DateTime<Utc>,
) -> Result<()> {
    // Of a long list, most statements have the same number of rows, so that they are prepared only once.
    for some in changes.chunks(200) {
        let rows = some.iter().map(|(kind, id)| change::ActiveModel {
            seq: NotSet,
            txid: NotSet,
            kind: Set(kind.to_value()),
            entity_id: Set(*id),
            created_at: Set(now),
        });
        change::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}
