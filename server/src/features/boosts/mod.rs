//! Boosts that are paid for (D9, D44 to D48, D57).
//!
//! A purchase is a row from the first press of a button on; Stripe is then asked under idempotency keys that the row's identifier
//! gives, so whatever is cut in between can be done again and nothing is there twice. A boost is never activated by the browser:
//! Stripe's signed notice, or the visitor's return, makes the server read the purchase at Stripe and write down what follows, in one
//! transaction with the event's identifier, the shop's boosts, the audit log and the mails (`apply`). From when until when a boost
//! lasts is worked out anew each time from all facts of the shop (`timeline`), so the order of events does not matter; once an hour
//! everything that is not over is read again (`jobs`).
//!
//! What an address pays for is shown to whoever is signed in with it, and to nobody else (`manage`).

mod alarms;
mod apply;
mod buy;
mod codes;
mod cookie;
mod customers;
mod entity;
mod health;
mod inbox;
mod jobs;
mod letters;
mod manage;
pub mod months;
mod payer_info;
mod personal;
pub mod prices;
mod reading;
pub mod routes;
mod rules;
mod spans;
mod store;
pub mod store_link;
mod sync;
mod timeline;
mod webhook;

use utoipa::OpenApi;

use crate::features::Room;

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(
    routes::create_boost_subscription,
    routes::create_one_time_boost,
    routes::check_boost,
    manage::get_subscription_info,
    manage::cancel_subscription,
    manage::create_customer_portal_session,
    store_link::change_store_link,
    inbox::keep_boost_link,
    inbox::remove_boost_link,
    inbox::check_boost_payment,
    inbox::note_payment_notice_seen,
    webhook::take_notice,
    months::show_boost_months
))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let mut all = routes::routes();
        all.extend(inbox::routes());
        all
    },
    jobs: jobs::handlers,
    mail_samples: letters::samples,
    personal_data: || vec![personal::DATA],
    waiting: |services| Box::pin(inbox::waiting(services)),
    health: |services| Box::pin(health::lines(services)),
    ..Room::EMPTY
};
