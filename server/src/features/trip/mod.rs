//! Coffee on the way: the coffee shops along a drive between two places in the order of driving, and whether each is open when one
//! gets there.
//!
//! Nothing here knows roads. The way is estimated as a fifth longer than the straight one, at 55 miles an hour. Roads wind, so what is
//! within 8 % of the way's length of the straight line, at most 15 miles, counts as on it; from there, a detour is estimated as twice
//! the way, a fifth longer, at 40. Answers and the page say that these are estimates. Only the squares of the catalog that
//! the way touches are looked at, so a long trip costs as much in a directory of a million shops as in a small one.

mod answer;
mod corridor;
mod places;
mod problem;

use utoipa::OpenApi;

use crate::{
    catalog::read::{CachePolicy, Read},
    features::Room,
    platform::arguments::{Kind, Parameter},
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(answer::plan_trip))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads(),
    ..Room::EMPTY
};

fn reads() -> Vec<Read> {
    let parameters = vec![
        Parameter::text("from", 100),
        Parameter::text("to", 100),
        Parameter::text("depart", 16),
        Parameter::choice("detour", &answer::DETOURS),
        Parameter {
            name: "open".to_owned(),
            kind: Kind::Flag,
        },
        Parameter::integer("page", Some(1), 1, 1000),
    ];
    vec![Read {
        // Whether a shop is open then depends on now, if one leaves now.
        cache_policy: CachePolicy::OneSecond,
        ..Read::new("/api/trip", parameters, answer::plan_trip)
    }]
}
