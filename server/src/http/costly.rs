//! Limits on how much work one network can cause by reading (checklist X13). Other answers are cached for everyone or
//! made in a moment; the ones listed here cost CPU time per request.

use super::{Edge, refusals};
use crate::platform::{
    arguments::Arguments,
    error::Result,
    limits::{
        Limit, PerNode,
        table::{
            NEARBY_READS_OF_A_NETWORK, PICTURES_FOR_A_NETWORK, SEARCHES_OF_A_NETWORK,
            WHOLE_LISTS_OF_A_NETWORK,
        },
    },
    network::Network,
    web::{Peer, was_passed_on},
};
use axum::{extract::ConnectInfo, http::request::Parts};

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

impl Work {
    /// The work behind the read at `pattern`: the list of all limited API reads.
    pub(super) fn of_read(pattern: &str, arguments: &Arguments) -> Option<Self> {
        match pattern {
            "/api/search" | "/api/trip" => Some(Self::Search),
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

    fn limit(self) -> &'static Limit<PerNode> {
        match self {
            Self::Search => &SEARCHES_OF_A_NETWORK,
            Self::Near => &NEARBY_READS_OF_A_NETWORK,
            Self::WholeList => &WHOLE_LISTS_OF_A_NETWORK,
            Self::Picture => &PICTURES_FOR_A_NETWORK,
        }
    }
}

/// Counts one more piece of work, or refuses it. Programs on this machine aren't counted. Behind a local proxy that
/// `trusted_proxies` doesn't name, that includes all visitors; the log warns about it (`router.rs`).
pub(super) fn count(edge: &Edge, work: Work, request: &Parts, request_id: &str) -> Result<()> {
    let Some(ConnectInfo(peer)) = request.extensions.get::<ConnectInfo<Peer>>() else {
        return Ok(());
    };
    let address = edge.trusted_proxies.address_behind(*peer, &request.headers);
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
