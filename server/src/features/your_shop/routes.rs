//! Reading and changing one's shop, and confirming its hours.

use axum::extract::{Path, State};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{YourShop, current},
    form::ShopChange,
    history, store,
};
use crate::{
    catalog::{
        entities::{
            shop,
            suggestion::{self, Field, Proposal},
        },
        origin::{FOURSQUARE_API, OWNER},
        people::{ShopAccess, ShopRole},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        id_generator::IdGenerator,
        limits::table::CHANGES_OF_A_SHOP,
        typed_text::line,
        web::{Actor, Fresh, JsonBody},
    },
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
    /// The new name waits for the administrator, who hasn't decided about the shop's owner yet.
    pub name_waits: bool,
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
    services
        .limits
        .check(&CHANGES_OF_A_SHOP, access.shop.to_string())?;
    let Some(version) = change.version else {
        return Err(Error::invalid_field(
            "version",
            "Include the version of the shop that was edited.",
        ));
    };
    let wanted = change.name.clone();
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "shop.edit", move |act| {
            let (change, identifiers) = (change.clone(), identifiers.clone());
            Box::pin(async move { edit_in(act, &identifiers, (access, version), &change).await })
        })
        .await?;
    match acted.value {
        Ok(row) => Ok(Fresh(ChangedShop {
            name_waits: wanted.is_some_and(|name| line(&name) != row.name),
            shop: YourShop::of(row, access.role, &services.catalog.view())?,
            entry: acted.entry,
        })),
        Err(_) => Err(stale(&services, access, version).await?),
    }
}

/// Changes the shop, unless it isn't at `version` anymore: then its edition is the error.
pub(super) async fn edit_in(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (access, version): (ShopAccess, i64),
    change: &ShopChange,
) -> Result<std::result::Result<shop::Model, i64>> {
    let row = access.lock(act).await?;
    if row.edition != version {
        return Ok(Err(row.edition));
    }
    act.set_subject(Subject::new("shop", row.id, &row.name));
    let there = act.now().with_timezone(&act.view().clocks(&row));
    let mut patch = change.read(&row, access.role, there.date_naive())?;
    if access.role == ShopRole::Submitter
        && let Some(name) = patch.name.take()
    {
        suggest_name(act, identifiers, &row, name).await?;
    }
    let after = patch.apply(act, identifiers, (&row, access.role)).await?;
    act.update(&row, after).await.map(Ok)
}

/// Keeps a new name for the administrator to decide about.
async fn suggest_name(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    row: &shop::Model,
    name: String,
) -> Result<()> {
    let proposal = Proposal([(Field::Name, json!(name))].into());
    let is_known =
        name == row.name || store::is_suggested(act.transaction(), row.id, &proposal).await?;
    if is_known {
        return Ok(());
    }
    act.insert(&suggestion::Model {
        id: identifiers.next(),
        shop_id: row.id,
        kind: suggestion::Kind::Edit,
        status: suggestion::Status::Open,
        proposal,
        note: Some("From the person who listed this shop and claims it.".to_owned()),
        accepted: None,
        answer: None,
        entry_id: None,
        created_at: act.now(),
        decided_at: None,
    })
    .await
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
                let row = access.lock(act).await?;
                confirm_in(act, &row).await
            })
        })
        .await?;
    YourShop::of(acted.value, access.role, &services.catalog.view()).map(Fresh)
}

/// Notes that the hours are right, by the word of the shop's people.
pub(super) async fn confirm_in(act: &Act<'_>, row: &shop::Model) -> Result<shop::Model> {
    if row.hours.is_none() && row.opening_hours.is_none() {
        return Err(Error::Conflict("Add the hours first.".into()));
    }
    act.set_subject(Subject::new("shop", row.id, &row.name));
    let mut after = row.clone();
    after.hours_confirmed_at = Some(act.now());
    after.hours_confirmed_by = None;
    let source = after.provenance.0.get_mut("hours");
    if let Some(source) = source.filter(|source| *source == FOURSQUARE_API) {
        // From now on they are the shop's own, and don't expire with Foursquare's.
        OWNER.clone_into(source);
    }
    act.update(row, after).await
}
