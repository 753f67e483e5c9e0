//! Shops: listing, reading, editing and deleting them.

mod boosts;
mod edit;
mod list;
pub(super) mod merge;
pub(super) mod photo;
pub(super) mod record;
mod removal;

use axum::extract::{Path, RawQuery, State};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

pub(super) use edit::Asked;
pub use edit::ShopEdit;
pub use list::ShopVisibility;
pub(super) use removal::removed;

use super::{answers::AdminShop, query_of, stale_named, store};
use crate::{
    catalog::{
        entities::shop,
        not_found::shop_not_found,
        people::ShopRole,
        shop_texts::PageOfShops,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

const STALE: &str = "Someone else edited this shop. Please check what changed.";

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

/// List shops, newest first; search results by name, unless another order is asked for.
#[utoipa::path(get, path = "/api/admin/coffee-shops", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name, address, town, ZIP code or slug", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("visibility" = inline(Option<ShopVisibility>), Query),
        ("city" = Option<String>, Query, description = "ID of a town", max_length = 36,
            pattern = "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"),
        ("sort" = Option<String>, Query, description = "The column: `name`, `town` (by state), `votes`, `added` or `changed`",
            pattern = "^(name|town|votes|added|changed)$"),
        ("direction" = Option<String>, Query, description = "`ascending` (the default) or `descending`", pattern = "^(ascending|descending)$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminShops), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_shops(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminShops>> {
    let arguments = query_of(query.as_deref(), &list::known())?;
    let (ids, total) = find(&services, list::Wanted::of(&arguments)?).await?;
    let rows = store::shops(services.database.reads(), &ids).await?;
    let view = services.catalog.view();
    let shops = rows
        .into_iter()
        .map(|(row, boosts)| AdminShop::of(&view, row, &boosts))
        .collect();
    Ok(Fresh(AdminShops { shops, total }))
}

async fn find(services: &Services, mut wanted: list::Wanted) -> Result<PageOfShops> {
    if wanted.visibility == Some(ShopVisibility::Unconfirmed) {
        let rows = store::unconfirmed_shops(&services.database).await?;
        wanted.unconfirmed = rows.into_iter().map(|row| row.id).collect();
    }
    let (texts, view) = (services.shop_texts.clone(), services.catalog.view());
    services
        .cpu
        .run(move || list::find(&texts, &view, &wanted))
        .await
}

/// All shops that a list with this search and filter shows.
pub(super) async fn find_chosen(
    services: &Services,
    search: &str,
    visibility: Option<ShopVisibility>,
) -> Result<Vec<Uuid>> {
    let wanted = list::Wanted::all_of(search, visibility);
    Ok(find(services, wanted).await?.0)
}

/// Show one shop, even if it is deleted.
#[utoipa::path(get, operation_id = "show_shop_to_edit", path = "/api/admin/coffee-shops/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AdminShop), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_any_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AdminShop>> {
    let id = path_id(&id, shop_not_found)?;
    present(&services, id)
        .await?
        .map(Fresh)
        .ok_or_else(shop_not_found)
}

async fn present(services: &Services, id: Uuid) -> Result<Option<AdminShop>> {
    Ok(present_with_row(services, id).await?.map(|(shop, _)| shop))
}

async fn present_with_row(
    services: &Services,
    id: Uuid,
) -> Result<Option<(AdminShop, shop::Model)>> {
    let found = store::shops(services.database.reads(), &[id]).await?.pop();
    let view = services.catalog.view();
    Ok(found.map(|(row, boosts)| (AdminShop::of(&view, row.clone(), &boosts), row)))
}

/// Edit a shop. Fields that are absent or equal to the current value stay as they are (D69).
#[utoipa::path(put, path = "/api/admin/coffee-shops/{id}", tag = "administration", params(("id" = String, Path)),
    request_body = ShopEdit,
    responses((status = 200, body = EditedShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.shop` is the shop as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 422, description = "The address is in a town that nobody knows: `details.town` is what `POST /api/admin/cities` takes, with its state", body = ErrorBody)))]
pub async fn edit_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(edit): JsonBody<ShopEdit>,
) -> Result<Fresh<EditedShop>> {
    let id = path_id(&id, shop_not_found)?;
    let (known, row) = present_with_row(&services, id)
        .await?
        .filter(|(shop, _)| !shop.is_deleted)
        .ok_or_else(shop_not_found)?;
    if edit.version.is_some_and(|version| version != known.version) {
        return Err(edited_meanwhile(&known));
    }
    let asked = edit.against(&known, &row, &services.catalog.view())?;
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
                let by = (&row, ShopRole::Administrator);
                let mut after = asked.patch.apply(act, &services.identifiers, by).await?;
                asked.listing.apply(&mut after, act.now());
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
    let shop = present(&services, id).await?.ok_or_else(shop_not_found)?;
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
        .ok_or_else(shop_not_found)
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
    let id = path_id(&id, shop_not_found)?;
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
