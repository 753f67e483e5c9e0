//! What visitors look at and look for, counted by the day. No visitor is in it: addresses serve a limit and are
//! forgotten, robots are left out, and whoever asks not to be tracked sends nothing. Events are counted in memory and
//! written every 5 seconds: the one write that is answered before it is durable (`DESIGN.md`, "How a write flows").

mod entity;
pub mod routes;
mod rules;
mod store;

use std::time::Duration;

use chrono::TimeDelta;

use crate::{
    features::Services,
    platform::{background::Background, error::Result, web::Route},
};

/// How often counts are written.
const WRITE_PAUSE: Duration = Duration::from_secs(5);
/// Counts older than the setting are removed once in so many writes: about each hour.
const WRITES_BETWEEN_REMOVALS: u32 = 720;

/// What this room answers by itself.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    routes::routes()
}

/// Starts what writes the counts, also when the server stops.
pub fn start_workers(services: &Services, background: &mut Background) {
    let (services, stopping) = (services.clone(), background.stopping());
    background.start(async move {
        let mut writes: u32 = 0;
        let mut goes_on = true;
        while goes_on {
            goes_on = stopping.pause(WRITE_PAUSE).await;
            if let Err(error) = write(&services).await {
                tracing::warn!(%error, "events can't be written now; they are kept");
            }
            if writes.is_multiple_of(WRITES_BETWEEN_REMOVALS)
                && let Err(error) = forget(&services).await
            {
                tracing::warn!(%error, "old events can't be removed now");
            }
            writes = writes.wrapping_add(1);
        }
    });
}

/// Writes what was counted since the last time; what can't be written is kept.
pub async fn write(services: &Services) -> Result<()> {
    let counts = services.events.take();
    if counts.is_empty() {
        return Ok(());
    }
    let written = store::add(&services.database, &counts).await;
    if written.is_err() {
        services.events.put_back(counts);
    }
    written
}

/// Removes the days that are older than the setting says.
pub async fn forget(services: &Services) -> Result<()> {
    let kept = TimeDelta::days(i64::from(services.settings.events_kept_days));
    store::forget_before(&services.database, services.clock.now() - kept).await
}
