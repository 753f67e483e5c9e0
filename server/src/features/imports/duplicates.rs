//! The duplicate score (checklist B): +40 name, +25 distance, +20 telephone, +20 website. 80 and more block an import,
//! 50 to 79 want a person's eye. Never merges by itself.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};

use gazetteer::distance_miles;

use super::facts::Facts;

/// At and above: the same shop.
pub(super) const SAME: u32 = 80;
/// At and above: perhaps the same shop.
pub(super) const PERHAPS: u32 = 50;

/// Names this alike count as equal.
const ALIKE: f64 = 0.9;
/// 75 metres, in miles.
const NEAR: f64 = 75.0 / 1609.344;
/// Cells of the index, in millionths of a degree: about 111 m from north to south, and less from west to east.
const CELL: i32 = 1000;
/// Cells to look at on either side from west to east, at the most: enough up to 75 degrees north.
const REACH: i32 = 3;

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
    /// For the reader of a report.
    slug: Box<str>,
    name: Box<str>,
    point: Option<(f64, f64)>,
    telephone: Option<Box<str>>,
    host: Option<Box<str>>,
}

/// A shop that a record seems to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twin<'a> {
    pub(super) slug: &'a str,
    pub(super) points: u32,
}

/// Every shop that a record could repeat, found by place, telephone and website: whoever shares none of the three can't
/// reach 50 points. A shop takes some 150 bytes, so that the whole country fits beside a server: its texts lie in one
/// string, telephone and website are told by their hashes, and the shops of one place, telephone or website are a chain.
#[derive(Debug, Default)]
pub(super) struct DuplicateIndex {
    shops: Vec<Entry>,
    texts: String,
    /// The first shop of each chain.
    heads: HashMap<u64, u32>,
    hashes: RandomState,
}

#[derive(Debug)]
struct Entry {
    /// Millionths of a degree: a tenth of a metre.
    point: Option<(i32, i32)>,
    telephone: Option<u64>,
    host: Option<u64>,
    /// Where the slug begins in `texts`; the name's key lies behind it.
    text: usize,
    slug_length: u16,
    name_length: u16,
    /// The next shops of the same place, telephone and website.
    next: [u32; CHAINS],
}

/// Place, telephone, website.
const CHAINS: usize = 3;
/// No shop follows.
const END: u32 = u32::MAX;

impl Likeness {
    /// Of a record, which has no slug yet or is to have this one.
    pub(super) fn of(facts: &Facts, slug: &str) -> Self {
        let (telephone, website) = (facts.telephone.as_deref(), facts.website.as_deref());
        Self::new(slug, &facts.name, facts.point, telephone, website)
    }

    pub(super) fn new(
        slug: &str,
        name: &str,
        point: Option<(f64, f64)>,
        telephone: Option<&str>,
        website: Option<&str>,
    ) -> Self {
        Self {
            slug: slug.into(),
            name: name_key(name).into(),
            point,
            telephone: telephone.map(Into::into),
            host: website.and_then(super::contact::own_host).map(Into::into),
        }
    }
}

/// Whether two shops have nothing in common: another name, at another place, with another telephone and website.
pub(super) fn are_strangers(one: &Likeness, other: &Likeness) -> bool {
    let equal = |a: &Option<Box<str>>, b: &Option<Box<str>>| a.is_some() && a == b;
    let near = one.point.zip(other.point);
    let near = near.is_some_and(|(one, other)| distance_miles(one, other) <= NEAR);
    !near
        && !equal(&one.telephone, &other.telephone)
        && !equal(&one.host, &other.host)
        && !alike(&one.name, &other.name)
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

#[expect(clippy::cast_possible_truncation, reason = "degrees in millionths fit")]
fn millionths((latitude, longitude): (f64, f64)) -> (i32, i32) {
    (
        (latitude * 1e6).round() as i32,
        (longitude * 1e6).round() as i32,
    )
}

fn degrees((latitude, longitude): (i32, i32)) -> (f64, f64) {
    (f64::from(latitude) / 1e6, f64::from(longitude) / 1e6)
}

fn cell((latitude, longitude): (i32, i32)) -> (i32, i32) {
    (latitude.div_euclid(CELL), longitude.div_euclid(CELL))
}

/// The cells that hold everything near `point`.
fn cells_around(point: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let (north, east) = cell(point);
    let width = degrees(point).0.to_radians().cos() * 111.0;
    let reach = (1..REACH)
        .find(|cells| f64::from(*cells) * width >= 75.0)
        .unwrap_or(REACH);
    (-1..=1).flat_map(move |dy| (-reach..=reach).map(move |dx| (north + dy, east + dx)))
}

impl DuplicateIndex {
    /// Adds a shop.
    pub(super) fn insert(&mut self, shop: &Likeness) {
        let Ok(number) = u32::try_from(self.shops.len()) else {
            return;
        };
        let mut entry = self.entry(shop);
        let keys = self.keys(&entry);
        for (next, key) in entry.next.iter_mut().zip(keys) {
            let Some(key) = key else { continue };
            *next = self.heads.insert(key, number).unwrap_or(END);
        }
        entry.text = self.texts.len();
        self.texts.push_str(&shop.slug);
        self.texts.push_str(&shop.name);
        self.shops.push(entry);
    }

    /// The most similar shop and its points, when there is one to speak of; of equals the one that was added first.
    pub(super) fn most_similar(&self, shop: &Likeness) -> Option<Twin<'_>> {
        let wanted = self.entry(shop);
        let [_, telephone, host] = self.keys(&wanted);
        let cells = wanted
            .point
            .into_iter()
            .flat_map(cells_around)
            .map(|cell| self.hashes.hash_one((0_u8, cell)));
        let chains = cells
            .map(|key| (0, key))
            .chain(telephone.map(|key| (1, key)))
            .chain(host.map(|key| (2, key)));
        let mut numbers: Vec<u32> = chains
            .flat_map(|(chain, key)| self.chain(chain, key))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut best: Option<Twin<'_>> = None;
        for known in numbers
            .into_iter()
            .filter_map(|number| self.shops.get(number as usize))
        {
            let points = self.score(known, &wanted, &shop.name);
            if points >= PERHAPS && best.is_none_or(|best| points > best.points) {
                let slug = self.text(known.text, known.slug_length);
                best = Some(Twin { slug, points });
            }
        }
        best
    }

    /// The points that speak for these two being one shop.
    fn score(&self, known: &Entry, wanted: &Entry, name: &str) -> u32 {
        let near = known
            .point
            .zip(wanted.point)
            .is_some_and(|(a, b)| distance_miles(degrees(a), degrees(b)) <= NEAR);
        let equal = |a: Option<u64>, b: Option<u64>| a.is_some() && a == b;
        let others = if near { 25 } else { 0 }
            + if equal(known.telephone, wanted.telephone) {
                20
            } else {
                0
            }
            + if equal(known.host, wanted.host) {
                20
            } else {
                0
            };
        // The name is compared last: it costs most, and can't decide alone.
        let known_name = self.text(
            known.text + usize::from(known.slug_length),
            known.name_length,
        );
        match others {
            0 => 0,
            others if alike(known_name, name) => others + 40,
            others => others,
        }
    }

    /// A shop as the index holds it, without its place in a chain.
    fn entry(&self, shop: &Likeness) -> Entry {
        let hash = |text: &Option<Box<str>>| text.as_ref().map(|text| self.hashes.hash_one(text));
        // A slug has 80 characters at most, a name 200 before it is folded.
        let length = |text: &str| u16::try_from(text.len()).unwrap_or(u16::MAX);
        Entry {
            point: shop.point.map(millionths),
            telephone: hash(&shop.telephone),
            host: hash(&shop.host),
            text: 0,
            slug_length: length(&shop.slug),
            name_length: length(&shop.name),
            next: [END; CHAINS],
        }
    }

    fn keys(&self, entry: &Entry) -> [Option<u64>; CHAINS] {
        [
            entry
                .point
                .map(|point| self.hashes.hash_one((0_u8, cell(point)))),
            entry
                .telephone
                .map(|hash| self.hashes.hash_one((1_u8, hash))),
            entry.host.map(|hash| self.hashes.hash_one((2_u8, hash))),
        ]
    }

    fn chain(&self, chain: usize, key: u64) -> impl Iterator<Item = u32> {
        let first = self.heads.get(&key).copied();
        std::iter::successors(first, move |number| {
            let entry = self.shops.get(*number as usize)?;
            entry
                .next
                .get(chain)
                .copied()
                .filter(|number| *number != END)
        })
    }

    fn text(&self, begin: usize, length: u16) -> &str {
        self.texts
            .get(begin..begin + usize::from(length))
            .unwrap_or_default()
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
        Likeness::new("known", name, Some(point), telephone, website)
    }

    const HERE: (f64, f64) = (31.3113, -92.4451);
    /// Some 60 m north.
    const NEXT_DOOR: (f64, f64) = (31.311_84, -92.4451);
    const ACROSS_TOWN: (f64, f64) = (31.33, -92.46);

    fn points(known: Likeness, record: Likeness) -> Option<u32> {
        let mut index = DuplicateIndex::default();
        index.insert(&known);
        index.most_similar(&record).map(|twin| twin.points)
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
    fn neighbours_are_found_where_degrees_are_narrow() {
        // Anchorage: 70 m from west to east are more than one cell.
        for east in [-149.900_01, -149.8999, -149.9005] {
            let known = shop("Spenard Beans", (61.2176, east), None, None);
            let record = shop("Spenard Beans", (61.2176, east + 0.0013), None, None);
            assert_eq!(points(known, record), Some(65), "{east}");
        }
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
