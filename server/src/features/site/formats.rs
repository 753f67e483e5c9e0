//! How times and distances are written, as the administrator chooses.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::words;
use crate::{
    catalog::{
        Formats,
        entities::site::{self, ClockFace, Distances, FirstDay},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        given::whole_number,
        web::{Actor, Fresh, JsonBody},
    },
};

const STALE: &str = "Someone else edited the site. Please check what changed.";

/// How the site writes times and distances.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteFormats)]
pub struct FormatsAnswer {
    /// `12`: `5:30 PM`; `24`: `17:30`.
    pub clock: ClockFace,
    /// The day on which weeks begin in tables and forms; the API's weeks begin on Monday.
    pub first_day: FirstDay,
    pub distances: Distances,
}

impl FormatsAnswer {
    pub(super) fn of(formats: Formats) -> Self {
        Self {
            clock: formats.clock,
            first_day: formats.first_day,
            distances: formats.distances,
        }
    }
}

/// The same for the panel's form.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormatsForm {
    pub clock: ClockFace,
    pub first_day: FirstDay,
    pub distances: Distances,
    /// To be sent back with an edit.
    pub version: i64,
    /// ID of the entry in the audit log, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// An edit. What is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormatsEdit {
    pub clock: Option<ClockFace>,
    pub first_day: Option<FirstDay>,
    pub distances: Option<Distances>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Show how times and distances are written.
#[utoipa::path(get, operation_id = "show_site_formats", path = "/api/admin/site/formats", tag = "administration",
    responses((status = 200, body = FormatsForm), (status = 401, body = ErrorBody)))]
pub async fn show_formats(State(services): State<Services>) -> Fresh<FormatsForm> {
    Fresh(form(&services, None))
}

/// Change how times and distances are written. Every page, email and feed follows within a second.
#[utoipa::path(put, operation_id = "edit_site_formats", path = "/api/admin/site/formats", tag = "administration",
    request_body = FormatsEdit,
    responses((status = 200, body = FormatsForm), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.current` is the choice as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn edit_formats(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(edit): JsonBody<FormatsEdit>,
) -> Result<Fresh<FormatsForm>> {
    let acted = services
        .ledger
        .act(actor, "site.formats", move |act| {
            let edit = edit.clone();
            Box::pin(async move {
                let before = words::row(act).await?;
                if edit
                    .version
                    .is_some_and(|version| version != before.edition)
                {
                    return Err(Error::Conflict(STALE.into()));
                }
                act.set_subject(Subject::new("site", site::ID, "Formats"));
                let mut after = before.clone();
                // What is as shipped isn't stored.
                if let Some(clock) = edit.clock {
                    after.clock = Some(clock).filter(|clock| *clock != ClockFace::default());
                }
                if let Some(day) = edit.first_day {
                    after.first_day = Some(day).filter(|day| *day != FirstDay::default());
                }
                if let Some(unit) = edit.distances {
                    after.distances = Some(unit).filter(|unit| *unit != Distances::default());
                }
                act.update(&before, after).await
            })
        })
        .await;
    match acted {
        Err(Error::Conflict(_)) => {
            // The other edit may be another node's.
            services.catalog.catch_up().await?;
            Err(Error::stale(STALE, Some(json!(form(&services, None)))))
        }
        acted => Ok(Fresh(form(&services, acted?.entry))),
    }
}

fn form(services: &Services, entry: Option<Uuid>) -> FormatsForm {
    let view = services.catalog.view();
    let formats = view.site().formats;
    FormatsForm {
        clock: formats.clock,
        first_day: formats.first_day,
        distances: formats.distances,
        version: view.site_row().map_or(0, |row| row.edition),
        entry,
    }
}
