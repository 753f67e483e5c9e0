//! A town that a run looks at.

use gazetteer::{Gazetteer, Place, Town, TownQuery, distance_miles, fold_place_name};
use place_files::PlaceRecord;

use crate::{catalog::admission::facts::Facts, platform::overpass::Bounds};

/// How far around a town's center and a ZIP code's places are looked for.
const MILES: f64 = 8.0;
const MILES_PER_DEGREE: f64 = 69.0;

/// A town, and the point around which to look.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) town: Town,
    center: (f64, f64),
    /// Shops with this ZIP code come first.
    zip: Option<&'static str>,
}

impl Target {
    /// The town of a ZIP code; `None` if there is no such code.
    pub(super) fn of_zip(text: &str) -> Option<Self> {
        let gazetteer = Gazetteer::get();
        let area = gazetteer.zip(text)?;
        let query = TownQuery {
            zip: Some(area.zip),
            ..TownQuery::default()
        };
        Some(Self {
            town: gazetteer.town_of(query).ok()?,
            center: area.point(),
            zip: Some(area.zip),
        })
    }

    /// The town at a place of the place table.
    pub(super) fn of_place(place: &Place) -> Option<Self> {
        Self::at(place.name, place.state.code(), place.point())
    }

    /// The town with this name at a point.
    pub(super) fn at(name: &str, state: &str, point: (f64, f64)) -> Option<Self> {
        let query = TownQuery {
            city: Some(name),
            state: Some(state),
            point: Some(point),
            ..TownQuery::default()
        };
        Some(Self {
            town: Gazetteer::get().town_of(query).ok()?,
            center: point,
            zip: None,
        })
    }

    /// The point around which to look.
    pub(super) fn center(&self) -> (f64, f64) {
        self.center
    }

    /// `Alexandria, LA`.
    pub(super) fn name(&self) -> String {
        format!("{}, {}", self.town.name, self.town.state.code())
    }

    /// The rectangle to look in: around the town's center, too, because a ZIP code of its outskirts is far from there.
    pub(super) fn bounds(&self) -> Bounds {
        let town = around((self.town.latitude, self.town.longitude));
        let zip = around(self.center);
        Bounds {
            south: town.south.min(zip.south),
            west: town.west.min(zip.west),
            north: town.north.max(zip.north),
            east: town.east.max(zip.east),
        }
    }

    /// Whether the record may be in this town, so that it is worth a closer look.
    pub(super) fn may_have(&self, record: &PlaceRecord) -> bool {
        if let Some(point) = record.latitude.zip(record.longitude) {
            return self.bounds().contain(point);
        }
        let has_zip = record.zip.as_deref().is_some_and(|zip| {
            Gazetteer::get()
                .zip(zip)
                .is_some_and(|area| self.bounds().contain(area.point()))
        });
        let is_named = |city: &str| fold_place_name(city) == fold_place_name(&self.town.name);
        has_zip || record.city.as_deref().is_some_and(is_named)
    }

    /// Sorts shops: those with the ZIP code first, then by distance.
    pub(super) fn rank(&self, facts: &Facts) -> (bool, u64) {
        let is_elsewhere = self.zip.is_some() && facts.zip_code.as_deref() != self.zip;
        let meters = facts.point.map_or(f64::MAX, |point| {
            distance_miles(point, self.center) * 1609.344
        });
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rounded distance, or the largest number"
        )]
        (is_elsewhere, meters as u64)
    }
}

fn around((latitude, longitude): (f64, f64)) -> Bounds {
    let north = MILES / MILES_PER_DEGREE;
    let east = north / latitude.to_radians().cos().max(0.1);
    Bounds {
        south: latitude - north,
        west: longitude - east,
        north: latitude + north,
        east: longitude + east,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_zip_code_of_a_town_looks_at_its_center_and_around_itself() {
        let downtown = (31.3113, -92.4451);
        for zip in ["71301", "71303", "71309", "71315"] {
            let target = Target::of_zip(zip).unwrap();
            let bounds = target.bounds();
            assert_eq!(target.town.slug, "alexandria-la", "{zip}");
            assert!(bounds.contain(downtown), "{zip}: {bounds:?}");
            assert!(bounds.contain(target.center()), "{zip}: {bounds:?}");
        }
    }
}
