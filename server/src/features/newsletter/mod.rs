//! The weekly newsletter (D24, checklist E).
//!
//! An address gets it after the person at the address has pressed a button on a page that a mail led to; a GET never
//! confirms, because mail scanners follow links. Signing up is answered the same whether the address is new, known, or on
//! the list of those we must not write to, and one address gets one mail in 24 hours by it, whoever types it how often.
//! Every issue can be left with one click (RFC 8058), without signing in, and what waits to be sent is called back then.
//!
//! An issue goes out each Thursday to each reader for whom there is something new. A pair of issue and reader is written
//! once, in the transaction that puts the mail into the outbox, so a crash repeats nothing but a mail that was in flight,
//! under the same `Message-ID`.

pub mod admin;
mod digest;
mod entity;
mod jobs;
mod letters;
pub mod operator;
mod page_forms;
mod pages;
mod personal;
pub mod routes;
mod rules;
mod store;

use utoipa::OpenApi;

use crate::{features::Room, platform::mail::Brand};

pub use jobs::handlers;
pub use letters::samples;
pub use pages::NewsletterPage;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(
    paths(
        routes::subscribe,
        admin::show_newsletter,
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
        all
    },
    personal_data: || vec![personal::DATA],
    jobs: handlers,
    mail_samples: |services| samples(&Brand::of(&services.settings), &services.keys),
    kept: |services| Box::pin(jobs::kept(services)),
    ..Room::EMPTY
};
