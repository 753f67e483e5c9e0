//! OpenStreetMap: what its tags mean for a coffee place.

mod id;

use std::borrow::Cow;

use crate::coordinates::Point;
use crate::draft::Draft;
use crate::field::Field;
use crate::html;
use crate::record::{ClosedReason, Item, OtherKind, Position, SkipReason, Skipped, SourceKind};
use crate::values;

pub(crate) use id::element_id;

/// Tags of one element. Keys are stored in lowercase with `_` for `:`, as many exports write them.
#[derive(Debug, Default)]
pub(crate) struct Tags<'a> {
    tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

/// Key prefixes of former features.
const LIFECYCLE: [&str; 9] = [
    "disused",
    "abandoned",
    "was",
    "closed",
    "demolished",
    "razed",
    "removed",
    "historic",
    "former",
];

/// Who may come in where passers-by may not, by `access`.
const BARRED: [&str; 11] = [
    "employees",
    "members",
    "military",
    "no",
    "permit",
    "private",
    "residents",
    "restricted",
    "staff",
    "students",
    "tenants",
];

/// Values of `operational_status` of what is closed for good.
const NOT_ANYMORE: [&str; 7] = [
    "abandoned",
    "closed",
    "closed_permanently",
    "decommissioned",
    "defunct",
    "disused",
    "permanently_closed",
];

/// Values of `operational_status` of what is closed for now, or not open yet.
const NOT_NOW: [&str; 9] = [
    "closed_temporarily",
    "construction",
    "non_operational",
    "not_operational",
    "out_of_order",
    "planned",
    "proposed",
    "temporarily_closed",
    "under_construction",
];

/// Cuisines of places that aren't coffee shops, if they come first.
const OTHER_CUISINES: [&str; 4] = ["bubble_tea", "pizza", "burger", "chicken"];
/// Words in the names of such places.
const OTHER_NAMES: [&str; 7] = [
    "bubble tea",
    "boba",
    "internet caf",
    "cyber caf",
    "cybercaf",
    "pizzeria",
    "pizza",
];

/// Tag keys of each field, most specific first.
const FIELDS: &[(Field, &[&str])] = &[
    (
        Field::Name,
        &[
            "name",
            "name_en",
            "official_name",
            "disused_name",
            "was_name",
        ],
    ),
    (
        Field::AlternativeName,
        &[
            "alt_name",
            "official_name",
            "short_name",
            "loc_name",
            "int_name",
            "name_en",
            "old_name",
        ],
    ),
    (Field::Brand, &["brand", "brand_en"]),
    (Field::BrandWikidata, &["brand_wikidata"]),
    (Field::Operator, &["operator"]),
    (Field::HouseNumber, &["addr_housenumber", "addr_house"]),
    (Field::Street, &["addr_street", "addr_place", "addr_stree"]),
    (Field::Unit, &["addr_unit", "addr_suite", "addr_flats"]),
    (Field::FullAddress, &["addr_full", "address"]),
    (
        Field::City,
        &[
            "addr_city",
            "addr_town",
            "addr_village",
            "addr_hamlet",
            "is_in_city",
        ],
    ),
    (Field::County, &["addr_county", "is_in_county"]),
    (
        Field::State,
        &["addr_state", "addr_province", "is_in_state"],
    ),
    (Field::Zip, &["addr_postcode", "addr_postc", "postal_code"]),
    (
        Field::Country,
        &["addr_country", "addr_count", "is_in_country_code"],
    ),
    (Field::Latitude, &["@lat", "lat"]),
    (Field::Longitude, &["@lon", "lon"]),
    (
        Field::Phone,
        &[
            "phone",
            "contact_phone",
            "contact_pho",
            "telephone",
            "mobile",
            "contact_mobile",
        ],
    ),
    (Field::Email, &["email", "contact_email"]),
    (
        Field::Website,
        &["website", "contact_website", "url", "contact_web"],
    ),
    (Field::Hours, &["opening_hours", "opening_ho"]),
    (Field::Category, &["amenity", "shop", "cuisine", "craft"]),
    (Field::Parking, &["parking"]),
    (Field::WorkFriendly, &["laptop", "laptops", "work_friendly"]),
    (Field::Description, &["description", "description_en"]),
    (Field::Image, &["image"]),
    (Field::ClosedDate, &["end_date"]),
];

impl<'a> Tags<'a> {
    /// Adds a tag; ignores empty values.
    pub(crate) fn push(&mut self, key: impl Into<Cow<'a, str>>, value: impl Into<Cow<'a, str>>) {
        let (key, value) = (key.into(), value.into());
        if value.trim().is_empty() {
            return;
        }
        let plain = !key
            .bytes()
            .any(|byte| byte == b':' || byte.is_ascii_uppercase());
        let key = if plain {
            key
        } else {
            Cow::Owned(key.replace(':', "_").to_ascii_lowercase())
        };
        self.tags.push((key, value));
    }

    /// Value of a normalized key.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_ref())
    }

    /// Whether the key's semicolon-separated list contains `wanted`.
    fn lists(&self, key: &str, wanted: &str) -> bool {
        self.get(key)
            .is_some_and(|list| list.split(';').any(|value| value.trim() == wanted))
    }

    /// The key that says that a coffee place used to be here.
    fn former_key(&self) -> Option<String> {
        LIFECYCLE.iter().find_map(|prefix| {
            let amenity = format!("{prefix}_amenity");
            let shop = format!("{prefix}_shop");
            if self.lists(&amenity, "cafe") {
                Some(format!("{prefix}:amenity"))
            } else if self.lists(&shop, "coffee") {
                Some(format!("{prefix}:shop"))
            } else {
                None
            }
        })
    }

    /// Whether it is, or was, a coffee place.
    pub(crate) fn is_coffee(&self) -> bool {
        let is_place = self.lists("amenity", "cafe")
            || self.lists("shop", "coffee")
            || self.lists("cuisine", "coffee_shop")
            || self.former_key().is_some();
        is_place && !self.is_other_place()
    }

    /// The tag that says that passers-by may not come in. Of several groups, one that may is enough.
    fn barred(&self) -> Option<String> {
        let access = self.get("access")?;
        let groups = access.split(';').map(|group| group.trim().to_lowercase());
        let groups: Vec<String> = groups.filter(|group| !group.is_empty()).collect();
        let is_barred =
            !groups.is_empty() && groups.iter().all(|group| BARRED.contains(&group.as_str()));
        is_barred.then(|| format!("access={}", groups.join(";")))
    }

    /// Why its `operational_status` says that it isn't open.
    fn not_operating(&self) -> Option<ClosedReason> {
        let status = self.get("operational_status")?.trim();
        let plain = status.to_lowercase().replace([' ', '-'], "_");
        if NOT_ANYMORE.contains(&plain.as_str()) {
            return Some(ClosedReason::OsmTag(format!("operational_status={status}")));
        }
        NOT_NOW
            .contains(&plain.as_str())
            .then_some(ClosedReason::Temporarily)
    }

    /// Whether it is a café in name only: what it mainly serves is something else.
    fn is_other_place(&self) -> bool {
        let main = self.get("cuisine").and_then(|list| list.split(';').next());
        let serves = |other: &str| main.is_some_and(|main| main.trim() == other);
        let name = self.get("name").unwrap_or_default().to_lowercase();
        let is_coffee_shop = self.lists("shop", "coffee") || self.lists("cuisine", "coffee_shop");
        OTHER_CUISINES.into_iter().any(serves)
            || self.lists("amenity", "internet_cafe")
            || (!is_coffee_shop && OTHER_NAMES.iter().any(|it| name.contains(it)))
    }

    /// Why it is closed.
    fn closed(&self) -> Option<ClosedReason> {
        let former = || self.former_key().map(ClosedReason::OsmTag);
        let bare = LIFECYCLE
            .iter()
            .find(|prefix| self.get(prefix) == Some("yes"));
        // If it is a coffee place now, it is open, whatever it was before.
        let open = self.lists("amenity", "cafe") || self.lists("shop", "coffee");
        let never_opens = matches!(
            self.get("opening_hours").map(str::trim),
            Some("off" | "closed")
        );
        let says_so = self.get("name").is_some_and(|name| {
            let name = name.trim_end().to_lowercase();
            name.ends_with("(closed)") || name.ends_with("(permanently closed)")
        });
        if never_opens {
            return Some(ClosedReason::OsmTag("opening_hours=off".to_owned()));
        }
        if says_so {
            return Some(ClosedReason::Permanently);
        }
        bare.map(|prefix| ClosedReason::OsmTag((*prefix).to_owned()))
            .or_else(|| self.not_operating())
            .or_else(|| if open { None } else { former() })
    }

    /// The latest date on which somebody checked or changed the place.
    fn refreshed_at(&self) -> Option<&str> {
        let keys = [
            "check_date",
            "check_date_opening_hours",
            "survey_date",
            "@timestamp",
            "timestamp",
            "osm_timestamp",
        ];
        // ISO 8601 dates sort as text.
        keys.iter()
            .filter_map(|key| self.get(key))
            .filter(|date| values::is_date(date))
            .max()
    }
}

/// Whether raw text may contain a coffee place: avoids parsing most elements.
pub(crate) fn may_be_coffee(raw: &[u8]) -> bool {
    let has = |word: &[u8]| memchr::memmem::find(raw, word).is_some();
    has(b"cafe") || has(b"coffee") || has(b"\\u00")
}

/// Finishes an element: a place, or skipped if it isn't a coffee place.
pub(crate) fn item(
    tags: &Tags<'_>,
    id: Option<String>,
    point: Option<Point>,
    mut draft: Draft,
    position: Position,
    everything: bool,
) -> Item {
    if !everything && !tags.is_coffee() {
        return Item::Skipped(Skipped {
            reason: SkipReason::NotCoffee,
            count: 1,
            position,
        });
    }
    if let Some(point) = point {
        draft.set_point(point);
    }
    draft.close(tags.closed());
    for (field, keys) in FIELDS {
        for key in *keys {
            if let Some(value) = tags.get(key) {
                draft.set(*field, value);
            }
        }
    }
    set_flags(&mut draft, tags);
    if let Some(date) = tags.refreshed_at() {
        draft.set(Field::RefreshedAt, date);
    }
    let mut place = draft.finish();
    if !everything {
        // The record is named where it is left out.
        place.other_kind = tags.barred().map(|word| OtherKind {
            word,
            is_certain: true,
        });
    }
    place.source_kind = SourceKind::Osm;
    place.source_id = id;
    place.position = position;
    Item::Place(Box::new(place))
}

fn set_flags(draft: &mut Draft, tags: &Tags<'_>) {
    let record = &mut draft.record;
    record.wifi = tags
        .get("internet_access")
        .and_then(wifi)
        .or_else(|| tags.get("wifi").and_then(wifi));
    // Values such as "terrace", "sidewalk" or "garden" describe where the seats are.
    record.outdoor_seating = tags
        .get("outdoor_seating")
        .map(|value| values::truth(value) != Some(false));
    record.dogs = ["dog", "dogs", "pets_allowed", "pets"]
        .iter()
        .find_map(|key| dogs(tags.get(key)?));
    // "customers" and "only" are a yes to guests; "limited" is neither yes nor no.
    let offers = |key: &str| match tags.get(key)?.trim() {
        "customers" | "only" | "designated" => Some(true),
        other => values::truth(other),
    };
    record.restroom = offers("toilets");
    record.drive_through = offers("drive_through");
    record.wheelchair = offers("wheelchair");
    record.changing_table = offers("changing_table");
    // A vegan kitchen has no other milk; one with vegan dishes may well.
    record.plant_milk = (tags.get("diet_vegan") == Some("only")).then_some(true);
    record.roasts = tags.lists("craft", "coffee_roaster").then_some(true);
    let first = |keys: [&str; 2]| {
        let value = keys.iter().find_map(|key| tags.get(key));
        value.map(|value| html::shown(value).into_owned())
    };
    record.instagram = first(["contact_instagram", "instagram"]);
    record.facebook = first(["contact_facebook", "facebook"]);
    record.menu_url = first(["website_menu", "contact_website_menu"]);
    record.opens_at = first(["opening_date", "start_date"]);
}

fn wifi(value: &str) -> Option<bool> {
    match value.trim() {
        "wlan" | "wifi" => Some(true),
        "terminal" | "wired" | "service" => None,
        list if list.split(';').any(|part| part.trim() == "wlan") => Some(true),
        other => values::truth(other).or_else(|| (other == "customers").then_some(true)),
    }
}

fn dogs(value: &str) -> Option<bool> {
    match value.trim() {
        "leashed" | "outside" | "outdoor" | "designated" => Some(true),
        other => values::truth(other),
    }
}

#[cfg(test)]
mod tests;
