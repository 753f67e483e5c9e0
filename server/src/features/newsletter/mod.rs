//! The weekly newsletter (D24, checklist E).
//!
//! An address is subscribed once its owner presses a button on a page linked from an email; a GET never confirms,
//! because mail scanners follow links. The answer to a sign-up is the same whether the address is new, known, or on the
//! list of those we must not write to, and an address gets one such email in 24 hours, however often it is entered; the
//! answer then says when the next one can be.
//! Every issue has one-click unsubscribe (RFC 8058) without signing in, which also recalls unsent emails.
//!
//! An issue is sent each Thursday to each reader for whom there is something new. A pair of issue and reader is written
//! once, in the transaction that puts the email into the outbox, so a crash can only repeat an email that was being
//! sent, with the same `Message-ID`.

pub mod admin;
mod digest;
mod emails;
mod entity;
mod jobs;
pub mod operator;
mod page_forms;
mod pages;
mod personal;
pub mod readers;
pub mod routes;
mod rules;
mod samples;
mod store;

use utoipa::OpenApi;

use crate::features::Room;

pub use emails::samples;
pub use jobs::{handlers, latest_turn};
pub use pages::NewsletterPage;
pub use rules::sample_turns;
pub use samples::{SAMPLE_READERS, begin_samples};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(
    paths(
        routes::subscribe,
        admin::show_newsletter,
        readers::list_readers,
        admin::preview_issue,
        admin::preview_letter,
        admin::send_test_letter,
        admin::pause_newsletter
    ),
    components(schemas(NewsletterPage))
)]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let mut all = routes::routes();
        all.extend(admin::routes());
        all.extend(readers::routes());
        all
    },
    personal_data: || vec![personal::DATA],
    jobs: handlers,
    mail_samples: |services| samples(&services.brand(), &services.keys),
    kept: |services| Box::pin(jobs::kept(services)),
    clear_samples: |services| Box::pin(samples::clear(services)),
    forget_towns: |transaction, towns| Box::pin(store::forget_towns(transaction, towns)),
    ..Room::EMPTY
};
