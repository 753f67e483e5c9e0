//! Imports: lists of places, compared with the directory and then applied.
//!
//! The steps for a record: `catalog::admission` turns it into a candidate or says why not, without using the database.
//! `identity` decides which ID the record is known by. `plan` compares candidates with our rows and decides each one's
//! result; it is pure too, so a dry run is the same run without the last step. `gaps` gives shops the facts they lack
//! from duplicates, and lets those speak for a shop whose old record its list doesn't have anymore. `store` reads and
//! writes rows; `applying` writes one batch at a time with its notes, so that committed batches stay if the import is
//! interrupted. `run` ties it all together, when it is its `turn`.
//!
//! The rules: importing the same file twice changes nothing. What an owner or the administrator entered is never
//! overwritten, and a source changes only the facts that came from it (D64). A duplicate of a shop from another source
//! doesn't create a second one, but fills in what the shop lacks, and is reported. Imports never merge two shops. What
//! the rules can't decide waits in the database until the administrator accepts it, matches it with a shop, or refuses
//! it (`review`).
//!
//! Each import has a number, and `history` takes it back (D88). `files` imports lists that were uploaded in the panel. The imports of a
//! demo's list go with the demo (`samples`).
//!
//! `expansion` uses the same rules to add a few shops to a town from place-data services.

mod advice;
mod answers;
mod applying;
pub mod choices;
mod edition;
pub mod entity;
mod expansion;
mod files;
mod gaps;
mod held;
mod history;
mod identity;
mod import_result;
mod known;
mod list;
mod loss;
mod missing;
mod names;
mod opening;
mod plan;
mod reader;
mod recognizing;
mod report;
mod review;
mod routes;
mod run;
mod samples;
mod store;
mod tools;
mod turn;
mod write;

pub use expansion::{
    BuiltAreas, FetchProgress, StatePlaces, build_areas, fetch_state, samples as expansion_samples,
};
pub use history::{
    ImportCounts, ImportSummary, Kept, UndoneImport, history_of, kept_of, undo_import,
};
pub use import_result::{ImportResult, Summary};
pub use loss::Loss;
pub use missing::{Missing, MissingSummary};
pub use report::Report;
pub use review::{
    Accepted, CommonAnswer, Counted, Overview, Question, QuestionFilter, QuestionGroup, ReadRecord,
    Refused, ReviewQueue, Several,
};
pub use run::{ImportOptions, Importer, Progress};
pub use samples::clear_samples;

use utoipa::OpenApi;

use crate::{
    catalog::writing::{Parent, RecordedTable},
    features::{Room, room::RemovedSamples},
    recorded,
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_questions,
    routes::show_question,
    routes::select_questions,
    routes::accept_question,
    routes::refuse_question,
    routes::join_question,
    routes::decide_questions
))]
struct Api;

/// This room's contributions: the questions that imports left, and expansion.
pub const ROOM: Room = Room {
    api: Some(|| {
        let mut api = Api::openapi();
        api.merge(expansion::Api::openapi());
        api.merge(files::Api::openapi());
        api.merge(history::Api::openapi());
        api
    }),
    routes: || {
        let mut all = routes::routes();
        all.extend(expansion::routes());
        all.extend(files::routes());
        all.extend(history::routes());
        all
    },
    jobs: |services| {
        expansion::jobs(services)
            .and(files::jobs(services))
            .and(history::jobs(services))
    },
    run_tables: &[history::RUNS],
    waiting: |services| Box::pin(routes::waiting(services)),
    counts: Some(|services| Box::pin(routes::counts(services))),
    recorded: || {
        vec![
            RecordedTable::of::<entity::review_item::Model>(),
            expansion::recorded_table(),
        ]
    },
    clear_samples: |services| {
        Box::pin(async move {
            let parts = [
                (
                    "imports of the invented list",
                    clear_samples(&services).await?,
                ),
                (
                    "expansions of the invented past",
                    expansion_samples::clear_samples(&services).await?,
                ),
            ];
            let parts = parts.into_iter().filter(|(_, count)| *count > 0);
            let removed = parts.map(|(what, count)| RemovedSamples {
                what,
                count,
                kept: 0,
            });
            let removed: Vec<RemovedSamples> = removed.collect();
            Ok(removed)
        })
    },
    forget_shops: |transaction, shops| Box::pin(store::forget_answers(transaction, shops)),
    ..Room::EMPTY
};

recorded!(crate::features::imports::entity::review_item, "review_items",
    parent: |row| row.shop_id.map(Parent::Shop),
    changes: |_row| Vec::new(),
    stamp: |row, _before, now| { row.updated_at = now; },
    // Imports keep these up to date with the record's latest edition.
    kept: [number, name, town, reason, similar_slug, record, updated_at]);
