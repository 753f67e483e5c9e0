//! The one error type of the product. Where it reaches a visitor, `http::error` turns it into an answer.

use std::borrow::Cow;

use sea_orm::{DbErr, RuntimeErr};
use serde::Serialize;
use utoipa::ToSchema;

/// What can go wrong, sorted by whose turn it is to act.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller sent something that we can't accept. `field` names the input it is about.
    #[error("{message}")]
    Invalid {
        /// A sentence for the person who sent it.
        message: Cow<'static, str>,
        /// The form field or query parameter.
        field: Option<Cow<'static, str>>,
    },
    /// There is nothing at this address.
    #[error("{0}")]
    NotFound(Cow<'static, str>),
    /// The list has no page with that number.
    #[error("There is no such page; the last one is {last}.")]
    BeyondEnd {
        /// The last page that there is, at least 1.
        last: usize,
    },
    /// There was something at this address and it was removed (D5).
    #[error("{0}")]
    Gone(Cow<'static, str>),
    /// What was asked for lives under another slug now (D4).
    #[error("moved to {0}")]
    Moved(String),
    /// The caller may not do this.
    #[error("{0}")]
    Forbidden(Cow<'static, str>),
    /// What the caller wants is at odds with how things stand.
    #[error("{0}")]
    Conflict(Cow<'static, str>),
    /// The caller asks too often; worth another try in `seconds`.
    #[error("{message}")]
    TooMany {
        /// A sentence for the person who asks.
        message: Cow<'static, str>,
        /// For `Retry-After`.
        seconds: u32,
    },
    /// The body is longer than this address takes.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// The body took too long to arrive.
    #[error("{0}")]
    TooSlow(Cow<'static, str>),
    /// The body is of a kind that this address does not take.
    #[error("{0}")]
    WrongMediaType(Cow<'static, str>),
    /// More work is waiting than we take on; worth another try in `seconds`.
    #[error("the server is busy")]
    Busy {
        /// For `Retry-After`.
        seconds: u32,
    },
    /// Something that we need does not answer; worth another try in `seconds`.
    #[error("{message}")]
    Unavailable {
        /// A sentence for the person who asked.
        message: Cow<'static, str>,
        /// For `Retry-After`.
        seconds: u32,
    },
    /// The operator's set-up is wrong: a setting, a file, a port. Says what to do.
    #[error("{0}")]
    Setup(String),
    /// The database refused or is away.
    #[error("database: {0}")]
    Database(#[from] DbErr),
    /// Anything else that is ours to mend.
    #[error("{0}")]
    Internal(String),
}

/// The result that all fallible code of the product gives.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What the operator can do, where the error itself does not say it.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Database(error) if out_of_space(error) => Some(
                "The disk is full. What was committed is safe: make room and run the same command again, it goes on from there.",
            ),
            _ => None,
        }
    }

    /// Refuses input that is not tied to one field.
    pub fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid {
            message: message.into(),
            field: None,
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
    let (DbErr::Exec(RuntimeErr::SqlxError(source))
    | DbErr::Query(RuntimeErr::SqlxError(source))
    | DbErr::Conn(RuntimeErr::SqlxError(source))) = error
    else {
        return false;
    };
    source
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| FULL_CODES.contains(&code.as_ref()))
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
    /// Where the list has no page with that number: its last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_page: Option<usize>,
    /// A stable word for programs.
    pub code: String,
    /// Names the request in the server's log.
    pub request_id: String,
}
