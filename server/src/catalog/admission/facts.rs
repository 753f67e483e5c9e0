//! The facts of a shop that a source can set, in groups with one source each.

use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

use crate::catalog::{
    entities::shop,
    origin::{EDITORS, OWNER, SUBMITTER},
};

/// Facts from a source, cleaned and truncated to fit our columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// As people write it.
    pub name: String,
    /// Official, former and other names, to recognize the shop by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_names: Vec<String>,
    /// Number and street.
    pub street: Option<String>,
    /// Five digits.
    pub zip_code: Option<String>,
    /// Latitude and longitude of the building.
    pub point: Option<(f64, f64)>,
    /// The point's, else the town's: it stays a part of [`Candidate::id_of_content`](super::Candidate::id_of_content), and servers
    /// of the release before go by it. The shop's clocks are its town's (D111).
    pub time_zone: String,
    /// As people write it.
    pub phone: Option<String>,
    /// E.164.
    pub telephone: Option<String>,
    /// http or https.
    pub website: Option<String>,
    /// As given by the source.
    pub hours: Option<String>,
    /// OSM syntax, if the text could be parsed with certainty.
    pub opening_hours: Option<String>,
    /// A description of the shop.
    pub description: Option<String>,
    /// What kind of place it is.
    pub categories: Vec<String>,
    /// 1 to 4.
    pub price_level: Option<i32>,
    /// Whether it has Wi-Fi; likewise below.
    pub has_wifi: Option<bool>,
    pub has_parking: Option<bool>,
    pub pet_friendly: Option<bool>,
    pub good_for_work: Option<bool>,
    pub has_outdoor_seating: Option<bool>,
    pub has_outlets: Option<bool>,
    pub has_restroom: Option<bool>,
    pub has_drive_through: Option<bool>,
    pub wheelchair_accessible: Option<bool>,
    pub has_changing_table: Option<bool>,
    pub has_plant_milk: Option<bool>,
    pub roasts_here: Option<bool>,
    /// A link to its profile; likewise `facebook`.
    pub instagram: Option<String>,
    pub facebook: Option<String>,
    /// http or https.
    pub menu_url: Option<String>,
}

/// Sources that override every import.
const ENTERED_BY_HAND: [&str; 3] = [OWNER, SUBMITTER, EDITORS];

/// The name beside those of the facts under which a shop's row says who closed it, or opened it again.
pub const CLOSED: &str = "closed";

/// Whether a person decided that the shop still exists, or doesn't: no list knows better. A shop that a list closed and that is
/// open was opened again by somebody, because a list that opens it forgets that it closed it.
#[must_use]
pub fn is_existence_by_hand(row: &shop::Model) -> bool {
    is_by_hand(row, CLOSED) || row.closed_at.is_none() && row.provenance.0.contains_key(CLOSED)
}

/// Whether the owner, the submitter or the administrator entered this fact, so that imports must not change it.
pub fn is_by_hand(row: &shop::Model, fact: &str) -> bool {
    let recorded = row.provenance.0.get(fact);
    recorded.is_some_and(|recorded| ENTERED_BY_HAND.contains(&recorded.as_str()))
}

/// Notes that the facts which differ between the two rows were entered or cleared by hand, by `source`.
pub fn note_by_hand(before: &shop::Model, after: &mut shop::Model, source: &str) {
    for group in GROUPS {
        if !(group.is_same)(before, after) {
            let sources = &mut after.provenance.0;
            sources.insert(group.name.to_owned(), source.to_owned());
        }
    }
}

/// Which facts a list says anything about: those that at least one of its records has. About the others, its records say
/// nothing, rather than that there is nothing (D87).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage(u32);

impl Coverage {
    /// Adds what a record says.
    pub fn add(&mut self, facts: &Facts) {
        for (place, group) in GROUPS.iter().enumerate() {
            self.0 |= u32::from((group.is_known)(facts)) << place;
        }
    }

    /// Whether the list says anything about the fact with this name.
    #[must_use]
    pub fn has(self, name: &str) -> bool {
        let place = GROUPS.iter().position(|group| group.name == name);
        place.is_some_and(|place| self.0 & (1 << place) != 0)
    }
}

/// The facts that belong to `source`, and that a record without them would clear.
#[must_use]
pub fn cleared(row: &shop::Model, facts: &Facts, source: &str) -> Vec<&'static str> {
    let groups = GROUPS.iter().filter(|group| {
        let recorded = row.provenance.0.get(group.name);
        recorded.is_some_and(|recorded| recorded == source)
            && !(group.is_known)(facts)
            && !(group.is_empty)(row)
            && !KEPT.contains(&group.name)
    });
    groups.map(|group| group.name).collect()
}

/// The names of the facts that a shop has from each source.
pub fn given_by<'a>(
    provenance: &'a std::collections::BTreeMap<String, String>,
    source: &'a str,
) -> impl Iterator<Item = &'static str> + use<'a> {
    let groups = GROUPS.iter().map(|group| group.name);
    groups.filter(move |name| {
        provenance
            .get(*name)
            .is_some_and(|recorded| recorded == source)
    })
}

/// A shop keeps its name and location even if a source drops them.
const KEPT: [&str; 2] = ["name", ADDRESS];

/// The group of all location facts.
const ADDRESS: &str = "address";

/// A group of columns with one source.
struct Group {
    name: &'static str,
    /// The row's value as text.
    text: fn(&shop::Model) -> Option<String>,
    is_known: fn(&Facts) -> bool,
    is_empty: fn(&shop::Model) -> bool,
    /// Whether two rows have the same.
    is_same: fn(&shop::Model, &shop::Model) -> bool,
    set: fn(&mut shop::Model, &Facts, Uuid),
}

/// A group with one optional column of the same name on both sides.
macro_rules! optional {
    ($name:literal, $column:ident, $in_words:expr) => {
        Group {
            name: $name,
            text: |row| row.$column.clone().map(|value| $in_words(value)),
            is_known: |facts| facts.$column.is_some(),
            is_empty: |row| row.$column.is_none(),
            is_same: |one, other| one.$column == other.$column,
            set: |row, facts, _| row.$column = facts.$column.clone(),
        }
    };
}

const GROUPS: &[Group] = &[
    Group {
        name: "name",
        text: |row| Some(row.name.clone()).filter(|name| !name.is_empty()),
        is_known: |facts| !facts.name.is_empty(),
        is_empty: |row| row.name.is_empty(),
        is_same: |one, other| one.name == other.name,
        set: |row, facts, _| row.name.clone_from(&facts.name),
    },
    Group {
        name: "otherNames",
        text: |row| Some(row.other_names.0.join("; ")).filter(|text| !text.is_empty()),
        is_known: |facts| !facts.other_names.is_empty(),
        is_empty: |row| row.other_names.0.is_empty(),
        is_same: |one, other| one.other_names == other.other_names,
        set: |row, facts, _| row.other_names.0.clone_from(&facts.other_names),
    },
    Group {
        name: ADDRESS,
        text: |row| {
            let parts = [row.street.clone(), row.zip_code.clone()];
            let point = row.latitude.zip(row.longitude);
            let point = point.map(|(latitude, longitude)| format!("{latitude:.5}, {longitude:.5}"));
            let parts: Vec<String> = parts.into_iter().chain([point]).flatten().collect();
            (!parts.is_empty()).then(|| parts.join(" · "))
        },
        is_known: |facts| {
            facts.street.is_some() || facts.zip_code.is_some() || facts.point.is_some()
        },
        is_empty: |row| row.street.is_none() && row.zip_code.is_none() && row.latitude.is_none(),
        is_same: |one, other| address_of(one) == address_of(other),
        set: |row, facts, city_id| {
            // Facts from elsewhere stay unless the source contradicts them.
            if is_elsewhere(row, facts) {
                (row.street, row.zip_code) = (None, None);
                (row.latitude, row.longitude) = (None, None);
            }
            if row.city_id != city_id {
                row.city_id = city_id;
                row.time_zone.clone_from(&facts.time_zone);
            }
            row.street = facts.street.clone().or(row.street.take());
            row.zip_code = facts.zip_code.clone().or(row.zip_code.take());
            if let Some((latitude, longitude)) = facts.point {
                (row.latitude, row.longitude) = (Some(latitude), Some(longitude));
            }
        },
    },
    Group {
        name: "phone",
        text: |row| row.phone.clone(),
        is_known: |facts| facts.phone.is_some(),
        is_empty: |row| row.phone.is_none(),
        is_same: |one, other| (&one.phone, &one.telephone) == (&other.phone, &other.telephone),
        set: |row, facts, _| {
            row.phone.clone_from(&facts.phone);
            row.telephone.clone_from(&facts.telephone);
        },
    },
    optional!("website", website, String::from),
    Group {
        name: "hours",
        text: |row| row.opening_hours.clone().or_else(|| row.hours.clone()),
        is_known: |facts| facts.hours.is_some(),
        is_empty: |row| row.hours.is_none(),
        is_same: |one, other| {
            (&one.hours, &one.opening_hours) == (&other.hours, &other.opening_hours)
        },
        set: |row, facts, _| {
            let before = (row.hours.clone(), row.opening_hours.clone());
            row.hours.clone_from(&facts.hours);
            row.opening_hours.clone_from(&facts.opening_hours);
            if before != (row.hours.clone(), row.opening_hours.clone()) {
                // Whoever confirmed the hours saw others.
                row.hours_confirmed_at = None;
                row.hours_confirmed_by = None;
            }
        },
    },
    optional!("description", description, String::from),
    Group {
        name: "categories",
        text: |row| Some(row.categories.0.join(", ")).filter(|text| !text.is_empty()),
        is_known: |facts| !facts.categories.is_empty(),
        is_empty: |row| row.categories.0.is_empty(),
        is_same: |one, other| one.categories == other.categories,
        set: |row, facts, _| row.categories.0.clone_from(&facts.categories),
    },
    optional!("priceLevel", price_level, in_dollars),
    optional!("hasWifi", has_wifi, yes_or_no),
    optional!("hasParking", has_parking, yes_or_no),
    optional!("petFriendly", pet_friendly, yes_or_no),
    optional!("goodForWork", good_for_work, yes_or_no),
    optional!("hasOutdoorSeating", has_outdoor_seating, yes_or_no),
    optional!("hasOutlets", has_outlets, yes_or_no),
    optional!("hasRestroom", has_restroom, yes_or_no),
    optional!("hasDriveThrough", has_drive_through, yes_or_no),
    optional!("wheelchairAccessible", wheelchair_accessible, yes_or_no),
    optional!("hasChangingTable", has_changing_table, yes_or_no),
    optional!("hasPlantMilk", has_plant_milk, yes_or_no),
    optional!("roastsHere", roasts_here, yes_or_no),
    optional!("instagram", instagram, String::from),
    optional!("facebook", facebook, String::from),
    optional!("menuUrl", menu_url, String::from),
    Group {
        name: "publicEmail",
        text: |row| row.public_email.clone(),
        // No list may publish an address: whoever it belongs to types it for that.
        is_known: |_| false,
        is_empty: |row| row.public_email.is_none(),
        is_same: |one, other| one.public_email == other.public_email,
        set: |_, _, _| {},
    },
];

fn address_of(row: &shop::Model) -> impl PartialEq + '_ {
    (
        (&row.street, &row.zip_code, row.city_id),
        (row.latitude, row.longitude),
    )
}

/// Whether a record puts a shop in a different place.
fn is_elsewhere(row: &shop::Model, facts: &Facts) -> bool {
    let differ = |ours: &Option<String>, theirs: &Option<String>| {
        ours.is_some() && theirs.is_some() && ours != theirs
    };
    let ours = row.latitude.zip(row.longitude);
    differ(&row.street, &facts.street)
        || differ(&row.zip_code, &facts.zip_code)
        || ours.is_some() && facts.point.is_some() && ours != facts.point
}

fn in_dollars(level: i32) -> String {
    "$".repeat(usize::try_from(level).unwrap_or_default())
}

fn yes_or_no(is_so: bool) -> String {
    if is_so { "Yes" } else { "No" }.to_owned()
}

/// A difference between a record and a shop's row, per group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactDifference {
    /// The group.
    pub name: &'static str,
    /// The row's value; `None` if it has none, or there is no row.
    pub now: Option<String>,
    /// The record's value.
    pub suggested: String,
}

/// The facts in which a record differs from `row`, as text; all of its facts if there is no row.
#[must_use]
pub fn differences(
    row: Option<&shop::Model>,
    facts: &Facts,
    blank: &shop::Model,
) -> Vec<FactDifference> {
    let known = GROUPS.iter().filter(|group| (group.is_known)(facts));
    let said = known.filter_map(|group| {
        let mut filled = row.unwrap_or(blank).clone();
        (group.set)(&mut filled, facts, blank.city_id);
        let now = row.and_then(group.text);
        let suggested = (group.text)(&filled)?;
        (now.as_ref() != Some(&suggested)).then_some(FactDifference {
            name: group.name,
            now,
            suggested,
        })
    });
    said.collect()
}

/// Writes the given groups of a record to a row, overriding any source. They belong to `source` from now on.
pub fn take(
    row: &mut shop::Model,
    facts: &Facts,
    city_id: Uuid,
    (source, names): (&str, &[String]),
) {
    for group in GROUPS {
        if names.iter().any(|name| name == group.name) && (group.is_known)(facts) {
            (group.set)(row, facts, city_id);
            row.provenance
                .0
                .insert(group.name.to_owned(), source.to_owned());
        }
    }
}

/// The facts that a second source can add: [`fill_gaps`] returns these names.
pub const FILLABLE: [&str; 27] = [
    "name",
    "otherNames",
    ADDRESS,
    "street",
    "zip",
    "point",
    "phone",
    "website",
    "hours",
    "description",
    "categories",
    "priceLevel",
    "hasWifi",
    "hasParking",
    "petFriendly",
    "goodForWork",
    "hasOutdoorSeating",
    "hasOutlets",
    "hasRestroom",
    "hasDriveThrough",
    "wheelchairAccessible",
    "hasChangingTable",
    "hasPlantMilk",
    "roastsHere",
    "instagram",
    "facebook",
    "menuUrl",
];

/// Adds facts that a shop lacks from a second source, without removing any. Returns the names of what was filled. A
/// fact that someone cleared by hand stays empty.
pub fn fill_gaps(row: &mut shop::Model, facts: &Facts, source: &str) -> Vec<&'static str> {
    let mut filled = Vec::new();
    for group in GROUPS {
        let is_free = !is_by_hand(row, group.name) && (group.is_empty)(row);
        if is_free && (group.is_known)(facts) {
            (group.set)(row, facts, row.city_id);
            row.provenance
                .0
                .insert(group.name.to_owned(), source.to_owned());
            filled.push(group.name);
        }
    }
    if !is_by_hand(row, ADDRESS) && !filled.contains(&ADDRESS) {
        filled.extend(fill_address(row, facts));
    }
    filled
}

/// Fills in missing parts of an existing address, which keeps its source.
fn fill_address(row: &mut shop::Model, facts: &Facts) -> Vec<&'static str> {
    let mut filled = Vec::new();
    if row.street.is_none() && facts.street.is_some() {
        row.street.clone_from(&facts.street);
        filled.push("street");
    }
    if row.zip_code.is_none() && facts.zip_code.is_some() {
        row.zip_code.clone_from(&facts.zip_code);
        filled.push("zip");
    }
    if let Some((latitude, longitude)) = facts.point.filter(|_| row.latitude.is_none()) {
        (row.latitude, row.longitude) = (Some(latitude), Some(longitude));
        filled.push("point");
    }
    filled
}

/// Fills a new row with everything that `source` knows.
pub fn fill(row: &mut shop::Model, facts: &Facts, city_id: Uuid, source: &str) {
    for group in GROUPS {
        if (group.is_known)(facts) {
            (group.set)(row, facts, city_id);
            row.provenance
                .0
                .insert(group.name.to_owned(), source.to_owned());
        }
    }
}

/// Applies what `source` says now, where it may: its own facts, and those that nobody has provided. Returns the names
/// of the changed groups. `coverage` is the list's.
pub fn update(
    row: &mut shop::Model,
    facts: &Facts,
    city_id: Uuid,
    (source, coverage): (&str, Coverage),
) -> Vec<&'static str> {
    let mut changed = Vec::new();
    let mut before = row.clone();
    for group in GROUPS {
        let recorded = row.provenance.0.get(group.name);
        let is_own = recorded.is_some_and(|recorded| recorded == source);
        let may_set = match recorded {
            _ if is_by_hand(row, group.name) => false,
            Some(_) => is_own,
            None => (group.is_empty)(row) && (group.is_known)(facts),
        };
        let would_forget = !(group.is_known)(facts);
        let may_forget = coverage.has(group.name) && !KEPT.contains(&group.name);
        if !may_set || (would_forget && !may_forget) {
            continue;
        }
        (group.set)(row, facts, city_id);
        if would_forget {
            row.provenance.0.remove(group.name);
        } else if !is_own {
            row.provenance
                .0
                .insert(group.name.to_owned(), source.to_owned());
        }
        if *row != before {
            changed.push(group.name);
            before.clone_from(row);
        }
    }
    changed
}
