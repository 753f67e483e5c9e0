//! How much one network may search (checklist X13). Every other answer lies ready for everybody; a search is work for the
//! one who asks, and so is the page that shows it.

use std::net::SocketAddr;

use axum::{extract::ConnectInfo, http::request::Parts};
use chrono::TimeDelta;

use super::{Edge, refusals};
use crate::platform::{
    error::Result,
    limits::Limit,
    web::{network_of, was_passed_on},
};

/// A hotel full of people who type does not come near it; a program that asks without a pause does in seconds.
const SEARCHES: Limit = Limit {
    name: "searches of a network",
    count: 1200,
    period: TimeDelta::minutes(10),
    message: "Too many searches from your network. Please try again in a moment.",
};

/// Counts one more search, or refuses it. Programs on this machine are not counted. Behind a proxy on it that
/// `trusted_proxies` does not name, all visitors are one; the log says so (`router.rs`).
pub(super) fn count(edge: &Edge, request: &Parts, request_id: &str) -> Result<()> {
    let Some(ConnectInfo(peer)) = request.extensions.get::<ConnectInfo<SocketAddr>>() else {
        return Ok(());
    };
    let address = edge
        .trusted_proxies
        .address_behind(peer.ip(), &request.headers);
    if address.is_loopback() && !was_passed_on(&request.headers) {
        return Ok(());
    }
    let checked = edge.limits.check(&SEARCHES, &network_of(address));
    checked.inspect_err(|refused| {
        refusals::note(edge, refused, (&request.method, &request.uri), request_id);
    })
}
