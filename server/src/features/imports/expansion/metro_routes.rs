//! Metro expansion, for the administrator's screens.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    areas::AreaList,
    metro_answers::{ExpansionStats, MetroExpansion, MetroExpansionRun, MetroExpansionRuns},
    places,
    routes::{CANCELED, LISTED, service_names},
    store,
    stored::{AskedAreas, Metro},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        runs::RunRefusals,
        web::{Access, Fresh, JsonBody, LongRun, Route, StartedRun},
    },
};

/// How many areas a run may process.
const CHOICES: [usize; 4] = [5, 10, 25, 50];
const REFUSALS: RunRefusals = RunRefusals {
    canceled: CANCELED,
    failed: |_| "Failed to start expansion process".to_owned(),
};

/// How many areas to process.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AreasToProcess {
    /// 5, 10, 25 or 50.
    #[serde(default = "default_areas")]
    #[schema(default = 5)]
    pub areas_to_process: usize,
    /// A run: process those of its areas that aren't done, instead of the next ones.
    pub repeat: Option<Uuid>,
}

fn default_areas() -> usize {
    5
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/expansion/stats").get(only, show_expansion_stats),
        Route::at("/api/admin/expansion/runs").get(only, list_metro_expansions),
        Route::at("/api/admin/expansion/run").post(only, expand_metro),
    ]
}

/// Show how many metro areas are done.
#[utoipa::path(get, path = "/api/admin/expansion/stats", tag = "administration",
    responses((status = 200, body = ExpansionStats), (status = 401, body = ErrorBody)))]
pub async fn show_expansion_stats(
    State(services): State<Services>,
) -> Result<Fresh<ExpansionStats>> {
    let folder = services.folder.clone();
    let list = services.cpu.run(move || AreaList::load(&folder)).await??;
    let done = store::areas_done(&services.database).await?;
    let scraped = (list.areas.iter())
        .filter(|area| done.contains(area.slug()))
        .count();
    let total = list.areas.len();
    let view = services.catalog.view();
    Ok(Fresh(ExpansionStats {
        completion_percentage: percentage(scraped, total),
        scraped_areas: scraped,
        total_metro_areas: total,
        remaining_areas: total - scraped,
        total_coffee_shops: view.cities().iter().map(|entry| entry.shops.len()).sum(),
        total_towns: list.towns(),
        list: list.origin,
        services: service_names(&services),
    }))
}

/// With one decimal place; all of nothing is everything.
fn percentage(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "numbers of areas are small")]
    let thousandths = (part * 1000 / whole) as f64;
    thousandths / 10.0
}

/// Process the next metro areas: add up to five new independent coffee shops to each of their towns. Waits up to 55
/// seconds for the result, otherwise answers with the job that goes on.
#[utoipa::path(post, path = "/api/admin/expansion/run", tag = "administration", request_body = AreasToProcess,
    responses((status = 200, body = MetroExpansion),
        (status = 202, description = "Still running", body = StartedRun,
            headers(("Location" = String, description = "The job"))),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Another one is running, this one was canceled, or every area is done", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 503, description = "No service is set up, or none answers", body = ErrorBody)))]
pub async fn expand_metro(
    State(services): State<Services>,
    JsonBody(wanted): JsonBody<AreasToProcess>,
) -> Result<LongRun<MetroExpansion>> {
    if !CHOICES.contains(&wanted.areas_to_process) {
        return Err(Error::invalid_field(
            "areasToProcess",
            "Choose 5, 10, 25 or 50 areas",
        ));
    }
    if places::configured(&services.settings).is_empty() {
        return Err(places::none_configured());
    }
    let runs = services.ledger.runs();
    let invented = services.settings.demo_places;
    let asked = match wanted.repeat {
        None => AskedAreas {
            areas: wanted.areas_to_process,
            only: Vec::new(),
            invented,
        },
        Some(id) => {
            let run = runs.find::<Metro>(id).await?;
            let only = run.map(|run| run.result.failed()).unwrap_or_default();
            if only.is_empty() {
                let message = "Every area of this run is done.";
                return Err(Error::invalid_field("repeat", message));
            }
            AskedAreas {
                areas: only.len(),
                only,
                invented,
            }
        }
    };
    let id = runs.start::<Metro>(&asked).await?;
    let run = runs.wait_for_result::<Metro>(id, REFUSALS).await?;
    Ok(run.map(|run| MetroExpansion::from(run.result)))
}

/// List the latest metro expansions, newest first.
#[utoipa::path(get, path = "/api/admin/expansion/runs", tag = "administration",
    responses((status = 200, body = MetroExpansionRuns), (status = 401, body = ErrorBody)))]
pub async fn list_metro_expansions(
    State(services): State<Services>,
) -> Result<Fresh<MetroExpansionRuns>> {
    let latest = services.ledger.runs().latest::<Metro>(LISTED).await?;
    let areas = latest.iter().flat_map(|run| &run.result.areas);
    let acts: Vec<Uuid> = areas.filter_map(|area| area.entry).collect();
    let undone = store::undone(services.database.reads(), &acts).await?;
    let mut runs = Vec::new();
    for run in latest {
        let acts = run.result.areas.iter().filter_map(|area| area.entry);
        let undone: Vec<Uuid> = acts.filter(|act| undone.contains(act)).collect();
        let kept = if undone.is_empty() {
            Vec::new()
        } else {
            store::kept(&services.database, run.id).await?
        };
        runs.push(MetroExpansionRun {
            id: run.id,
            areas_to_process: run.asked.areas,
            state: run.state.into(),
            error: run.stopped,
            created_at: run.started_at,
            undone,
            kept,
            result: run.result.into(),
        });
    }
    Ok(Fresh(MetroExpansionRuns { runs }))
}

#[cfg(test)]
mod tests {
    use super::percentage;

    #[test]
    fn percentages_have_one_decimal_place_and_are_never_early() {
        for (part, whole, expected) in [
            (0, 321, 0.0),
            (5, 321, 1.5),
            (320, 321, 99.6),
            (321, 321, 100.0),
            (0, 0, 100.0),
        ] {
            assert!((percentage(part, whole) - expected).abs() < 1e-9, "{part}");
        }
    }
}
