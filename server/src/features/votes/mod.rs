//! Upvotes (D20): a visitor may vote for a shop once in 60 minutes.
//!
//! The visitor is known by a signed cookie that the first vote sets; it holds a chance number and nothing else. Who sends none
//! counts against a limit for the shop, the network (/24, /64 of IPv6) and the hour: an office behind one address may vote, a
//! script may not. Networks are kept as keyed hashes of the day, and removed after a few hours. Each accepted vote raises
//! `upvoteCount`; ranking counts distinct voters (D15).

mod entity;
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

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(routes::upvote))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    workers: start_workers,
    ..Room::EMPTY
};
