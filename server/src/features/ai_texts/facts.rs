//! What a model may know about a shop: facts that its page shows, none of them written as a text about it, none about a
//! person. What Foursquare's API gave is left out: it may be shown for a limited time (D72), and a text stays.

use gazetteer::State;
use serde_json::{Value, json};

use super::fact::{Amenity, Fact, ShopFacts};
use crate::catalog::{City, Shop, View, answers::week_in_words};

/// Below this, a text would have to make something up (D78). Name and town don't count: a text can't be made of them.
pub(super) const FEWEST: usize = 3;
/// Longer values are cut, in characters: nobody's facts are that long, but somebody's instructions might be.
const LONGEST: usize = 120;

/// How an amenity is read from a shop.
type Read = fn(&Shop) -> Option<bool>;

const AMENITIES: [(Amenity, Read); 6] = [
    (Amenity::Wifi, |shop| shop.has_wifi),
    (Amenity::Parking, |shop| shop.has_parking),
    (Amenity::Pets, |shop| shop.pet_friendly),
    (Amenity::Work, |shop| shop.good_for_work),
    (Amenity::Outdoor, |shop| shop.has_outdoor_seating),
    (Amenity::Breakfast, |shop| shop.serves_breakfast),
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

fn price(shop: &Shop) -> Option<u8> {
    let listed = shop.foursquare_price_level;
    let listed = listed.filter(|_| shop.foursquare.until.is_none());
    let level = shop.price_level.or(listed)?;
    u8::try_from(level)
        .ok()
        .filter(|level| (1..=4).contains(level))
}

impl ShopFacts {
    /// The facts that `view` shows.
    pub(super) fn of(view: &View, shop: &Shop, city: &City) -> Self {
        let state = State::from_code(&city.state).map(|state| state.name().to_owned());
        let mut facts = vec![
            Fact::Name(cut(&shop.name)),
            Fact::Place(
                city.name.to_string(),
                city.state.to_string(),
                state.unwrap_or_else(|| city.state.to_string()),
            ),
        ];
        facts.extend(
            shop.street
                .as_deref()
                .map(|street| Fact::Street(cut(street))),
        );
        if has_categories(shop) {
            let categories = shop.categories.iter();
            facts.extend(categories.map(|category| Fact::Category(cut(category))));
        }
        if !shop.foursquare.gave_hours
            && let Some(hours) = week_in_words(view, shop)
        {
            let days = hours.split("; ");
            facts.extend(days.map(|days| Fact::Hours(days.to_owned())));
        }
        facts.extend(price(shop).map(Fact::Price));
        for (amenity, read) in AMENITIES {
            facts.extend(read(shop).map(|has| Fact::Amenity(amenity, has)));
        }
        Self(facts)
    }

    /// All of them in JSON, which keeps a value from looking like anything else.
    pub(super) fn as_json(&self) -> Value {
        let facts = self.numbered().map(|(number, fact)| {
            json!({ "number": number, "about": fact.about(), "value": fact.value() })
        });
        facts.collect()
    }

    /// All of them in words.
    pub(super) fn in_words(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// On one line and not too long.
fn cut(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST).collect()
}
