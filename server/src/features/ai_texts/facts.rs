//! What a model may know about a shop: facts that its page shows, none of them written as a text about it, none about a
//! person. What Foursquare's API gave is left out: it may be shown for a limited time (D72), and a text stays.

use serde_json::{Map, Value};

use crate::catalog::{City, Shop, View, answers::week_in_words};

/// Below this, a text would have to make something up (D78). Name and town don't count: a text can't be made of them.
pub(super) const FEWEST: usize = 3;
/// Longer values are cut, in characters: nobody's facts are that long, but somebody's instructions might be.
const LONGEST: usize = 120;

/// The facts about one shop.
#[derive(Clone, Debug)]
pub(super) struct ShopFacts {
    pub(super) name: String,
    pub(super) town: String,
    /// Two letters.
    pub(super) state: String,
    /// Name and value of each other fact.
    pub(super) others: Vec<(&'static str, String)>,
}

/// An amenity, and how it is read from a shop.
type Amenity = (&'static str, fn(&Shop) -> Option<bool>);

const AMENITIES: [Amenity; 6] = [
    ("wifi", |shop| shop.has_wifi),
    ("parking", |shop| shop.has_parking),
    ("pet friendly", |shop| shop.pet_friendly),
    ("good for working", |shop| shop.good_for_work),
    ("outdoor seating", |shop| shop.has_outdoor_seating),
    ("serves breakfast", |shop| shop.serves_breakfast),
];

/// How many facts are stored besides name and town.
pub(super) fn count(shop: &Shop) -> usize {
    let amenities = AMENITIES
        .iter()
        .filter(|(_, read)| read(shop) == Some(true));
    let others = [
        shop.street.is_some(),
        has_categories(shop),
        shop.opening_hours.is_some() && !shop.foursquare.gave_hours,
        price(shop).is_some(),
    ];
    amenities.count() + others.iter().filter(|is_known| **is_known).count()
}

fn has_categories(shop: &Shop) -> bool {
    !shop.categories.is_empty() && !shop.foursquare.gave_categories
}

fn price(shop: &Shop) -> Option<&'static str> {
    let listed = shop.foursquare_price_level;
    let listed = listed.filter(|_| shop.foursquare.until.is_none());
    match shop.price_level.or(listed)? {
        1 => Some("inexpensive"),
        2 => Some("moderate"),
        3 => Some("expensive"),
        4 => Some("very expensive"),
        _ => None,
    }
}

impl ShopFacts {
    /// The facts that `view` shows.
    pub(super) fn of(view: &View, shop: &Shop, city: &City) -> Self {
        let mut others = Vec::new();
        if let Some(street) = &shop.street {
            others.push(("street", cut(street)));
        }
        if has_categories(shop) {
            others.push(("categories", cut(&shop.categories.join(", "))));
        }
        if !shop.foursquare.gave_hours
            && let Some(hours) = week_in_words(view, shop)
        {
            others.push(("hours", hours));
        }
        if let Some(price) = price(shop) {
            others.push(("price level", price.to_owned()));
        }
        for (name, read) in AMENITIES {
            if read(shop) == Some(true) {
                others.push((name, "yes".to_owned()));
            }
        }
        Self {
            name: cut(&shop.name),
            town: city.name.to_string(),
            state: city.state.to_string(),
            others,
        }
    }

    /// Whether the shop has this amenity.
    pub(super) fn has(&self, name: &str) -> bool {
        self.others.iter().any(|(known, _)| *known == name)
    }

    /// All of them as one JSON object, which keeps a value from looking like anything else.
    pub(super) fn as_json(&self) -> String {
        let own = [
            ("name", &self.name),
            ("town", &self.town),
            ("state", &self.state),
        ];
        let others = self.others.iter().map(|(name, value)| (*name, value));
        let all: Map<String, Value> = own
            .into_iter()
            .chain(others)
            .map(|(name, value)| (name.to_owned(), Value::from(value.as_str())))
            .collect();
        Value::from(all).to_string()
    }
}

/// On one line and not too long.
fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST).collect()
}
