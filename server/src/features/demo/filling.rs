//! Of several servers that begin with `--demo` on one empty database at once, one fills it. The others wait until it is done: their jobs and
//! emails would otherwise take part in a past that is still being played.

use std::time::Duration;

use chrono::TimeDelta;

use crate::platform::{clock::Clock, database::Database, error::Result, marks};

/// How long a server waits for another one at most.
const LONGEST: TimeDelta = TimeDelta::minutes(3);
/// How often it looks.
const PAUSE: Duration = Duration::from_millis(250);

/// Says that all of the demo is there that [`seed_when_empty`](super::seed_when_empty) has begun.
///
/// # Errors
///
/// If the database fails.
pub async fn end_filling(database: &Database) -> Result<()> {
    database
        .transaction(|transaction| {
            Box::pin(async move { marks::forget(transaction, marks::FILLING_DEMO).await })
        })
        .await
}

/// Waits while another server fills the database, at most three minutes; `false` if it isn't done by then. Whoever began more than three
/// minutes ago isn't waited for, because it was most likely stopped.
///
/// # Errors
///
/// If the database fails.
pub async fn wait_until_filled(database: &Database, clock: &Clock) -> Result<bool> {
    let started = clock.now();
    loop {
        let filling = marks::last(database.reads(), marks::FILLING_DEMO).await?;
        if filling.is_none_or(|(begun, _)| begun + LONGEST <= started) {
            return Ok(true);
        }
        if clock.now() >= started + LONGEST {
            return Ok(false);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
