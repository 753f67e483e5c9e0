//! Words in the names of shops that don't tell one from another.

use gazetteer::Gazetteer;

/// Words that mean "coffee shop" without saying which one.
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
    "bakery",
];

/// Stop words that only a register adds: "The Coffee Shop LLC" is "The Coffee Shop".
pub(in crate::catalog::admission) const LEGAL_FORMS: &[&str] = &[
    "llc",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "ltd",
    "pllc",
];

/// Words of companies, whose names stand beside a shop's own.
const COMPANY_WORDS: &[&str] = &[
    "holdings",
    "holding",
    "group",
    "enterprises",
    "enterprise",
    "management",
    "ventures",
    "hospitality",
    "partners",
];

/// Words for a part of a town, and between its words.
const PARTS_OF_TOWNS: &[&str] = &[
    "downtown",
    "midtown",
    "uptown",
    "crosstown",
    "north",
    "south",
    "east",
    "west",
    "northeast",
    "northwest",
    "southeast",
    "southwest",
    "northside",
    "southside",
    "eastside",
    "westside",
    "side",
    "central",
    "center",
    "old",
    "town",
    "main",
    "campus",
    "airport",
    "of",
    "the",
    "on",
    "at",
    "in",
];

/// The last words of names of neighborhoods, streets, squares and centers.
const KINDS_OF_PLACES: &[&str] = &[
    "heights",
    "hills",
    "hill",
    "park",
    "village",
    "square",
    "plaza",
    "station",
    "mall",
    "district",
    "center",
    "centre",
    "commons",
    "crossing",
    "crossings",
    "point",
    "points",
    "landing",
    "grove",
    "ridge",
    "creek",
    "lake",
    "lakes",
    "valley",
    "beach",
    "island",
    "harbor",
    "terrace",
    "quarter",
    "side",
    "end",
    "town",
    "street",
    "st",
    "avenue",
    "ave",
    "road",
    "rd",
    "drive",
    "boulevard",
    "blvd",
    "lane",
    "parkway",
    "pkwy",
    "campus",
    "airport",
    "county",
];

/// Names of places that more often are another business.
const TRADES: &[&str] = &[
    "books", "kitchen", "market", "museum", "tea", "bistro", "grill", "deli", "pub", "tavern",
    "hotel", "inn", "gallery", "library", "garden", "gardens", "farm", "farms", "studio", "diner",
    "pizza", "gifts", "creamery", "donuts", "sweets", "too", "express", "reserve", "lab", "social",
    "club",
];

/// Neighborhoods have the names of towns. Hamlets have those of everything else: Onyx, Coffee, Hope.
const LEAST_PEOPLE: u32 = 2000;

/// Whether the words of a folded name, separated by blanks, can be those of a branch's part of town rather than another
/// shop's.
pub(super) fn name_a_place(words: &str) -> bool {
    let all: Vec<&str> = words.split(' ').collect();
    if words.is_empty() || all.iter().any(|word| TRADES.contains(word)) {
        return false;
    }
    let is_part = |word: &&str| PARTS_OF_TOWNS.contains(word);
    let last = all.last().copied().unwrap_or_default();
    // "Old West Durham", "Glenwood South"
    let begin = all.iter().take_while(|word| is_part(word)).count();
    let end = all.len() - all.iter().rev().take_while(|word| is_part(word)).count();
    let Some(own) = all.get(begin..end) else {
        return true;
    };
    let places = || Gazetteer::get().places_named(&own.join(" "), None);
    let is_town = || {
        places()
            .iter()
            .any(|place| place.population >= LEAST_PEOPLE)
    };
    KINDS_OF_PLACES.contains(&last) || is_town()
}

pub(super) fn says_coffee_shop(word: &str) -> bool {
    STOP_WORDS.contains(&word) || LEGAL_FORMS.contains(&word)
}

/// Whether a name is a company's.
pub(in crate::catalog::admission) fn is_company(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .map(|word| word.replace('.', "").to_lowercase())
        .any(|word| LEGAL_FORMS.contains(&word.as_str()) || COMPANY_WORDS.contains(&word.as_str()))
}

/// The first words of a slug, without stop words.
pub(in crate::catalog::admission) fn telling_words(slug: &str, most: usize) -> String {
    let words = slug
        .split('-')
        .filter(|word| !word.is_empty() && !says_coffee_shop(word));
    let mut telling = String::with_capacity(slug.len());
    for word in words.take(most) {
        if !telling.is_empty() {
            telling.push(' ');
        }
        telling.push_str(word);
    }
    telling
}
