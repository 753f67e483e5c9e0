//! Facts that fall by chance, in the proportions that real shops have.

use super::{
    content::{AmenityChances, Kind},
    dice::Dice,
};
use crate::catalog::entities::shop::Texts;

/// Degrees: shops stand within half a mile of their town's middle.
const SPREAD: f64 = 0.007;

/// What a shop offers; `None` where nobody knows.
#[derive(Clone, Copy)]
pub(super) struct Amenities {
    pub(super) wifi: Option<bool>,
    pub(super) parking: Option<bool>,
    pub(super) pets: Option<bool>,
    pub(super) work: Option<bool>,
    pub(super) outdoors: Option<bool>,
}

impl Amenities {
    pub(super) fn draw(chances: AmenityChances, dice: &mut Dice) -> Self {
        let mut draw = |chance| (!dice.percent(22)).then(|| dice.percent(chance));
        Self {
            wifi: draw(chances.wifi),
            parking: draw(chances.parking),
            pets: draw(chances.pets),
            work: draw(chances.work),
            outdoors: draw(chances.outdoors),
        }
    }
}

/// The kind's first category and one or two of its others.
pub(super) fn categories(kind: &Kind, dice: &mut Dice) -> Texts {
    let mut chosen: Vec<String> = kind.categories.iter().take(1).cloned().collect();
    let others = kind.categories.get(1..).unwrap_or_default();
    for _ in 0..=dice.below(2) {
        let other = dice.pick(others).filter(|other| !chosen.contains(other));
        chosen.extend(other.cloned());
    }
    Texts(chosen)
}

/// A distance from a town's middle in degrees. Four decimals are eleven metres: enough for a house.
pub(super) fn nearby(dice: &mut Dice) -> f64 {
    ((dice.fraction() - 0.5) * 2.0 * SPREAD * 10_000.0).round() / 10_000.0
}

/// From `least` up to, not including, `most`: the higher `bend`, the more often it is low.
pub(super) fn skewed(dice: &mut Dice, bend: f64, least: f64, most: f64) -> i32 {
    (least + (most - least) * dice.fraction().powf(bend)) as i32
}

/// Of five. People are kind to their coffee shops: most have between 4.1 and 4.7.
pub(super) fn google_rating(dice: &mut Dice) -> f64 {
    f64::from(38 + dice.below(7) + dice.below(7)) / 10.0
}

/// Of ten.
pub(super) fn foursquare_rating(dice: &mut Dice) -> f64 {
    f64::from(62 + skewed(dice, 0.8, 0.0, 34.0)) / 10.0
}

/// Dollar signs.
pub(super) fn price_level(dice: &mut Dice) -> i32 {
    match dice.below(10) {
        0..4 => 1,
        4..9 => 2,
        _ => 3,
    }
}

/// None for one shop in six, a few for most, hundreds for a handful.
pub(super) fn votes(dice: &mut Dice) -> i64 {
    if dice.percent(17) {
        return 0;
    }
    i64::from(skewed(dice, 2.4, 1.0, 340.0))
}
