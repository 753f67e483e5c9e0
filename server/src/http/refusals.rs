//! Logs refused requests (checklist X17), so an operator can see attempts and where they happen.

use super::Edge;
use crate::platform::{
    error::Error,
    limits::table::{FULL_NETWORKS_LOGGED, REFUSALS_LOGGED, UNKNOWN_PROXIES_LOGGED},
    web::{Peer, was_passed_on},
};
use axum::http::{HeaderMap, Method, Uri};

/// Logs a request that a rule refused, but not one that was merely mistaken. Queries may contain personal text or a
/// token, so the query and the client's address are left out.
pub(super) fn note(edge: &Edge, error: &Error, (method, uri): (&Method, &Uri), request_id: &str) {
    let kind = match error {
        Error::Forbidden(_) => "forbidden",
        Error::TooMany { .. } => "too many",
        _ => return,
    };
    if edge.limits.check(&REFUSALS_LOGGED, kind).is_ok() {
        tracing::info!(request_id, %method, path = uri.path(), kind, "refused");
    }
}

/// Warns that a request was forwarded by a proxy missing from `trusted_proxies`: all visitors behind it share one
/// network's limits.
pub(super) fn note_unknown_proxy(edge: &Edge, peer: Peer, headers: &HeaderMap) {
    if !was_passed_on(headers) || edge.trusted_proxies.trusts(peer) {
        return;
    }
    // Anybody can send the header; for those far away, the log is enough.
    if peer.is_near() {
        edge.trusted_proxies.note_stranger(peer, edge.clock.now());
    }
    if edge.limits.check(&UNKNOWN_PROXIES_LOGGED, "").is_ok() {
        tracing::warn!(
            %peer,
            "a request says that it was passed on, by an address that trusted_proxies does not name; if that is your proxy, \
             name it there, else all visitors count as one"
        );
    }
}

/// Warns that a network is at its connection limit.
pub(super) fn note_full_network(edge: &Edge) {
    if edge.limits.check(&FULL_NETWORKS_LOGGED, "").is_ok() {
        tracing::warn!(
            "a network holds as many connections as one may, so its next ones are closed; if that is your proxy, name it in \
             trusted_proxies"
        );
    }
}
