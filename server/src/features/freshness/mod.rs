//! How fresh the hours are, and what keeps them so: the grades of towns, states and the whole (D98), the question that a
//! shop's people get by email twice a year, and the administrator's worklist of shops whose hours nobody has confirmed
//! within a year.

mod acts;
mod grades;
mod hours_mail;
mod pause;
mod people;
mod store;
mod worklist;

use utoipa::OpenApi;

use crate::{
    catalog::{
        entities::hours_question,
        read::Read,
        writing::{Parent, RecordedTable},
    },
    features::{Room, Services},
    platform::{
        arguments::Parameter,
        web::{Access, Route},
    },
    recorded,
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    grades::show_freshness,
    grades::list_fresh_cities,
    worklist::list_work,
    acts::confirm_hours,
    acts::ask_owner,
    acts::put_off,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads(),
    routes,
    jobs: hours_mail::handlers,
    mail_samples: hours_mail::samples,
    recorded: || {
        vec![
            RecordedTable::of::<hours_question::Model>(),
            RecordedTable::of::<pause::Model>(),
        ]
    },
    ..Room::EMPTY
};

recorded!(hours_question, "hours_questions",
    parent: |row| Some(Parent::Shop(row.id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);

recorded!(pause, "worklist_pauses",
    parent: |row| Some(Parent::Shop(row.id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);

fn reads() -> Vec<Read> {
    vec![
        Read::new("/api/freshness", Vec::new(), grades::show_freshness),
        Read::new(
            "/api/freshness/cities",
            vec![
                Parameter::text("state", 2),
                Parameter::integer("page", Some(1), 1, 100_000),
                Parameter::integer("pageSize", Some(50), 1, 100),
            ],
            grades::list_fresh_cities,
        ),
    ]
}

fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/worklist").get(only, worklist::list_work),
        Route::at("/api/admin/worklist/{id}/confirm").post(only, acts::confirm_hours),
        Route::at("/api/admin/worklist/{id}/ask").post(only, acts::ask_owner),
        Route::at("/api/admin/worklist/{id}/later").post(only, acts::put_off),
    ]
}
