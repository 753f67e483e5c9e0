//! Reading and changing one's shop, and confirming its hours.

use axum::extract::{Path, State};
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{answers::YourShop, form::ShopChange, history, moving};
use crate::{
    catalog::{
        entities::shop,
        origin::{FOURSQUARE_API, OWNER},
        people::ShopAccess,
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::Limit,
        web::{Actor, Fresh, JsonBody},
    },
};

/// Someone improving a page saves a few times.
const CHANGES: Limit = Limit {
    name: "changes of a shop",
    count: 120,
    period: TimeDelta::hours(1),
    message: "That's a lot of changes for one hour. Please try again later.",
};

/// The shop after a change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedShop {
    #[serde(flatten)]
    pub shop: YourShop,
    /// Undoes the change; `null` when nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Show a shop to its own people, with what its page still lacks.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = YourShop), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_your_shop(
    State(services): State<Services>,
    access: ShopAccess,
) -> Result<Fresh<YourShop>> {
    current(&services, access).await.map(Fresh)
}

/// The current shop.
pub(super) async fn current(services: &Services, access: ShopAccess) -> Result<YourShop> {
    let row = super::store::find(services.database.reads(), access.shop)
        .await?
        .ok_or_else(no_shop)?;
    YourShop::of(row, access.role, &services.catalog.view())
}

/// Change facts of a shop.
#[utoipa::path(patch, path = "/api/your-shop/{slugOrId}", tag = "your shop", params(("slugOrId" = String, Path)),
    request_body = ShopChange,
    responses((status = 200, body = ChangedShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Changed meanwhile; `details` holds `current` and the fields that `changed`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_your_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(change): JsonBody<ShopChange>,
) -> Result<Fresh<ChangedShop>> {
    services.limits.check(&CHANGES, access.shop.to_string())?;
    let Some(version) = change.version else {
        return Err(Error::invalid_field(
            "version",
            "Include the version of the shop that was edited.",
        ));
    };
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "shop.edit", move |act| {
            let (change, identifiers) = (change.clone(), identifiers.clone());
            Box::pin(async move {
                let row: shop::Model = act.find(access.shop).await?.ok_or_else(no_shop)?;
                if row.edition != version {
                    return Ok(Err(row.edition));
                }
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let mut after = change.apply(&row, access.role, act.now())?;
                moving::settle(act, &identifiers, &change, &row, &mut after).await?;
                act.update(&row, after).await.map(Ok)
            })
        })
        .await?;
    match acted.value {
        Ok(row) => Ok(Fresh(ChangedShop {
            shop: YourShop::of(row, access.role, &services.catalog.view())?,
            entry: acted.entry,
        })),
        Err(_) => Err(stale(&services, access, version).await?),
    }
}

/// Tells the second editor what the first one changed.
async fn stale(services: &Services, access: ShopAccess, version: i64) -> Result<Error> {
    let changed = history::changed_since(services, access.shop, version).await?;
    let current = current(services, access).await?;
    Ok(Error::ConflictWith {
        message: "This has changed, maybe on another device.".into(),
        details: json!({ "kind": "stale", "current": current, "changed": changed }),
    })
}

/// Say that the hours on the page are right.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/confirm-hours", tag = "your shop",
    params(("slugOrId" = String, Path)),
    responses((status = 200, body = YourShop), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "There are no hours", body = ErrorBody)))]
pub async fn confirm_hours(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<YourShop>> {
    let acted = services
        .ledger
        .act(actor, "shop.hours-confirmed", move |act| {
            Box::pin(async move {
                let row: shop::Model = act.find(access.shop).await?.ok_or_else(no_shop)?;
                if row.hours.is_none() && row.opening_hours.is_none() {
                    return Err(Error::Conflict("Add the hours first.".into()));
                }
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let mut after = row.clone();
                after.hours_confirmed_at = Some(act.now());
                let giver = after.provenance.0.get_mut("hours");
                if let Some(giver) = giver.filter(|giver| *giver == FOURSQUARE_API) {
                    // From now on they are the shop's own, and don't expire with Foursquare's.
                    OWNER.clone_into(giver);
                }
                act.update(&row, after).await
            })
        })
        .await?;
    YourShop::of(acted.value, access.role, &services.catalog.view()).map(Fresh)
}

pub(super) fn no_shop() -> Error {
    Error::NotFound("Coffee shop not found. Please check the URL and try again.".into())
}
