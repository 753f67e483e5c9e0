//! Measures how far this machine's clock is from the database's (D105), at start and each minute. On SQLite, both are
//! the same clock.

use std::time::Duration;

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};

use super::{
    background::Stopping,
    clock::Clock,
    database::{Database, Engine},
    error::Result,
};

/// How often it is measured.
const PAUSE: Duration = Duration::from_secs(60);

/// A larger offset is worth a warning: times in logs and the browser's differ visibly.
const NOTICEABLE: TimeDelta = TimeDelta::seconds(2);

/// Measures the offset and sets it in `clock`. An error smaller than the measurement's own changes nothing, so that
/// time doesn't jitter.
pub async fn measure(database: &Database, clock: &Clock) -> Result<TimeDelta> {
    if database.engine() != Engine::Postgres || clock.is_manual() {
        return Ok(clock.offset());
    }
    let connection = database.reads();
    let query = Statement::from_string(
        connection.get_database_backend(),
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS microseconds",
    );
    let began = clock.own();
    let row = connection.query_one_raw(query).await?;
    let took = clock.own() - began;
    let Some(row) = row else {
        return Ok(clock.offset());
    };
    let database_time: i64 = row.try_get("", "microseconds")?;
    let own_time = (began + took / 2).timestamp_micros();
    let offset = TimeDelta::microseconds(database_time.saturating_sub(own_time));
    if (offset - clock.offset()).abs() > took {
        clock.set_offset(offset);
    }
    warn_about(clock.offset());
    Ok(clock.offset())
}

/// Whether operators should look at this machine's clock.
#[must_use]
pub fn is_noticeable(offset: TimeDelta) -> bool {
    offset.abs() > NOTICEABLE
}

fn warn_about(offset: TimeDelta) {
    if is_noticeable(offset) {
        tracing::warn!(
            offset_seconds = seconds(offset),
            "this machine's clock differs from the database's, which is used instead; synchronize both machines with a time server"
        );
    }
}

/// In seconds, for logs and metrics.
#[must_use]
pub fn seconds(offset: TimeDelta) -> f64 {
    offset.as_seconds_f64()
}

/// Measures again each minute until the server stops, and shows the offset in the metrics.
pub async fn follow(database: Database, clock: Clock, gauge: metrics::Gauge, stopping: Stopping) {
    let database = database.with_background_timeouts();
    loop {
        gauge.set(seconds(clock.offset()));
        if !stopping.pause(PAUSE).await {
            return;
        }
        if let Err(error) = measure(&database, &clock).await {
            tracing::debug!(%error, "the database's clock can't be read now");
        }
    }
}
