//! Editing many shops at once: choose them by filter, see what would change, apply it as one run, and take it back as one.
//!
//! A preview keeps what was asked and each shop's edition (`entity`). The run (`run`) changes shops that are still as they were
//! seen, so two administrators don't overwrite each other; the others are listed.

mod changes;
mod entity;
mod preview;
pub(super) mod run;
mod store;

use std::collections::HashSet;

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub use changes::BulkChanges;
pub use preview::BulkPreview;

use self::run::BulkEdits;
use super::shops::{ShopVisibility, find_chosen};
use crate::{
    catalog::shop_runs::{
        self, AskedShops, ShopOutcome, ShopRun, ShopRunDetail, TakenBack, WhichShops,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        jobs::RunTable,
        runs,
        web::{Actor, Fresh, JsonBody, LongRun, StartedRun, path_id},
    },
};

/// Bulk edits go after a year, as their runs do.
pub(super) const TABLE: RunTable = RunTable {
    name: "bulk_edits",
    since: "created_at",
    results: None,
};

/// How many shops one edit changes at most.
const MAX_SHOPS: usize = 20_000;

/// Which shops to edit, and how.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BulkEdit {
    /// The shops that a list with this search and filter shows on all its pages.
    #[schema(max_length = 100)]
    pub search: String,
    pub visibility: Option<ShopVisibility>,
    /// Only these shops, whatever the filter.
    #[schema(max_items = 1000)]
    pub only: Option<Vec<Uuid>>,
    /// Shops that were taken out of the choice.
    #[schema(max_items = 1000)]
    pub except: Vec<Uuid>,
    pub changes: BulkChanges,
}

const MAX_NAMED: usize = 1000;

/// Show what an edit of many shops would change. It is kept for a day to be applied; nothing is changed yet.
#[utoipa::path(post, operation_id = "preview_bulk_edit", path = "/api/admin/bulk-edits", tag = "administration", request_body = BulkEdit,
    responses((status = 200, body = BulkPreview), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn preview_bulk_edit(
    State(services): State<Services>,
    JsonBody(asked): JsonBody<BulkEdit>,
) -> Result<Fresh<BulkPreview>> {
    if asked.changes == BulkChanges::default() {
        return Err(Error::invalid_field(
            "changes",
            "Please choose a field to change.",
        ));
    }
    let named = asked
        .only
        .as_ref()
        .map_or(0, Vec::len)
        .max(asked.except.len());
    if named > MAX_NAMED {
        return Err(Error::invalid(
            "Please choose up to 1,000 shops by hand, or a filter.",
        ));
    }
    let mut ids = match asked.only {
        Some(ids) => ids,
        None => find_chosen(&services, &asked.search, asked.visibility).await?,
    };
    ids.sort_unstable();
    ids.dedup();
    let except: HashSet<Uuid> = asked.except.into_iter().collect();
    ids.retain(|id| !except.contains(id));
    if ids.len() > MAX_SHOPS {
        let message = "One edit changes up to 20,000 shops. Please narrow the filter.";
        return Err(Error::invalid_field("search", message));
    }
    let rows = store::shops(services.database.reads(), &ids).await?;
    let (view, now) = (services.catalog.view(), services.clock.now());
    let edit = asked.changes.as_edit()?;
    let work = move || preview::preview(&edit, &rows, (&view, now));
    let (mut preview, chosen) = services.cpu.run(work).await??;
    if chosen.0.is_empty() {
        return Ok(Fresh(preview));
    }
    let id = services.identifiers.next();
    let changes = serde_json::to_value(&asked.changes)
        .map_err(|error| Error::Internal(format!("a bulk edit can't be stored: {error}")))?;
    let add = services.database.transaction(move |transaction| {
        let (edit, chosen) = ((id, changes.clone()), chosen.clone());
        Box::pin(async move { store::add(transaction, edit, chosen, now).await })
    });
    add.await?;
    preview.id = Some(id);
    Ok(Fresh(preview))
}

/// Apply an edit as it was shown. Shops that have changed since are left as they are; the run lists them. Applying it twice
/// is the same run.
#[utoipa::path(post, operation_id = "apply_bulk_edit", path = "/api/admin/bulk-edits/{id}/apply", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = ShopRun),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn apply_bulk_edit(
    State(services): State<Services>,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<LongRun<ShopRun>> {
    let id = path_id(&id, no_edit)?;
    let (identifiers, now) = (services.identifiers.clone(), services.clock.now());
    let start = services.database.transaction(move |transaction| {
        let identifiers = identifiers.clone();
        Box::pin(async move {
            let edit = store::find(transaction, id).await?.ok_or_else(no_edit)?;
            if let Some(run) = edit.run_id {
                return Ok(run);
            }
            let changes: BulkChanges = serde_json::from_value(edit.changes).unwrap_or_default();
            let number = store::next_number(transaction).await?;
            let asked = AskedShops {
                shops: WhichShops::Edit(id),
                label: format!("Bulk edit {number}: {}", changes.label()),
                model: None,
                by: actor.administrator(),
            };
            let run = runs::start::<BulkEdits>(transaction, &asked, &identifiers, now).await?;
            if run.is_new {
                store::note_run(transaction, id, (number, run.id)).await?;
            }
            Ok(run.id)
        })
    });
    shop_runs::wait::<BulkEdits>(&services.ledger, start.await?).await
}

fn no_edit() -> Error {
    Error::NotFound("This edit is no longer kept. Please look at its changes again.".into())
}

/// List the latest bulk edits.
#[utoipa::path(get, operation_id = "list_bulk_edits", path = "/api/admin/bulk-edits", tag = "administration",
    responses((status = 200, body = Vec<ShopRun>), (status = 401, body = ErrorBody)))]
pub async fn list_bulk_edits(State(services): State<Services>) -> Result<Fresh<Vec<ShopRun>>> {
    Ok(Fresh(
        shop_runs::list::<BulkEdits>(&services.ledger.runs()).await?,
    ))
}

/// Show the run of a bulk edit with the shops that it left as they were.
#[utoipa::path(get, operation_id = "show_bulk_edit", path = "/api/admin/bulk-edits/{id}", tag = "administration",
    params(("id" = Uuid, Path, description = "The run's")),
    responses((status = 200, body = ShopRunDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_bulk_edit(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ShopRunDetail>> {
    let (id, view) = (path_id(&id, shop_runs::no_run)?, services.catalog.view());
    let runs = services.ledger.runs();
    let mut detail = shop_runs::detail_of::<BulkEdits>(&runs, id, &view).await?;
    let wrote = [ShopOutcome::Done, ShopOutcome::Undone];
    for shop in &mut detail.successes {
        // The columns for taking it back aren't for people.
        shop.detail = shop
            .detail
            .take()
            .filter(|_| !wrote.contains(&shop.outcome));
    }
    Ok(Fresh(detail))
}

/// Take back a bulk edit. What has changed since stays.
#[utoipa::path(post, operation_id = "undo_bulk_edit", path = "/api/admin/bulk-edits/{id}/undo", tag = "administration",
    params(("id" = Uuid, Path, description = "The run's")),
    responses((status = 200, body = TakenBack),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody)))]
pub async fn undo_bulk_edit(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<LongRun<TakenBack>> {
    let id = path_id(&id, shop_runs::no_run)?;
    shop_runs::undo_and_wait::<BulkEdits>(&services.ledger, id).await
}
