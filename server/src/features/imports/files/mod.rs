//! Lists that the administrator uploads: seen by columns, tried without writing, then imported as a job. The file lies in the
//! storage for 30 days, so that any node can run it. `states` fetches such a list from OpenStreetMap.

mod answers;
mod choices;
mod columns;
mod entity;
mod forgetting;
mod kept;
mod routes;
mod run;
mod states;
mod store;
mod stored;

use chrono::TimeDelta;
use utoipa::OpenApi;
use uuid::Uuid;

pub(super) use self::{forgetting::forget, routes::routes, run::jobs};

/// This part's share of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_import_files,
    routes::upload_import_file,
    routes::show_import_file,
    routes::start_import,
    routes::delete_import_file,
    states::fetch_state_places
))]
pub(super) struct Api;

/// How long a file is kept.
const KEPT: TimeDelta = TimeDelta::days(30);
/// The longest file in bytes.
const LARGEST_FILE: usize = 50 * 1024 * 1024;

/// Where a file lies in the storage.
fn key(id: Uuid) -> String {
    format!("imports/{id}")
}
