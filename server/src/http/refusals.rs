//! Refusals in the log (checklist X17): who looks after the server sees that somebody tries, and where.

use axum::http::{Method, Uri};
use chrono::TimeDelta;

use super::Edge;
use crate::platform::{error::Error, limits::Limit};

/// Lines of each kind: nobody fills the disk by being refused. How many there were is counted all the same.
const NOTED: Limit = Limit {
    name: "refusals in the log",
    count: 600,
    period: TimeDelta::hours(1),
    message: "",
};

/// Notes a request that the rules refused, not the one that was only mistaken. Queries may hold what a person wrote or a
/// token, so they are left out, and so is the address.
pub(super) fn note(edge: &Edge, error: &Error, (method, uri): (&Method, &Uri), request_id: &str) {
    let kind = match error {
        Error::Forbidden(_) => "forbidden",
        Error::TooMany { .. } => "too many",
        _ => return,
    };
    if edge.limits.check(&NOTED, kind).is_ok() {
        tracing::info!(request_id, %method, path = uri.path(), kind, "refused");
    }
}
