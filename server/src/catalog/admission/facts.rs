//! The facts of a shop that a source can set, in groups with one source each.

mod groups;

use place_files::{is_map_link, lacks_closing_times};
use sea_orm::prelude::Uuid;
use serde::{Deserialize, Serialize};

use self::groups::GROUPS;
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
            && !is_no_fact(row, group.name)
    });
    groups.map(|group| group.name).collect()
}

/// Whether what a row has under this name is none: earlier releases took a list's link to a map for a website, and an opening
/// time alone for hours. It goes when its list is read again, and is no loss.
fn is_no_fact(row: &shop::Model, name: &str) -> bool {
    match name {
        "website" => row.website.as_deref().is_some_and(is_map_link),
        "hours" => row.hours.as_deref().is_some_and(lacks_closing_times),
        _ => false,
    }
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
        let may_forget = || {
            !KEPT.contains(&group.name) && (coverage.has(group.name) || is_no_fact(row, group.name))
        };
        if !may_set || (would_forget && !may_forget()) {
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
