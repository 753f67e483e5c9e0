//! Towns that may be the same as another one.

use axum::extract::{Path, State};
use gazetteer::distance_miles;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{View, not_found::city_not_found},
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        web::{Fresh, path_id},
    },
};

const MAX_SHOWN: usize = 8;
/// How far away a town of another state may be to be named, in miles.
const ACROSS: f64 = 15.0;

/// A town that may be merged into another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeCandidate {
    pub id: Uuid,
    pub name: String,
    pub state: String,
    pub coffee_shop_count: usize,
    /// In words; `null` if one of them has no position.
    #[schema(required)]
    pub distance: Option<String>,
    /// Towns of two states can't be merged: it is named so that nobody looks for it.
    pub is_other_state: bool,
}

/// List towns that may be the same as this one, nearest first; at most 8.
#[utoipa::path(get, operation_id = "list_merge_candidates", path = "/api/admin/cities/{id}/merge-candidates", tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<MergeCandidate>), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_merge_candidates(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<Vec<MergeCandidate>>> {
    let id = path_id(&id, city_not_found)?;
    candidates(&services.catalog.view(), id)
        .map(Fresh)
        .ok_or_else(city_not_found)
}

fn candidates(view: &View, id: Uuid) -> Option<Vec<MergeCandidate>> {
    let this = view.city(id)?.city;
    let mut found: Vec<(f64, MergeCandidate)> = Vec::new();
    for entry in view.each_city() {
        let city = &entry.city;
        let miles = this.point.zip(city.point);
        let miles = miles.map(|(from, to)| distance_miles(from, to));
        let is_other_state = city.state != this.state;
        if city.id == id || (is_other_state && miles.is_none_or(|miles| miles > ACROSS)) {
            continue;
        }
        let shown = MergeCandidate {
            id: city.id,
            name: city.name.to_string(),
            state: city.state.to_string(),
            coffee_shop_count: entry.shops.len(),
            distance: miles.map(|miles| view.site().formats.distance(miles)),
            is_other_state,
        };
        found.push((miles.unwrap_or(f64::INFINITY), shown));
    }
    found.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    found.truncate(MAX_SHOWN);
    Some(found.into_iter().map(|(_, shown)| shown).collect())
}
