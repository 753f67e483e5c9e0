//! A node's worker: runs due jobs one at a time, and enqueues recurring ones.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::Instant;
use tracing::instrument::WithSubscriber;
use uuid::Uuid;

use super::{
    handlers::{Handlers, JobAttempt, JobOutcome},
    progress::Progress,
    store::{self, Ending, NewJob},
};
use crate::platform::{
    background::Stopping,
    clock::Clock,
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
};

/// How often an idle worker polls. Each poll is one index lookup.
const PAUSE: Duration = Duration::from_secs(1);
/// Delay after a database error.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(5);
/// A node that hasn't renewed its lease for this long is considered dead.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// How often a working node renews it.
const RENEWAL: Duration = Duration::from_secs(15);
/// How long a canceled job may take to stop by itself. Its lease lasts longer.
const GRACE: Duration = Duration::from_secs(10);
/// How often a worker checks whether its job was canceled.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum failed attempts per job.
const ATTEMPTS: i32 = 8;
/// Delay after the first failed attempt; it doubles each time, up to the longest.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);

/// A turn that was missed while the server was down is made up, unless it is older than this.
const TURNS_MADE_UP: TimeDelta = TimeDelta::hours(24);

/// Runs a node's jobs.
#[derive(Clone)]
pub struct Worker {
    database: Database,
    clock: Clock,
    identifiers: IdGenerator,
    handlers: Handlers,
    /// What this node is called.
    node: Option<Arc<str>>,
    started_at: DateTime<Utc>,
    /// The latest turn of each kind that this node has enqueued.
    asked: Arc<Mutex<BTreeMap<&'static str, DateTime<Utc>>>>,
}

impl Worker {
    /// Creates a worker without starting it.
    #[must_use]
    pub fn new(
        database: Database,
        clock: Clock,
        identifiers: IdGenerator,
        handlers: Handlers,
    ) -> Self {
        Self {
            database,
            started_at: clock.now(),
            clock,
            identifiers,
            handlers,
            node: None,
            asked: Arc::default(),
        }
    }

    /// Has its jobs say that they run on `node`.
    #[must_use]
    pub fn on_node(self, node: &str) -> Self {
        Self {
            node: Some(node.into()),
            ..self
        }
    }

    /// A worker for each lane: the usual one, the one for what may take long, then those with a name.
    #[must_use]
    pub fn lanes(&self) -> Vec<Self> {
        let lanes = self.handlers.lanes().into_iter();
        lanes
            .map(|handlers| Self {
                handlers,
                asked: Arc::default(),
                ..self.clone()
            })
            .collect()
    }

    /// Works until the server stops. An interrupted job is due again when its lease expires.
    pub async fn run(self, stopping: Stopping) {
        if self.handlers.handlers.is_empty() {
            return;
        }
        loop {
            let worked = tokio::select! {
                worked = self.run_one() => worked,
                () = stopping.asked() => return,
            };
            let pause = match worked {
                Ok(true) => continue,
                Ok(false) => PAUSE,
                Err(error) => {
                    tracing::warn!(%error, "jobs can't be read or kept now");
                    PAUSE_AFTER_ERROR
                }
            };
            if !stopping.pause(pause).await {
                return;
            }
        }
    }

    /// Runs everything that is due now and returns the number of attempts.
    pub async fn run_due(&self) -> Result<usize> {
        let mut attempts = 0;
        while self.run_one().await? {
            attempts += 1;
        }
        Ok(attempts)
    }

    /// Makes one attempt at the job that has been due longest; `false` if none is due.
    pub async fn run_one(&self) -> Result<bool> {
        self.ask_for_turns().await?;
        let (now, lease) = (self.clock.now(), self.identifiers.next());
        let kinds: Vec<&'static str> = self.handlers.handlers.keys().copied().collect();
        let Some(job) = store::take(
            &self.database,
            (&kinds, self.node.as_deref()),
            (lease, LEASE),
            now,
        )
        .await?
        else {
            return Ok(false);
        };
        let Some(handler) = self.handlers.handlers.get(job.kind.as_str()) else {
            return Ok(false);
        };
        if job.cancel_asked_at.is_some() {
            // The node running it died, or the attempt ended before it saw the request to cancel.
            store::end(&self.database, job.id, lease, Ending::Canceled, now).await?;
            return Ok(true);
        }
        if job.attempts > ATTEMPTS {
            // Every attempt ended with the process that made it, so another one would end this process.
            tracing::error!(kind = job.kind, job = %job.id, "a job failed: no attempt finished");
            let ending = Ending::Failed("no attempt finished".to_owned());
            store::end(&self.database, job.id, lease, ending, now).await?;
            return Ok(true);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let run = JobAttempt {
            stop: stop.clone(),
            id: job.id,
            payload: job.payload,
            attempt: job.attempts,
            now,
            progress: Progress::of(self.database.clone(), job.id, lease),
        };
        // In its own task, so that a panic counts as a failed attempt. It logs where the worker does: a demo's past isn't logged.
        let mut attempt = AbortOnDrop(tokio::spawn(handler(run).with_current_subscriber()));
        let limit = self.handlers.limit_of(&job.kind);
        let result = tokio::select! {
            () = tokio::time::sleep(limit) => {
                // Stops it at its next `await`.
                attempt.0.abort();
                Err(Error::Internal(format!("took longer than {}", in_words(limit))))
            }
            ended = &mut attempt.0 => ended.unwrap_or_else(|error| Err(Error::failed(error))),
            interruption = self.interruption(job.id, lease) => {
                let is_canceled = matches!(interruption, Interruption::Canceled);
                if is_canceled && self.handlers.stops_itself(&job.kind) {
                    stop.store(true, Ordering::Relaxed);
                    if tokio::time::timeout(GRACE, &mut attempt.0).await.is_err() {
                        tracing::warn!(kind = job.kind, job = %job.id, "a canceled job didn't stop by itself");
                    }
                }
                // Stops it at its next `await`.
                drop(attempt);
                match interruption {
                    Interruption::Lost => {
                        tracing::warn!(kind = job.kind, job = %job.id, "another node has taken this job over");
                    }
                    Interruption::Canceled => {
                        tracing::info!(kind = job.kind, job = %job.id, "a job was canceled");
                        let now = self.clock.now();
                        store::end(&self.database, job.id, lease, Ending::Canceled, now).await?;
                    }
                }
                return Ok(true);
            }
        };
        let now = self.clock.now();
        let ending = match result {
            Ok(JobOutcome::Done) => Ending::Done,
            Ok(JobOutcome::Failed(reason)) => {
                tracing::warn!(kind = job.kind, job = %job.id, reason, "a job failed");
                Ending::Failed(reason)
            }
            Ok(JobOutcome::MoreAfter(pause)) => Ending::GoesOn(now + pause, None),
            Ok(JobOutcome::WaitsFor(pause, reason)) => Ending::GoesOn(now + pause, Some(reason)),
            Err(error) if job.attempts >= ATTEMPTS => {
                tracing::error!(kind = job.kind, job = %job.id, %error, "a job failed for good");
                Ending::Failed(error.to_string())
            }
            Err(error) => {
                tracing::warn!(kind = job.kind, job = %job.id, attempt = job.attempts, %error, "a job failed and is tried again");
                Ending::Again(
                    now + pause_after(job.attempts, FIRST_PAUSE, LONGEST_PAUSE),
                    error.to_string(),
                )
            }
        };
        store::end(&self.database, job.id, lease, ending, now).await?;
        Ok(true)
    }

    /// Renews the lease until it is lost or the job is canceled. While the database is down, no other node can take the
    /// job either.
    async fn interruption(&self, id: Uuid, lease: Uuid) -> Interruption {
        let mut renewed = Instant::now();
        loop {
            tokio::time::sleep(LOOK).await;
            if let Ok(true) = store::is_unwanted(&self.database, id).await {
                return Interruption::Canceled;
            }
            if renewed.elapsed() < RENEWAL {
                continue;
            }
            renewed = Instant::now();
            let until = self.clock.now() + LEASE;
            if let Ok(false) = store::renew(&self.database, id, lease, until).await {
                return Interruption::Lost;
            }
        }
    }

    async fn ask_for_turns(&self) -> Result<()> {
        let now = self.clock.now();
        for (kind, schedule) in &self.handlers.schedules {
            let turn = schedule.latest_turn(now);
            let is_old = turn < self.started_at - TURNS_MADE_UP;
            if is_old || self.asked().get(kind) == Some(&turn) {
                continue;
            }
            let job = NewJob {
                kind,
                payload: serde_json::json!({ "turn": turn }),
                // Every node enqueues it; the key keeps it a single job.
                unique_key: Some(store::turn_key(kind, turn)),
                due_at: turn,
            };
            self.database
                .transaction(|transaction| {
                    let (job, identifiers) = (job.clone(), self.identifiers.clone());
                    Box::pin(
                        async move { store::enqueue(transaction, &job, &identifiers, now).await },
                    )
                })
                .await?;
            self.asked().insert(kind, turn);
        }
        Ok(())
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<&'static str, DateTime<Utc>>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The delay after attempt number `attempt` failed.
pub(in crate::platform) fn pause_after(
    attempt: i32,
    first: TimeDelta,
    longest: TimeDelta,
) -> TimeDelta {
    let doublings = u32::try_from(attempt - 1).unwrap_or(0).min(20);
    first
        .checked_mul(2_i32.pow(doublings))
        .map_or(longest, |pause| pause.min(longest))
}

/// A limit as a person says it.
fn in_words(limit: Duration) -> String {
    let (number, unit) = match limit.as_secs() {
        seconds if seconds >= 2 * 3600 => (seconds / 3600, "hour"),
        seconds if seconds >= 120 => (seconds / 60, "minute"),
        seconds => (seconds.max(1), "second"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

/// Why an attempt is interrupted.
enum Interruption {
    /// Another node has taken the job.
    Lost,
    Canceled,
}

struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_said_in_words() {
        let words = [1, 90, 900, 43_200].map(|seconds| in_words(Duration::from_secs(seconds)));
        assert_eq!(words, ["1 second", "90 seconds", "15 minutes", "12 hours"]);
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let minutes = |attempt| {
            pause_after(attempt, TimeDelta::minutes(1), TimeDelta::minutes(10)).num_minutes()
        };
        assert_eq!([1, 2, 3, 4, 5, 40].map(minutes), [1, 2, 4, 8, 10, 10]);
    }
}
