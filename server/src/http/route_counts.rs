//! Requests by route and class of status. Names come from tables of routes, so their number is bounded whatever clients
//! ask for.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use axum::http::StatusCode;
use metrics::{Counter, counter};

use super::Edge;
use crate::platform::metrics::Metrics;

/// The web app's files and the photos.
const FILES: &str = "(files)";
/// No route of ours.
const NONE: &str = "(none)";

/// The class of a status, as a label.
#[must_use]
pub(super) fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() {
        500.. => "5xx",
        400.. => "4xx",
        300.. => "3xx",
        _ => "2xx",
    }
}

/// The counters that were needed so far.
#[derive(Default)]
pub(super) struct RouteCounts(Mutex<HashMap<&'static str, HashMap<Box<str>, Counter>>>);

impl RouteCounts {
    /// The counter of `route` for responses with `status`.
    pub fn of(&self, metrics: &Metrics, route: &str, status: StatusCode) -> Counter {
        let class = class_of(status);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_class = known.entry(class).or_default();
        if let Some(known) = of_class.get(route) {
            return known.clone();
        }
        let made = metrics.register(
            || counter!("townperk_http_requests_total", "route" => route.to_owned(), "class" => class),
        );
        of_class.insert(route.into(), made.clone());
        made
    }
}

/// The route of a URL that no room answers, as its pattern.
pub(super) fn public_route<'edge>(edge: &'edge Edge, path: &str) -> &'edge str {
    if edge.files.find(path).is_some() || path.starts_with("/assets/") {
        return FILES;
    }
    if let Some((document, _)) = edge.documents.find(path) {
        return document.pattern;
    }
    if let Some(route) = edge.pages.table().at(path) {
        return &route.pattern;
    }
    edge.reads.at(path).map_or(NONE, |(read, _)| read.pattern)
}
