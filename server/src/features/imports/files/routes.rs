//! Uploaded lists, for the administrator's screens.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, RawQuery, State},
    http::StatusCode,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    LARGEST_FILE,
    answers::{ImportFileDetail, ImportFileSummary, ImportFiles},
    columns, entity,
    entity::ImportChoices,
    key, run, store,
};
use crate::{
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        jobs::{self, NewJob, SingleRun, enqueue_single},
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
    let files = rows.iter().map(ImportFileSummary::from).collect();
    Ok(Fresh(ImportFiles { files }))
}

/// Upload a list: any format of `townperk import`, at most 50 MB. It is kept for 30 days; nothing is imported yet.
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
    let contents = columns::look_at(&name, file.clone()).await?;
    let id = services.identifiers.next();
    let row = entity::Model {
        id,
        name,
        bytes: i64::try_from(file.len()).unwrap_or(i64::MAX),
        format: contents.format,
        columns: contents.columns,
        choices: None,
        job_id: None,
        outcome: None,
        uploaded_at: services.clock.now(),
    };
    // The row first: a file in the storage without one would never be removed.
    store::insert(&services.database, row.clone()).await?;
    if let Err(error) = services.storage.put(&key(id), file).await {
        store::delete(&services.database, id).await?;
        return Err(error);
    }
    Ok((StatusCode::CREATED, Fresh(ImportFileDetail::of(row, None))))
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
    let run = match row.job_id {
        Some(job) => jobs::run_of(&services.database, job, services.clock.now()).await?,
        None => None,
    };
    Ok(Fresh(ImportFileDetail::of(row, run)))
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
    choices.options(&row.columns, now)?;
    let (id, identifiers) = (row.id, services.identifiers.clone());
    let started = services.database.transaction(move |transaction| {
        let (choices, identifiers) = (choices.clone(), identifiers.clone());
        let job = NewJob {
            kind: run::JOB,
            payload: json!({ "file": id, "choices": choices }),
            unique_key: None,
            due_at: now,
        };
        Box::pin(async move {
            let started = enqueue_single(transaction, (run::JOB, job), &identifiers, now).await?;
            if let SingleRun::Started(job) = started {
                store::begin(transaction, id, (&choices, job)).await?;
            }
            Ok(started)
        })
    });
    if let SingleRun::AlreadyOpen(_) = started.await? {
        return Err(Error::Conflict(
            "Another list is being read. Wait until that has ended.".into(),
        ));
    }
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
    if is_being_read(&services, row.job_id).await? {
        return Err(Error::Conflict(
            "This list is being read. Cancel that first.".into(),
        ));
    }
    services.storage.delete(&key(row.id)).await?;
    store::delete(&services.database, row.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn is_being_read(services: &Services, job: Option<Uuid>) -> Result<bool> {
    let Some(job) = job else { return Ok(false) };
    let run = jobs::run_of(&services.database, job, services.clock.now()).await?;
    Ok(run.is_some_and(|run| run.finished_at.is_none()))
}
