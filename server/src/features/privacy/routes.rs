//! The administrator's endpoints. The address is in the body, because URLs are logged and bodies aren't.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{PersonErased, PersonExport, PersonShown, RetentionLine};
use crate::{
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        mail::EmailText,
        web::{Access, Actor, Fresh, JsonBody, Route},
    },
};

/// The person's address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonAddress {
    #[schema(value_type = EmailText)]
    pub email: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/people/show").post(Access::ConfirmedAdministrator, show_person),
        Route::at("/api/admin/people/export").post(Access::ConfirmedAdministrator, export_person),
        Route::at("/api/admin/people/retention").get(Access::Administrator, show_retention),
        Route::at("/api/admin/people/erase").post(Access::ConfirmedAdministrator, erase_person),
    ]
}

/// Show everything stored about an address. The audit log records that somebody was looked up, but not who.
#[utoipa::path(post, path = "/api/admin/people/show", tag = "administration", request_body = PersonAddress,
    responses((status = 200, body = PersonShown), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn show_person(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<PersonAddress>,
) -> Result<Fresh<PersonShown>> {
    Ok(Fresh(super::show(&services, actor, &asked.email).await?))
}

/// Export everything stored about an address. The audit log records that there was an export, but not for whom.
#[utoipa::path(post, path = "/api/admin/people/export", tag = "administration", request_body = PersonAddress,
    responses((status = 200, body = PersonExport), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn export_person(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<PersonAddress>,
) -> Result<Fresh<PersonExport>> {
    Ok(Fresh(super::export(&services, actor, &asked.email).await?))
}

/// List data that is stored for a limited time, and when it was last cleaned up.
#[utoipa::path(get, path = "/api/admin/people/retention", tag = "administration",
    responses((status = 200, body = Vec<RetentionLine>), (status = 401, body = ErrorBody)))]
pub async fn show_retention(State(services): State<Services>) -> Result<Fresh<Vec<RetentionLine>>> {
    Ok(Fresh(super::retention(&services).await?))
}

/// Erase everything stored about an address. Audit log entries stay, without the name. This can't be undone.
#[utoipa::path(post, path = "/api/admin/people/erase", tag = "administration", request_body = PersonAddress,
    responses((status = 200, body = PersonErased), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn erase_person(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<PersonAddress>,
) -> Result<Fresh<PersonErased>> {
    Ok(Fresh(super::erase(&services, actor, &asked.email).await?))
}
