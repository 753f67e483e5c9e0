//! What is wrong with what was asked for.

use serde::Serialize;
use utoipa::ToSchema;

/// What to correct.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripProblem {
    /// `from`, `to` or `depart`.
    pub field: &'static str,
    pub message: String,
    /// Towns that may be meant, such as `Alexandria, LA`.
    pub suggestions: Vec<String>,
}

/// A problem without suggestions.
pub(super) fn problem(field: &'static str, message: &str) -> TripProblem {
    TripProblem {
        field,
        message: message.to_owned(),
        suggestions: Vec::new(),
    }
}
