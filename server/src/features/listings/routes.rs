//! Listing a shop.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    admit::{admit, refuse_same_form},
    form::{Listing, ListingForm},
    hours,
    store::{self, LISTED_BY_ANOTHER, NewListing},
};
use crate::{
    catalog::answers::address_in_line,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        sessions,
        web::{Client, Fresh, JsonBody},
    },
};

/// All fields at maximum length, in bytes of JSON.
pub(super) const LARGEST_FORM: usize = 32 * 1024;
/// No person fills in the form in less time, in milliseconds.
const QUICKEST_PERSON: u64 = 2_000;

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
    /// The same form was sent before.
    pub already_listed: bool,
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
}

/// List a shop for free. It is live at once, and a code is emailed to the submitter. Chains are refused with the reason,
/// duplicates with the existing shop. Sending the same form again returns the same shop.
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
    JsonBody(form): JsonBody<ListingForm>,
) -> Result<impl IntoResponse> {
    refuse_programs(&form)?;
    let listing = form.read()?;
    if let Some(known) = listed_before(&services, &listing).await? {
        return Ok((StatusCode::OK, Fresh(known)));
    }
    let admitted = admit(&services, &listing, false).await?;
    let read = listing.hours.as_deref().map(hours::read);
    let email = listing.owner_email.as_text();
    let new = NewListing {
        listing: listing.clone(),
        admitted,
        opening_hours: read.and_then(|read| read.opening_hours),
        network: Some(client.network()),
    };
    let listed = match store::list(&services, new).await {
        Err(Error::Conflict(reason)) if reason == LISTED_BY_ANOTHER => {
            // Another node wrote it a moment ago, so it is now an ordinary duplicate, or it has too few facts for the score.
            services.catalog.catch_up().await?;
            let place = admit(&services, &listing, false).await?.place;
            return Err(refuse_same_form(&services, &listing, &place).await?);
        }
        listed => listed?,
    };
    let status = if listed.already_listed {
        StatusCode::OK
    } else {
        StatusCode::CREATED
    };
    Ok((status, Fresh(answer(&listed, email))))
}

/// What the same form created earlier, if anything.
async fn listed_before(services: &Services, listing: &Listing) -> Result<Option<ListedAnswer>> {
    let Ok(place) = crate::catalog::admission::place::place_of(&listing.typed()) else {
        return Ok(None);
    };
    let connection = services.database.reads();
    let key = store::form_key(services, listing, &place.street, &place.zip);
    let Some((row, shop)) = store::find_listed(connection, &key).await? else {
        return Ok(None);
    };
    let address = &listing.owner_email;
    let person = sessions::person_by_address(connection, &services.keys, address).await?;
    if !store::is_same_form(&row, person.as_ref(), services.clock.now()) {
        return Ok(None);
    }
    let Some(city) = store::city_of(connection, &shop).await? else {
        return Ok(None);
    };
    let listed = store::Listed {
        shop,
        city,
        already_listed: true,
        next_code_at: None,
        doubt: row.doubt,
    };
    Ok(Some(answer(&listed, address.as_text())))
}

fn answer(listed: &store::Listed, email: String) -> ListedAnswer {
    let (shop, city) = (&listed.shop, &listed.city);
    let hours_label = shop
        .opening_hours
        .as_deref()
        .map(|osm| hours::read(osm).message);
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
    }
}

/// Refuses forms that no person sends: with the hidden field filled in, or submitted too fast.
pub(super) fn refuse_programs(form: &ListingForm) -> Result<()> {
    if form
        .homepage
        .as_deref()
        .is_some_and(|text| !text.is_empty())
    {
        return Err(Error::invalid_field(
            "homepage",
            "Please leave this field empty.",
        ));
    }
    if form
        .after_millis
        .is_some_and(|millis| millis < QUICKEST_PERSON)
    {
        return Err(Error::TooMany {
            message: "That was too fast for us. Please press the button again.".into(),
            seconds: 1,
        });
    }
    Ok(())
}
