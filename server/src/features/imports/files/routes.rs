//! Uploaded lists, for the administrator's screens.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, RawQuery, State},
    http::StatusCode,
};
use sea_orm::{ColumnTrait, Condition};
use uuid::Uuid;

use super::{
    LARGEST_FILE,
    answers::{ImportFileDetail, ImportFileSummary, ImportFiles},
    choices::ImportChoices,
    entity,
    kept::{NewList, keep},
    key, states, store,
    stored::{AskedList, ListRun},
};
use crate::{
    features::{Services, imports::review},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        jobs,
        runs::{self, Run},
        web::{Access, Fresh, JsonBody, LargeBody, Route},
    },
};

pub(in crate::features::imports) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/import-files")
            .get(only, list_import_files)
            .post(only, upload_import_file)
            .with_largest_body(LARGEST_FILE),
        Route::at("/api/admin/import-files/states").post(only, states::fetch_state_places),
        Route::at("/api/admin/import-files/{id}")
            .get(only, show_import_file)
            .delete(only, delete_import_file),
        Route::at("/api/admin/import-files/{id}/runs").post(only, start_import),
    ]
}

/// List uploaded lists, newest first.
#[utoipa::path(get, path = "/api/admin/import-files", tag = "administration",
    responses((status = 200, body = ImportFiles), (status = 401, body = ErrorBody)))]
pub async fn list_import_files(State(services): State<Services>) -> Result<Fresh<ImportFiles>> {
    let rows = store::list(&services.database).await?;
    let ids: Vec<Uuid> = rows.iter().filter_map(|row| row.job_id).collect();
    let most = ids.len() as u64;
    let theirs = Condition::all().add(runs::Column::Id.is_in(ids));
    let runs = services.ledger.runs();
    let latest: Vec<Run<ListRun>> = runs.latest_that(theirs, most).await?;
    let files = rows.iter().map(|row| {
        let run = latest.iter().find(|run| Some(run.id) == row.job_id);
        ImportFileSummary::of(row, run)
    });
    Ok(Fresh(ImportFiles {
        files: files.collect(),
        states: states::to_fetch(&services.settings),
    }))
}

/// Upload a list: any format of the command `import`, at most 50 MB. It is kept for 30 days; nothing is imported yet.
#[utoipa::path(post, path = "/api/admin/import-files", tag = "administration",
    params(("name" = String, Query, description = "The file's name", min_length = 1, max_length = 200,
        pattern = r"^[^\x00-\x1f\x7f-\x9f]+$")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = ImportFileDetail), (status = 400, description = "Not a list that can be read", body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 408, body = ErrorBody), (status = 413, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn upload_import_file(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
    LargeBody(file): LargeBody,
) -> Result<(StatusCode, Fresh<ImportFileDetail>)> {
    let known = [Parameter::text("name", 200)];
    let arguments = Arguments::parse(BTreeMap::new(), &query.unwrap_or_default(), &known)?;
    let name = arguments.query("name").map(str::trim).unwrap_or_default();
    if name.is_empty() {
        return Err(Error::invalid_field("name", "The file needs a name."));
    }
    let name = name.to_owned();
    let row = keep(&services, NewList::uploaded(name, file)).await?;
    Ok((
        StatusCode::CREATED,
        Fresh(ImportFileDetail::of(row, None, 0)),
    ))
}

/// Show an uploaded list with its columns, and what its latest run does or did.
#[utoipa::path(get, path = "/api/admin/import-files/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = ImportFileDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_import_file(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ImportFileDetail>> {
    let row = find(&services, &id).await?;
    shown(&services, row).await
}

async fn find(services: &Services, id: &str) -> Result<entity::Model> {
    store::find(&services.database, id.parse().unwrap_or_default()).await
}

async fn shown(services: &Services, row: entity::Model) -> Result<Fresh<ImportFileDetail>> {
    let run = match latest_run(services, &row).await? {
        Some(run) => {
            let job = jobs::run_of(&services.database, run.id, services.clock.now());
            Some((run, job.await?))
        }
        None => None,
    };
    let done = run.as_ref().and_then(|(run, _)| run.result.as_ref());
    let left = match done.and_then(|done| done.source.as_deref()) {
        Some(source) => review::waiting_of(&services.database, source).await?,
        None => 0,
    };
    Ok(Fresh(ImportFileDetail::of(row, run, left)))
}

async fn latest_run(services: &Services, row: &entity::Model) -> Result<Option<Run<ListRun>>> {
    match row.job_id {
        Some(id) => services.ledger.runs().find(id).await,
        None => Ok(None),
    }
}

/// Try or import an uploaded list as a job. One list is read at a time.
#[utoipa::path(post, path = "/api/admin/import-files/{id}/runs", tag = "administration", params(("id" = String, Path)),
    request_body = ImportChoices,
    responses((status = 202, body = ImportFileDetail), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Another list is being read", body = ErrorBody)))]
pub async fn start_import(
    State(services): State<Services>,
    Path(id): Path<String>,
    JsonBody(choices): JsonBody<ImportChoices>,
) -> Result<(StatusCode, Fresh<ImportFileDetail>)> {
    let row = find(&services, &id).await?;
    let now = services.clock.now();
    choices.options(&row, (now, services.is_demo()))?;
    let (id, identifiers) = (row.id, services.identifiers.clone());
    let asked = AskedList {
        file: id,
        choices: choices.into(),
    };
    let started = services.database.transaction(move |transaction| {
        let (asked, identifiers) = (asked.clone(), identifiers.clone());
        Box::pin(async move {
            let started = runs::start::<ListRun>(transaction, &asked, &identifiers, now).await?;
            store::begin(transaction, id, started.id).await
        })
    });
    started.await?;
    let row = store::find(&services.database, id).await?;
    Ok((StatusCode::ACCEPTED, shown(&services, row).await?))
}

/// Remove an uploaded list. What it brought stays.
#[utoipa::path(delete, path = "/api/admin/import-files/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It is being read", body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn delete_import_file(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let row = find(&services, &id).await?;
    let run = latest_run(&services, &row).await?;
    if run.is_some_and(|run| run.is_open()) {
        return Err(Error::Conflict(
            "This list is being read. Cancel that first.".into(),
        ));
    }
    services.storage.delete(&key(row.id)).await?;
    store::delete(&services.database, row.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
