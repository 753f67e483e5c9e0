//! Imports: lists of places that people have, compared with what we hold, then applied.
//!
//! A record passes through these steps. `catalog::admission` turns it into a candidate or says why not; it knows nothing of
//! the database. `identity` says by which name the record goes. `plan` compares candidates with our rows and decides each one's
//! fate; it is pure too, so a dry run is the same run without the last step. `gaps` gives shops what they lack and a duplicate
//! knows. `store` reads and writes rows, a batch at a time, so that what was committed stays when a run
//! is cut off. `run` ties them together.
//!
//! The rules: the same file twice changes nothing. What an owner or the administrator entered is never overwritten, and
//! a source changes only the facts that came from it (D64). A duplicate of a shop from another source makes no second one: it
//! fills what the shop lacks, and is named. Two shops are never merged by an import. What the rules can't decide waits in the database until the
//! administrator accepts it, says which shop it is, or refuses it (`review`).

pub mod entity;
mod fate;
mod gaps;
mod identity;
mod missing;
mod names;
mod plan;
mod reader;
mod report;
mod review;
mod routes;
mod run;
mod store;

pub use fate::{Fate, Summary};
pub use missing::{Missing, MissingSummary};
pub use report::Report;
pub use review::{Accepted, Question, Refused, ReviewQueue};
pub use run::{ImportOptions, Importer, Progress};

use utoipa::OpenApi;

use crate::{catalog::writing::RecordedTable, features::Room, recorded};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_questions,
    routes::accept_question,
    routes::refuse_question,
    routes::join_question,
    routes::decide_questions
))]
struct Api;

/// This room, as the house sees it: the questions that imports left.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    waiting: |services| Box::pin(routes::waiting(services)),
    recorded: || vec![RecordedTable::of::<entity::review_item::Model>()],
    ..Room::EMPTY
};

recorded!(crate::features::imports::entity::review_item, "review_items",
    changes: |_row| Vec::new(),
    stamp: |row, _before, now| { row.updated_at = now; },
    // Imports keep these as the record's last edition has them.
    kept: [number, name, town, reason, similar_slug, record, updated_at]);
