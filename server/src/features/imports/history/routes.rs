//! The history of imports, for the administrator's screens.

use std::collections::BTreeMap;

use axum::extract::{Path, RawQuery, State};

use super::{
    UndoneImport,
    answers::{ImportDetail, ImportSummary, ImportUndone, Imports, KeptShop},
    store, undo,
};
use crate::{
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::{Access, Fresh, LongRun, Route, StartedRun},
    },
};

/// Imports per page.
const PAGE_SIZE: u64 = 20;
/// How many kept shops are named.
const MAX_KEPT: u64 = 500;

pub(in crate::features::imports) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/imports").get(only, list_imports),
        Route::at("/api/admin/imports/{number}").get(only, show_import),
        Route::at("/api/admin/imports/{number}/undo").post(only, undo_import),
    ]
}

/// List imports of the last year, newest first.
#[utoipa::path(get, path = "/api/admin/imports", tag = "administration",
    params(("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = Imports), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_imports(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<Imports>> {
    let known = [Parameter::integer("page", Some(1), 1, 100_000)];
    let arguments = Arguments::parse(BTreeMap::new(), &query.unwrap_or_default(), &known)?;
    let page = u64::try_from(arguments.integer("page").unwrap_or(1)).unwrap_or(1);
    let skip = page.saturating_sub(1) * PAGE_SIZE;
    let page = store::page(&services.database, skip, PAGE_SIZE).await?;
    Ok(Fresh(Imports {
        imports: (page.into_iter())
            .map(|row| ImportSummary::of(row, services.clock.now()))
            .collect(),
        total: store::total(&services.database).await?,
    }))
}

/// Show an import, and what stays of it if it was undone.
#[utoipa::path(get, path = "/api/admin/imports/{number}", tag = "administration", params(("number" = i64, Path)),
    responses((status = 200, body = ImportDetail), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_import(
    State(services): State<Services>,
    Path(number): Path<String>,
) -> Result<Fresh<ImportDetail>> {
    let row = store::find(&services.database, read(&number)?).await?;
    let undone = UndoneImport::of(&services.database, row.id).await?;
    let kept = store::kept(&services.database, row.id, MAX_KEPT).await?;
    Ok(Fresh(ImportDetail {
        import: ImportSummary::of(row, services.clock.now()),
        undone: undone.into(),
        kept: kept.into_iter().map(KeptShop::from).collect(),
    }))
}

/// Take an import back: shops that it added and nobody has touched go, and facts that it changed return. What somebody
/// has changed since stays. Waits up to 55 seconds for the end, otherwise answers with the job that goes on.
#[utoipa::path(post, path = "/api/admin/imports/{number}/undo", tag = "administration", params(("number" = i64, Path)),
    responses((status = 200, body = ImportUndone),
        (status = 202, description = "Still running", body = StartedRun,
            headers(("Location" = String, description = "The job"))),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Undone already, or another import is being undone", body = ErrorBody)))]
pub async fn undo_import(
    State(services): State<Services>,
    Path(number): Path<String>,
) -> Result<LongRun<ImportUndone>> {
    let run = undo::start_and_wait(&services.ledger, read(&number)?).await?;
    Ok(run.map(ImportUndone::from))
}

fn read(number: &str) -> Result<i64> {
    number
        .parse()
        .map_err(|_| Error::invalid_field("number", "must be a whole number"))
}
