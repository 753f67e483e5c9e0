//! Taking back runs, for the administrator's screens.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    stored::{Metro, Zip},
    undo::{TakenBack, take_back},
};
use crate::{
    catalog::shop_runs::no_run,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBodyIfAny, Route, path_id},
    },
};

/// What taking back a run did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpansionUndone {
    /// Shops that are gone.
    pub removed: usize,
    /// Shops that stay, because somebody has touched them since. The run lists them with the reason.
    pub kept: usize,
}

/// What of a run to take back.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AreaToUndo {
    /// The slug of one of its areas; all of them if it is absent.
    pub area: Option<String>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/zip-expansion/{id}/undo").post(only, undo_zip_expansion),
        Route::at("/api/admin/expansion/runs/{id}/undo").post(only, undo_metro_expansion),
    ]
}

/// Take back what a ZIP code expansion added. Shops that somebody has touched since stay.
#[utoipa::path(post, path = "/api/admin/zip-expansion/{id}/undo", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = ExpansionUndone), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Undone already, or it added nothing", body = ErrorBody)))]
pub async fn undo_zip_expansion(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<ExpansionUndone>> {
    let id = path_id(&id, no_run)?;
    let runs = services.ledger.runs();
    let run = runs.find::<Zip>(id).await?.ok_or_else(no_run)?;
    let entry = run.result.and_then(|done| done.entry);
    undo(&services, actor, (id, entry.into_iter().collect())).await
}

/// Take back what a metro expansion added, in all of its areas or in one. Shops that somebody has touched since stay, and
/// the areas are among the remaining ones again.
#[utoipa::path(post, path = "/api/admin/expansion/runs/{id}/undo", tag = "administration", params(("id" = Uuid, Path)),
    request_body = Option<AreaToUndo>,
    responses((status = 200, body = ExpansionUndone), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Undone already, or it added nothing", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn undo_metro_expansion(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(wanted): JsonBodyIfAny<AreaToUndo>,
) -> Result<Fresh<ExpansionUndone>> {
    let id = path_id(&id, no_run)?;
    let runs = services.ledger.runs();
    let run = runs.find::<Metro>(id).await?.ok_or_else(no_run)?;
    let areas = run.result.areas.into_iter().filter(|area| {
        let wanted = wanted.area.as_ref();
        wanted.is_none_or(|slug| *slug == area.slug)
    });
    let acts = areas.filter_map(|area| area.entry).collect();
    undo(&services, actor, (id, acts)).await
}

/// Each act by itself: those that were undone before are left out, unless all were.
async fn undo(
    services: &Services,
    actor: Actor,
    (run, acts): (Uuid, Vec<Uuid>),
) -> Result<Fresh<ExpansionUndone>> {
    let mut undone = None;
    let mut refusal = Error::Conflict("This run added nothing.".into());
    for act in acts {
        match take_back(&services.ledger, actor, (run, act)).await {
            Ok(TakenBack { removed, kept }) => {
                let sum = undone.get_or_insert(ExpansionUndone {
                    removed: 0,
                    kept: 0,
                });
                sum.removed += removed;
                sum.kept += kept;
            }
            Err(error @ Error::Conflict(_)) => refusal = error,
            Err(error) => return Err(error),
        }
    }
    undone.map(Fresh).ok_or(refusal)
}
