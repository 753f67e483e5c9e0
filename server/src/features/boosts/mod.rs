//! Paid boosts (D9, D44 to D48, D57).
//!
//! A purchase is a row from the first click on. Stripe is then called with idempotency keys derived from the row's ID,
//! so interrupted work can be repeated and nothing happens twice. The browser never activates a boost: Stripe's signed
//! webhook, or the visitor's return, makes the server read the purchase from Stripe and record the consequences in one
//! transaction with the event's ID, the shop's boosts, the audit log and the emails (`apply`). The start and end of a
//! boost are recalculated each time from all of the shop's facts (`timeline`), so the order of events doesn't matter;
//! once an hour, everything that hasn't ended is read again (`jobs`).
//!
//! What an address pays for is shown only to someone signed in with it (`manage`).

mod alarms;
mod apply;
mod buy;
mod changed_address;
mod codes;
mod cookie;
mod customers;
mod email_samples;
mod emails;
mod entity;
mod health;
mod inbox;
mod jobs;
mod manage;
pub mod months;
mod offers;
mod our_prices;
mod payer_address;
mod payer_info;
mod payer_link;
mod personal;
pub mod prices;
mod reading;
mod refunds;
mod refusal;
mod resume;
pub mod routes;
mod rules;
mod spans;
mod stop;
mod store;
pub mod store_link;
mod sync;
mod timeline;
mod webhook;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::create_boost_subscription,
    routes::create_one_time_boost,
    routes::check_boost,
    offers::show_boost_offers,
    offers::show_shop_boost,
    manage::get_subscription_info,
    manage::cancel_subscription,
    resume::resume_subscription,
    manage::create_customer_portal_session,
    payer_address::send_payer_address_code,
    payer_address::confirm_payer_address,
    payer_address::confirm_payer_address_by_link,
    store_link::change_store_link,
    inbox::keep_boost_link,
    inbox::remove_boost_link,
    inbox::check_boost_payment,
    inbox::note_payment_notice_seen,
    webhook::receive_webhook,
    months::show_boost_months
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let mut all = routes::routes();
        all.extend(inbox::routes());
        all
    },
    jobs: jobs::handlers,
    mail_samples: email_samples::samples,
    personal_data: || vec![personal::DATA],
    waiting: |services| Box::pin(inbox::waiting(services)),
    counts: Some(|services| Box::pin(inbox::counts(services))),
    health: |services| Box::pin(health::lines(services)),
    figures: |services| Box::pin(health::figures(services)),
    held_shops: |transaction, shops| Box::pin(store::paid_for_really(transaction, shops)),
    forget_shops: |transaction, shops| Box::pin(store::forget_purchases(transaction, shops)),
    ..Room::EMPTY
};
