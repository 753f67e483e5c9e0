//! Claims (D43): someone says that a shop is theirs, a code proves their address, and the administrator sees the
//! evidence and decides; with the setting `claims_auto_approve`, strong proof decides at once (D100). A shop has one owner at a time. An owner can leave or transfer the shop, and the administrator
//! can revoke ownership.
//!
//! `form` validates what people type, `evidence` collects the evidence for a claim, `proof` tells the claimant what is
//! missing, and `store` writes: `review` has
//! the administrator's decisions, `ownership` and `hand_over` what happens after the first owner.

mod emails;
mod entity;
mod evidence;
mod form;
pub mod hand_over;
mod hand_over_links;
mod hosts;
mod mine;
pub mod ownership;
mod personal;
mod proof;
pub mod review;
pub mod routes;
mod store;
mod transfer_emails;
mod waiting;

use std::time::Duration;

use utoipa::OpenApi;

use crate::{
    catalog::writing::{Parent, RecordedTable},
    features::{Room, Services},
    platform::{
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
        mail::Sample,
        web::Route,
    },
    recorded,
};

/// The purpose of a claim's code.
const CLAIM: &str = "claim";
/// The job that looks for proof of claims that wait.
const EXAMINE: &str = "claims.examine";
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
    mine::check_claim_website,
    ownership::leave_shop,
    hand_over::show_hand_over,
    hand_over::hand_over_shop,
    hand_over::cancel_hand_over,
    hand_over::change_owner_address,
    hand_over::confirm_hand_over,
    hand_over::confirm_hand_over_by_link,
    hand_over::send_hand_over_code,
    hand_over_links::show_transfer,
    hand_over_links::send_transfer_code,
    ownership::take_back_shop,
    review::list_claims,
    review::approve_claim,
    review::reject_claim,
    waiting::send_new_claim_link,
    waiting::show_claim_proof,
    waiting::send_new_hand_over_link,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs: handlers,
    mail_samples: samples,
    recorded: recorded_tables,
    personal_data: personal::all,
    waiting: |services| Box::pin(review::waiting(services)),
    forget_shops: |transaction, shops| {
        Box::pin(store::pending_transfers::forget(transaction, shops))
    },
    ..Room::EMPTY
};

/// The longest turn: each website may take some seconds.
const ONE_TURN: Duration = Duration::from_secs(10 * 60);

fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    let examine = move |_| {
        let services = services.clone();
        async move {
            store::proving::examine_waiting(&services).await?;
            Ok(JobOutcome::Done)
        }
    };
    Handlers::default()
        .with_recurring(EXAMINE, Schedule::Hourly, examine)
        .within(EXAMINE, ONE_TURN)
}

fn samples(services: &Services) -> Result<Vec<Sample>> {
    let (brand, now) = (services.brand(), services.clock.now());
    let mut all = emails::samples(services)?;
    all.extend(transfer_emails::samples(&brand, emails::SAMPLE, now)?);
    Ok(all)
}

fn all_routes() -> Vec<Route<Services>> {
    let mut routes = routes::routes();
    routes.extend(mine::routes());
    routes.extend(ownership::routes());
    routes.extend(hand_over::routes());
    routes.extend(hand_over_links::routes());
    routes.extend(review::routes());
    routes.extend(waiting::routes());
    routes
}

fn recorded_tables() -> Vec<RecordedTable> {
    vec![RecordedTable::of::<entity::hand_over::Model>()]
}

recorded!(crate::features::claims::entity::hand_over, "hand_overs",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [],
    personal: ["to_person_id"] => ["to_name"]);
