//! Leaving a shop, and revoking ownership. Transfers are in `hand_over`.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    form,
    store::ownership::{Ending, end},
};
use crate::{
    catalog::{
        not_found::shop_not_found,
        people::{ShopAccess, ShopRole},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBody, Route, path_id},
    },
};

/// An empty body.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnershipStep {}

/// Why ownership is revoked.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TakeBack {
    #[schema(value_type = String, required, max_length = 500,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub reason: Option<String>,
}

/// The shop whose owner has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnershipChanged {
    pub slug: String,
}

/// The shop that has no owner any more.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnershipRevoked {
    pub slug: String,
    /// ID of the audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/coffee-shops/{slugOrId}/ownership/leave")
            .post(Access::ShopOwner, leave_shop)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/coffee-shops/{id}/take-back")
            .post(Access::Administrator, take_back_shop)
            .with_largest_body(8 * 1024),
    ]
}

/// The calling owner; the administrator revokes instead.
pub(super) fn owner(actor: Actor, access: ShopAccess) -> Result<Uuid> {
    match (access.role, actor) {
        (ShopRole::Owner, Actor::Person(person)) => Ok(person),
        _ => Err(Error::Forbidden(
            "Only this shop's owner can do that.".into(),
        )),
    }
}

/// Give up ownership of a shop, which can then be claimed.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/leave", tag = "claims", params(("slugOrId" = String, Path)),
    request_body = OwnershipStep,
    responses((status = 200, body = OwnershipChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn leave_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(_): JsonBody<OwnershipStep>,
) -> Result<Fresh<OwnershipChanged>> {
    owner(actor, access)?;
    let shop = end(&services, actor, access.shop, Ending::Left).await?;
    Ok(Fresh(OwnershipChanged {
        slug: shop.value.slug,
    }))
}

/// Revoke a shop's ownership, with a reason that is emailed to the former owner.
#[utoipa::path(post, path = "/api/admin/coffee-shops/{id}/take-back", tag = "administration", params(("id" = String, Path)),
    request_body = TakeBack,
    responses((status = 200, body = OwnershipRevoked), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn take_back_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(asked): JsonBody<TakeBack>,
) -> Result<Fresh<OwnershipRevoked>> {
    let reason = form::read_reason(asked.reason.as_deref())?;
    let id = path_id(&id, shop_not_found)?;
    let acted = end(&services, actor, id, Ending::TakenBack(reason)).await?;
    Ok(Fresh(OwnershipRevoked {
        slug: acted.value.slug,
        entry: acted.entry,
    }))
}
