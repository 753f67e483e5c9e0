//! The product's one error type. `http::error` turns it into a response.
//!
//! Whatever reads or writes the database fails with it when the database does; a function's own comment names the other causes alone.

use std::borrow::Cow;

use sea_orm::DbErr;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::database_errors;

/// The `kind` of a refusal because something has changed since it was read.
const STALE_KIND: &str = "stale";

/// What can go wrong, grouped by who has to act.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller sent something invalid. `field` names the input.
    #[error("{message}")]
    Invalid {
        /// A sentence for the person who sent it.
        message: Cow<'static, str>,
        /// The form field or query parameter.
        field: Option<Cow<'static, str>>,
    },
    /// A field that people don't see was filled in. A person may send the form again without it.
    #[error("{0}")]
    FilledByProgram(&'static str),
    /// Several invalid inputs; at least one.
    #[error("{}", first_message(.0))]
    InvalidFields(Vec<FieldError>),
    /// The input is well-formed but a rule of the product refuses it; `details` are for programs.
    #[error("{message}")]
    Unprocessable {
        /// A sentence for the person who sent it.
        message: Cow<'static, str>,
        /// The form field, if it is about one.
        field: Option<Cow<'static, str>>,
        /// Data that the screen shows with the sentence.
        details: Option<Value>,
    },
    /// The caller has to sign in first.
    #[error("{0}")]
    Unauthorized(Cow<'static, str>),
    /// What was sent is right but not enough: a factor is missing or wrong.
    #[error("{message}")]
    FactorNeeded {
        /// A sentence for the caller.
        message: Cow<'static, str>,
        factor: Factor,
        /// The caller is signed in, and has to enter the factor again (D103).
        is_confirmation: bool,
    },
    /// Nothing found at this URL.
    #[error("{0}")]
    NotFound(Cow<'static, str>),
    /// The list has no page with that number.
    #[error("There's no such page; the last one is {last}.")]
    BeyondEnd {
        /// The number of the last page, at least 1.
        last: usize,
    },
    /// There was something at this URL, but it was removed (D5).
    #[error("{0}")]
    Gone(Cow<'static, str>),
    /// It has moved to another slug (D4).
    #[error("moved to {0}")]
    Moved(String),
    /// The caller isn't allowed to do this.
    #[error("{0}")]
    Forbidden(Cow<'static, str>),
    /// The request conflicts with the current state.
    #[error("{0}")]
    Conflict(Cow<'static, str>),
    /// The same, with details that let the screen show the current state.
    #[error("{message}")]
    ConflictWith {
        /// A sentence for the person who sent it.
        message: Cow<'static, str>,
        /// Such as the current row, or the existing shop.
        details: Value,
    },
    /// The caller sends too many requests; retry after `seconds`.
    #[error("{message}")]
    TooMany {
        /// A sentence for the caller.
        message: Cow<'static, str>,
        /// For `Retry-After`.
        seconds: u32,
    },
    /// The body is longer than this endpoint accepts.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// The body took too long to arrive.
    #[error("{0}")]
    TooSlow(Cow<'static, str>),
    /// The endpoint doesn't accept bodies of this type.
    #[error("{0}")]
    WrongMediaType(Cow<'static, str>),
    /// The work queue is full; retry after `seconds`.
    #[error("the server is busy")]
    Busy {
        /// For `Retry-After`.
        seconds: u32,
    },
    /// A service we need doesn't respond; retry after `seconds`.
    #[error("{message}")]
    Unavailable {
        /// A sentence for the caller.
        message: Cow<'static, str>,
        /// For `Retry-After`.
        seconds: u32,
    },
    /// The operator's setup is wrong: a setting, a file, a port. Says what to do.
    #[error("{0}")]
    Setup(String),
    /// The database refused, or is down.
    #[error("database: {0}")]
    Database(#[from] DbErr),
    /// Any other failure on our side.
    #[error("{0}")]
    Internal(String),
    /// The same, with the error that caused it.
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// 409: what was read has changed since. `current` is what it is now, so that the screen can compare the two.
    #[must_use]
    pub fn stale(message: impl Into<Cow<'static, str>>, current: Option<Value>) -> Self {
        let mut details = serde_json::Map::from_iter([("kind".to_owned(), STALE_KIND.into())]);
        details.extend(current.map(|current| ("current".to_owned(), current)));
        Self::ConflictWith {
            message: message.into(),
            details: details.into(),
        }
    }

    /// Whether it was made by [`Error::stale`].
    #[must_use]
    pub fn is_stale(&self) -> bool {
        matches!(self, Self::ConflictWith { details, .. }
            if details.get("kind").is_some_and(|kind| kind == STALE_KIND))
    }

    /// Someone else has already decided.
    #[must_use]
    pub fn already_decided(message: &'static str) -> Self {
        Self::ConflictWith {
            message: message.into(),
            details: serde_json::json!({ "kind": "already_decided" }),
        }
    }
}

/// What an administrator proves it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Factor {
    /// The shared password opens no more: their own name.
    Name,
    Password,
    /// Of an app, or a recovery code.
    Code,
}

/// The result type of all fallible code in the product.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What the operator can do, if the error itself doesn't say it.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Database(error) if out_of_space(error) => Some(
                "The disk is full. What was committed is safe: make room and run the same command again, it goes on from there.",
            ),
            Self::Database(error) if database_errors::is_damage(error) => Some(
                "The database is damaged: `townperk check` names its file and what is wrong. Stop the server, keep a copy of the file, and restore the last backup.",
            ),
            Self::Database(error) if database_errors::may_only_read(error) => Some(
                "The role in TOWNPERK_DATABASE_URL may not do that: `townperk check` says which rights it lacks, and how to give them.",
            ),
            _ => None,
        }
    }

    /// A failure on our side that `cause` explains.
    #[must_use]
    pub fn failed(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Failed(Box::new(cause))
    }

    /// The error and everything that caused it, for the log.
    #[must_use]
    pub fn with_causes(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            let words = error.to_string();
            // Many errors name their cause themselves.
            if !text.contains(&words) {
                text = format!("{text}: {words}");
            }
            cause = error.source();
        }
        text
    }

    /// Refuses input that isn't about one field.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid {
            message: message.into(),
            field: None,
        }
    }

    /// Refuses because another service is down; retry in half a minute.
    pub fn unavailable(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Unavailable {
            message: message.into(),
            seconds: 30,
        }
    }

    /// Refuses the input `field`.
    pub fn invalid_field(
        field: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::Invalid {
            message: message.into(),
            field: Some(field.into()),
        }
    }
}

/// Codes for "no space left": SQLite's `SQLITE_FULL` and `SQLITE_IOERR_WRITE`, PostgreSQL's `disk_full`.
const FULL_CODES: &[&str] = &["13", "778", "53100"];

fn out_of_space(error: &DbErr) -> bool {
    database_errors::code_of(error).is_some_and(|code| FULL_CODES.contains(&code.as_str()))
}

fn first_message(fields: &[FieldError]) -> &str {
    fields.first().map_or("", |first| &first.message)
}

/// One input that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The form field.
    pub field: String,
    /// A sentence for the person who filled it in.
    pub message: String,
}

/// Collects the errors about one form's fields.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Records that `field` was refused.
    pub fn add(&mut self, field: &str, message: impl Into<String>) {
        self.0.push(FieldError {
            field: field.to_owned(),
            message: message.into(),
        });
    }

    /// The value of `parsed`, or `None` after recording its field error.
    ///
    /// # Errors
    ///
    /// Any other error of `parsed`.
    pub fn take<T>(&mut self, field: &str, parsed: Result<T>) -> Result<Option<T>> {
        match parsed {
            Ok(value) => Ok(Some(value)),
            Err(Error::Invalid { message, .. }) => {
                self.add(field, message);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the collection.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFields`] if anything was recorded.
    pub fn refuse_any(self) -> Result<()> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Error::InvalidFields(self.0))
        }
    }
}

/// What a refused call is answered with. `message` is written for the person at the screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Error)]
pub struct ErrorBody {
    pub message: String,
    /// The form field or query parameter that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// All refused fields, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldError>,
    /// What the screen shows beside the message, such as the shop that is there already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub details: Option<Value>,
    /// What is missing, where a password isn't enough or has to be entered again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<Factor>,
    /// Where the list has no page with that number: its last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_page: Option<usize>,
    /// A stable word for programs.
    pub code: String,
    /// Names the request in the server's log.
    pub request_id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("no answer")]
    struct Outer(#[source] std::io::Error);

    #[test]
    fn the_log_names_every_cause_once() {
        let reset = std::io::Error::other("connection reset");
        assert_eq!(
            Error::failed(Outer(reset)).with_causes(),
            "no answer: connection reset"
        );
        assert_eq!(Error::Internal("no disk".into()).with_causes(), "no disk");
    }
}
