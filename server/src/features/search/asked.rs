//! A search as it was asked for: by its text and by its filters.

use std::sync::Arc;

use gazetteer::distance_miles;
use uuid::Uuid;

use super::{
    collect::Circle,
    intent::{Filter, Intent, Opening},
    query::Wanted,
    town_shops, zip,
};
use crate::{
    catalog::{
        Shop, View,
        search_index::{AMENITIES, HAS_HOURS, SERVES_BREAKFAST},
    },
    platform::{
        arguments::Arguments,
        error::{Error, Result},
    },
};

/// Matches are counted exactly up to this number.
pub(super) const COUNTED: usize = 1000;
/// The default radius around a point, in miles.
const RADIUS: f64 = 25.0;

/// The parsed request, except for the page.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) intent: &'a Intent,
    /// What the index is asked for.
    pub(super) text: String,
    /// Two-letter codes, from the text and from a filter.
    pub(super) states: Vec<String>,
    amenities: Vec<usize>,
    serves_breakfast: bool,
    /// The currently boosted shops, if only those are requested.
    pub(super) boosted: Option<Vec<Uuid>>,
    /// From a filter, not from the text.
    open_now: bool,
    pub(super) around: Option<Circle>,
    pub(super) is_newest: bool,
}

impl<'a> Asked<'a> {
    pub(super) fn of(view: &View, arguments: &Arguments, intent: &'a Intent) -> Result<Self> {
        let number = |name: &str| {
            arguments
                .query(name)
                .and_then(|value| value.parse::<f64>().ok())
        };
        let together = "'lat' and 'lon' must be given together.";
        let radius = number("radius");
        let text = intent.query_text();
        let (text, around) = match (number("lat"), number("lon")) {
            (Some(latitude), Some(longitude)) => {
                let circle = ((latitude, longitude), radius.unwrap_or(RADIUS));
                (text, Some(circle))
            }
            // When searching around a ZIP code, its digits aren't searched in addresses.
            (None, None) => match (zip::area(&text), radius) {
                (Some(area), Some(miles)) => (String::new(), Some((area.point(), miles))),
                _ => (text, None),
            },
            (None, Some(_)) => return Err(Error::invalid_field("lat", together)),
            (Some(_), None) => return Err(Error::invalid_field("lon", together)),
        };
        let is_asked = |name: &str| arguments.query(name).is_some();
        let is_meant = |name: &str| intent.amenities().any(|amenity| amenity.tag == name);
        let amenities = AMENITIES.iter().enumerate();
        let by_filter = arguments.query("state").map(str::to_ascii_uppercase);
        let by_text = intent.state().map(|state| state.code().to_owned());
        Ok(Self {
            intent,
            text,
            states: by_filter.into_iter().chain(by_text).collect(),
            amenities: amenities
                .filter(|(_, (name, _))| is_asked(name) || is_meant(name))
                .map(|(place, _)| place)
                .collect(),
            serves_breakfast: is_meant(SERVES_BREAKFAST),
            boosted: is_asked("featured")
                .then(|| view.boosted_shops().iter().map(|shop| shop.id).collect()),
            open_now: is_asked("openNow"),
            around,
            is_newest: arguments.query("sort") == Some("newest"),
        })
    }

    /// Whether there is nothing but text, place and order.
    pub(super) fn is_nothing(&self) -> bool {
        self.intent.filters.is_empty()
            && self.states.is_empty()
            && self.amenities.is_empty()
            && self.boosted.is_none()
            && !self.open_now
    }

    /// Whether hours have to be evaluated.
    pub(super) fn asks_opening(&self) -> bool {
        self.open_now || self.intent.openings().next().is_some()
    }

    /// The shops of the town that the text names, if it says nothing else but filters.
    pub(super) fn town_shops(&self, view: &View) -> Option<Vec<Arc<Shop>>> {
        let town = self.intent.town.as_ref()?;
        if !self.intent.words.is_empty() || self.around.is_some() || self.is_newest {
            return None;
        }
        let mut shops = town_shops::of(view, town, self.intent.has(Filter::Best))?;
        shops.retain(|shop| {
            let state = || Some(view.listed_shop(shop.id)?.1.city.state.clone());
            let mut states = self.states.iter();
            states.all(|wanted| state().is_some_and(|state| *state == **wanted))
                && self.has_amenities(shop)
                && self.admits(view, shop)
        });
        shops.truncate(COUNTED + 1);
        Some(shops)
    }

    pub(super) fn wanted(&self) -> Wanted<'_> {
        let amenities = self
            .amenities
            .iter()
            .filter_map(|place| AMENITIES.get(*place));
        let mut tags: Vec<&'static str> = amenities.map(|(name, _)| *name).collect();
        tags.extend(self.asks_opening().then_some(HAS_HOURS));
        tags.extend(self.serves_breakfast.then_some(SERVES_BREAKFAST));
        Wanted {
            text: &self.text,
            states: self.states.iter().map(String::as_str).collect(),
            tags,
        }
    }

    pub(super) fn has_amenities(&self, shop: &Shop) -> bool {
        let mut known = self
            .amenities
            .iter()
            .filter_map(|place| AMENITIES.get(*place));
        known.all(|(_, known)| known(shop) == Some(true))
    }

    /// Filters that depend on the current time and on the exact location in the catalog.
    pub(super) fn admits(&self, view: &View, shop: &Shop) -> bool {
        let now = view.now();
        let is_open = |opening: Opening| {
            view.schedule(shop)
                .is_some_and(|schedule| opening.is_met(schedule, now))
        };
        self.admits_namesake(view, shop)
            && (!self.serves_breakfast || shop.breakfast_at(now).0)
            && self.intent.openings().all(is_open)
    }

    /// The same without what the text means, which for a shop of this name is its name.
    pub(super) fn admits_namesake(&self, view: &View, shop: &Shop) -> bool {
        let is_near = |(middle, miles): Circle| {
            shop.whereabouts()
                .is_some_and(|point| distance_miles(middle, point) <= miles)
        };
        let is_open = || {
            view.schedule(shop)
                .is_some_and(|schedule| schedule.is_open(view.now()))
        };
        self.around.is_none_or(is_near)
            && (self.boosted.is_none() || view.is_boosted(shop))
            && (!self.open_now || is_open())
    }
}
