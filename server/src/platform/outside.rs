//! Outside services by name: what the administrator reads when one doesn't answer, and what that means for a run.

use chrono::TimeDelta;
use outside_client::Problem;

use super::runs::{Pause, StepError};

/// The longest pause that a run makes.
const LONGEST_PAUSE: TimeDelta = TimeDelta::days(1);

/// A service.
#[derive(Debug)]
pub struct Service {
    /// On screens.
    pub name: &'static str,
    /// What to do if it refuses every call; a sentence.
    pub advice: &'static str,
    /// The pause if it is busy and doesn't say for how long.
    pub pause: TimeDelta,
}

impl Service {
    /// It didn't answer, for this reason.
    pub fn failed(&'static self, problem: impl Into<Problem>) -> ServiceError {
        ServiceError {
            service: self,
            problem: problem.into(),
        }
    }
}

/// A service didn't answer. The message is a sentence for the administrator.
#[derive(Debug, thiserror::Error)]
pub struct ServiceError {
    service: &'static Service,
    #[source]
    pub problem: Problem,
}

impl std::fmt::Display for ServiceError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Service { name, advice, .. } = self.service;
        write!(formatter, "{name} didn't answer: {}.", self.problem)?;
        if self.problem.is_lasting() && !advice.is_empty() {
            write!(formatter, " {advice}")?;
        }
        Ok(())
    }
}

impl ServiceError {
    /// How long the service has to be left alone, if it is busy.
    #[must_use]
    pub fn pause(&self) -> Option<TimeDelta> {
        let asked = self.problem.pause()?;
        let pause = asked.and_then(|wait| TimeDelta::from_std(wait).ok());
        Some(pause.unwrap_or(self.service.pause).min(LONGEST_PAUSE))
    }
}

impl From<ServiceError> for StepError {
    fn from(error: ServiceError) -> Self {
        let reason = error.to_string();
        if error.problem.is_lasting() {
            return Self::Stop(reason);
        }
        match error.pause() {
            Some(time) => Self::Busy(Pause {
                time,
                reason,
                got_further: false,
            }),
            None => Self::Unanswered(reason),
        }
    }
}
