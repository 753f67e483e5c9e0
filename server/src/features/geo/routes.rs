//! `GET /api/geo/locate` and `/api/geo/reverse`, with the field names of the services in the specification.

use axum::{
    extract::State as FromState,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use gazetteer::{Gazetteer, TownQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        View,
        read::{Json, Read},
    },
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        limits::table::LOCATIONS_OF_A_NETWORK,
        numbers,
        web::{Access, Client, Fresh, Route},
    },
};

/// Where an address is, about.
#[derive(Debug, Serialize, ToSchema)]
pub struct LocateAnswer {
    pub latitude: f64,
    pub longitude: f64,
    /// Two-letter code of the state; empty when it is not known.
    pub region_code: String,
    /// Always `US`: nothing is answered for other countries.
    pub country_code: String,
    pub city: Option<String>,
}

/// The state and town of a point.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReverseAnswer {
    /// Such as `Texas`.
    pub principal_subdivision: &'static str,
    /// Such as `US-LA`.
    pub principal_subdivision_code: String,
    /// Always `US`: other countries answer 404.
    pub country_code: &'static str,
    /// Two-letter code.
    pub state: &'static str,
    /// The town that its mail would name, as imports find it.
    pub city: Option<String>,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![Read::new(
        "/api/geo/reverse",
        vec![
            Parameter::degrees("lat", 90.0),
            Parameter::degrees("lon", 180.0),
        ],
        reverse,
    )]
}

/// This room's own endpoints: their answer depends on the caller.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![Route::at("/api/geo/locate").get(Access::Anyone, locate)]
}

/// Tell the state and the town of a point, from the directory's own table of places.
#[utoipa::path(get, path = "/api/geo/reverse", tag = "location",
    params(("lat" = f64, Query, minimum = -90, maximum = 90), ("lon" = f64, Query, minimum = -180, maximum = 180)),
    responses((status = 200, body = ReverseAnswer), (status = 400, body = ErrorBody),
        (status = 404, description = "Not in the United States", body = ErrorBody)))]
pub fn reverse(_: &View, arguments: &Arguments) -> Result<Json> {
    let degrees = |name: &'static str| {
        arguments
            .query(name)
            .and_then(|value| value.parse::<f64>().ok())
            .ok_or_else(|| Error::invalid_field(name, "Please give lat and lon in degrees."))
    };
    let (latitude, longitude) = (degrees("lat")?, degrees("lon")?);
    let gazetteer = Gazetteer::get();
    let state = gazetteer
        .state_at(latitude, longitude)
        .ok_or_else(|| Error::NotFound("This location isn't in a state we cover.".into()))?;
    let town = gazetteer.town_of(TownQuery {
        point: Some((latitude, longitude)),
        ..TownQuery::default()
    });
    Json::of(&ReverseAnswer {
        principal_subdivision: state.name(),
        principal_subdivision_code: format!("US-{}", state.code()),
        country_code: "US",
        state: state.code(),
        city: town.ok().map(|town| town.name),
    })
}

/// Guess where the caller is, from the address alone. The address is neither stored nor logged.
#[utoipa::path(get, path = "/api/geo/locate", tag = "location",
    responses((status = 200, body = LocateAnswer), (status = 204, description = "Not known, or abroad"),
        (status = 429, body = ErrorBody)))]
pub async fn locate(FromState(services): FromState<Services>, client: Client) -> Result<Response> {
    services
        .limits
        .check(&LOCATIONS_OF_A_NETWORK, client.network())?;
    let place = services
        .address_places
        .find(client.address)
        .filter(|place| place.country == "US");
    // Not an error, because a browser would log one to the visitor's console.
    let Some(place) = place else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    Ok(Fresh(LocateAnswer {
        latitude: numbers::degrees(place.latitude),
        longitude: numbers::degrees(place.longitude),
        region_code: place.region.unwrap_or_default(),
        country_code: place.country,
        city: place.city,
    })
    .into_response())
}
