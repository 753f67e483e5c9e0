//! A town in the API.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use gazetteer::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PhotoAnswer, degrees};
use crate::{
    catalog::{CityEntry, Lookup, View, freshness::stars, not_found::city_not_found, read::Page},
    platform::error::{Error, Result},
};

/// A town. The first fields are the specification's (visitor.md 3), the rest are ours.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = City)]
pub struct CityAnswer {
    pub id: Uuid,
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub slug: String,
    #[schema(required)]
    pub description: Option<String>,
    /// The largest file of its photo.
    #[schema(required)]
    pub image_url: Option<String>,
    /// `fallback`: there is no image, a gradient is drawn from `fallbackColor`.
    pub image_source: String,
    #[schema(required)]
    pub fallback_color: Option<String>,
    /// Published shops (D16).
    pub coffee_shop_count: usize,
    /// Published shops with at least one vote.
    pub shops_with: usize,
    /// Shops boosted now.
    pub boosted_shops: usize,
    /// Published shops whose hours were confirmed within a year.
    pub hours_confirmed: usize,
    /// Stars of freshness, one to five, by the share of those (see `/how-fresh`); null without shops.
    #[schema(required)]
    pub freshness: Option<u8>,
    pub state_name: String,
    #[schema(required)]
    pub county: Option<String>,
    #[schema(required)]
    pub latitude: Option<f64>,
    #[schema(required)]
    pub longitude: Option<f64>,
    /// At most one.
    pub photos: Vec<PhotoAnswer>,
    pub updated_at: DateTime<Utc>,
}

/// The `imageSource` of a town without a picture.
const FALLBACK: &str = "fallback";

/// One page of towns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityPage {
    pub items: Vec<CityAnswer>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// Towns: the whole list, or one page of it when `page` was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = CityList)]
pub enum CityListAnswer {
    All(Vec<CityAnswer>),
    Page(CityPage),
}

/// A state with towns in the directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = State)]
pub struct StateAnswer {
    /// Two-letter code.
    pub code: String,
    pub name: String,
    pub city_count: usize,
    pub coffee_shop_count: usize,
    /// Shops whose hours were confirmed within a year.
    pub hours_confirmed: usize,
    /// Stars of freshness, one to five, by the share of those (see `/how-fresh`); null without shops.
    #[schema(required)]
    pub freshness: Option<u8>,
}

impl StateAnswer {
    /// The states of `towns`, by name.
    #[must_use]
    pub fn list(towns: &[&CityEntry]) -> Vec<Self> {
        let mut states: BTreeMap<String, Self> = BTreeMap::new();
        for entry in towns {
            let code = entry.city.state.to_string();
            let name =
                State::parse(&code).map_or_else(|| code.clone(), |state| state.name().to_owned());
            let state = states.entry(name.clone()).or_insert(Self {
                code,
                name,
                city_count: 0,
                coffee_shop_count: 0,
                hours_confirmed: 0,
                freshness: None,
            });
            state.city_count += 1;
            state.coffee_shop_count += entry.shops.len();
            state.hours_confirmed += entry.shops_with_fresh_hours;
            state.freshness = stars(state.hours_confirmed, state.coffee_shop_count);
        }
        states.into_values().collect()
    }
}

impl CityAnswer {
    /// One town.
    #[must_use]
    pub fn of(view: &View, entry: &CityEntry) -> Self {
        let shops = view.shops_of_city(entry.city.id);
        Self::with_boosted(
            view,
            entry,
            shops.iter().filter(|shop| view.is_boosted(shop)).count(),
        )
    }

    /// Several towns.
    #[must_use]
    pub fn list(view: &View, entries: Vec<&CityEntry>) -> Vec<Self> {
        let mut boosted: HashMap<Uuid, usize> = HashMap::new();
        for shop in view.boosted_shops() {
            *boosted.entry(shop.city_id).or_default() += 1;
        }
        let count = |entry: &CityEntry| boosted.get(&entry.city.id).copied().unwrap_or_default();
        entries
            .into_iter()
            .map(|entry| Self::with_boosted(view, entry, count(entry)))
            .collect()
    }

    fn with_boosted(view: &View, entry: &CityEntry, boosted_shops: usize) -> Self {
        let city = &entry.city;
        let photos = PhotoAnswer::list(view, &city.photos, 1);
        // Without a picture there is no source to name.
        let image_source = match photos.as_slice() {
            [] => FALLBACK,
            _ => &*city.image_source,
        };
        Self {
            id: city.id,
            name: city.name.to_string(),
            state: city.state.to_string(),
            slug: city.slug.to_string(),
            description: city.description.as_deref().map(str::to_owned),
            image_url: photos.first().map(|photo| photo.url.clone()),
            image_source: image_source.to_owned(),
            fallback_color: city.fallback_color.as_deref().map(str::to_owned),
            coffee_shop_count: entry.shops.len(),
            shops_with: entry.shops_with_votes,
            boosted_shops,
            hours_confirmed: entry.shops_with_fresh_hours,
            freshness: stars(entry.shops_with_fresh_hours, entry.shops.len()),
            state_name: State::parse(&city.state)
                .map_or_else(|| city.state.to_string(), |state| state.name().to_owned()),
            county: city.county.as_deref().map(str::to_owned),
            latitude: city.point.map(|point| degrees(point.0)),
            longitude: city.point.map(|point| degrees(point.1)),
            photos,
            updated_at: city.updated_at,
        }
    }
}

/// The town that a slug or an ID refers to.
///
/// # Errors
///
/// [`Error::NotFound`] if there is none; [`Error::Moved`] for a former slug.
pub fn find_town(view: &View, slug_or_id: &str) -> Result<CityEntry> {
    match view.city_by_slug(slug_or_id) {
        Lookup::Found(entry) => Ok(entry),
        Lookup::Moved(slug) => Err(Error::Moved(slug.to_string())),
        Lookup::Gone | Lookup::Missing => Err(city_not_found()),
    }
}

impl From<Page<CityAnswer>> for CityPage {
    fn from(page: Page<CityAnswer>) -> Self {
        Self {
            items: page.items,
            total: page.total,
            page: page.page,
            page_size: page.page_size,
            page_count: page.page_count,
        }
    }
}
