//! Limits on how much work one network can cause by reading (checklist X13). Other answers are cached for everyone or
//! made in a moment; the ones listed here cost CPU time per request.

use std::net::SocketAddr;

use axum::{extract::ConnectInfo, http::request::Parts};
use chrono::TimeDelta;

use super::{Edge, refusals};
use crate::platform::{
    arguments::Arguments, error::Result, limits::Limit, network::Network, web::was_passed_on,
};

/// Reads that cost CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A search, and the page that shows it.
    Search,
    /// A search around a point, which looks at all towns.
    Near,
    /// An unpaged list: megabytes in a large directory.
    WholeList,
    /// A picture that has to be rendered.
    Picture,
}

const TOO_MANY: &str = "There were many requests from your network. Please try again in a moment.";

/// A hotel full of people typing doesn't come close; a program that searches nonstop reaches it in seconds.
const SEARCHES: Limit = Limit {
    name: "searches of a network",
    count: 1200,
    period: TimeDelta::minutes(10),
    message: "Too many searches from your network. Please try again in a moment.",
};

/// A visit to the home page makes one request.
const NEAR: Limit = Limit {
    name: "reads around a point of a network",
    count: 600,
    period: TimeDelta::minutes(10),
    message: TOO_MANY,
};

/// No page uses these. A program that copies the directory makes one now and then.
const WHOLE_LISTS: Limit = Limit {
    name: "whole lists of a network",
    count: 60,
    period: TimeDelta::minutes(10),
    message: "There were many requests for whole lists from your network. Please ask for pages, or try again later.",
};

/// Social networks and messengers fetch each picture once.
const PICTURES: Limit = Limit {
    name: "pictures drawn for a network",
    count: 600,
    period: TimeDelta::minutes(10),
    message: TOO_MANY,
};

impl Work {
    /// The work behind the read at `pattern`: the list of all limited API reads.
    pub(super) fn of_read(pattern: &str, arguments: &Arguments) -> Option<Self> {
        match pattern {
            "/api/search" => Some(Self::Search),
            "/api/cities" if arguments.query("near").is_some() => Some(Self::Near),
            "/api/geo/reverse" | "/api/places" => Some(Self::Near),
            "/api/cities" | "/api/cities/all" if arguments.integer("page").is_none() => {
                let is_short = ["search", "limit"]
                    .iter()
                    .any(|name| arguments.query(name).is_some());
                (!is_short).then_some(Self::WholeList)
            }
            _ => None,
        }
    }

    /// The work behind the document at `pattern`.
    pub(super) fn of_document(pattern: &str) -> Option<Self> {
        pattern.starts_with("/social/").then_some(Self::Picture)
    }

    fn limit(self) -> &'static Limit {
        match self {
            Self::Search => &SEARCHES,
            Self::Near => &NEAR,
            Self::WholeList => &WHOLE_LISTS,
            Self::Picture => &PICTURES,
        }
    }
}

/// Counts one more piece of work, or refuses it. Programs on this machine aren't counted. Behind a local proxy that
/// `trusted_proxies` doesn't name, that includes all visitors; the log warns about it (`router.rs`).
pub(super) fn count(edge: &Edge, work: Work, request: &Parts, request_id: &str) -> Result<()> {
    let Some(ConnectInfo(peer)) = request.extensions.get::<ConnectInfo<SocketAddr>>() else {
        return Ok(());
    };
    let address = edge
        .trusted_proxies
        .address_behind(peer.ip(), &request.headers);
    if address.is_loopback() && !was_passed_on(&request.headers) {
        return Ok(());
    }
    let checked = edge.limits.check(work.limit(), Network::of(address));
    checked.inspect_err(|refused| {
        refusals::note(edge, refused, (&request.method, &request.uri), request_id);
    })
}

/// The same for answers that are shared: one already cached at `key` isn't counted.
pub(super) fn count_unless_ready(
    edge: &Edge,
    (work, key): (Option<Work>, &str),
    request: &Parts,
    request_id: &str,
) -> Result<()> {
    let Some(work) = work else {
        return Ok(());
    };
    let ready = edge
        .cache
        .ready(key, &edge.catalog.state(), edge.clock.now());
    if ready.is_some() {
        return Ok(());
    }
    count(edge, work, request, request_id)
}
