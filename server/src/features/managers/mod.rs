//! Managers of a shop: people whom its owner invites by email to maintain the page with them. They edit facts, hours, photos and
//! the story, decide suggestions and see the figures; the history names them, and they count as the shop's people for undoing
//! (D86). Transfers, closing, payments and other managers are the owner's alone. Managers are asked for with every request
//! (`catalog::people`), so a removal holds at once on every node, and a new owner starts without them.

mod emails;
mod invitations;
mod personal;
mod routes;
mod store;

use utoipa::OpenApi;

use crate::{
    catalog::{
        entities::shop_manager,
        writing::{Parent, RecordedTable},
    },
    features::{Room, Services},
    platform::web::Route,
    recorded,
};

/// The purpose of an invitation's code, and of its link's signature.
const MANAGER: &str = "manager";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_managers,
    routes::invite_manager,
    routes::remove_manager,
    routes::stop_managing,
    invitations::show_invitation,
    invitations::send_invitation_code,
    invitations::accept_invitation,
    invitations::accept_invitation_by_link,
    invitations::decline_invitation,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    mail_samples: emails::samples,
    recorded: recorded_tables,
    personal_data: personal::all,
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let mut routes = routes::routes();
    routes.extend(invitations::routes());
    routes
}

fn recorded_tables() -> Vec<RecordedTable> {
    vec![RecordedTable::of::<shop_manager::Model>()]
}

recorded!(crate::catalog::entities::shop_manager, "shop_managers",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);
