//! Claims (D43): someone says that a shop is theirs, a code proves their address, and the administrator sees the
//! evidence and decides. A shop has one owner at a time. An owner can leave or transfer the shop, and the administrator
//! can revoke ownership.
//!
//! `form` validates what people type, `evidence` collects the evidence for a claim, and `store` writes: `review` has
//! the administrator's decisions, `ownership` and `hand_over` what happens after the first owner.

mod emails;
mod entity;
mod evidence;
mod form;
pub mod hand_over;
mod mine;
pub mod ownership;
mod personal;
pub mod review;
pub mod routes;
mod store;

use utoipa::OpenApi;

use crate::{
    catalog::writing::RecordedTable,
    features::{Room, Services},
    platform::web::Route,
    recorded,
};

/// The purpose of a claim's code.
const CLAIM: &str = "claim";
/// The purpose of a transfer's code.
const HAND_OVER: &str = "hand-over";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::claim_shop,
    routes::confirm_claim,
    routes::confirm_claim_by_link,
    routes::send_claim_code,
    mine::list_your_claims,
    mine::disown_claim,
    ownership::leave_shop,
    hand_over::show_hand_over,
    hand_over::hand_over_shop,
    hand_over::cancel_hand_over,
    hand_over::confirm_hand_over,
    hand_over::confirm_hand_over_by_link,
    hand_over::send_hand_over_code,
    ownership::take_back_shop,
    review::list_claims,
    review::approve_claim,
    review::reject_claim,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    mail_samples: emails::samples,
    recorded: recorded_tables,
    personal_data: personal::all,
    waiting: |services| Box::pin(review::waiting(services)),
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let mut routes = routes::routes();
    routes.extend(mine::routes());
    routes.extend(ownership::routes());
    routes.extend(hand_over::routes());
    routes.extend(review::routes());
    routes
}

fn recorded_tables() -> Vec<RecordedTable> {
    vec![RecordedTable::of::<entity::hand_over::Model>()]
}

recorded!(crate::features::claims::entity::hand_over, "hand_overs",
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [],
    personal: ["to_person_id"] => ["to_name"]);
