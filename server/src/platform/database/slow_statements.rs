//! Statements that took long: a warning with what the statement does, never with its values, and a count.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::Duration,
};

use metrics::{Counter, counter};
use sea_orm::DatabaseConnection;
use tokio::time::Instant;

use crate::platform::metrics::Metrics;

/// A statement is warned about once in this time, however often it is slow.
const PAUSE: Duration = Duration::from_secs(60);

/// How long slow statements are told to the operator, and how many at most.
const TOLD: Duration = Duration::from_secs(24 * 3600);
const MOST: usize = 1000;

/// Statements that took longer than a limit. Cheap to clone.
#[derive(Clone)]
pub struct SlowStatements(Arc<Inner>);

struct Inner {
    limit: Duration,
    noted: Mutex<Noted>,
    counter: OnceLock<Counter>,
}

#[derive(Default)]
struct Noted {
    recent: VecDeque<(Instant, String, Duration)>,
    warned: BTreeMap<String, Instant>,
}

impl fmt::Debug for SlowStatements {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("SlowStatements")
            .field(&self.0.limit)
            .finish()
    }
}

/// Those of the last day, on this node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlowSummary {
    pub count: usize,
    /// What the slowest one does, and how long it took.
    pub slowest: Option<(String, Duration)>,
}

impl SlowStatements {
    /// Notes those that take longer than `limit`; none if that is zero.
    pub(super) fn over(limit: Duration) -> Self {
        Self(Arc::new(Inner {
            limit,
            noted: Mutex::default(),
            counter: OnceLock::new(),
        }))
    }

    /// Has the statements of `connection` measured.
    pub(super) fn measure(&self, connection: &mut DatabaseConnection) {
        if self.0.limit.is_zero() {
            return;
        }
        let slow = self.clone();
        connection.set_metric_callback(move |info| {
            if info.elapsed > slow.0.limit {
                slow.note(&info.statement.sql, info.elapsed);
            }
        });
    }

    /// Shows the count in `metrics`.
    pub fn show_in(&self, metrics: &Metrics) {
        let counter = metrics.register(|| counter!("townperk_database_slow_statements_total"));
        // There is one, set when the server starts.
        let _ = self.0.counter.set(counter);
    }

    /// Those of the last day.
    #[must_use]
    pub fn summary(&self) -> SlowSummary {
        let noted = self.noted();
        let recent = noted.recent.iter().filter(|(at, _, _)| at.elapsed() < TOLD);
        let slowest = recent.clone().max_by_key(|(_, _, took)| *took);
        SlowSummary {
            count: recent.count(),
            slowest: slowest.map(|(_, name, took)| (name.clone(), *took)),
        }
    }

    fn note(&self, sql: &str, took: Duration) {
        let statement = name_of(sql);
        if let Some(counter) = self.0.counter.get() {
            counter.increment(1);
        }
        let now = Instant::now();
        let mut noted = self.noted();
        noted.recent.push_back((now, statement.clone(), took));
        if noted.recent.len() > MOST {
            noted.recent.pop_front();
        }
        let is_new = noted
            .warned
            .get(&statement)
            .is_none_or(|at| now.duration_since(*at) >= PAUSE);
        if is_new {
            noted.warned.insert(statement.clone(), now);
            drop(noted);
            let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            tracing::warn!(statement, millis, "slow database statement");
        }
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        // Safe after a panic: nothing is left half written.
        self.0.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a statement does, and to which table: "SELECT shops". The rest of it may hold values. Which names there are, the
/// program decides, so there are few.
fn name_of(sql: &str) -> String {
    let mut words = sql.split_whitespace().map(|word| {
        word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
    });
    let verb: String = words.next().unwrap_or_default().to_ascii_uppercase();
    let before = match verb.as_str() {
        "INSERT" => "INTO",
        "UPDATE" => "UPDATE",
        _ => "FROM",
    };
    let mut is_next = verb == before;
    let mut words = words.filter(|word| !word.is_empty());
    let table = words.find(|word| {
        let is_table = is_next && !word.eq_ignore_ascii_case("SELECT");
        is_next = word.eq_ignore_ascii_case(before);
        is_table && !is_next
    });
    match table {
        Some(table) => format!("{verb} {table}"),
        None => verb,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_named_without_its_values() {
        for (sql, name) in [
            (
                r#"SELECT "shops"."id", "a" FROM "shops" WHERE "name" = 'Ann'"#,
                "SELECT shops",
            ),
            (
                "SELECT count(*) FROM (SELECT id FROM events WHERE x) AS y",
                "SELECT events",
            ),
            (r#"INSERT INTO "mails" ("id") VALUES ($1)"#, "INSERT mails"),
            (r#"UPDATE "jobs" SET "state" = 'x'"#, "UPDATE jobs"),
            (r#"DELETE FROM "sessions" WHERE 'y'"#, "DELETE sessions"),
            ("PRAGMA optimize", "PRAGMA"),
            ("", ""),
        ] {
            assert_eq!(name_of(sql), name, "{sql}");
        }
    }

    #[tokio::test]
    async fn the_slowest_of_the_day_is_told() {
        let slow = SlowStatements::over(Duration::from_millis(100));
        assert_eq!(slow.summary(), SlowSummary::default());
        for (table, millis) in [("a", 200), ("b", 900), ("a", 300)] {
            slow.note(
                &format!("SELECT x FROM {table}"),
                Duration::from_millis(millis),
            );
        }
        let summary = slow.summary();
        assert_eq!(summary.count, 3);
        assert_eq!(
            summary.slowest,
            Some(("SELECT b".to_owned(), Duration::from_millis(900)))
        );
    }
}
