//! Pure functions: which place is the shop, what it says about it, and how good its photos are.

use chrono::{DateTime, Utc};
use gazetteer::slugify;
use hours_text::normalize;

use crate::{
    catalog::{
        admission::{
            contact,
            facts::is_by_hand,
            similarity::{Facts, PERHAPS, Profile, SAME},
            slug::LONGEST,
        },
        entities::{city, shop, suggestion::Kind},
        foursquare_content::{CATEGORIES, HOURS, gave},
        origin::FOURSQUARE_API,
    },
    platform::foursquare::{Category, Photo, Place},
};

/// Categories per shop, and characters per category.
const MAX_CATEGORIES: usize = 6;
const LONGEST_CATEGORY: usize = 60;

/// The least quality of a photo that is shown.
pub(super) const LEAST_QUALITY: u32 = 40;
/// How many photos are shown.
pub(super) const SHOWN: usize = 4;

/// Words in the names of categories of places that may be coffee shops.
const COFFEE_WORDS: [&str; 24] = [
    "coffee",
    "caf",
    "espresso",
    "roaster",
    "tea room",
    "tearoom",
    "tea house",
    "bakery",
    "pastry",
    "donut",
    "doughnut",
    "bagel",
    "breakfast",
    "brunch",
    "dessert",
    "diner",
    "deli",
    "sandwich",
    "restaurant",
    "bistro",
    "creper",
    "food",
    "bookstore",
    "ice cream",
];
/// Words for photos that don't show the place or what it serves.
const NOT_A_VIEW: [&str; 6] = ["menu", "logo", "text", "receipt", "document", "screenshot"];
/// Words for those that do.
const A_VIEW: [&str; 8] = [
    "indoor", "outdoor", "interior", "exterior", "food", "drink", "coffee", "building",
];

/// Whether the place with the shop's ID may still be the shop: Foursquare merges entries and passes them on.
pub(super) fn may_be((row, city): (&shop::Model, &city::Model), place: &Place) -> bool {
    our_profile(row, city).compare(&profile(place)).points >= PERHAPS
}

/// What a place that is this shop says against taking its facts. Each is a question for the administrator, in words that
/// hold nothing of Foursquare's (D72).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    Closed,
    Chain,
    /// It is listed as something else.
    Other,
}

impl Doubt {
    pub(super) fn of(place: &Place) -> Option<Self> {
        let mut categories = place.categories.iter();
        let is_known = categories.clone().any(|category| category.name.is_some());
        if place.date_closed.is_some() {
            Some(Self::Closed)
        } else if !place.chains.is_empty() {
            Some(Self::Chain)
        } else if is_known && !categories.any(serves_coffee) {
            Some(Self::Other)
        } else {
            None
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Chain => Kind::Chain,
            Self::Closed | Self::Other => Kind::Closed,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Closed => "Foursquare says that this shop has closed.",
            Self::Chain => "Foursquare says that this shop belongs to a chain.",
            Self::Other => "Foursquare doesn't list this shop as a place with coffee.",
        }
    }
}

/// Whether a category may be a coffee shop's. Many of them are bakeries or diners, too.
fn serves_coffee(category: &Category) -> bool {
    let name = category.name.as_deref().unwrap_or_default().to_lowercase();
    COFFEE_WORDS.iter().any(|word| name.contains(word))
}

/// The place that is this shop by the directory's rule for duplicates, if one certainly is. Only if there is no other, one
/// that has closed.
pub(super) fn matching(
    (row, city): (&shop::Model, &city::Model),
    places: Vec<Place>,
) -> Option<Place> {
    let ours = our_profile(row, city);
    let scored = places.into_iter().filter_map(|place| {
        let points = ours.compare(&profile(&place)).points;
        (points >= SAME).then_some(((place.date_closed.is_none(), points), place))
    });
    // Of two with the same score, the first: Foursquare's best.
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, place)| place)
}

fn our_profile(row: &shop::Model, city: &city::Model) -> Profile {
    Profile::new(&Facts {
        name: &row.name,
        other_names: &row.other_names.0,
        street: row.street.as_deref(),
        zip: row.zip_code.as_deref(),
        town_name: &city.name,
        town_slug: &city.slug,
        point: row.latitude.zip(row.longitude),
        telephone: row.telephone.as_deref(),
        website: row.website.as_deref(),
        ..Facts::default()
    })
}

fn profile(place: &Place) -> Profile {
    let location = &place.location;
    let town_name = location.locality.as_deref().unwrap_or_default();
    let region = location.region.as_deref().unwrap_or_default();
    let telephone = place.tel.as_deref().and_then(contact::telephone);
    Profile::new(&Facts {
        name: &place.name,
        street: location.address.as_deref(),
        zip: location.postcode.as_deref().and_then(|code| code.get(..5)),
        town_name,
        town_slug: &slugify(&format!("{town_name} {region}"), LONGEST),
        point: place.latitude.zip(place.longitude),
        telephone: telephone.as_deref(),
        website: place.website.as_deref(),
        ..Facts::default()
    })
}

/// Writes what Foursquare says into the row, shown until `until`. Categories and hours only where nobody else gave any.
pub(super) fn apply(row: &mut shop::Model, place: &Place, until: DateTime<Utc>) {
    row.foursquare_id = Some(place.fsq_place_id.clone()).filter(|id| !id.is_empty());
    row.foursquare_rating = place
        .rating
        .filter(|rating| *rating > 0.0 && *rating <= 10.0);
    row.foursquare_price_level = place.price.filter(|price| (1..=4).contains(price));
    row.foursquare_expires_at = Some(until);
    if may_set(row, CATEGORIES, row.categories.0.is_empty()) {
        row.categories.0 = categories(place);
        note(row, CATEGORIES, !row.categories.0.is_empty());
    }
    let is_unknown = row.hours.is_none() && row.opening_hours.is_none();
    if may_set(row, HOURS, is_unknown) {
        let hours = place.hours.as_ref();
        let read = hours.and_then(|hours| normalize(&hours.osm()?).osm().map(str::to_owned));
        let words = hours.and_then(|hours| hours.display.clone());
        row.hours = words.filter(|_| read.is_some()).or_else(|| read.clone());
        row.opening_hours = read;
        note(row, HOURS, row.hours.is_some());
    }
}

fn may_set(row: &shop::Model, fact: &str, is_empty: bool) -> bool {
    gave(row, fact) || (is_empty && !is_by_hand(row, fact))
}

fn note(row: &mut shop::Model, fact: &str, is_known: bool) {
    let sources = &mut row.provenance.0;
    if is_known {
        sources.insert(fact.to_owned(), FOURSQUARE_API.to_owned());
    } else {
        sources.remove(fact);
    }
}

fn categories(place: &Place) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for category in &place.categories {
        let Some(name) = category.short_name.as_ref().or(category.name.as_ref()) else {
            continue;
        };
        // Foursquare writes both.
        let name = name.trim().replace("Doughnut", "Donut");
        let name: String = name.chars().take(LONGEST_CATEGORY).collect();
        if !name.is_empty() && !names.contains(&name) && names.len() < MAX_CATEGORIES {
            names.push(name);
        }
    }
    names
}

/// A photo's quality, of 100: resolution 40, shape 25, age 20, and what it shows 15. Menus, logos
/// and tiny ones have none.
pub(super) fn quality(photo: &Photo, now: DateTime<Utc>) -> u32 {
    let shown = photo.shows();
    let shows = |words: &[&str]| {
        let is_named = |word: &&str| shown.iter().any(|shown| shown.contains(*word));
        words.iter().any(is_named)
    };
    let (width, height) = (photo.width, photo.height);
    if shows(&NOT_A_VIEW) {
        return 0;
    }
    let resolution = match width.min(height) {
        1080.. => 40,
        720.. => 32,
        480.. => 20,
        320.. => 8,
        _ => return 0,
    };
    // Cards and covers are wider than high.
    let shape = match f64::from(width) / f64::from(height) {
        1.2..=1.9 => 25,
        1.0..=2.4 => 18,
        0.7..1.0 => 8,
        _ => 0,
    };
    let years = photo
        .created()
        .map(|created| (now - created).num_days() / 365);
    let age = match years {
        Some(..2) => 20,
        Some(2..5) => 14,
        Some(5..10) => 6,
        Some(10..) => 0,
        None => 8,
    };
    let content = if shows(&A_VIEW) { 15 } else { 8 };
    resolution + shape + age + content
}

/// The photos worth showing, best first.
pub(super) fn best_photos(photos: &[Photo], now: DateTime<Utc>) -> Vec<&Photo> {
    let mut scored: Vec<(u32, &Photo)> = photos
        .iter()
        .map(|photo| (quality(photo, now), photo))
        .filter(|(score, _)| *score >= LEAST_QUALITY)
        .collect();
    // The sort is stable: of two equally good ones, Foursquare's order counts.
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, photo)| photo).collect()
}
