//! ZIP code expansion, for the administrator's screens.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{ZipExpansion, ZipExpansionRun, ZipExpansionRuns},
    entity::expansion_run::{self, RunKind},
    places,
    store::{self, Asked},
    target::Target,
};
use crate::{
    catalog::admission::typed_fields::{BAD_ZIP, is_zip},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Fresh, JsonBody, LongRun, Route, RunRefusals, StartedRun, wait_for_run},
    },
};

/// The longest ZIP code: 71301-1234.
const LONGEST: usize = 10;
const FAILED: &str = "Failed to process ZIP code";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: CANCELED,
    failed: |_| FAILED.to_owned(),
};
pub(super) const CANCELED: &str = "The run was canceled.";

/// The ZIP code whose town to expand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ZipToExpand {
    /// Five digits, optionally followed by a dash and four more.
    #[schema(max_length = 10)]
    #[serde(default)]
    pub zip_code: String,
    /// Only says what would be added.
    #[serde(default)]
    pub trial: bool,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/zip-expansion")
            .get(only, list_zip_expansions)
            .post(only, expand_zip),
    ]
}

/// Find independent coffee shops in the town of a ZIP code and add up to five new ones. Waits up to 55 seconds for the
/// result, otherwise answers with the job that goes on.
#[utoipa::path(post, path = "/api/admin/zip-expansion", tag = "administration", request_body = ZipToExpand,
    responses((status = 200, body = ZipExpansion),
        (status = 202, description = "Still running", body = StartedRun,
            headers(("Location" = String, description = "The job"))),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Another one is running, or this one was canceled", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 503, description = "No service is set up, or none answers", body = ErrorBody)))]
pub async fn expand_zip(
    State(services): State<Services>,
    JsonBody(wanted): JsonBody<ZipToExpand>,
) -> Result<LongRun<ZipExpansion>> {
    let zip = checked(&wanted.zip_code)?;
    if places::configured(&services.settings).is_empty() {
        return Err(places::none_configured());
    }
    let asked = Asked {
        kind: RunKind::Zip,
        what: zip,
        is_trial: wanted.trial,
    };
    let id = store::start(&services, asked).await?;
    let run = ended(&services, id, REFUSALS).await?;
    run.try_map(async |row| store::result_of(&row)?.ok_or_else(|| Error::unavailable(FAILED)))
        .await
}

/// The run once it has ended, unless it takes longer than a call may wait.
///
/// # Errors
///
/// If it failed or was canceled; or when the database fails.
pub(super) async fn ended(
    services: &Services,
    id: Uuid,
    refusals: RunRefusals,
) -> Result<LongRun<expansion_run::Model>> {
    let find = store::find(&services.database, id);
    wait_for_run(
        (&services.database, &services.clock),
        id,
        find,
        |job, run| {
            refusals.check(job, run.error.as_deref(), run.finished_at.is_some())?;
            Ok(run)
        },
    )
    .await
}

/// The ZIP code without blanks around it.
fn checked(typed: &str) -> Result<String> {
    let zip = typed.trim();
    let wrong = |message: &'static str| Error::invalid_field("zipCode", message);
    if zip.is_empty() {
        return Err(wrong("Please enter a ZIP code"));
    }
    if zip.chars().count() > LONGEST {
        return Err(wrong("A ZIP code has at most 10 characters"));
    }
    if !is_zip(zip) {
        return Err(wrong(BAD_ZIP));
    }
    if Target::of_zip(zip).is_none() {
        return Err(Error::invalid_field(
            "zipCode",
            format!("There is no ZIP code {zip} in the United States"),
        ));
    }
    Ok(zip.to_owned())
}

/// List the latest ZIP code expansions, newest first, and the services that one asks.
#[utoipa::path(get, path = "/api/admin/zip-expansion", tag = "administration",
    responses((status = 200, body = ZipExpansionRuns), (status = 401, body = ErrorBody)))]
pub async fn list_zip_expansions(
    State(services): State<Services>,
) -> Result<Fresh<ZipExpansionRuns>> {
    let mut listed = Vec::new();
    for (row, state) in store::latest(&services, RunKind::Zip).await? {
        let result: Option<ZipExpansion> = store::result_of(&row)?;
        listed.push((row, state, result));
    }
    let acts: Vec<Uuid> = listed
        .iter()
        .filter_map(|(.., result)| result.as_ref()?.entry)
        .collect();
    let undone = store::undone(&services.database, &acts).await?;
    let runs = listed.into_iter().map(|(row, state, result)| {
        let entry = result.as_ref().and_then(|result| result.entry);
        ZipExpansionRun {
            id: row.id,
            zip_code: row.asked,
            is_trial: row.is_trial,
            state,
            error: row.error,
            created_at: row.created_at,
            is_undone: entry.is_some_and(|entry| undone.contains(&entry)),
            result,
        }
    });
    Ok(Fresh(ZipExpansionRuns {
        services: service_names(&services),
        runs: runs.collect(),
    }))
}

/// Names of the services that a run asks.
pub(super) fn service_names(services: &Services) -> Vec<String> {
    let services = places::configured(&services.settings).into_iter();
    services.map(|service| service.name().to_owned()).collect()
}
