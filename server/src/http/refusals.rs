//! Refusals in the log (checklist X17): who looks after the server sees that somebody tries, and where.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, Uri};
use chrono::TimeDelta;

use super::Edge;
use crate::platform::{error::Error, limits::Limit, web::was_passed_on};

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

/// One line an hour.
const UNKNOWN_PROXY: Limit = Limit {
    name: "unknown proxies in the log",
    count: 1,
    period: TimeDelta::hours(1),
    message: "",
};

/// Notes that a request was passed on by somebody whom `trusted_proxies` does not name: behind a proxy that was forgotten
/// there, all visitors share one network's limits.
pub(super) fn note_unknown_proxy(edge: &Edge, peer: IpAddr, headers: &HeaderMap) {
    if was_passed_on(headers)
        && !edge.trusted_proxies.contains(peer)
        && edge.limits.check(&UNKNOWN_PROXY, "").is_ok()
    {
        tracing::warn!(
            %peer,
            "a request says that it was passed on, by an address that trusted_proxies does not name; if that is your proxy, \
             name it there, else all visitors count as one"
        );
    }
}

/// One line an hour.
const CROWD: Limit = Limit {
    name: "crowds of connections in the log",
    count: 1,
    period: TimeDelta::hours(1),
    message: "",
};

/// Notes that one network holds as many connections as it may, and wanted another one.
pub(super) fn note_crowd(edge: &Edge, peer: IpAddr) {
    if edge.limits.check(&CROWD, "").is_ok() {
        tracing::warn!(
            %peer,
            "a network holds as many connections as one may, so its next ones are closed; if that is your proxy, name it in \
             trusted_proxies"
        );
    }
}
