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

/// How long an attempt may take: work between two requests, and work that may take long.
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

/// Which of a node's workers runs a kind. Each runs one job at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Lane {
    #[default]
    Usual,
    Long,
    /// May take long, too, but mustn't wait for other long work.
    Named(&'static str),
}

/// The kinds of jobs that a node can run.
#[derive(Clone, Default)]
pub struct Handlers {
    pub(super) handlers: BTreeMap<&'static str, Handler>,
    pub(super) schedules: Vec<(&'static str, Schedule)>,
    /// The lanes of the kinds that aren't in the usual one.
    lanes: BTreeMap<&'static str, Lane>,
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

    /// Adds a handler for work that may take minutes. Such work has its own worker, so it delays no other.
    #[must_use]
    pub fn with_long<F>(
        self,
        kind: &'static str,
        handle: impl Fn(JobAttempt) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<JobOutcome>> + Send + 'static,
    {
        self.taking_long(kind).with(kind, handle)
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
        self.lanes.insert(kind, Lane::Long);
        self
    }

    /// Moves work that was added into the lane `name`, with a worker of its own: it may take long, and waits only for what is in
    /// the same lane.
    #[must_use]
    pub fn in_lane(mut self, kind: &'static str, name: &'static str) -> Self {
        self.lanes.insert(kind, Lane::Named(name));
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
        let usual = match self.lane_of(kind) {
            Lane::Usual => SHORT,
            Lane::Long | Lane::Named(_) => LONG,
        };
        self.limits.get(kind).copied().unwrap_or(usual)
    }

    /// Combines both sets.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.handlers.extend(others.handlers);
        self.schedules.extend(others.schedules);
        self.lanes.extend(others.lanes);
        self.limits.extend(others.limits);
        self.stop_themselves.extend(others.stop_themselves);
        self
    }

    /// The kinds of each lane: the usual ones, those that may take long, then each lane with a name.
    pub(super) fn lanes(&self) -> Vec<Self> {
        let mut lanes = BTreeSet::from([Lane::Usual, Lane::Long]);
        lanes.extend(self.lanes.values().copied());
        lanes.into_iter().map(|lane| self.of_lane(lane)).collect()
    }

    fn of_lane(&self, lane: Lane) -> Self {
        let mut part = self.clone();
        part.handlers.retain(|kind, _| self.lane_of(kind) == lane);
        part.schedules
            .retain(|(kind, _)| self.lane_of(kind) == lane);
        part
    }

    fn lane_of(&self, kind: &str) -> Lane {
        self.lanes.get(kind).copied().unwrap_or_default()
    }
}
