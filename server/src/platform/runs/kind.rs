//! What the kinds of runs have in common, and one run of a kind.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

use super::{Outcome, Row};
use crate::platform::error::{Error, Result};

/// A kind of runs. Its types are stored, so they only grow, and are never an answer's.
pub trait Kind: 'static {
    /// The kind of its job; one of it is open at a time.
    const JOB: &'static str;
    /// What someone asks for.
    type Asked: Serialize + DeserializeOwned + Clone + Send + Sync + 'static;
    /// What a run has done so far, which also says where it goes on.
    type Result: Serialize + DeserializeOwned + Default + Clone + Send + Sync + 'static;

    /// Whether a call that asks for this waits for the open run that was `asked` for.
    fn joins(wanted: &Self::Asked, asked: &Self::Asked) -> bool;

    /// The message to a call that doesn't; `asked` is `None` if a run is being taken back.
    fn busy(asked: Option<&Self::Asked>) -> String;
}

/// A run.
#[derive(Clone, Debug)]
pub struct Run<K: Kind> {
    /// Also its job's.
    pub id: Uuid,
    pub asked: K::Asked,
    pub result: K::Result,
    pub state: RunState,
    /// Why it ended early.
    pub stopped: Option<String>,
    pub started_at: DateTime<Utc>,
    /// When it last got further.
    pub last_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// For a worker, or for the end of a pause.
    Waiting,
    Running,
    Done,
    /// It couldn't go on.
    Stopped,
    /// Its job failed for good.
    Failed,
    /// By the administrator.
    Canceled,
}

impl From<Outcome> for RunState {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::Done,
            Outcome::Stopped => Self::Stopped,
            Outcome::Failed => Self::Failed,
            Outcome::Canceled => Self::Canceled,
        }
    }
}

impl<K: Kind> Run<K> {
    /// Whether it is waiting or running.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.state, RunState::Waiting | RunState::Running)
    }

    pub(super) fn of(row: Row, state: RunState) -> Result<Self> {
        Ok(Self {
            id: row.id,
            asked: from_json(row.asked)?,
            result: row.result.map(from_json).transpose()?.unwrap_or_default(),
            state,
            stopped: row.stopped,
            started_at: row.started_at,
            last_at: row.last_at,
            ended_at: row.ended_at,
        })
    }
}

/// Why a run doesn't simply go on with the next one of its shops, towns or areas.
#[derive(Debug)]
pub enum StepError {
    /// This one can't be done, for this reason; the next one may be.
    Skip(String),
    /// A service didn't answer about this one.
    Unanswered(String),
    /// A service wants to be left alone for a while.
    Busy(Pause),
    /// Later, from the same one on. After no time at all, other long jobs have had their turn.
    Later(TimeDelta),
    /// Soon, as a failed attempt.
    Again(Error),
    /// Not at all, with the reason for the administrator.
    Stop(String),
}

/// A pause that a service wants. Several in a row, in which the run gets no further, end it.
#[derive(Debug)]
pub struct Pause {
    pub time: TimeDelta,
    /// For the administrator.
    pub reason: String,
    /// Whether the run has got further since the pause before.
    pub got_further: bool,
}

impl StepError {
    /// Notes whether the run got further in this attempt.
    #[must_use]
    pub fn after(self, got_further: bool) -> Self {
        match self {
            Self::Busy(pause) => Self::Busy(Pause {
                got_further,
                ..pause
            }),
            other => other,
        }
    }
}

impl From<Error> for StepError {
    fn from(error: Error) -> Self {
        Self::Again(error)
    }
}

/// Failures in a row. After some equal ones, the rest would fail, too.
#[derive(Debug, Default)]
pub struct Failures {
    /// `None` for a service that doesn't answer: its status may change from call to call.
    latest: Option<String>,
    count: usize,
}

impl Failures {
    /// So many equal ones end a run.
    pub const MAX_EQUAL: usize = 5;

    /// Counts a skipped or unanswered one; returns the end of the run if there were too many.
    pub fn note(&mut self, step_error: &StepError) -> Option<StepError> {
        let (reason, kind) = match step_error {
            StepError::Skip(reason) => (reason, Some(reason.clone())),
            StepError::Unanswered(reason) => (reason, None),
            _ => return None,
        };
        if self.latest != kind {
            self.count = 0;
        }
        self.latest = kind;
        self.count += 1;
        (self.count >= Self::MAX_EQUAL).then(|| StepError::Stop(reason.clone()))
    }

    /// One succeeded.
    pub fn end(&mut self) {
        self.count = 0;
    }
}

pub(super) fn to_json(value: &impl Serialize) -> Result<serde_json::Value> {
    serde_json::to_value(value)
        .map_err(|error| Error::Internal(format!("a run can't be stored: {error}")))
}

pub(super) fn from_json<T: DeserializeOwned>(stored: serde_json::Value) -> Result<T> {
    serde_json::from_value(stored)
        .map_err(|error| Error::Internal(format!("a stored run can't be read: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(step_errors: impl IntoIterator<Item = StepError>) -> bool {
        let mut failures = Failures::default();
        let ends = step_errors
            .into_iter()
            .map(|step_error| failures.note(&step_error));
        ends.last().flatten().is_some()
    }

    #[test]
    fn five_equal_failures_in_a_row_end_a_run() {
        let skips = |reasons: &[&str]| -> Vec<StepError> {
            let reasons = reasons.iter();
            reasons
                .map(|it| StepError::Skip((*it).to_owned()))
                .collect()
        };
        assert!(stops(skips(&["a"; 5])));
        assert!(!stops(skips(&["a"; 4])));
        assert!(!stops(skips(&["a", "a", "b", "a", "a", "a"])));
        let statuses = ["500", "502", "500", "504", "502"];
        let unanswered = statuses.map(|status| StepError::Unanswered(status.to_owned()));
        assert!(stops(unanswered), "whatever the status");
        let mut failures = Failures::default();
        for _ in 0..9 {
            assert!(failures.note(&StepError::Skip("a".to_owned())).is_none());
            failures.end();
        }
    }
}
