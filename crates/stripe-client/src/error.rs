//! What can go wrong.

use thiserror::Error;

/// The answer of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call has no answer that can be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// Stripe refused; making the call again changes nothing.
    #[error("Stripe refused {call}: {refusal}")]
    Refused { call: String, refusal: Box<Refusal> },
    /// Stripe could not be reached, or could not answer. What was asked for may have happened.
    #[error("Stripe gave no answer to {call} in {attempts} attempts: {reason}")]
    Unavailable {
        call: String,
        attempts: u32,
        reason: String,
    },
    /// It happened, and the answer can't be read.
    #[error("Stripe's answer to {call} can't be read at {path}: {reason}")]
    Unreadable {
        call: String,
        path: String,
        reason: String,
    },
    /// The client can't be set up as asked.
    #[error("the payment client: {0}")]
    Setup(String),
}

/// Stripe's reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// Such as `invalid_request_error` or `card_error`.
    pub kind: String,
    /// Such as `resource_missing`.
    pub code: String,
    pub message: String,
    pub param: String,
    /// Names the call in Stripe's log.
    pub request_id: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{} {} {}: {}",
            self.status, self.kind, self.code, self.message
        )?;
        if !self.request_id.is_empty() {
            write!(formatter, " ({})", self.request_id)?;
        }
        Ok(())
    }
}

impl Error {
    /// Whether Stripe has no such object.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        self.refusal()
            .is_some_and(|refusal| refusal.status == 404 || refusal.code == "resource_missing")
    }

    /// Stripe's reasons, when it refused.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused { refusal, .. } => Some(refusal),
            _ => None,
        }
    }
}
