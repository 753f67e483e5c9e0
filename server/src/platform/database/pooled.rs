//! PgBouncer in transaction mode: each transaction may run on another of its connections, so nothing outlasts one. Its
//! settings are set in each, and its statements are forgotten in the next.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr};

use super::connections::{Timeouts, session_settings};

/// What each transaction begins with. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Pooled(Arc<str>);

impl Pooled {
    pub(super) fn new(waits: Timeouts) -> Self {
        // The driver names its statements by number, so another client's may be in the way.
        let settings = session_settings(waits, "SET LOCAL");
        Self(format!("DEALLOCATE ALL; {settings}").into())
    }

    /// Prepares a transaction that has just begun.
    pub(super) async fn begin(&self, transaction: &DatabaseTransaction) -> Result<(), DbErr> {
        transaction.execute_unprepared(&self.0).await.map(drop)
    }
}
