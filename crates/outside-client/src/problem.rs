//! Why a call has no usable answer.

use std::{error::Error, fmt, time::Duration};

/// What lies behind a problem.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why there is no usable answer. Continues a sentence about the service.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("it couldn't be reached ({})", root(&**.0))]
    Unreachable(#[source] Cause),
    #[error("it didn't answer within {} seconds", .0.as_secs())]
    TooSlow(Duration),
    /// In bytes.
    #[error("its answer is larger than {} MB", .0 >> 20)]
    TooLarge(usize),
    #[error("{0}")]
    Refused(Refusal),
    /// It says that it succeeded, but that is no answer.
    #[error("its answer can't be read ({})", root(&**.0))]
    Unreadable(#[source] Cause),
}

/// A status other than success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub kind: RefusalKind,
    pub status: u16,
    /// Such as `insufficient_quota`; empty if it gives none.
    pub code: String,
    /// What it says about it, on one line; may be empty.
    pub message: String,
    /// How long it asks to wait.
    pub wait: Option<Duration>,
}

/// What a refusal means for the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// Too many calls (429), or overloaded (503, 504).
    Busy,
    /// Another failure of its own.
    Down,
    /// The account has to be paid first (402, or a text that says so).
    NoCredit,
    /// Something is wrong with the call.
    Call,
}

impl Problem {
    /// Whether every other call will fail, too, until somebody changes a setting or pays.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        match self {
            Self::Refused(refusal) => {
                refusal.kind == RefusalKind::NoCredit || matches!(refusal.status, 401 | 403)
            }
            _ => false,
        }
    }

    /// Whether the service has to be left alone for a while, and for how long if it says so.
    #[must_use]
    pub fn pause(&self) -> Option<Option<Duration>> {
        match self {
            Self::Refused(refusal) if refusal.kind == RefusalKind::Busy => Some(refusal.wait),
            _ => None,
        }
    }

    /// The transport has a clock of its own, which may be the first to say that `time` is over.
    pub(crate) fn timed(self, time: Duration) -> Self {
        let is_over = match &self {
            Self::Unreachable(cause) => {
                let cause = cause.downcast_ref::<reqwest::Error>();
                cause.is_some_and(reqwest::Error::is_timeout)
            }
            _ => false,
        };
        if is_over { Self::TooSlow(time) } else { self }
    }

    /// The status, if there was an answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Refused(refusal) => Some(refusal.status),
            _ => None,
        }
    }
}

impl From<reqwest::Error> for Problem {
    fn from(error: reqwest::Error) -> Self {
        // Addresses hold what was asked, and sometimes keys.
        Self::Unreachable(error.without_url().into())
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.kind {
            RefusalKind::Busy => "it is busy",
            RefusalKind::Down => "it failed",
            RefusalKind::NoCredit => "the account has no credits left",
            RefusalKind::Call => "it refused the call",
        })?;
        write!(formatter, " (status {}", self.status)?;
        if !self.message.is_empty() {
            write!(formatter, ": {}", self.message)?;
        }
        formatter.write_str(")")
    }
}

/// The innermost error says what happened; the others only that something did.
fn root<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause
}
