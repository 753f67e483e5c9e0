//! A person's listings, and those that wait for their word (D91).

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{entity::listing, store::mine};
use crate::{
    catalog::{View, entities::shop},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        sessions::SignedIn,
        web::{Fresh, path_id},
    },
};

/// What became of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ListingState {
    /// Nobody has proven the address for this listing.
    ToBeConfirmed,
    /// Live, and the administrator looks at it.
    InReview,
    Live,
    /// Not in the directory anymore.
    Removed,
}

/// A shop that was listed with the signed-in person's address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct YourListing {
    /// The shop's, as for confirming.
    pub id: Uuid,
    pub slug: String,
    pub shop_name: String,
    pub city_name: String,
    pub state: String,
    pub status: ListingState,
    pub listed_at: DateTime<Utc>,
}

/// List the shops that were listed with the signed-in person's address, newest first.
#[utoipa::path(get, path = "/api/your-listings", tag = "your shop",
    responses((status = 200, body = Vec<YourListing>), (status = 401, body = ErrorBody)))]
pub async fn list_your_listings(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<Vec<YourListing>>> {
    let person = signed_in.required_person()?;
    let rows = mine::of_person(services.database.reads(), person).await?;
    let view = services.catalog.view();
    let answers = rows
        .into_iter()
        .filter_map(|(row, shop)| answer(&row, shop, &view));
    Ok(Fresh(answers.collect()))
}

/// Say that somebody else listed a shop with this address. The administrator is told and decides about the shop.
#[utoipa::path(post, path = "/api/listings/{id}/not-mine", tag = "your shop",
    params(("id" = String, Path, description = "The shop's identifier")),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already confirmed", body = ErrorBody)))]
pub async fn disown_listing(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
) -> Result<StatusCode> {
    let person = signed_in.required_person()?;
    mine::disown(&services, path_id(&id, no_listing)?, person, no_listing).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn no_listing() -> Error {
    Error::NotFound("There is no such listing with your email address.".into())
}

fn answer(row: &listing::Model, shop: shop::Model, view: &View) -> Option<YourListing> {
    let city = view.city(shop.city_id)?;
    let status = if shop.deleted_at.is_some() || !shop.is_active {
        ListingState::Removed
    } else if row.confirmed_at.is_none() {
        ListingState::ToBeConfirmed
    } else if row.doubt.is_some() {
        ListingState::InReview
    } else {
        ListingState::Live
    };
    Some(YourListing {
        id: shop.id,
        slug: shop.slug,
        shop_name: shop.name,
        city_name: city.city.name.to_string(),
        state: city.city.state.to_string(),
        status,
        listed_at: row.created_at,
    })
}
