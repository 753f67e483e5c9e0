//! Listing a shop.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    admit::{admit, own_shop, refuse_same_form},
    entity,
    form::{Listing, ListingForm},
    hours,
    store::{self, LISTED_BEFORE, NewListing},
};
use crate::{
    catalog::{admission::week::Week, answers::address_in_line},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        sessions::{self, SignedIn},
        web::{Client, Fresh, JsonBody},
    },
};

/// A shop that was listed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedAnswer {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// In one line.
    pub address: String,
    pub city_name: String,
    pub state: String,
    pub city_slug: String,
    /// Its page, as its submitter sees it.
    pub url: String,
    /// The same form was sent before, or the person who is signed in owns the shop or has listed it.
    pub already_listed: bool,
    /// What the form says now was added to what was known: it was sent again, mended.
    pub is_mended: bool,
    /// Why the administrator looks at it; `null` when there is no doubt.
    #[schema(required)]
    pub unconfirmed_reason: Option<String>,
    /// How the hours were understood, in OpenStreetMap `opening_hours` syntax.
    #[schema(required)]
    pub opening_hours: Option<String>,
    /// The same in plain words.
    #[schema(required)]
    pub hours_label: Option<String>,
    /// Where the code went; `null` if no further email may go there now.
    #[schema(required)]
    pub confirmation_sent_to: Option<String>,
    /// When a code can be sent, if none could now.
    #[schema(required)]
    pub next_code_at: Option<DateTime<Utc>>,
    /// For `GET /api/listings/{id}/proof`, by which this browser learns that the address was confirmed on another device.
    #[schema(required)]
    pub proof_id: Option<Uuid>,
}

/// List a shop for free. It is live at once, and a code is emailed to the submitter. Chains are refused with the reason,
/// duplicates with the existing shop. Sending the same form again returns the same shop, with what was mended; what somebody sends
/// who is signed in with its address is added to their shop.
#[utoipa::path(post, path = "/api/coffee-shops", tag = "listings", request_body = ListingForm,
    responses((status = 201, body = ListedAnswer),
        (status = 200, description = "The same form was sent before", body = ListedAnswer),
        (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "`details.kind` is `duplicate` or `possible_duplicate`, `details.similar` names the shops", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 422, description = "A chain; `details.reason` says why", body = ErrorBody),
        (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn list_shop(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(form): JsonBody<ListingForm>,
) -> Result<impl IntoResponse> {
    form.reject_bots()?;
    let listing = form.read()?;
    if let Some(known) = listed_before(&services, &listing).await? {
        return Ok((StatusCode::OK, Fresh(known)));
    }
    match list_new(&services, &listing, client).await {
        Err(refused @ Error::ConflictWith { .. }) => {
            match add_to_own(&services, &listing, signed_in).await? {
                Some(known) => Ok((StatusCode::OK, Fresh(known))),
                None => Err(refused),
            }
        }
        answered => answered,
    }
}

async fn list_new(
    services: &Services,
    listing: &Listing,
    client: Client,
) -> Result<(StatusCode, Fresh<ListedAnswer>)> {
    let admitted = admit(services, listing, false).await?;
    let email = listing.owner_email.as_text();
    let new = NewListing {
        listing: listing.clone(),
        admitted,
        opening_hours: Week::read(listing.hours.clone()).osm,
        network: Some(client.network()),
    };
    let listed = match store::list(services, new).await {
        Err(Error::Conflict(reason)) if reason == LISTED_BEFORE => {
            // Another node wrote it a moment ago, so it is now an ordinary duplicate, or it has too few facts for the score.
            services.catalog.catch_up().await?;
            let place = admit(services, listing, false).await?.place;
            return Err(refuse_same_form(services, listing, &place).await?);
        }
        listed => listed?,
    };
    let status = if listed.already_listed {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    Ok((status, Fresh(answer(services, &listed, email))))
}

/// Adds the form to the shop that it is about, if whoever is signed in with its address owns that or has listed it (D91).
async fn add_to_own(
    services: &Services,
    listing: &Listing,
    signed_in: SignedIn,
) -> Result<Option<ListedAnswer>> {
    let connection = services.database.reads();
    let address = &listing.owner_email;
    let Some(person) = sessions::person_by_address(connection, &services.keys, address)
        .await?
        .map(|person| person.id)
        .filter(|person| signed_in.person() == Some(*person))
    else {
        return Ok(None);
    };
    let Some(shop) = own_shop(services, listing, person).await? else {
        return Ok(None);
    };
    let Some((shop, is_mended)) = store::mend::add(services, shop, (listing, person)).await? else {
        return Ok(None);
    };
    let Some(city) = entity::city_of(connection, &shop).await? else {
        return Ok(None);
    };
    let known = store::Listed {
        proof_id: shop.id,
        shop,
        city,
        already_listed: true,
        next_code_at: None,
        doubt: None,
    };
    Ok(Some(ListedAnswer {
        is_mended,
        confirmation_sent_to: None,
        proof_id: None,
        ..answer(services, &known, String::new())
    }))
}

/// What the same form created earlier, if anything.
async fn listed_before(services: &Services, listing: &Listing) -> Result<Option<ListedAnswer>> {
    let Ok(place) = crate::catalog::admission::place::place_of(&listing.typed()) else {
        return Ok(None);
    };
    let connection = services.database.reads();
    let key = listing.key(&services.keys, &place.street, &place.zip);
    let Some((row, shop)) = entity::find_listed(connection, &key).await? else {
        return Ok(None);
    };
    let address = &listing.owner_email;
    let person = sessions::person_by_address(connection, &services.keys, address).await?;
    let sent = (listing, person.as_ref());
    if !store::is_same_form(services, &row, sent, services.clock.now()) {
        return Ok(None);
    }
    let is_mended = store::mend::replace(services, (&row, &shop), listing).await?;
    let Some((row, shop)) = entity::find_listed(connection, &key).await? else {
        return Ok(None);
    };
    let Some(city) = entity::city_of(connection, &shop).await? else {
        return Ok(None);
    };
    let now = services.clock.now();
    let next_code_at = store::next_code_of(connection, services, (&row, address), now).await?;
    let listed = store::Listed {
        shop,
        city,
        already_listed: true,
        next_code_at,
        proof_id: row.id,
        doubt: row.doubt,
    };
    Ok(Some(ListedAnswer {
        is_mended,
        ..answer(services, &listed, address.as_text())
    }))
}

fn answer(services: &Services, listed: &store::Listed, email: String) -> ListedAnswer {
    let (shop, city) = (&listed.shop, &listed.city);
    let formats = services.catalog.view().site().formats;
    let hours_label = shop
        .opening_hours
        .as_deref()
        .map(|osm| formats.hours(hours::read(osm, services.clock.now()).message));
    ListedAnswer {
        id: shop.id,
        slug: shop.slug.clone(),
        name: shop.name.clone(),
        address: address_in_line(
            shop.street.as_deref(),
            (&city.name, &city.state),
            shop.zip_code.as_deref(),
        ),
        city_name: city.name.clone(),
        state: city.state.clone(),
        city_slug: city.slug.clone(),
        url: format!("/coffee-shops/{}?owner=true", shop.slug),
        already_listed: listed.already_listed,
        unconfirmed_reason: listed.doubt.clone(),
        opening_hours: shop.opening_hours.clone(),
        hours_label,
        confirmation_sent_to: listed.next_code_at.is_none().then_some(email),
        next_code_at: listed.next_code_at,
        proof_id: Some(listed.proof_id),
        is_mended: false,
    }
}
