//! Finds duplicates among all shops of the country, in little memory, for imports: +40 name, +25 distance, +20 telephone,
//! +20 website. 80 and more block an import, 50 to 79 want a person's eye. Never merges by itself.

mod index;
mod texts;

use gazetteer::distance_miles;

pub use index::{DuplicateIndex, Twin};

use super::{contact, facts::Facts};

/// At and above: the same shop.
pub const SAME: u32 = 80;
/// At and above: perhaps the same shop.
pub const PERHAPS: u32 = 50;

/// Names this alike count as equal.
const ALIKE: f64 = 0.9;
/// 75 meters, in miles.
const NEAR: f64 = 75.0 / 1609.344;

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
pub struct Likeness {
    /// For the reader of a report.
    slug: Box<str>,
    name: Box<str>,
    point: Option<(f64, f64)>,
    telephone: Option<Box<str>>,
    host: Option<Box<str>>,
}

impl Likeness {
    /// Of a record, which has no slug yet or is to have this one.
    #[must_use]
    pub fn of(facts: &Facts, slug: &str) -> Self {
        let (telephone, website) = (facts.telephone.as_deref(), facts.website.as_deref());
        Self::new(slug, &facts.name, facts.point, telephone, website)
    }

    /// Of a shop with these facts.
    #[must_use]
    pub fn new(
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
            host: website.and_then(contact::own_host).map(Into::into),
        }
    }
}

/// Whether two shops have nothing in common: another name, at another place, with another telephone and website.
#[must_use]
pub fn are_strangers(one: &Likeness, other: &Likeness) -> bool {
    let equal = |a: &Option<Box<str>>, b: &Option<Box<str>>| a.is_some() && a == b;
    let near = one.point.zip(other.point);
    let near = near.is_some_and(|(one, other)| distance_miles(one, other) <= NEAR);
    !near
        && !equal(&one.telephone, &other.telephone)
        && !equal(&one.host, &other.host)
        && !alike(&one.name, &other.name)
}

/// A name without what every coffee shop's name has.
pub(super) fn name_key(name: &str) -> String {
    let folded = gazetteer::slugify(name, 200);
    let telling = telling_words(&folded, usize::MAX);
    if telling.is_empty() {
        folded.replace('-', " ")
    } else {
        telling
    }
}

/// The first words of a slug that say which shop it is.
pub(super) fn telling_words(slug: &str, most: usize) -> String {
    let words = slug
        .split('-')
        .filter(|word| !word.is_empty() && !STOP_WORDS.contains(word));
    let mut telling = String::with_capacity(slug.len());
    for word in words.take(most) {
        if !telling.is_empty() {
            telling.push(' ');
        }
        telling.push_str(word);
    }
    telling
}

/// Whether two names, as [`telling_words`] gives them, are one but for a slip.
pub(super) fn alike(a: &str, b: &str) -> bool {
    !a.is_empty() && (a == b || strsim::normalized_damerau_levenshtein(a, b) >= ALIKE)
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
    fn neighbors_are_found_where_degrees_are_narrow() {
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
