//! The kinds of jobs that a node can run, and how long an attempt at each may take.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    pin::Pin,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{progress::Progress, schedule::Schedule};
use crate::platform::error::Result;

/// How long an attempt may take: work between two requests, and work with a worker of its own.
const SHORT: Duration = Duration::from_secs(15 * 60);
const LONG: Duration = Duration::from_secs(12 * 3600);

/// One attempt at a job.
#[derive(Clone, Debug)]
pub struct JobAttempt {
    /// The job.
    pub id: Uuid,
    /// The payload it was enqueued with.
    pub payload: serde_json::Value,
    /// 1 at the first attempt.
    pub attempt: i32,
    /// When this node took the job.
    pub now: DateTime<Utc>,
    /// For reporting progress.
    pub progress: Progress,
    /// True once someone has canceled the job, for handlers that [stop by themselves](Handlers::stopping_itself).
    pub stop: Arc<AtomicBool>,
}

/// The result of an attempt that isn't to be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    Done,
    /// It couldn't do its work, for this reason, and trying again by itself wouldn't help. Errors are tried again.
    Failed(String),
    /// There is more to do after this delay.
    MoreAfter(TimeDelta),
    /// The same; somebody who looks at the job reads what it waits for.
    WaitsFor(TimeDelta, String),
}

/// What a handler returns.
pub type Attempt = Pin<Box<dyn Future<Output = Result<JobOutcome>> + Send>>;

/// Handles one kind of job. An attempt may be dropped at any `await` if the node loses the lease or stops.
pub type Handler = Arc<dyn Fn(JobAttempt) -> Attempt + Send + Sync>;

/// The kinds of jobs that a node can run.
#[derive(Clone, Default)]
pub struct Handlers {
    pub(super) handlers: BTreeMap<&'static str, Handler>,
    pub(super) schedules: Vec<(&'static str, Schedule)>,
    /// Kinds that may take long and therefore have their own worker.
    long: BTreeSet<&'static str>,
    /// How long an attempt may take, where it isn't the usual time.
    limits: BTreeMap<&'static str, Duration>,
    /// Kinds that are asked to stop before they are stopped.
    stop_themselves: BTreeSet<&'static str>,
}

impl Handlers {
    /// Adds a handler for enqueued work.
    #[must_use]
    pub fn with<F>(
        mut self,
        kind: &'static str,
        handle: impl Fn(JobAttempt) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<JobOutcome>> + Send + 'static,
    {
        self.handlers
            .insert(kind, Arc::new(move |run| Box::pin(handle(run))));
        self
    }

    /// Adds a handler for work that may take minutes. It has its own worker, so it delays nothing else.
    #[must_use]
    pub fn with_long<F>(
        mut self,
        kind: &'static str,
        handle: impl Fn(JobAttempt) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<JobOutcome>> + Send + 'static,
    {
        self.long.insert(kind);
        self.with(kind, handle)
    }

    /// Adds a handler for recurring work. Its payload is `{"turn": <time>}`.
    #[must_use]
    pub fn with_recurring<F>(
        mut self,
        kind: &'static str,
        schedule: Schedule,
        handle: impl Fn(JobAttempt) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<JobOutcome>> + Send + 'static,
    {
        self.schedules.push((kind, schedule));
        self.with(kind, handle)
    }

    /// Moves work that was added into the lane for what may take minutes.
    #[must_use]
    pub fn taking_long(mut self, kind: &'static str) -> Self {
        self.long.insert(kind);
        self
    }

    /// Lets work that was added come to an end of its own when it is canceled, at [`JobAttempt::stop`], so that it can note
    /// how far it came. It has ten seconds.
    #[must_use]
    pub fn stopping_itself(mut self, kind: &'static str) -> Self {
        self.stop_themselves.insert(kind);
        self
    }

    pub(super) fn stops_itself(&self, kind: &str) -> bool {
        self.stop_themselves.contains(kind)
    }

    /// Sets how long an attempt at work that was added may take. One that takes longer is ended at its next `await`, and
    /// has failed.
    #[must_use]
    pub fn within(mut self, kind: &'static str, limit: Duration) -> Self {
        self.limits.insert(kind, limit);
        self
    }

    /// How long an attempt may take.
    pub(super) fn limit_of(&self, kind: &str) -> Duration {
        let usual = if self.long.contains(kind) {
            LONG
        } else {
            SHORT
        };
        self.limits.get(kind).copied().unwrap_or(usual)
    }

    /// Combines both sets.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.handlers.extend(others.handlers);
        self.schedules.extend(others.schedules);
        self.long.extend(others.long);
        self.limits.extend(others.limits);
        self.stop_themselves.extend(others.stop_themselves);
        self
    }

    /// The kinds that take long, or the others.
    pub(super) fn of_lane(&self, is_long: bool) -> Self {
        let mut lane = self.clone();
        lane.handlers
            .retain(|kind, _| self.long.contains(kind) == is_long);
        lane.schedules
            .retain(|(kind, _)| self.long.contains(kind) == is_long);
        lane
    }
}
