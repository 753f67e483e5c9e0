//! Which sources and services this directory really uses, so that no page speaks of others.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        View,
        read::{Json, Read},
    },
    platform::{arguments::Arguments, error::Result},
};

/// A source or service that some directories use and others don't.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OptionalSource {
    /// Foursquare's open list of places.
    FoursquareList,
    /// Foursquare's API, for facts that are shown for a limited time.
    FoursquareApi,
    Overture,
    Pexels,
    /// A model that writes descriptions.
    Ai,
}

/// The sources in use.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sources {
    pub in_use: Vec<OptionalSource>,
}

/// The read.
pub(super) fn read() -> Read {
    Read::new("/api/site/sources", Vec::new(), show_sources)
}

/// Show which optional sources this directory uses: those that are set up, and those of which it shows something.
#[utoipa::path(get, path = "/api/site/sources", tag = "site", responses((status = 200, body = Sources)))]
pub fn show_sources(view: &View, _: &Arguments) -> Result<Json> {
    let services = view.site().services;
    let mut used = [
        (OptionalSource::FoursquareList, false),
        (OptionalSource::FoursquareApi, services.foursquare),
        (OptionalSource::Overture, false),
        (OptionalSource::Pexels, services.pexels),
        (OptionalSource::Ai, services.ai),
    ];
    let mut note = |source: OptionalSource| {
        for (known, is_used) in &mut used {
            *is_used |= *known == source;
        }
    };
    for shop in view.shops_by_age() {
        for name in shop.origins.names() {
            match name {
                "Foursquare" => note(OptionalSource::FoursquareList),
                "Overture Maps" => note(OptionalSource::Overture),
                _ => {}
            }
        }
        if shop.foursquare.until.is_some() {
            note(OptionalSource::FoursquareApi);
        }
        if shop.ai_generated_description.is_some() {
            note(OptionalSource::Ai);
        }
    }
    for (town, _) in view.towns_with_shops() {
        if &*town.city.image_source == "stock" {
            note(OptionalSource::Pexels);
        }
    }
    let in_use = used.into_iter().filter(|(_, is_used)| *is_used);
    Json::of(&Sources {
        in_use: in_use.map(|(source, _)| source).collect(),
    })
}
