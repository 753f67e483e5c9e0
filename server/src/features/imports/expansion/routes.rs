//! ZIP code expansion, for the administrator's screens.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{ZipExpansion, ZipExpansionRun, ZipExpansionRuns},
    places, store,
    stored::{AskedZip, Zip},
    target::Target,
};
use crate::{
    catalog::admission::{
        place::{NoPlace, no_area},
        typed_fields::{BAD_ZIP, is_zip},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        runs::{Run, RunRefusals},
        web::{Access, Fresh, JsonBody, LongRun, Route, StartedRun},
    },
};

/// Runs in a list.
pub(super) const LISTED: u64 = 10;
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
    let asked = AskedZip {
        zip,
        is_trial: wanted.trial,
    };
    let runs = services.ledger.runs();
    let id = runs.start::<Zip>(&asked).await?;
    let run = runs.wait_for_result::<Zip>(id, REFUSALS).await?;
    run.try_map(async |run| {
        let done = run.result.ok_or_else(|| Error::unavailable(FAILED))?;
        Ok(ZipExpansion::of(&run.asked, done))
    })
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
        return Err(Error::invalid_field("zipCode", without_towns(zip)));
    }
    Ok(zip.to_owned())
}

/// Why a ZIP code has no town here (D109).
fn without_towns(zip: &str) -> String {
    match no_area(zip) {
        beyond @ NoPlace::Beyond { .. } => beyond.to_string(),
        _ => format!("There is no ZIP code {zip} in the United States"),
    }
}

/// List the latest ZIP code expansions, newest first, and the services that one asks.
#[utoipa::path(get, path = "/api/admin/zip-expansion", tag = "administration",
    responses((status = 200, body = ZipExpansionRuns), (status = 401, body = ErrorBody)))]
pub async fn list_zip_expansions(
    State(services): State<Services>,
) -> Result<Fresh<ZipExpansionRuns>> {
    let latest = services.ledger.runs().latest::<Zip>(LISTED).await?;
    let entry_of = |run: &Run<Zip>| run.result.as_ref()?.entry;
    let acts: Vec<Uuid> = latest.iter().filter_map(entry_of).collect();
    let undone = store::undone(services.database.reads(), &acts).await?;
    let mut runs = Vec::new();
    for run in latest {
        let is_undone = entry_of(&run).is_some_and(|entry| undone.contains(&entry));
        let kept = if is_undone {
            store::kept(&services.database, run.id).await?
        } else {
            Vec::new()
        };
        runs.push(ZipExpansionRun::of(run, is_undone, kept));
    }
    Ok(Fresh(ZipExpansionRuns {
        services: service_names(&services),
        runs,
    }))
}

/// Names of the services that a run asks.
pub(super) fn service_names(services: &Services) -> Vec<String> {
    let services = places::configured(&services.settings).into_iter();
    services.map(|service| service.name().to_owned()).collect()
}
