//! Random facts, in the proportions found among real shops.

use super::content::{AmenityChances, Kind};
use crate::{catalog::entities::shop::Texts, platform::seeded_random::SeededRandom};

/// In degrees: shops are within half a mile of the town's center.
const SPREAD: f64 = 0.007;

/// A shop's amenities; `None` means unknown.
#[derive(Clone, Copy)]
pub(super) struct Amenities {
    pub(super) wifi: Option<bool>,
    pub(super) parking: Option<bool>,
    pub(super) pets: Option<bool>,
    pub(super) work: Option<bool>,
    pub(super) outdoors: Option<bool>,
}

impl Amenities {
    pub(super) fn draw(chances: AmenityChances, random: &mut SeededRandom) -> Self {
        let mut draw = |chance| (!random.percent(22)).then(|| random.percent(chance));
        Self {
            wifi: draw(chances.wifi),
            parking: draw(chances.parking),
            pets: draw(chances.pets),
            work: draw(chances.work),
            outdoors: draw(chances.outdoors),
        }
    }
}

/// What coffee people ask for besides; drawn apart, so that the other facts of the demo stay as they are.
#[derive(Clone, Copy, Default)]
pub(super) struct FurtherAmenities {
    pub(super) outlets: Option<bool>,
    pub(super) restroom: Option<bool>,
    pub(super) drive_through: Option<bool>,
    pub(super) wheelchair: Option<bool>,
    pub(super) changing_table: Option<bool>,
    pub(super) plant_milk: Option<bool>,
    pub(super) roasts: Option<bool>,
}

impl FurtherAmenities {
    pub(super) fn draw(is_stand: bool, is_roaster: bool, random: &mut SeededRandom) -> Self {
        let mut draw = |chance| random.percent(60).then(|| random.percent(chance));
        let inside = if is_stand { 0 } else { 85 };
        Self {
            outlets: draw(if is_stand { 0 } else { 70 }),
            restroom: draw(inside),
            drive_through: draw(if is_stand { 60 } else { 12 }),
            wheelchair: draw(if is_stand { 95 } else { 70 }),
            changing_table: draw(inside / 2),
            plant_milk: draw(88),
            roasts: is_roaster.then_some(true).or_else(|| draw(8)),
        }
    }
}

/// The kind's first category plus one or two others.
pub(super) fn categories(kind: &Kind, random: &mut SeededRandom) -> Texts {
    let mut chosen: Vec<String> = kind.categories.iter().take(1).cloned().collect();
    let others = kind.categories.get(1..).unwrap_or_default();
    for _ in 0..=random.below(2) {
        let other = random.pick(others).filter(|other| !chosen.contains(other));
        chosen.extend(other.cloned());
    }
    Texts(chosen)
}

/// An offset from the town's center in degrees. Four decimals are eleven meters, accurate enough for a house.
pub(super) fn nearby(random: &mut SeededRandom) -> f64 {
    ((random.fraction() - 0.5) * 2.0 * SPREAD * 10_000.0).round() / 10_000.0
}

/// From `least` (inclusive) to `most` (exclusive); a higher `bend` makes low values more likely.
pub(super) fn skewed(random: &mut SeededRandom, bend: f64, least: f64, most: f64) -> i32 {
    (least + (most - least) * random.fraction().powf(bend)) as i32
}

/// Out of five. People rate coffee shops kindly: most have between 4.1 and 4.7.
pub(super) fn google_rating(random: &mut SeededRandom) -> f64 {
    f64::from(38 + random.below(7) + random.below(7)) / 10.0
}

/// Of ten.
pub(super) fn foursquare_rating(random: &mut SeededRandom) -> f64 {
    f64::from(62 + skewed(random, 0.8, 0.0, 34.0)) / 10.0
}

/// Number of dollar signs.
pub(super) fn price_level(random: &mut SeededRandom) -> i32 {
    match random.below(10) {
        0..4 => 1,
        4..9 => 2,
        _ => 3,
    }
}

/// None for one shop in six, a few for most, hundreds for a handful.
pub(super) fn votes(random: &mut SeededRandom) -> i64 {
    if random.percent(17) {
        return 0;
    }
    i64::from(skewed(random, 2.4, 1.0, 340.0))
}
