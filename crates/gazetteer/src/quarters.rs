//! Quarters of large cities, which addresses name like towns: "South End", "Mission Hill", "Roxbury" in a ZIP code of
//! Boston. Their town is the ZIP code's city.

use crate::address::City;
use crate::gazetteer::Gazetteer;
use crate::geometry::distance_miles;
use crate::names::fold_place_name;
use crate::states::State;
use crate::tables::{Place, PlaceKind, ZipArea};

/// A city with this many people has quarters; a name unknown there isn't a town of its own.
const LARGE_CITY: u32 = 300_000;
/// The same if the name is one that quarters have.
const CITY: u32 = 50_000;
/// Places with this name are one place if they are this close, in miles.
const SAME_PLACE_MILES: f64 = 30.0;
/// Last words of quarters' names.
const QUARTER_WORDS: &[&str] = &[
    "chinatown",
    "district",
    "downtown",
    "end",
    "midtown",
    "quarter",
    "side",
    "uptown",
    "waterfront",
];
/// Quarters that the postal service accepts in addresses like towns, folded, with their state.
const ACCEPTED_QUARTERS: &[(&str, &str)] = &[
    ("ballard", "WA"),
    ("hollywood", "CA"),
    ("loop", "IL"),
    ("missionhill", "MA"),
    ("wickerpark", "IL"),
];

impl Gazetteer {
    /// Whether `city` is a quarter of the city that `area` belongs to, rather than a town of its own. A postal city is one
    /// only in an address with another ZIP code, not near a bare point.
    pub(crate) fn is_quarter(
        &self,
        city: &City,
        (area, is_own_zip): (&ZipArea, bool),
        state: State,
    ) -> bool {
        let holder = fold_place_name(area.city);
        if area.state != state || city.keys.contains(&holder) {
            return false;
        }
        let people = self.named(&holder, Some(state)).into_iter();
        let people = people
            .filter(|place| is_near(place, area))
            .map(|place| place.population)
            .max()
            .unwrap_or_default();
        let is_accepted_quarter = |key: &String| {
            ACCEPTED_QUARTERS
                .iter()
                .any(|(quarter, of)| key == quarter && *of == state.code())
        };
        let places: Vec<&Place> = city
            .keys
            .iter()
            .flat_map(|key| self.named(key, Some(state)))
            .collect();
        let is_postal = city
            .keys
            .iter()
            .any(|key| self.zips_of_city(key, state).next().is_some());
        if places.iter().any(|place| is_near(place, area)) {
            let is_district = !is_postal && places.iter().any(|place| {
                matches!(place.kind, PlaceKind::District(of) if fold_place_name(of) == holder)
            });
            return is_own_zip
                && (people >= LARGE_CITY && is_district
                    || city.keys.iter().any(is_accepted_quarter));
        }
        // A place of that name elsewhere is a contradiction, not a quarter.
        let is_unknown = places.is_empty() && !is_postal;
        let is_quarter_with_post = places.is_empty()
            && city.keys.iter().any(|key| {
                self.zips_of_city(key, state)
                    .any(|other| distance_miles(other.point(), area.point()) <= SAME_PLACE_MILES)
            });
        let last = city.typed.rsplit(' ').next().unwrap_or_default();
        let is_called_so = || QUARTER_WORDS.contains(&last.to_lowercase().as_str());
        people >= LARGE_CITY && (is_unknown || is_quarter_with_post && is_own_zip)
            || people >= CITY && is_unknown && is_called_so()
    }
}

fn is_near(place: &Place, area: &ZipArea) -> bool {
    distance_miles(place.point(), area.point()) <= SAME_PLACE_MILES
}
