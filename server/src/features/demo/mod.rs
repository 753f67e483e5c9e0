//! Invented shops in real towns, so that a new install has something to show.
//!
//! The towns are looked up in the gazetteer; every shop, phone number and web address is invented and marked as a
//! sample. The content only fills an empty directory, and is always the same except for its dates, which are relative
//! to now.

#[cfg(test)]
mod checks;
mod content;
mod decks;
mod doors;
mod extras;
mod facts;
mod filling;
mod invent;
mod mails;
mod open_places;
pub mod people;
mod photos;
mod store;

pub use doors::{owner_link, second_owner_link};
pub use filling::{end_filling, wait_until_filled};
pub use mails::forget_mails_unless_demo;
pub use open_places::provide_places;
pub use photos::{AddedPhotos, add_photos, draw_found, draw_upload};
pub use store::{
    Cleared, adopt_shop, clear, lacks_past, owned_samples, seed_when_empty, shown_sample,
    unowned_samples,
};

use utoipa::OpenApi;

use crate::features::{Room, room::RemovedSamples};

/// What the room removes, as the administrator reads it.
pub const INVENTED_SHOPS: &str = "invented coffee shops";
/// The towns that go with them.
pub const TOWNS: &str = "towns";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    doors::enter_demo,
    doors::enter_demo_by_link,
    mails::list_demo_mails,
    mails::read_demo_mail,
    mails::show_demo_mail
))]
struct Api;

/// This room's contributions. The rest of it is used by commands.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || doors::routes().into_iter().chain(mails::routes()).collect(),
    workers: mails::workers,
    clear_samples: |services| {
        Box::pin(async move {
            let cleared = clear(&services).await?;
            let removed = |what, count, kept| RemovedSamples { what, count, kept };
            Ok(vec![
                removed(INVENTED_SHOPS, cleared.shops, cleared.held),
                removed(TOWNS, cleared.towns, 0),
            ])
        })
    },
    ..Room::EMPTY
};
