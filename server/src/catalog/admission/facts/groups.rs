//! The groups of facts: how each is read from a shop's row, and how a record's is written to it.

use sea_orm::prelude::Uuid;

use super::{ADDRESS, Facts};
use crate::catalog::entities::shop;

/// A group of columns with one source.
pub(super) struct Group {
    pub(super) name: &'static str,
    /// The row's value as text.
    pub(super) text: fn(&shop::Model) -> Option<String>,
    pub(super) is_known: fn(&Facts) -> bool,
    pub(super) is_empty: fn(&shop::Model) -> bool,
    /// Whether two rows have the same.
    pub(super) is_same: fn(&shop::Model, &shop::Model) -> bool,
    pub(super) set: fn(&mut shop::Model, &Facts, Uuid),
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

/// All groups.
pub(super) const GROUPS: &[Group] = &[
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
