//! One question on a shop's page: "Is it still here?", "Are these hours right?", "Does it have Wi-Fi?" (D97).
//!
//! A visitor answers with one press, without an account and without a script. Two visitors of different networks who
//! agree within 30 days renew the date of the fact, or say what nobody knew; one never does. Nothing is removed by answers:
//! those that contradict each other or the fact wait for the administrator. An answer is taken back within a minute; only
//! then is it looked at. The question is in everybody's page, and the device hides it for 90 days once it was answered.

mod inbox;
mod pages;
mod routes;
mod rules;
mod settle;

use chrono::TimeDelta;
use utoipa::OpenApi;

pub use pages::AnsweredPage;

use crate::{
    catalog::fact_answers,
    features::{Room, Services},
    platform::{
        jobs::{Handlers, JobOutcome, Schedule},
        web::{Access, Route},
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(
    paths(routes::answer_question, routes::undo_answer, inbox::note_answers_seen),
    components(schemas(AnsweredPage))
)]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs,
    waiting: |services| Box::pin(inbox::waiting(services)),
    ..Room::EMPTY
};

/// How long contradicting answers wait for the administrator.
const CONTESTED_KEPT: TimeDelta = TimeDelta::days(365);

fn jobs(services: &Services) -> Handlers {
    let (settling, forgetting) = (services.clone(), services.clone());
    Handlers::default()
        .with(fact_answers::SETTLE, move |run| {
            settle::settle(settling.clone(), run)
        })
        .with_recurring("confirmations.forget", Schedule::Hourly, move |run| {
            let services = forgetting.clone();
            async move {
                let limits = (run.now - fact_answers::WINDOW, run.now - CONTESTED_KEPT);
                services
                    .database
                    .transaction(move |transaction| {
                        Box::pin(async move { fact_answers::forget(transaction, limits).await })
                    })
                    .await?;
                Ok(JobOutcome::Done)
            }
        })
}

fn all_routes() -> Vec<Route<Services>> {
    let anyone = Access::Anyone;
    let mut routes = inbox::routes();
    routes.extend([
        Route::at("/api/coffee-shops/{slugOrId}/answers")
            .post(anyone, routes::answer_question)
            .with_largest_body(1024),
        Route::at("/api/coffee-shops/{slugOrId}/answers/{id}/undo")
            .post(anyone, routes::undo_answer)
            .with_largest_body(1024),
        Route::at("/still-right/{slugOrId}")
            .get(anyone, pages::show_answered)
            .post(anyone, pages::answer_by_form)
            .with_largest_body(4 * 1024),
        Route::at("/still-right/{slugOrId}/undo")
            .post(anyone, pages::undo_by_form)
            .with_largest_body(4 * 1024),
    ]);
    routes
}
