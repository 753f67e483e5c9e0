//! The duplicate score (checklist B): +40 name, +25 distance, +20 telephone, +20 website. 80 and more block an import,
//! 50 to 79 want a person's eye. Never merges by itself.

use std::collections::HashMap;

use gazetteer::distance_miles;
use uuid::Uuid;

/// At and above: the same shop.
pub(super) const SAME: u32 = 80;
/// At and above: perhaps the same shop.
pub(super) const PERHAPS: u32 = 50;

/// Names this alike count as equal.
const ALIKE: f64 = 0.9;
/// 75 metres, in miles.
const NEAR: f64 = 75.0 / 1609.344;
/// Cells of the index, in degrees: about 110 m from north to south, so two near shops lie in neighbouring ones.
const CELL: f64 = 0.001;

/// Words that say "coffee shop" and not which one.
const STOP_WORDS: &[&str] = &[
    "the",
    "and",
    "a",
    "of",
    "at",
    "on",
    "in",
    "coffee",
    "coffees",
    "cafe",
    "caffe",
    "shop",
    "shoppe",
    "house",
    "coffeehouse",
    "roasters",
    "roaster",
    "roastery",
    "roasting",
    "espresso",
    "bar",
    "co",
    "company",
    "llc",
    "inc",
    "bakery",
    "tea",
];

/// What two shops are compared by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Likeness {
    pub(super) id: Uuid,
    /// For the reader of a report.
    pub(super) slug: Box<str>,
    name: Box<str>,
    point: Option<(f64, f64)>,
    telephone: Option<Box<str>>,
    host: Option<Box<str>>,
}

/// Every shop that a record could repeat, found by place, telephone and website: whoever shares none of the three can't
/// reach 50 points.
#[derive(Debug, Default)]
pub(super) struct DuplicateIndex {
    shops: Vec<Likeness>,
    by_cell: HashMap<(i32, i32), Vec<usize>>,
    by_telephone: HashMap<Box<str>, Vec<usize>>,
    by_host: HashMap<Box<str>, Vec<usize>>,
}

impl Likeness {
    pub(super) fn new(
        (id, slug): (Uuid, &str),
        name: &str,
        point: Option<(f64, f64)>,
        telephone: Option<&str>,
        website: Option<&str>,
    ) -> Self {
        Self {
            id,
            slug: slug.into(),
            name: name_key(name).into(),
            point,
            telephone: telephone.map(Into::into),
            host: website.and_then(super::contact::own_host).map(Into::into),
        }
    }

    /// The points that speak for these two being one shop.
    fn score(&self, other: &Self) -> u32 {
        let near = self
            .point
            .zip(other.point)
            .is_some_and(|(a, b)| distance_miles(a, b) <= NEAR);
        let equal = |a: &Option<Box<str>>, b: &Option<Box<str>>| a.is_some() && a == b;
        let others = if near { 25 } else { 0 }
            + if equal(&self.telephone, &other.telephone) {
                20
            } else {
                0
            }
            + if equal(&self.host, &other.host) {
                20
            } else {
                0
            };
        // The name is compared last: it costs most, and can't decide alone.
        if others == 0 {
            0
        } else {
            others
                + if alike(&self.name, &other.name) {
                    40
                } else {
                    0
                }
        }
    }
}

/// A name without what every coffee shop's name has.
fn name_key(name: &str) -> String {
    let folded = gazetteer::slugify(name, 200);
    let words: Vec<&str> = folded.split('-').filter(|word| !word.is_empty()).collect();
    let telling: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !STOP_WORDS.contains(word))
        .collect();
    if telling.is_empty() {
        words.join(" ")
    } else {
        telling.join(" ")
    }
}

fn alike(a: &str, b: &str) -> bool {
    !a.is_empty() && (a == b || strsim::normalized_damerau_levenshtein(a, b) >= ALIKE)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "degrees in thousandths fit"
)]
fn cell((latitude, longitude): (f64, f64)) -> (i32, i32) {
    (
        (latitude / CELL).floor() as i32,
        (longitude / CELL).floor() as i32,
    )
}

impl DuplicateIndex {
    /// Adds a shop.
    pub(super) fn insert(&mut self, shop: Likeness) {
        let index = self.shops.len();
        if let Some(point) = shop.point {
            self.by_cell.entry(cell(point)).or_default().push(index);
        }
        if let Some(telephone) = shop.telephone.clone() {
            self.by_telephone.entry(telephone).or_default().push(index);
        }
        if let Some(host) = shop.host.clone() {
            self.by_host.entry(host).or_default().push(index);
        }
        self.shops.push(shop);
    }

    /// The most similar shop and its points, when there is one to speak of.
    pub(super) fn most_similar(&self, shop: &Likeness) -> Option<(&Likeness, u32)> {
        let mut candidates: Vec<usize> = Vec::new();
        if let Some(point) = shop.point {
            let (north, east) = cell(point);
            for cell in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (north + dy, east + dx))) {
                candidates.extend(self.by_cell.get(&cell).into_iter().flatten());
            }
        }
        candidates.extend(
            shop.telephone
                .as_ref()
                .and_then(|telephone| self.by_telephone.get(telephone))
                .into_iter()
                .flatten(),
        );
        candidates.extend(
            shop.host
                .as_ref()
                .and_then(|host| self.by_host.get(host))
                .into_iter()
                .flatten(),
        );
        candidates.sort_unstable();
        candidates.dedup();
        candidates
            .into_iter()
            .filter_map(|index| self.shops.get(index))
            .map(|known| (known, known.score(shop)))
            .max_by(|(a, left), (b, right)| left.cmp(right).then_with(|| b.id.cmp(&a.id)))
            .filter(|(_, points)| *points >= PERHAPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shop(
        name: &str,
        point: (f64, f64),
        telephone: Option<&str>,
        website: Option<&str>,
    ) -> Likeness {
        Likeness::new(
            (Uuid::nil(), "known"),
            name,
            Some(point),
            telephone,
            website,
        )
    }

    const HERE: (f64, f64) = (31.3113, -92.4451);
    /// Some 60 m north.
    const NEXT_DOOR: (f64, f64) = (31.311_84, -92.4451);
    const ACROSS_TOWN: (f64, f64) = (31.33, -92.46);

    fn points(known: Likeness, record: Likeness) -> Option<u32> {
        let mut index = DuplicateIndex::default();
        index.insert(known);
        index.most_similar(&record).map(|(_, points)| points)
    }

    #[test]
    fn the_signs_add_up() {
        let known = || {
            shop(
                "Rust & Bean Coffee Co.",
                HERE,
                Some("+13185550142"),
                Some("https://rustandbean.example/"),
            )
        };
        let same = shop(
            "Rust and Bean Coffee",
            NEXT_DOOR,
            Some("+13185550142"),
            Some("http://www.rustandbean.example/menu"),
        );
        assert_eq!(points(known(), same), Some(105));
        let without_contact = shop("Rust and Bean", NEXT_DOOR, None, None);
        assert_eq!(points(known(), without_contact), Some(65));
        let moved = shop("Rust and Bean", ACROSS_TOWN, Some("+13185550142"), None);
        assert_eq!(points(known(), moved), Some(60));
    }

    #[test]
    fn a_name_alone_or_a_wall_alone_is_no_duplicate() {
        let known = || shop("Corner Cup", HERE, None, None);
        assert_eq!(
            points(known(), shop("Corner Cup", ACROSS_TOWN, None, None)),
            None
        );
        assert_eq!(
            points(known(), shop("Lantern Roasters", NEXT_DOOR, None, None)),
            None
        );
    }

    #[test]
    fn words_that_every_shop_has_do_not_make_names_alike() {
        assert_eq!(name_key("The Daily Grind Coffee House"), "daily grind");
        assert_eq!(name_key("The Coffee Shop"), "the coffee shop");
        assert!(!alike(
            &name_key("Blue Door Coffee Roasters"),
            &name_key("Red Door Coffee Roasters")
        ));
    }
}
