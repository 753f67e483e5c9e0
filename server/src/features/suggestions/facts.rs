//! Stores, displays and applies suggested facts.

use hours_text::{Reading, normalize};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::catalog::{
    admission::{
        contact,
        place::{NoPlace, Place, place_of},
        typed::TypedShop,
    },
    entities::{
        shop::{self, Texts},
        suggestion::Field,
    },
};

/// A proposed address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Address {
    pub(super) street: String,
    pub(super) zip_code: String,
}

/// Proposed hours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hours {
    /// As typed.
    pub(super) text: Option<String>,
    /// In OSM syntax, if the text can be parsed.
    pub(super) osm: Option<String>,
}

impl Address {
    /// The address as a place with its town.
    pub(super) fn place(&self) -> Result<Place, NoPlace> {
        place_of(&TypedShop {
            address: &self.street,
            zip: &self.zip_code,
            ..TypedShop::default()
        })
    }

    pub(super) fn of(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

impl Hours {
    /// From hours in plain words or in OSM syntax.
    pub(super) fn read(text: Option<String>) -> Self {
        let osm = match normalize(text.as_deref().unwrap_or_default()) {
            Reading::Osm { osm } => Some(osm),
            Reading::Unreadable { .. } | Reading::Empty => None,
        };
        Self { text, osm }
    }

    pub(super) fn value(&self) -> Value {
        json!(self)
    }
}

/// Special days are rules after the weekly ones that begin with a year. A suggestion concerns the weekly hours and
/// keeps them.
fn special_rules(opening_hours: &str) -> impl Iterator<Item = &str> {
    let rules = opening_hours.split(';').map(str::trim);
    rules.filter(|rule| {
        let bytes = rule.as_bytes();
        bytes.iter().take(4).all(u8::is_ascii_digit) && bytes.get(4) == Some(&b' ')
    })
}

fn week_of(opening_hours: &str) -> String {
    let special: Vec<&str> = special_rules(opening_hours).collect();
    let rules = opening_hours.split(';').map(str::trim);
    let week = rules.filter(|rule| !special.contains(rule));
    week.collect::<Vec<_>>().join("; ")
}

/// Writes a suggested fact into `row`. The caller looks up the town of a new address.
pub(super) fn set(row: &mut shop::Model, field: Field, value: &Value) {
    let text = || value.as_str().map(str::to_owned);
    match field {
        Field::Name => row.name = text().unwrap_or_else(|| row.name.clone()),
        Field::Address => {
            let Some(place) = Address::of(value).and_then(|address| address.place().ok()) else {
                return;
            };
            if row.street.as_deref() != Some(&place.street)
                || row.zip_code.as_deref() != Some(&place.zip)
            {
                // The pin belonged to the old address.
                (row.latitude, row.longitude) = (None, None);
                place.time_zone.clone_into(&mut row.time_zone);
                row.street = Some(place.street);
                row.zip_code = Some(place.zip);
            }
        }
        Field::Phone => {
            row.telephone = value.as_str().and_then(contact::telephone);
            let for_people = row.telephone.as_deref();
            row.phone = for_people.and_then(contact::telephone_for_people);
        }
        Field::Website => row.website = text(),
        Field::Hours => {
            let Hours { text, osm } = serde_json::from_value(value.clone()).unwrap_or_default();
            let before = row.opening_hours.clone().unwrap_or_default();
            let rules = osm.as_deref().into_iter().chain(special_rules(&before));
            let rules = rules.collect::<Vec<_>>().join("; ");
            row.opening_hours = Some(rules).filter(|rules| !rules.is_empty());
            row.hours = text;
        }
        Field::Description => row.description = text(),
        Field::Categories => {
            row.categories = Texts(serde_json::from_value(value.clone()).unwrap_or_default());
        }
        _ => {
            if let Some(amenity) = amenity(row, field) {
                *amenity = value.as_bool();
            }
        }
    }
}

fn amenity(row: &mut shop::Model, field: Field) -> Option<&mut Option<bool>> {
    Some(match field {
        Field::HasWifi => &mut row.has_wifi,
        Field::HasParking => &mut row.has_parking,
        Field::PetFriendly => &mut row.pet_friendly,
        Field::GoodForWork => &mut row.good_for_work,
        Field::HasOutdoorSeating => &mut row.has_outdoor_seating,
        Field::ServesBreakfast => &mut row.serves_breakfast,
        _ => return None,
    })
}

/// A fact of the row as display text. Hours that can be parsed are in OSM syntax.
pub(super) fn text_of(row: &shop::Model, field: Field) -> Option<String> {
    let yes_or_no =
        |value: Option<bool>| value.map(|is_so| if is_so { "Yes" } else { "No" }.to_owned());
    let text = match field {
        Field::Name => Some(row.name.clone()),
        Field::Address => {
            let parts = [row.street.clone(), row.zip_code.clone()];
            Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
        }
        Field::Phone => row.phone.clone(),
        Field::Website => row.website.clone(),
        Field::Hours => {
            let week = row.opening_hours.as_deref().map(week_of);
            week.filter(|week| !week.is_empty())
                .or_else(|| row.hours.clone())
        }
        Field::Description => row.description.clone(),
        Field::Categories => Some(row.categories.0.join(", ")),
        Field::HasWifi => yes_or_no(row.has_wifi),
        Field::HasParking => yes_or_no(row.has_parking),
        Field::PetFriendly => yes_or_no(row.pet_friendly),
        Field::GoodForWork => yes_or_no(row.good_for_work),
        Field::HasOutdoorSeating => yes_or_no(row.has_outdoor_seating),
        Field::ServesBreakfast => yes_or_no(row.serves_breakfast),
    };
    text.filter(|text| !text.is_empty())
}

/// The group of facts whose source is tracked (D64); breakfast has none.
pub(super) fn group_of(field: Field) -> Option<&'static str> {
    Some(match field {
        Field::Name => "name",
        Field::Address => "address",
        Field::Phone => "phone",
        Field::Website => "website",
        Field::Hours => "hours",
        Field::Description => "description",
        Field::Categories => "categories",
        Field::HasWifi => "hasWifi",
        Field::HasParking => "hasParking",
        Field::PetFriendly => "petFriendly",
        Field::GoodForWork => "goodForWork",
        Field::HasOutdoorSeating => "hasOutdoorSeating",
        Field::ServesBreakfast => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_days_stand_apart_from_the_week() {
        let text =
            "Mo-Fr 07:00-15:00; PH off; 2026 Dec 24 08:00-12:00; 2026 Dec 25-2026 Dec 26 off";
        assert_eq!(week_of(text), "Mo-Fr 07:00-15:00; PH off");
        assert_eq!(
            special_rules(text).collect::<Vec<_>>(),
            ["2026 Dec 24 08:00-12:00", "2026 Dec 25-2026 Dec 26 off"]
        );
        assert_eq!(week_of("24/7"), "24/7", "no year");
    }
}
