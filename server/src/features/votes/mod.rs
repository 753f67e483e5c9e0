//! Upvotes (D20): a visitor may vote for a shop once in 60 minutes.
//!
//! The visitor is known by a signed cookie that the first vote sets; it holds a chance number and nothing else. With a cookie
//! or without, each vote counts against a limit for the shop, its network (an address, or the /64 and the /48 of IPv6), the
//! hour and the day: an office behind one address may vote, a script may not. Networks are kept as keyed hashes of the day,
//! and removed after it. Each accepted vote raises `upvoteCount`; ranking counts distinct voters (D15), of a network's new
//! voters of a day a few for each shop, which is decided when the vote is written.

mod entity;
mod network;
pub mod routes;
mod rules;
mod store;
mod writer;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::background::Background,
};

/// Starts what goes on beside requests: networks are forgotten.
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
