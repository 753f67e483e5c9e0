//! Finds the town for a point without any other information (D83).
//!
//! Our tables have points, not areas. So a town's distance combines those of its nearest ZIP code and of its own
//! center, and a large town's center counts as closer, because its buildings start well before it. The parameters were
//! tuned on addresses from half of the states and verified on the other half; see
//! docs/decisions/011-towns-of-points.md.

use crate::gazetteer::Gazetteer;
use crate::geometry::distance_miles;
use crate::names::fold_place_name;
use crate::states::State;
use crate::tables::{PlaceKind, ZipArea, ZipKind};

/// The maximum distance to a town.
pub(crate) const TOWN_MILES: f64 = 25.0;
/// How many ZIP codes are considered. Any closer towns without one of them get no mail.
const ZIP_CODES: usize = 12;
/// The weight of the town's center; its nearest ZIP code has the rest.
const MIDDLE: f64 = 0.6;
/// How far a town extends from its center, in miles times the square root of its population: 2.7 miles for 200,000
/// people.
const REACH: f64 = 0.006;
/// Extra distance, in miles, for a ZIP code of post office boxes, whose point is the post office.
const BOXES_MILES: f64 = 3.0;
/// The same for a ZIP code of one large recipient.
const UNIQUE_MILES: f64 = 2.0;

impl Gazetteer {
    /// The ZIP code whose city is the town for a point in `state`, within `most` miles.
    pub(crate) fn zip_of_point(
        &self,
        point: (f64, f64),
        state: State,
        most: f64,
    ) -> Option<&ZipArea> {
        let mut towns: Vec<(String, f64, &ZipArea)> = Vec::new();
        for (area, miles) in self.nearest_zips(point, most, state).take(ZIP_CODES) {
            let miles = miles + kind_miles(area.kind);
            let key = fold_place_name(area.city);
            match towns.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, nearest, known)) if miles < *nearest => {
                    (*nearest, *known) = (miles, area);
                }
                Some(_) => {}
                None => towns.push((key, miles, area)),
            }
        }
        let far = towns.into_iter().map(|(key, to_zip, area)| {
            let to_middle = self.miles_to_middle(point, &key, state, most);
            let miles = (1.0 - MIDDLE) * to_zip + MIDDLE * to_middle.unwrap_or(to_zip);
            (miles, area)
        });
        far.min_by(|(one, _), (other, _)| one.total_cmp(other))
            .map(|(_, area)| area)
    }

    /// Miles to the edge of a town, if its center is known.
    fn miles_to_middle(
        &self,
        point: (f64, f64),
        key: &str,
        state: State,
        most: f64,
    ) -> Option<f64> {
        let places = self.named(key, Some(state)).into_iter();
        places
            .filter(|place| place.kind != PlaceKind::Accepted)
            .map(|place| {
                let reach = REACH * f64::from(place.population).sqrt();
                distance_miles(point, place.point()) - reach
            })
            .filter(|miles| *miles < most)
            .min_by(f64::total_cmp)
    }
}

fn kind_miles(kind: ZipKind) -> f64 {
    match kind {
        ZipKind::Standard => 0.0,
        ZipKind::PostOfficeBoxes => BOXES_MILES,
        ZipKind::Unique => UNIQUE_MILES,
    }
}
