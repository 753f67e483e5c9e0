//! The operator's dashboard: jobs, backups, imports, payments, mail, disk and nodes, each with its last run, its age,
//! and advice if it is overdue.

mod entity;
mod health;
mod nodes;
mod old_runs;
mod runs;
mod store;
mod upkeep;

pub use health::{disk, nodes, state};

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::{
    features::{Room, Services},
    platform::{
        error::{ErrorBody, Result},
        jobs, mail,
        version::VERSION,
        web::{Access, Fresh, Route},
    },
};

/// A job delayed longer than this indicates a problem.
const JOB_IS_LATE: TimeDelta = TimeDelta::hours(1);

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    show_operator,
    runs::list_jobs,
    runs::watch_jobs,
    runs::get_job,
    runs::cancel_job
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    jobs: old_runs::jobs,
    workers: nodes::start,
    figures: |services| Box::pin(health::figures(services)),
    kept: |services| Box::pin(old_runs::kept(services)),
    ..Room::EMPTY
};

/// A time, and its distance from now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Moment {
    pub at: DateTime<Utc>,
    /// Such as `3 hours ago` or `in 2 days`.
    pub age: String,
}

/// The state of one kind of job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorJob {
    /// Such as `newsletter.send`.
    pub kind: String,
    /// Waiting and running jobs.
    pub open: usize,
    #[schema(required)]
    pub next: Option<Moment>,
    #[schema(required)]
    pub last_done: Option<Moment>,
    #[schema(required)]
    pub last_failed: Option<Moment>,
    #[schema(required)]
    pub error: Option<String>,
    /// What to do about it; `null` if everything is fine.
    #[schema(required)]
    pub advice: Option<String>,
}

/// The state of outgoing email.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorMail {
    /// Where emails are sent, as text.
    pub destination: String,
    pub waiting: u64,
    pub failed: u64,
    #[schema(required)]
    pub last_sent: Option<Moment>,
    /// The oldest email that should have left.
    #[schema(required)]
    pub oldest_due: Option<Moment>,
    #[schema(required)]
    pub lists_paused: Option<Moment>,
    #[schema(required)]
    pub advice: Option<String>,
}

/// The latest imported record.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorImport {
    /// Such as `osm`.
    pub source: String,
    pub last: Moment,
}

/// The state of something that needs upkeep, such as backups.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorLine {
    /// Such as `Backup`.
    pub name: String,
    pub text: String,
    /// When it last happened; `null` if never.
    #[schema(required)]
    pub last: Option<Moment>,
    /// What to do about it; `null` if everything is fine.
    #[schema(required)]
    pub advice: Option<String>,
}

/// A server process.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorNode {
    /// Its name, listen address and process ID.
    pub name: String,
    pub version: String,
    pub started: Moment,
    pub seen: Moment,
    /// How its clock differs from the database's: `right`, or such as `2.5 s ahead`.
    pub clock: String,
    /// The kinds of the jobs that it runs.
    pub jobs: Vec<String>,
    #[schema(required)]
    pub advice: Option<String>,
}

/// The state of the installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorOverview {
    /// Of the node that sent this response.
    pub version: String,
    /// `SQLite` or `PostgreSQL`.
    pub database: String,
    pub mode: String,
    pub jobs: Vec<OperatorJob>,
    pub mail: OperatorMail,
    /// `null` if nothing has been imported yet.
    #[schema(required)]
    pub last_import: Option<OperatorImport>,
    /// Backup, import, database, storage, proxies, payments, certificate, disk.
    pub lines: Vec<OperatorLine>,
    /// Sorted by name.
    pub nodes: Vec<OperatorNode>,
}

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/operator").get(Access::Administrator, show_operator),
        Route::at("/api/admin/jobs").get(Access::Administrator, runs::list_jobs),
        Route::at("/api/admin/jobs/events").get(Access::Administrator, runs::watch_jobs),
        Route::at("/api/admin/jobs/{id}").get(Access::Administrator, runs::get_job),
        Route::at("/api/admin/jobs/{id}/cancel").post(Access::Administrator, runs::cancel_job),
    ]
}

/// Show the state of jobs, email, backups, imports, payments, disk and nodes.
#[utoipa::path(get, path = "/api/admin/operator", tag = "administration",
    responses((status = 200, body = OperatorOverview), (status = 401, body = ErrorBody)))]
pub async fn show_operator(State(services): State<Services>) -> Result<Fresh<OperatorOverview>> {
    let now = services.clock.now();
    let kinds = jobs::overview(&services.database).await?;
    let import = store::last_imported(services.database.reads()).await?;
    Ok(Fresh(OperatorOverview {
        version: VERSION.to_owned(),
        lines: health::lines(&services, import.as_ref(), now).await?,
        nodes: nodes(&services.database, now).await?,
        database: services.database.engine().to_string(),
        mode: if services.settings.is_production() {
            "production".to_owned()
        } else {
            "development".to_owned()
        },
        jobs: kinds.into_iter().map(|kind| job(kind, now)).collect(),
        mail: mail_of(&services, now).await?,
        last_import: import.map(|row| OperatorImport {
            source: row.source,
            last: moment(row.fetched_at, now),
        }),
    }))
}

/// Whether it should have started long ago.
fn is_late(kind: &jobs::JobKind, now: DateTime<Utc>) -> bool {
    kind.next_at.is_some_and(|next| next < now - JOB_IS_LATE)
}

fn job(kind: jobs::JobKind, now: DateTime<Utc>) -> OperatorJob {
    let advice = if is_late(&kind, now) {
        Some(
            "It should have started. Check that a server is running, and check its log.".to_owned(),
        )
    } else if kind.last_error.is_some() {
        Some("The last attempt failed. See the server's log for details.".to_owned())
    } else {
        None
    };
    OperatorJob {
        kind: kind.kind,
        open: kind.open,
        next: kind.next_at.map(|at| moment(at, now)),
        last_done: kind.last_done_at.map(|at| moment(at, now)),
        last_failed: kind.last_failed_at.map(|at| moment(at, now)),
        error: kind.last_error,
        advice,
    }
}

async fn mail_of(services: &Services, now: DateTime<Utc>) -> Result<OperatorMail> {
    let database = &services.database;
    let counts = mail::counts(database).await?;
    let health = mail::health(database.reads(), now).await?;
    let paused = mail::lists_paused_since(database.reads()).await?;
    let advice = health.advice().or_else(|| {
        (counts.failed > 0).then(|| {
            "Some emails failed. The outbox shows why and lets you resend or dismiss them."
                .to_owned()
        })
    });
    Ok(OperatorMail {
        destination: services.mail.destination(),
        waiting: counts.waiting,
        failed: counts.failed,
        last_sent: health.last_sent.map(|at| moment(at, now)),
        oldest_due: health.oldest.map(|mail| moment(mail.since, now)),
        lists_paused: paused.map(|at| moment(at, now)),
        advice,
    })
}

fn moment(at: DateTime<Utc>, now: DateTime<Utc>) -> Moment {
    let distance = (now - at).abs();
    let (count, unit) = if distance < TimeDelta::minutes(1) {
        return Moment {
            at,
            age: "just now".to_owned(),
        };
    } else if distance < TimeDelta::hours(1) {
        (distance.num_minutes(), "minute")
    } else if distance < TimeDelta::days(2) {
        (distance.num_hours(), "hour")
    } else {
        (distance.num_days(), "day")
    };
    let plural = if count == 1 { "" } else { "s" };
    let age = if at <= now {
        format!("{count} {unit}{plural} ago")
    } else {
        format!("in {count} {unit}{plural}")
    };
    Moment { at, age }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_said_in_words() {
        let now = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(1000);
        for (minutes, age) in [
            (0, "just now"),
            (-1, "1 minute ago"),
            (-59, "59 minutes ago"),
            (-60, "1 hour ago"),
            (-47 * 60, "47 hours ago"),
            (-48 * 60, "2 days ago"),
            (90, "in 1 hour"),
        ] {
            assert_eq!(moment(now + TimeDelta::minutes(minutes), now).age, age);
        }
    }

    #[test]
    fn little_room_on_the_disk_is_worth_a_word() {
        const GIGABYTE: u64 = 1_000_000_000;
        for (free, all, is_full) in [
            (50 * GIGABYTE, 100 * GIGABYTE, false),
            (9 * GIGABYTE, 100 * GIGABYTE, true),
            (GIGABYTE / 2, 2 * GIGABYTE, true),
            (80 * GIGABYTE, 1000 * GIGABYTE, false),
        ] {
            assert_eq!(health::is_full(free, all), is_full, "{free} of {all}");
        }
    }
}
