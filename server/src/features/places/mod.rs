//! Map labels: states and towns in an area, from the built-in place table, largest first. A map requests only what its
//! view needs, so no visitor loads all 21,000 places.

use gazetteer::{Gazetteer, PlaceKind, State};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::{
    catalog::{
        View,
        read::{Json, Read},
    },
    features::Room,
    platform::{
        arguments::{Area, Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        numbers::degrees,
    },
};

/// Maximum labels per response: more wouldn't fit on a screen.
const MAX_LABELS: usize = 80;
/// The zoom of a map showing several states.
const DEFAULT_ZOOM: i64 = 6;
/// Beyond this zoom, a map shows one state, whose label would be in the way.
const STATES_UNTIL: usize = 6;
/// From this zoom on, neighborhoods are labeled.
const QUARTERS_FROM: usize = 11;

/// What a name on a map stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LabelKind {
    State,
    Town,
    /// A part of a larger town.
    Quarter,
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PlaceLabel {
    pub kind: LabelKind,
    pub name: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Inhabitants; 0 where unknown, and for states.
    pub population: u32,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![Read::new(
        "/api/places",
        vec![
            Parameter::area("bbox"),
            Parameter::integer("zoom", Some(DEFAULT_ZOOM), 0, 22),
        ],
        list_places,
    )]
}

/// List the names that a map of an area shows: states on a small scale, towns by size, a town's quarters on a large scale.
#[utoipa::path(get, path = "/api/places", tag = "places",
    params(
        ("bbox" = String, Query, description = "west,south,east,north in degrees, west before east and south before north",
            pattern = r"^-?\d{1,3}(\.\d{1,15})?,-?\d{1,2}(\.\d{1,15})?,-?\d{1,3}(\.\d{1,15})?,-?\d{1,2}(\.\d{1,15})?$"),
        ("zoom" = Option<u32>, Query, description = "The map's zoom: 0 shows the world, 12 a town", minimum = 0, maximum = 22)),
    responses((status = 200, body = Vec<PlaceLabel>), (status = 400, body = ErrorBody)))]
pub fn list_places(_: &View, arguments: &Arguments) -> Result<Json> {
    let area = arguments.area("bbox").ok_or_else(|| {
        Error::invalid_field("bbox", "'bbox' must be west,south,east,north in degrees.")
    })?;
    let zoom = arguments
        .integer("zoom")
        .or_else(|| usize::try_from(DEFAULT_ZOOM).ok())
        .unwrap_or_default();
    Json::of(&labels_within(area, zoom))
}

/// The labels in `area` for `zoom`: states first, then places by size.
fn labels_within(area: Area, zoom: usize) -> Vec<PlaceLabel> {
    let states = State::all()
        .filter(|state| zoom <= STATES_UNTIL && area.holds(state.centroid()))
        .map(|state| {
            let (latitude, longitude) = state.centroid();
            PlaceLabel {
                kind: LabelKind::State,
                name: state.name().to_owned(),
                latitude,
                longitude,
                population: 0,
            }
        });
    let mut places: Vec<_> = Gazetteer::get()
        .places()
        .iter()
        .filter(|place| area.holds(place.point()))
        .filter(|place| zoom >= QUARTERS_FROM || !matches!(place.kind, PlaceKind::District(_)))
        .collect();
    // Ties are broken by name and location, so that the order is total.
    places.sort_unstable_by(|one, other| {
        (other.population.cmp(&one.population))
            .then_with(|| one.name.cmp(other.name))
            .then_with(|| one.latitude.total_cmp(&other.latitude))
            .then_with(|| one.longitude.total_cmp(&other.longitude))
    });
    let places = places.into_iter().map(|place| PlaceLabel {
        kind: match place.kind {
            PlaceKind::District(_) => LabelKind::Quarter,
            _ => LabelKind::Town,
        },
        name: place.name.to_owned(),
        latitude: degrees(place.latitude),
        longitude: degrees(place.longitude),
        population: place.population,
    });
    states.chain(places).take(MAX_LABELS).collect()
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(list_places))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads(),
    ..Room::EMPTY
};
