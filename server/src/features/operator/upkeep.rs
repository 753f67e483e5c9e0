//! Lines about what a node itself depends on: database, storage, proxies, slow statements.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    features::{Health, Services},
    platform::{
        database::name_of,
        error::Result,
        storage::{self, StorageLocation},
    },
};

/// Pages need no database, but each write asks it several times.
const DATABASE_IS_FAR: Duration = Duration::from_millis(50);

/// The log begins anew at about a quarter of this.
const LOG_IS_LONG: u64 = 256 * MEGABYTE;
const MEGABYTE: u64 = 1_000_000;

/// Slow statements in a day that are worth a look.
const MANY: usize = 20;

/// How long a proxy that nobody named is told about.
const STRANGER_IS_RECENT: TimeDelta = TimeDelta::hours(24);

/// The database, and how far away it is.
pub(super) async fn database(services: &Services, now: DateTime<Utc>) -> Result<Health> {
    let took = services.database.round_trip().await?;
    let name = name_of(&services.settings, &services.folder);
    Ok(Health {
        name: "Database",
        text: format!("{name}, answers in {}", millis(took)),
        last: Some(now),
        advice: (took > DATABASE_IS_FAR).then(|| {
            "Each write asks it several times. Run the servers near the database, and look at its load."
                .to_owned()
        }),
    })
}

/// How long SQLite's log is. A reader that stays open keeps it from beginning anew.
pub(super) fn database_log(services: &Services, now: DateTime<Utc>) -> Option<Health> {
    let bytes = services.database.file()?.log_bytes();
    Some(Health {
        name: "Database log",
        text: format!("{} MB", bytes.div_ceil(MEGABYTE)),
        last: Some(now),
        advice: (bytes > LOG_IS_LONG).then(|| {
            "A program has been reading the database for long, so its log can't begin anew. It shrinks by itself once that program ends: \
             look for a command or a sqlite3 shell that is still open."
                .to_owned()
        }),
    })
}

/// Statements of the last day that took long, on the node that answers.
pub(super) fn slow_statements(services: &Services) -> Option<Health> {
    let limit = services.settings.slow_query_ms;
    if limit == 0 {
        return None;
    }
    let summary = services.database.slow_statements().summary();
    let text = match &summary.slowest {
        None => format!("None above {limit} ms in 24 hours"),
        Some((statement, took)) => format!(
            "{} above {limit} ms in 24 hours, the slowest: {statement}, {}",
            summary.count,
            millis(*took)
        ),
    };
    Some(Health {
        name: "Slow queries",
        text,
        last: None,
        advice: (summary.count >= MANY).then(|| {
            "The log names them. Look at the load of the database and its disk.".to_owned()
        }),
    })
}

/// Where photos are stored, and whether that worked when it was last tried.
pub(super) fn storage(services: &Services) -> Result<Health> {
    let place = match storage::location(&services.settings, &services.folder)? {
        StorageLocation::Folder(path) => path.display().to_string(),
        StorageLocation::Bucket(name) => name,
    };
    let last = services.storage.health().last();
    Ok(Health {
        name: "Storage",
        text: place,
        last: last.as_ref().map(|last| last.at),
        advice: last.and_then(|last| last.problem),
    })
}

/// Whose word about visitors' addresses counts.
pub(super) fn proxies(services: &Services, now: DateTime<Utc>) -> Health {
    let stranger = services
        .proxies
        .last_stranger()
        .filter(|(_, at)| now - *at < STRANGER_IS_RECENT);
    let text = match services.settings.trusted_proxies.trim() {
        "" => "None: visitors connect directly".to_owned(),
        named => named.to_owned(),
    };
    Health {
        name: "Trusted proxies",
        text,
        last: stranger.map(|(_, at)| at),
        advice: stranger.map(|(peer, _)| {
            format!(
                "{peer} passed a request on, and trusted_proxies doesn't name it. If it is your proxy, name it: \
                 otherwise all its visitors share one person's limits."
            )
        }),
    }
}

fn millis(took: Duration) -> String {
    let millis = took.as_secs_f64() * 1000.0;
    if millis < 10.0 {
        format!("{millis:.1} ms")
    } else {
        format!("{millis:.0} ms")
    }
}
