//! A shop's managers, for its owner; and leaving, for them.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{self, ends_at, no_manager};
use crate::{
    catalog::{
        entities::shop_manager,
        people::{ShopAccess, ShopRole, not_yours},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        mail::{EmailAddress, EmailText},
        sessions::person,
        web::{Access, Actor, Fresh, JsonBody, Route, path_id},
    },
};

/// Somebody who manages a shop, or is invited to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manager {
    pub id: Uuid,
    pub email: String,
    #[schema(required)]
    pub name: Option<String>,
    pub invited_at: DateTime<Utc>,
    /// `null` while the invitation waits.
    #[schema(required)]
    pub accepted_at: Option<DateTime<Utc>>,
    /// When the invitation ends or ended; `null` once it is accepted.
    #[schema(required)]
    pub ends_at: Option<DateTime<Utc>>,
    /// The invitation ended without an answer.
    pub has_expired: bool,
}

/// Who is invited.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewManager {
    #[schema(value_type = EmailText, required)]
    pub email: Option<String>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-shop/{slugOrId}/managers")
            .get(Access::ShopOwner, list_managers)
            .post(Access::ShopOwner, invite_manager)
            .with_largest_body(4 * 1024),
        Route::at("/api/your-shop/{slugOrId}/managers/{id}")
            .delete(Access::ShopOwner, remove_manager),
        Route::at("/api/your-shop/{slugOrId}/stop-managing")
            .post(Access::ShopEditor, stop_managing),
    ]
}

/// The calling owner; the administrator has other ways.
fn owner(actor: Actor, access: ShopAccess) -> Result<Uuid> {
    match (access.role, actor) {
        (ShopRole::Owner, Actor::Person(person)) => Ok(person),
        _ => Err(Error::Forbidden(
            "Only this shop's owner can do that.".into(),
        )),
    }
}

/// List a shop's managers and open invitations.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/managers", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = Vec<Manager>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn list_managers(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<Vec<Manager>>> {
    let owner = owner(actor, access)?;
    let rows = store::list(services.database.reads(), (access.shop, owner)).await?;
    let now = services.clock.now();
    let managers = rows
        .into_iter()
        .map(|(row, person)| answer(&row, person, now));
    Ok(Fresh(managers.collect()))
}

/// Invite somebody to manage a shop. The email's link works for seven days.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/managers", tag = "your shop", params(("slugOrId" = String, Path)),
    request_body = NewManager,
    responses((status = 201, body = Manager), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn invite_manager(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(new): JsonBody<NewManager>,
) -> Result<impl IntoResponse> {
    owner(actor, access)?;
    let typed = new.email.unwrap_or_default();
    let email = EmailAddress::parse(typed.trim(), "email")
        .map_err(|_| Error::invalid_field("email", "Valid email is required"))?;
    let (row, person) = store::invite(&services, actor, access, email).await?;
    let manager = answer(&row, person, services.clock.now());
    Ok((StatusCode::CREATED, Fresh(manager)))
}

/// Remove a manager, or withdraw an invitation.
#[utoipa::path(delete, path = "/api/your-shop/{slugOrId}/managers/{id}", tag = "your shop",
    params(("slugOrId" = String, Path), ("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn remove_manager(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
) -> Result<StatusCode> {
    owner(actor, access)?;
    let id = path_id(&id, no_manager)?;
    store::remove(&services, actor, access, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stop managing somebody's shop.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/stop-managing", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn stop_managing(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
) -> Result<StatusCode> {
    if access.role != ShopRole::Manager {
        return Err(not_yours());
    }
    store::leave(&services, actor, access).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn answer(row: &shop_manager::Model, person: person::Model, now: DateTime<Utc>) -> Manager {
    let ends_at = Some(ends_at(row)).filter(|_| row.accepted_at.is_none());
    Manager {
        id: row.id,
        email: person.email,
        // A name that somebody else entered for an address isn't theirs yet.
        name: person.name.filter(|_| row.accepted_at.is_some()),
        invited_at: row.invited_at,
        accepted_at: row.accepted_at,
        ends_at,
        has_expired: ends_at.is_some_and(|end| end <= now),
    }
}
