//! Helpers for local times.

use chrono::{DateTime, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;
use hours_text::{OpenState, Schedule};

/// Most tests use this zone.
pub const LOUISIANA: Tz = chrono_tz::America::Chicago;

/// The instant at which the local time in `zone` is `local` (`2026-11-20 07:30`).
pub fn at_in(zone: Tz, local: &str) -> DateTime<Utc> {
    let local = NaiveDateTime::parse_from_str(local, "%Y-%m-%d %H:%M").expect("a local time");
    zone.from_local_datetime(&local)
        .earliest()
        .expect("a time that occurs")
        .to_utc()
}

pub fn at(local: &str) -> DateTime<Utc> {
    at_in(LOUISIANA, local)
}

pub fn schedule(osm: &str) -> Schedule {
    Schedule::parse(osm, LOUISIANA).unwrap_or_else(|error| panic!("{osm}: {error}"))
}

/// `open`, `closed` or `unknown`.
pub fn state(osm: &str, local: &str) -> &'static str {
    state_of(&schedule(osm), at(local))
}

pub fn state_of(schedule: &Schedule, now: DateTime<Utc>) -> &'static str {
    match schedule.state_at(now) {
        OpenState::Open { .. } => "open",
        OpenState::Closed { .. } => "closed",
        OpenState::Unknown => "unknown",
    }
}

pub fn label(osm: &str, local: &str) -> String {
    schedule(osm).label_at(at(local))
}
