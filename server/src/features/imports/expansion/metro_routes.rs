//! Metro expansion, for the administrator's screens.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    areas::AreaList,
    entity::expansion_run::RunKind,
    metro_answers::{ExpansionStats, MetroExpansion, MetroExpansionRun, MetroExpansionRuns},
    places,
    routes::{CANCELED, ended, service_names},
    store::{self, Asked},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Fresh, JsonBody, LongRun, Route, RunRefusals, StartedRun},
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
    let asked = Asked {
        kind: RunKind::Metro,
        what: wanted.areas_to_process.to_string(),
        is_trial: false,
    };
    let id = store::start(&services, asked).await?;
    let run = ended(&services, id, REFUSALS).await?;
    run.try_map(async |row| Ok(store::result_of(&row)?.unwrap_or_default()))
        .await
}

/// List the latest metro expansions, newest first.
#[utoipa::path(get, path = "/api/admin/expansion/runs", tag = "administration",
    responses((status = 200, body = MetroExpansionRuns), (status = 401, body = ErrorBody)))]
pub async fn list_metro_expansions(
    State(services): State<Services>,
) -> Result<Fresh<MetroExpansionRuns>> {
    let mut listed = Vec::new();
    for (row, state) in store::latest(&services, RunKind::Metro).await? {
        let result: MetroExpansion = store::result_of(&row)?.unwrap_or_default();
        listed.push((row, state, result));
    }
    let acts: Vec<Uuid> = listed
        .iter()
        .flat_map(|(.., result)| result.areas.iter().filter_map(|area| area.entry))
        .collect();
    let undone = store::undone(&services.database, &acts).await?;
    let runs = listed.into_iter().map(|(row, state, result)| {
        let acts = result.areas.iter().filter_map(|area| area.entry);
        MetroExpansionRun {
            id: row.id,
            areas_to_process: row.asked.parse().unwrap_or_default(),
            state,
            error: row.error,
            created_at: row.created_at,
            undone: acts.filter(|act| undone.contains(act)).collect(),
            result,
        }
    });
    Ok(Fresh(MetroExpansionRuns {
        runs: runs.collect(),
    }))
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
