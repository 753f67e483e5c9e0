//! What a ZIP code refers to: the town that a form shows next to it, and where its map opens.

use gazetteer::{Gazetteer, TownQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        Lookup, View,
        admission::typed_fields::{BAD_ZIP, is_zip},
        read::{Json, Read},
        usual_hours,
    },
    platform::{
        arguments::Arguments,
        error::{Error, ErrorBody, Result},
    },
};

/// A ZIP code with its town. The point is the middle of all its addresses: no house's place (D75).
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZipCodeAnswer {
    /// Five digits.
    pub zip_code: String,
    pub city_name: String,
    /// Two-letter code.
    pub state: String,
    pub city_slug: String,
    pub latitude: f64,
    pub longitude: f64,
    /// IANA name.
    pub time_zone: String,
    /// The hours that are usual among the town's coffee shops, in OpenStreetMap `opening_hours` syntax; null where too few
    /// of them agree.
    #[schema(required)]
    pub usual_hours: Option<String>,
}

/// The reads of this module.
pub(super) fn reads() -> Vec<Read> {
    vec![Read::new(
        "/api/zip-codes/{zipCode}",
        Vec::new(),
        show_zip_code,
    )]
}

/// Show the town of a ZIP code.
#[utoipa::path(get, path = "/api/zip-codes/{zipCode}", tag = "listings",
    params(("zipCode" = String, Path, description = "71301 or 71301-1234")),
    responses((status = 200, body = ZipCodeAnswer), (status = 404, body = ErrorBody)))]
pub fn show_zip_code(view: &View, arguments: &Arguments) -> Result<Json> {
    let unknown = || Error::NotFound(BAD_ZIP.into());
    let typed = arguments.path("zipCode");
    let gazetteer = Gazetteer::get();
    let area = gazetteer
        .zip(typed)
        .filter(|_| is_zip(typed))
        .ok_or_else(unknown)?;
    let town = gazetteer
        .town_of(TownQuery {
            zip: Some(area.zip),
            ..TownQuery::default()
        })
        .map_err(|_| unknown())?;
    let usual_hours = match view.city_by_slug(&town.slug) {
        Lookup::Found(listed) => usual_hours(view, listed.city.id, None),
        _ => None,
    };
    Json::of(&ZipCodeAnswer {
        zip_code: area.zip.to_owned(),
        city_name: town.name,
        state: town.state.code().to_owned(),
        city_slug: town.slug,
        latitude: area.latitude,
        longitude: area.longitude,
        time_zone: area.time_zone.to_owned(),
        usual_hours,
    })
}
