//! Upvotes (D20): a visitor can vote for a shop once in 60 minutes.
//!
//! Visitors are recognized by a signed cookie that the first vote sets; it contains only a random number. With or
//! without a cookie, each vote counts against limits per shop and network (an IPv4 address, or an IPv6 /64, /56,
//! /48 and /40), per hour and per day: enough for an office behind one address, too few for a script. Networks are stored as
//! keyed hashes that include the day, and removed afterward. Each accepted vote increments `upvoteCount`. The ranking
//! counts distinct voters (D15), but only a few new ones per network, day and shop, which is decided when the vote is
//! written.

mod entity;
mod network;
pub mod routes;
mod rules;
mod store;
mod vote;
mod writer;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::background::Background,
};

/// Starts the worker that removes stored networks.
pub fn start_workers(services: &Services, background: &mut Background) {
    let (services, stopping) = (services.clone(), background.stopping());
    background.start(async move {
        while stopping.pause(rules::FORGET_PAUSE).await {
            let limit = services.clock.now() - rules::NETWORKS_KEPT;
            if let Err(error) = store::forget_networks(&services.database, limit).await {
                tracing::warn!(%error, "old networks of voters can't be removed now");
            }
        }
    });
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(routes::upvote))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    workers: start_workers,
    ..Room::EMPTY
};
