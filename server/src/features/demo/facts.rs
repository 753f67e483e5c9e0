//! Random facts, in the proportions found among real shops.

use super::{
    content::{AmenityChances, Kind},
    seeded_random::SeededRandom,
};
use crate::catalog::entities::shop::Texts;

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
