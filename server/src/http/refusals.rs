//! Logs refused requests (checklist X17), so an operator can see attempts and where they happen.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, Uri};
use chrono::TimeDelta;

use super::Edge;
use crate::platform::{error::Error, limits::Limit, web::was_passed_on};

/// Maximum log lines per kind, so nobody can fill the disk by being refused. The metrics still count all of them.
const NOTED: Limit = Limit {
    name: "refusals in the log",
    count: 600,
    period: TimeDelta::hours(1),
    message: "",
};

/// Logs a request that a rule refused, but not one that was merely mistaken. Queries may contain personal text or a
/// token, so the query and the client's address are left out.
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

/// Warns that a request was forwarded by a proxy missing from `trusted_proxies`: all visitors behind it share one
/// network's limits.
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
const FULL_NETWORK: Limit = Limit {
    name: "full networks in the log",
    count: 1,
    period: TimeDelta::hours(1),
    message: "",
};

/// Warns that a network is at its connection limit.
pub(super) fn note_full_network(edge: &Edge) {
    if edge.limits.check(&FULL_NETWORK, "").is_ok() {
        tracing::warn!(
            "a network holds as many connections as one may, so its next ones are closed; if that is your proxy, name it in \
             trusted_proxies"
        );
    }
}
