//! Merging two shops that are the same.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::EditedShop;
use crate::{
    catalog::{
        merging::{self, Fact, Merge},
        not_found::shop_not_found,
    },
    features::{
        Services,
        administration::{answers::AdminShop, store},
    },
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

/// The shop to merge, and what to keep of it.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergeOrder {
    /// ID of the shop to merge into the one in the path.
    pub other: String,
    /// Fields to take from that shop.
    #[serde(default)]
    pub take: Vec<Fact>,
}

/// Merge another shop into this one: its votes, stats, stories, photos, sources, boosts, owner and URLs move. 409 if both
/// have an owner.
#[utoipa::path(post, path = "/api/admin/coffee-shops/{id}/merge", tag = "administration", params(("id" = String, Path)),
    request_body = MergeOrder,
    responses((status = 200, body = EditedShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Both have an owner", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn merge_shops(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(order): JsonBody<MergeOrder>,
) -> Result<Fresh<EditedShop>> {
    let id = path_id(&id, shop_not_found)?;
    let other = Uuid::try_parse(&order.other)
        .map_err(|_| Error::invalid_field("other", "Choose the shop to merge."))?;
    if other == id {
        return Err(Error::invalid_field(
            "other",
            "A shop can't be merged with itself.",
        ));
    }
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "shop.merge", move |act| {
            let merge = Merge {
                stays: id,
                goes: other,
                take: order.take.clone(),
            };
            let identifiers = identifiers.clone();
            Box::pin(async move { merging::merge(act, &identifiers, merge).await })
        })
        .await?;
    let found = store::shops(services.database.reads(), &[id]).await?.pop();
    let (row, boosts) = found.ok_or_else(shop_not_found)?;
    Ok(Fresh(EditedShop {
        shop: AdminShop::of(&services.catalog.view(), row, &boosts),
        notices: Vec::new(),
        entry: acted.entry,
    }))
}
