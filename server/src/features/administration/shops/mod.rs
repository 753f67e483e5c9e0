//! Shops: listing, reading, editing and deleting them.

mod boosts;
mod edit;
mod facts;
mod list;
pub(super) mod merge;
pub(super) mod photo;
mod place;
mod removal;

use axum::extract::{Path, RawQuery, State};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

pub use edit::ShopEdit;
pub use list::ShopVisibility;
pub(super) use removal::removed;

use super::{answers::AdminShop, id_of, query_of, stale_named, store};
use crate::{
    catalog::{
        entities::shop,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody},
    },
};

const STALE: &str = "Someone else edited this shop. Please check what changed.";
pub(super) const MISSING: &str = "Coffee shop not found. Please check the URL and try again.";

/// One page of shops.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminShops {
    pub shops: Vec<AdminShop>,
    /// Number of shops on all pages.
    pub total: usize,
}

/// A shop after an edit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedShop {
    #[serde(flatten)]
    pub shop: AdminShop,
    /// What couldn't be done, such as ending a paid boost.
    pub notices: Vec<String>,
    /// ID of the edit's audit log entry, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A completed action.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// ID of the audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// List shops, newest first; search results by name.
#[utoipa::path(get, path = "/api/admin/coffee-shops", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name, address, town, ZIP code or slug", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("visibility" = inline(Option<ShopVisibility>), Query),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminShops), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_shops(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminShops>> {
    let arguments = query_of(query.as_deref(), &list::known())?;
    let mut wanted = list::Wanted::of(&arguments);
    if wanted.visibility == Some(ShopVisibility::Unconfirmed) {
        let rows = store::unconfirmed_shops(&services.database).await?;
        wanted.unconfirmed = rows.into_iter().map(|row| row.id).collect();
    }
    let texts = services.shop_texts.clone();
    let (ids, total) = services
        .cpu
        .run(move || list::find(&texts, &wanted))
        .await?;
    let rows = store::shops(services.database.reads(), &ids).await?;
    let view = services.catalog.view();
    let shops = rows
        .into_iter()
        .map(|(row, boosts)| AdminShop::of(&view, row, &boosts))
        .collect();
    Ok(Fresh(AdminShops { shops, total }))
}

/// Show one shop, even if it is deleted.
#[utoipa::path(get, operation_id = "show_shop_to_edit", path = "/api/admin/coffee-shops/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AdminShop), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_any_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AdminShop>> {
    let id = id_of(&id, MISSING)?;
    present(&services, id)
        .await?
        .map(Fresh)
        .ok_or_else(|| Error::NotFound(MISSING.into()))
}

async fn present(services: &Services, id: Uuid) -> Result<Option<AdminShop>> {
    let found = store::shops(services.database.reads(), &[id]).await?.pop();
    let view = services.catalog.view();
    Ok(found.map(|(row, boosts)| AdminShop::of(&view, row, &boosts)))
}

/// Edit a shop. Fields that are absent or equal to the current value stay as they are (D69).
#[utoipa::path(put, path = "/api/admin/coffee-shops/{id}", tag = "administration", params(("id" = String, Path)),
    request_body = ShopEdit,
    responses((status = 200, body = EditedShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.shop` is the shop as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn edit_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(edit): JsonBody<ShopEdit>,
) -> Result<Fresh<EditedShop>> {
    let id = id_of(&id, MISSING)?;
    let known = present(&services, id).await?;
    let known = known
        .filter(|shop| !shop.is_deleted)
        .ok_or_else(|| Error::NotFound(MISSING.into()))?;
    if edit.version.is_some_and(|version| version != known.version) {
        return Err(edited_meanwhile(&known));
    }
    let asked = edit.against(&known)?;
    let new_photo = match &asked.image {
        Some(Some(address)) => Some(photo::fetch(&services, address).await?),
        _ => None,
    };
    let (base, held) = (known.clone(), services.clone());
    let acted = services
        .ledger
        .act(actor, "shop.edit", move |act| {
            let (base, asked, new_photo) = (base.clone(), asked.clone(), new_photo.clone());
            let services = held.clone();
            Box::pin(async move {
                let row = live(act, id).await?;
                if row.edition != base.version {
                    return Err(changed_meanwhile());
                }
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let mut after = row.clone();
                asked.facts.clone().at(act.now()).apply(&mut after);
                if let Some(place) = &asked.place {
                    place::move_to(act, &services.identifiers, &mut after, place).await?;
                }
                act.update(&row, after).await?;
                if let Some(image) = &asked.image {
                    let new = image.as_ref().and(new_photo.as_ref());
                    photo::replace_cover(act, &services.identifiers, id, new).await?;
                }
                boosts::change(act, &services.identifiers, id, asked.boost).await
            })
        })
        .await;
    let acted = match acted {
        Err(Error::Conflict(_)) => {
            let shop = present(&services, id).await?;
            return Err(shop.map_or_else(changed_meanwhile, |shop| edited_meanwhile(&shop)));
        }
        acted => acted?,
    };
    let shop = present(&services, id)
        .await?
        .ok_or_else(|| Error::NotFound(MISSING.into()))?;
    Ok(Fresh(EditedShop {
        shop,
        notices: acted.value,
        entry: acted.entry,
    }))
}

/// The row of a shop that isn't deleted, locked.
pub(super) async fn live(act: &Act<'_>, id: Uuid) -> Result<shop::Model> {
    let row: Option<shop::Model> = act.find(id).await?;
    row.filter(|row| row.deleted_at.is_none())
        .ok_or_else(|| Error::NotFound(MISSING.into()))
}

fn changed_meanwhile() -> Error {
    Error::Conflict(STALE.into())
}

fn edited_meanwhile(present: &AdminShop) -> Error {
    stale_named(STALE, "shop", &json!(present))
}

/// Delete a shop. Its page then answers 410. Claims, stories and suggestions that wait for it end, and those people are told. The
/// audit log can undo it.
#[utoipa::path(delete, path = "/api/admin/coffee-shops/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn delete_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<Done>> {
    let id = id_of(&id, MISSING)?;
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, "shop.delete", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                removal::end_what_waits(&services, act, &row).await?;
                let mut after = row.clone();
                after.deleted_at = Some(act.now());
                act.update(&row, after).await
            })
        })
        .await?;
    Ok(Fresh(Done { entry: acted.entry }))
}
