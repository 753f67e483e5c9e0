//! The voting endpoint.

use axum::{
    Extension,
    extract::{Path, State, rejection::PathRejection},
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    network::networks_of,
    rules::{VoteLimits, refusal},
    vote::{Vote, VoteOutcome},
    writer::VoteWriter,
};
use crate::{
    catalog::{Lookup, not_found::shop_not_found},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        event_counts::Event,
        limits::table::VOTES_OF_A_NETWORK,
        visitor_cookie,
        web::{Access, Client, Fresh, Route},
    },
};

/// The answer to a vote.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upvoted {
    /// With this vote.
    pub upvote_count: i64,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/coffee-shops/{id}/upvote")
            .post(Access::Anyone, upvote)
            .with_extension(VoteWriter::new()),
    ]
}

/// Vote for a shop, once in 60 minutes. The first vote sets the visitor's cookie (D20).
#[utoipa::path(post, path = "/api/coffee-shops/{id}/upvote", tag = "coffee shops",
    params(("id" = String, Path, description = "Identifier or slug")),
    responses((status = 200, body = Upvoted),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "The shop has closed for good", body = ErrorBody),
        (status = 429, description = "Too early; `Retry-After` says when", body = ErrorBody),
        (status = 503, description = "Nothing can be saved just now", body = ErrorBody)))]
pub async fn upvote(
    State(services): State<Services>,
    Extension(ballot_box): Extension<VoteWriter>,
    id: std::result::Result<Path<String>, PathRejection>,
    client: Client,
) -> Result<impl IntoResponse> {
    // An ID that isn't UTF-8 can't match a shop.
    let Ok(Path(id)) = id else {
        return Err(shop_not_found());
    };
    services
        .limits
        .check(&VOTES_OF_A_NETWORK, client.network())?;
    let shop = shop_named(&services, &id)?;
    let known = visitor_cookie::read(&services.keys, &client, services.is_secure());
    let visitor = known.unwrap_or_else(|| visitor_cookie::new_visitor(&services.identifiers));
    let vote = Vote {
        shop,
        visitor,
        is_new: known.is_none(),
        id: services.identifiers.next(),
        networks: networks_of(&services.keys, client.network(), services.clock.now()),
        limits: VoteLimits {
            hour: services.settings.votes_per_network,
            day: services.settings.votes_per_network_day,
        },
    };
    match ballot_box.cast(&services, vote).await? {
        VoteOutcome::Counted(upvote_count) => {
            let vote_of_the_day = Event {
                day: services.clock.now().date_naive(),
                kind: "vote",
                subject: shop,
                detail: String::new(),
            };
            services.events.add(vote_of_the_day, None);
            let is_secure = services.settings.origin().starts_with("https://");
            let given = known.is_none().then(|| {
                (
                    header::SET_COOKIE,
                    visitor_cookie::write(&services.keys, visitor, is_secure),
                )
            });
            Ok((AppendHeaders(given), Fresh(Upvoted { upvote_count })))
        }
        VoteOutcome::TooEarly(wait) => Err(refusal(wait)),
        VoteOutcome::NoSuchShop => Err(shop_not_found()),
        VoteOutcome::ClosedForGood => Err(Error::Conflict(
            "This coffee shop is permanently closed, so voting is over.".into(),
        )),
    }
}

/// Slugs are resolved by the catalog; the shop's row decides whether it accepts votes.
fn shop_named(services: &Services, id: &str) -> Result<Uuid> {
    if let Ok(id) = Uuid::try_parse(id) {
        return Ok(id);
    }
    let view = services.catalog.view();
    match view.shop_by_slug_or_id(id) {
        Lookup::Found(shop) => Ok(shop.id),
        Lookup::Moved(slug) => match view.shop_by_slug_or_id(&slug) {
            Lookup::Found(shop) => Ok(shop.id),
            _ => Err(shop_not_found()),
        },
        Lookup::Gone | Lookup::Missing => Err(shop_not_found()),
    }
}
