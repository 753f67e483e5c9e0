//! Closing a shop for good, or removing its listing (D107), by its owner, at once. For 30 days one press takes it back.
//! The renewal of a boost stops with the next look at it (`boosts`), which also tells its payer.

use axum::extract::{Path, State};
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{answers::YourShop, history::MAX_LISTED, store};
use crate::{
    catalog::{
        admission::facts::CLOSED,
        entities::{audit::entry::ActorKind, shop},
        not_found::shop_not_found,
        origin::OWNER,
        people::{ShopAccess, ShopRole, not_yours},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody},
    },
};

/// How long an owner can take it back.
const REOPENED_WITHIN: TimeDelta = TimeDelta::days(30);
const CLOSE: &str = "shop.close";
const REMOVE: &str = "shop.remove";
const REOPEN: &str = "shop.reopen";

/// What an owner does with a shop that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    /// The page stays and says so (D18).
    PermanentlyClosed,
    /// Nobody sees the page.
    Removed,
}

/// The way to close it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosingForm {
    pub closing: Closing,
}

/// Whether a shop is over, and what its owner can do about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosingState {
    #[schema(required)]
    pub closing: Option<Closing>,
    /// Until when the owner can reopen it; `null` if somebody else closed it, or it is too long ago.
    #[schema(required)]
    pub reopen_until: Option<DateTime<Utc>>,
}

/// Show whether a shop is closed or removed.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/closing", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = ClosingState), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_closing(
    State(services): State<Services>,
    access: ShopAccess,
) -> Result<Fresh<ClosingState>> {
    let connection = services.database.reads();
    let row = store::find(connection, access.shop).await?;
    let row = row.ok_or_else(shop_not_found)?;
    let reopen_until = reopen_until(connection, &row).await?;
    Ok(Fresh(ClosingState {
        closing: closing_of(&row),
        reopen_until: reopen_until.filter(|until| services.clock.now() < *until),
    }))
}

/// Close a shop for good, or remove its listing.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/close", tag = "your shop", params(("slugOrId" = String, Path)),
    request_body = ClosingForm,
    responses((status = 200, body = YourShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already closed or removed", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn close_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(form): JsonBody<ClosingForm>,
) -> Result<Fresh<YourShop>> {
    only_owner(actor, access)?;
    let closing = form.closing;
    let action = match closing {
        Closing::PermanentlyClosed => CLOSE,
        Closing::Removed => REMOVE,
    };
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            Box::pin(async move {
                let row = access.lock(act).await?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let mut after = row.clone();
                match closing {
                    Closing::PermanentlyClosed if closing_of(&row).is_none() => {
                        after.closed_at = Some(act.now());
                        let sources = &mut after.provenance.0;
                        sources.insert(CLOSED.to_owned(), OWNER.to_owned());
                    }
                    Closing::Removed if row.is_active => after.is_active = false,
                    _ => {
                        return Err(Error::Conflict(
                            "This coffee shop is already closed or removed.".into(),
                        ));
                    }
                }
                act.update(&row, after).await
            })
        })
        .await?;
    YourShop::of(acted.value, access.role, &services.catalog.view()).map(Fresh)
}

/// Reopen a shop that its owner has closed or removed within 30 days.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/reopen", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = YourShop), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "Not closed by the owner, or too long ago", body = ErrorBody)))]
pub async fn reopen_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<YourShop>> {
    only_owner(actor, access)?;
    let acted = services
        .ledger
        .act(actor, REOPEN, move |act| {
            Box::pin(async move {
                let row = access.lock(act).await?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let until = reopen_until(act.transaction(), &row).await?;
                if until.is_none_or(|until| until <= act.now()) {
                    return Err(Error::Conflict(
                        "You can't reopen it here anymore. Please contact support.".into(),
                    ));
                }
                let mut after = row.clone();
                if row.is_active {
                    after.closed_at = None;
                    let sources = &mut after.provenance.0;
                    sources.insert(CLOSED.to_owned(), OWNER.to_owned());
                } else {
                    after.is_active = true;
                }
                act.update(&row, after).await
            })
        })
        .await?;
    YourShop::of(acted.value, access.role, &services.catalog.view()).map(Fresh)
}

/// Submitters and the administrator have other ways: a request, and the panel.
fn only_owner(actor: Actor, access: ShopAccess) -> Result<()> {
    match (access.role, actor) {
        (ShopRole::Owner, Actor::Person(_)) => Ok(()),
        _ => Err(not_yours()),
    }
}

fn closing_of(row: &shop::Model) -> Option<Closing> {
    if !row.is_active {
        Some(Closing::Removed)
    } else if row.closed_at.is_some() {
        Some(Closing::PermanentlyClosed)
    } else {
        None
    }
}

/// Until when an owner may reopen the shop: the last act that closed or removed it was an owner's.
async fn reopen_until(
    connection: &impl ConnectionTrait,
    row: &shop::Model,
) -> Result<Option<DateTime<Utc>>> {
    let (column, action) = match closing_of(row) {
        Some(Closing::Removed) => ("is_active", REMOVE),
        Some(Closing::PermanentlyClosed) => ("closed_at", CLOSE),
        None => return Ok(None),
    };
    let acts = store::history(connection, row.id, MAX_LISTED).await?;
    let last = acts.into_iter().find(|(_, images)| {
        images.iter().any(|image| {
            let value = |row: &Option<serde_json::Value>| row.as_ref()?.get(column).cloned();
            value(&image.before_image) != value(&image.after_image)
        })
    });
    let own =
        last.filter(|(entry, _)| entry.actor_kind == ActorKind::Person && entry.action == action);
    Ok(own.map(|(entry, _)| entry.created_at + REOPENED_WITHIN))
}
