//! The administrator's endpoints. The address is in the body, because URLs are logged and bodies aren't.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{PersonErased, PersonExport, RetentionLine};
use crate::{
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        mail::EmailText,
        web::{Access, Actor, Fresh, JsonBody, Route},
    },
};

/// Whose data it is about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonAddress {
    #[schema(value_type = EmailText)]
    pub email: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/people/export").post(Access::Administrator, export_person),
        Route::at("/api/admin/people/retention").get(Access::Administrator, show_retention),
        Route::at("/api/admin/people/erase").post(Access::Administrator, erase_person),
    ]
}

/// Show all that is kept of an address.
#[utoipa::path(post, path = "/api/admin/people/export", tag = "administration", request_body = PersonAddress,
    responses((status = 200, body = PersonExport), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn export_person(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<PersonAddress>,
) -> Result<Fresh<PersonExport>> {
    Ok(Fresh(super::export(&services, actor, &asked.email).await?))
}

/// Show what is kept for a time only, and when it was last tidied.
#[utoipa::path(get, path = "/api/admin/people/retention", tag = "administration",
    responses((status = 200, body = Vec<RetentionLine>), (status = 401, body = ErrorBody)))]
pub async fn show_retention(State(services): State<Services>) -> Result<Fresh<Vec<RetentionLine>>> {
    Ok(Fresh(super::retention(&services).await?))
}

/// Erase what is kept of an address. What the log says of acts stays, without the name.
#[utoipa::path(post, path = "/api/admin/people/erase", tag = "administration", request_body = PersonAddress,
    responses((status = 200, body = PersonErased), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn erase_person(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<PersonAddress>,
) -> Result<Fresh<PersonErased>> {
    Ok(Fresh(super::erase(&services, actor, &asked.email).await?))
}
