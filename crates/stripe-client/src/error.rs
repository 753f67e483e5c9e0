//! What can go wrong.

use thiserror::Error;

/// The result of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call has no usable answer.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// Stripe refused; repeating the call won't help.
    #[error("Stripe refused {call}: {refusal}")]
    Refused { call: String, refusal: Box<Refusal> },
    /// Stripe couldn't be reached, or couldn't answer. The call may have taken effect.
    #[error("Stripe gave no answer to {call} in {attempts} attempts: {reason}")]
    Unavailable {
        call: String,
        attempts: u32,
        reason: String,
    },
    /// The call took effect, but the answer can't be parsed.
    #[error("Stripe's answer to {call} can't be read at {path}: {reason}")]
    Unreadable {
        call: String,
        path: String,
        reason: String,
    },
    /// The client can't be set up with these options.
    #[error("the payment client: {0}")]
    Setup(String),
}

/// Stripe's reasons for refusing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// For example `invalid_request_error` or `card_error`.
    pub kind: String,
    /// For example `resource_missing`.
    pub code: String,
    pub message: String,
    pub param: String,
    /// Identifies the call in Stripe's log.
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

    /// Stripe's reasons, if it refused.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused { refusal, .. } => Some(refusal),
            _ => None,
        }
    }
}
