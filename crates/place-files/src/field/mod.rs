//! Recognizes the fields of a place by common column names.

mod names;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use names::NAMES;

/// The meaning of a column or property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Field {
    /// [`crate::PlaceRecord::source_id`]
    Id,
    /// [`crate::PlaceRecord::name`]
    Name,
    /// The name that a company trades under: [`crate::PlaceRecord::name`], whatever else the record is called.
    TradeName,
    /// A company's registered name, beside its trade name: [`crate::PlaceRecord::alternative_names`]; without another
    /// name, [`crate::PlaceRecord::name`].
    LegalName,
    /// [`crate::PlaceRecord::alternative_names`]
    AlternativeName,
    /// [`crate::PlaceRecord::brand`]
    Brand,
    /// [`crate::PlaceRecord::brand_wikidata`]
    BrandWikidata,
    /// [`crate::PlaceRecord::operator`]
    Operator,
    /// [`crate::PlaceRecord::house_number`]
    HouseNumber,
    /// [`crate::PlaceRecord::street`]
    Street,
    /// [`crate::PlaceRecord::unit`], also a second address line.
    Unit,
    /// [`crate::PlaceRecord::address`]
    Address,
    /// Street, city, state and ZIP code in one text.
    FullAddress,
    /// [`crate::PlaceRecord::city`]
    City,
    /// [`crate::PlaceRecord::county`]
    County,
    /// [`crate::PlaceRecord::state`]
    State,
    /// [`crate::PlaceRecord::zip`]
    Zip,
    /// [`crate::PlaceRecord::zip_plus4`]
    ZipPlus4,
    /// [`crate::PlaceRecord::country`]
    Country,
    /// [`crate::PlaceRecord::latitude`]
    Latitude,
    /// [`crate::PlaceRecord::longitude`]
    Longitude,
    /// Both coordinates in one text: "31.3, -92.4" or "POINT (-92.4 31.3)".
    Coordinates,
    /// [`crate::PlaceRecord::phone`]
    Phone,
    /// [`crate::PlaceRecord::email`]
    Email,
    /// [`crate::PlaceRecord::website`]
    Website,
    /// [`crate::PlaceRecord::hours`]
    Hours,
    /// Hours of one weekday, Monday = 0.
    DayHours(u8),
    /// [`crate::PlaceRecord::categories`]
    Category,
    /// [`crate::PlaceRecord::wifi`]
    Wifi,
    /// [`crate::PlaceRecord::outdoor_seating`]
    OutdoorSeating,
    /// [`crate::PlaceRecord::parking`]
    Parking,
    /// [`crate::PlaceRecord::dogs`]
    Dogs,
    /// [`crate::PlaceRecord::work_friendly`]
    WorkFriendly,
    /// [`crate::PlaceRecord::price_level`]
    PriceLevel,
    /// [`crate::PlaceRecord::description`]
    Description,
    /// [`crate::PlaceRecord::image_url`]
    Image,
    /// A yes or a date: [`crate::PlaceRecord::closed`]
    Closed,
    /// A status: "open", "CLOSED_PERMANENTLY", "temporarily_closed", …
    Status,
    /// Yelp's `is_open`: a no means closed.
    Open,
    /// The source's confidence that the place exists, 0 to 1.
    Confidence,
    /// [`crate::PlaceRecord::reported`]
    Reports,
    /// The closing date.
    ClosedDate,
    /// [`crate::PlaceRecord::provider_chain`]
    Chain,
    /// [`crate::PlaceRecord::refreshed_at`]
    RefreshedAt,
}

static LOOKUP: LazyLock<HashMap<&'static str, (Field, u8)>> = LazyLock::new(|| {
    let mut lookup = HashMap::new();
    for (field, _, names) in NAMES {
        for (rank, name) in (0_u8..).zip(names.iter()) {
            lookup.entry(*name).or_insert((*field, rank));
        }
    }
    lookup
});

/// Objects whose members mean the same as at the top level.
const CONTAINERS: &[&str] = &[
    "address",
    "location",
    "contact",
    "geo",
    "geocoordinates",
    "geometry",
    "coordinates",
    "position",
    "properties",
    "attributes",
    "fields",
    "source",
    "addresses",
    "geocodes",
    "main",
    "details",
    "amenities",
    "features",
    "info",
    "data",
];

/// A column's name reduced to lowercase letters and digits.
pub(crate) fn normalised(name: &str) -> String {
    name.chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The field of a column or of a dotted property path, with the name's rank among that field's names (0 is the most
/// specific).
pub(crate) fn recognise(name: &str) -> Option<(Field, u8)> {
    if let Some(found) = LOOKUP.get(normalised(name).as_str()) {
        return Some(*found);
    }
    let (parents, last) = name.rsplit_once('.')?;
    let neutral = parents
        .split('.')
        .all(|parent| CONTAINERS.contains(&normalised(parent).as_str()));
    let found = if neutral {
        LOOKUP.get(normalised(last).as_str()).copied()
    } else {
        None
    };
    // Ranks below top-level names.
    found.map(|(field, rank)| (field, rank.saturating_add(64)))
}

impl Field {
    /// The name for `--map COLUMN=FIELD`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(field, ..)| *field == self);
        found.map_or("", |(_, name, _)| name)
    }

    /// Whether a place can be called by it.
    pub(crate) const fn names_a_place(self) -> bool {
        matches!(self, Self::Name | Self::TradeName | Self::LegalName)
    }

    /// All fields, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(field, ..)| *field)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Unknown field name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is no field; choose one of: {}", all_names())]
pub struct UnknownField {
    /// The given name.
    pub name: String,
}

fn all_names() -> String {
    Field::all().map(Field::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Field {
    type Err = UnknownField;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = LOOKUP.get(normalised(name).as_str());
        found.map(|(field, _)| *field).ok_or_else(|| UnknownField {
            name: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_people_use() {
        let field = |name| recognise(name).map(|(field, _)| field);
        for (name, expected) in [
            ("Business Name", Field::Name),
            ("SHOP", Field::Name),
            ("DBA Name", Field::TradeName),
            ("Doing Business As", Field::TradeName),
            ("Legal Name", Field::LegalName),
            ("ZIP/Postal Code", Field::Zip),
            ("Lng", Field::Longitude),
            ("Address 1", Field::Address),
            ("addr:street", Field::Street),
            ("Days/Hours", Field::Hours),
            ("tel", Field::Phone),
            ("Web-Site", Field::Website),
            ("@lat", Field::Latitude),
            ("location.address", Field::Address),
            ("location.postcode", Field::Zip),
            ("names.primary", Field::Name),
            ("geocodes.main.latitude", Field::Latitude),
            ("chains.name", Field::Chain),
            ("address.city", Field::City),
            ("Thurs", Field::DayHours(3)),
        ] {
            assert_eq!(field(name), Some(expected), "{name}");
        }
        for name in ["owner.phone", "Employees", "", "--"] {
            assert_eq!(field(name), None, "{name}");
        }
    }

    #[test]
    fn every_field_is_found_by_its_own_name_and_no_name_is_given_twice() {
        let mut seen = std::collections::HashSet::new();
        for (field, name, names) in NAMES {
            assert_eq!(*name, field.name());
            assert_eq!(field.name().parse(), Ok(*field));
            for name in *names {
                assert_eq!(normalised(name), **name);
                assert!(seen.insert(*name), "{name} stands twice");
            }
        }
        assert!(
            "frobnicate"
                .parse::<Field>()
                .unwrap_err()
                .to_string()
                .contains("latitude")
        );
    }
}
