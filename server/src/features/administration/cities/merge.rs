//! Merging two towns that are the same.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{EditedCity, edited};
use crate::{
    catalog::{merging, not_found::city_not_found},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

/// Which town goes.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CityMergeOrder {
    /// The identifier of the town that goes into the one of the address.
    pub other: String,
}

/// Merge another town into this one: its coffee shops, figures, readers and addresses move.
#[utoipa::path(post, path = "/api/admin/cities/{id}/merge", tag = "administration", params(("id" = String, Path)),
    request_body = CityMergeOrder,
    responses((status = 200, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Towns of two states, or too many coffee shops", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn merge_cities(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(order): JsonBody<CityMergeOrder>,
) -> Result<Fresh<EditedCity>> {
    let id = path_id(&id, city_not_found)?;
    let other = Uuid::try_parse(&order.other)
        .map_err(|_| Error::invalid_field("other", "Choose the city to merge."))?;
    if other == id {
        return Err(Error::invalid_field(
            "other",
            "A city can't be merged with itself.",
        ));
    }
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.merge", move |act| {
            let identifiers = identifiers.clone();
            Box::pin(async move { merging::merge_towns(act, &identifiers, (id, other)).await })
        })
        .await?;
    edited(&services, id, acted.entry).await.map(Fresh)
}
