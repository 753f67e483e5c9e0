//! The town of a point of which nothing else is known (D83).
//!
//! Our tables hold points, no areas. So a town is as far away as its nearest ZIP code and its own middle are together, and a
//! large town's middle counts as nearer than it is, because its houses begin long before. The figures were tuned on addresses
//! of half of the states and tried on those of the other half; docs/decisions/011-towns-of-points.md has what was tried.

use crate::gazetteer::Gazetteer;
use crate::geometry::distance_miles;
use crate::names::fold_place_name;
use crate::states::State;
use crate::tables::{PlaceKind, ZipArea, ZipKind};

/// Nobody's town is farther away than this.
pub(crate) const TOWN_MILES: f64 = 25.0;
/// ZIP codes that are looked at: nearer towns than theirs are only those that get no mail.
const ZIP_CODES: usize = 12;
/// What the town's middle weighs; its nearest ZIP code weighs the rest.
const MIDDLE: f64 = 0.6;
/// Miles that a town reaches out of its middle, for the square root of its inhabitants: 2.7 for 200,000 of them.
const REACH: f64 = 0.006;
/// Miles that a code of post office boxes counts as farther away: its point is the post office's.
const BOXES_MILES: f64 = 3.0;
/// The same for a code of one large receiver of mail.
const UNIQUE_MILES: f64 = 2.0;

impl Gazetteer {
    /// The ZIP code whose city is the town of a point in `state`, within `most` miles.
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

    /// Miles to where a town begins, where the tables know its middle.
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
