//! Suggestions by visitors without an account: "Suggest an edit", "Wrong hours", "Permanently closed", "This is a
//! chain".
//!
//! Suggestions don't change a shop by themselves. Edits wait for the shop's owner, or for the administrator if there is
//! no owner or the owner doesn't answer. The moderator compares old and new values and accepts all, some or none of
//! them. Each visitor and each network counts once for "permanently closed", as for votes; from three reports on, the
//! page says "reported closed, unconfirmed", and the administrator decides. Only the administrator decides on chains.
//! Decisions are acts, so they can be undone. Senders may leave an email address to be told the decision; address,
//! cookie and network are stored separately and deleted a month after the decision. If the decision is undone, the
//! sender is told the next one.

mod answers;
mod decide;
mod emails;
mod facts;
mod form;
mod personal;
mod plain_form;
mod queue;
mod receive;
mod routes;
mod store;

pub use answers::{FieldDifference, Suggestion, SuggestionList};
pub use decide::{Decision, Take};
pub use plain_form::SuggestionPage;
pub use queue::{SuggestionQueue, in_words};

use chrono::TimeDelta;
use utoipa::OpenApi;

use crate::catalog::entities::suggestion_sender as entity;
use crate::{
    features::{Room, Services},
    platform::{
        jobs::{Handlers, JobOutcome, Schedule},
        web::{Access, Route},
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(
    paths(
        routes::suggest,
        routes::list_your_suggestions,
        routes::accept_your_suggestion,
        routes::reject_your_suggestion,
        routes::undo_your_decision,
        routes::list_suggestions,
        routes::accept_suggestion,
        routes::reject_suggestion
    ),
    components(schemas(SuggestionPage))
)]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    mail_samples: emails::samples,
    personal_data: personal::all,
    jobs,
    waiting: |services| Box::pin(queue::waiting(services)),
    ..Room::EMPTY
};

/// Maximum time to keep senders of undecided suggestions.
const SENDERS_KEPT: TimeDelta = TimeDelta::days(180);
/// How long senders are kept after a decision, since it may be undone and replaced.
const DECIDED_SENDERS_KEPT: TimeDelta = TimeDelta::days(30);

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring("suggestions.forget", Schedule::Hourly, move |run| {
        let services = services.clone();
        async move {
            let limits = (run.now - SENDERS_KEPT, run.now - DECIDED_SENDERS_KEPT);
            services
                .database
                .transaction(move |transaction| {
                    Box::pin(async move { store::forget_senders(transaction, limits).await })
                })
                .await?;
            Ok(JobOutcome::Done)
        }
    })
}

fn all_routes() -> Vec<Route<Services>> {
    let (manager, only) = (Access::ShopManager, Access::Administrator);
    vec![
        Route::at("/api/coffee-shops/{slugOrId}/suggestions")
            .post(Access::Anyone, routes::suggest)
            .with_largest_body(16 * 1024),
        Route::at("/suggest-edit/{slugOrId}/send")
            .post(Access::Anyone, plain_form::suggest_by_form)
            .with_largest_body(32 * 1024),
        Route::at("/api/your-shop/{slugOrId}/suggestions")
            .get(manager, routes::list_your_suggestions),
        Route::at("/api/your-shop/{slugOrId}/suggestions/{id}/accept")
            .post(manager, routes::accept_your_suggestion)
            .with_largest_body(4 * 1024),
        Route::at("/api/your-shop/{slugOrId}/suggestions/{id}/reject")
            .post(manager, routes::reject_your_suggestion)
            .with_largest_body(8 * 1024),
        Route::at("/api/your-shop/{slugOrId}/suggestions/{id}/undo")
            .post(manager, routes::undo_your_decision)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/suggestions").get(only, routes::list_suggestions),
        Route::at("/api/admin/suggestions/{id}/accept")
            .post(only, routes::accept_suggestion)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/suggestions/{id}/reject")
            .post(only, routes::reject_suggestion)
            .with_largest_body(8 * 1024),
    ]
}
