//! What a shop's people may change, validated field by field.

use chrono::{DateTime, NaiveDate, Utc};
use hours_text::{Hours, Reading, normalize};
use serde::Deserialize;
use utoipa::ToSchema;

use super::special_days::{self, SpecialDays};
use crate::{
    catalog::{
        admission::{contact, typed_fields},
        entities::shop::{self, Texts},
        people::ShopRole,
        time_zone,
    },
    platform::{
        error::{Error, FieldErrors, Result},
        given::{given, whole_number},
        typed_text::{self, Field},
    },
};

const STREET: Field = field("street", "Street", 200);
const PHONE: Field = field("phone", "Phone", 40);
const WEBSITE: Field = field("website", "Website", 500);
const HOURS: Field = field("hours", "Hours", 500);
const DESCRIPTION: Field = field("description", "Description", 500);
const OWNER_DESCRIPTION: Field = field("ownerDescription", "Description", 2000);
const MAX_CATEGORIES: usize = 6;
const LONGEST_CATEGORY: usize = 40;

const fn field(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// A change to some facts. An absent field stays as it is; `null` clears it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ShopChange {
    /// The shop's version that the form was filled from; if it has changed since, the response is 409.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, required, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
    #[schema(value_type = Option<String>, max_length = 200)]
    #[serde(deserialize_with = "given")]
    pub street: Option<Option<String>>,
    /// Five digits, or ZIP+4.
    #[schema(value_type = Option<String>, max_length = 10)]
    #[serde(deserialize_with = "given")]
    pub zip_code: Option<Option<String>>,
    /// Latitude of the pin in degrees; requires `longitude`.
    #[schema(value_type = Option<f64>, minimum = -90, maximum = 90)]
    #[serde(deserialize_with = "given")]
    pub latitude: Option<Option<f64>>,
    #[schema(value_type = Option<f64>, minimum = -180, maximum = 180)]
    #[serde(deserialize_with = "given")]
    pub longitude: Option<Option<f64>>,
    #[schema(value_type = Option<String>, max_length = 40)]
    #[serde(deserialize_with = "given")]
    pub phone: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub website: Option<Option<String>>,
    /// The week in OpenStreetMap `opening_hours` syntax.
    #[schema(value_type = Option<String>, max_length = 255)]
    #[serde(deserialize_with = "given")]
    pub weekly_hours: Option<Option<String>>,
    /// The week in plain words; instead of `weeklyHours`.
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub hours: Option<Option<String>>,
    /// The complete list: special days that are absent from it are removed.
    pub special_days: Option<Vec<SpecialDays>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub description: Option<Option<String>>,
    /// In the owner's words; only a verified owner can change it. At most 2,000 characters.
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(deserialize_with = "given")]
    pub owner_description: Option<Option<String>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_wifi: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_parking: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub pet_friendly: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub good_for_work: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_outdoor_seating: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub serves_breakfast: Option<Option<bool>>,
    /// At most 6 of at most 40 characters.
    pub categories: Option<Vec<String>>,
}

impl ShopChange {
    /// The row with this change, or all errors.
    pub(super) fn apply(
        &self,
        row: &shop::Model,
        role: ShopRole,
        now: DateTime<Utc>,
    ) -> Result<shop::Model> {
        if self.owner_description.is_some() && role == ShopRole::Submitter {
            return Err(Error::Forbidden(
                "Only a verified owner can add an owner description. Claim the shop first.".into(),
            ));
        }
        let mut wrong = FieldErrors::default();
        let mut after = row.clone();
        self.set_place(&mut after, &mut wrong);
        self.set_contact(&mut after, &mut wrong);
        // At the shop: in the evening, it's already tomorrow in UTC.
        let today = now.with_timezone(&time_zone(&row.time_zone)).date_naive();
        self.set_hours(row, &mut after, today, &mut wrong);
        if hours_of(&after) != hours_of(row) {
            // Writing the hours confirms them.
            after.hours_confirmed_at =
                (after.hours.is_some() || after.opening_hours.is_some()).then_some(now);
        }
        if let Some(text) = &self.description {
            after.description = DESCRIPTION.paragraphs(text.as_deref(), &mut wrong);
        }
        if let Some(text) = &self.owner_description {
            after.owner_description = OWNER_DESCRIPTION.paragraphs(text.as_deref(), &mut wrong);
        }
        for (change, value) in [
            (self.has_wifi, &mut after.has_wifi),
            (self.has_parking, &mut after.has_parking),
            (self.pet_friendly, &mut after.pet_friendly),
            (self.good_for_work, &mut after.good_for_work),
            (self.has_outdoor_seating, &mut after.has_outdoor_seating),
            (self.serves_breakfast, &mut after.serves_breakfast),
        ] {
            if let Some(change) = change {
                *value = change;
            }
        }
        self.set_categories(&mut after, &mut wrong);
        wrong.refuse_any()?;
        note_sources(row, &mut after, role);
        Ok(after)
    }

    fn set_place(&self, after: &mut shop::Model, wrong: &mut FieldErrors) {
        if let Some(text) = &self.street {
            after.street = STREET.line(text.as_deref(), wrong);
            if after.street.is_none() {
                wrong.add("street", "Address is required");
            }
        }
        if let Some(text) = &self.zip_code {
            let zip = typed_fields::zip("zipCode", text.as_deref(), wrong);
            after.zip_code = zip.get(..5).map(str::to_owned);
        }
        match (self.latitude, self.longitude) {
            (None, None) => {}
            (Some(Some(latitude)), Some(Some(longitude)))
                if latitude.abs() <= 90.0 && longitude.abs() <= 180.0 =>
            {
                (after.latitude, after.longitude) = (Some(latitude), Some(longitude));
            }
            (Some(None), Some(None)) => (after.latitude, after.longitude) = (None, None),
            _ => wrong.add(
                "latitude",
                "Set the pin on the map, or enter both coordinates.",
            ),
        }
    }

    fn set_contact(&self, after: &mut shop::Model, wrong: &mut FieldErrors) {
        if let Some(text) = &self.phone {
            let telephone = typed_fields::telephone(PHONE, text.as_deref(), wrong);
            after.phone = telephone.as_deref().and_then(contact::telephone_for_people);
            after.telephone = telephone;
        }
        if let Some(text) = &self.website {
            after.website = typed_fields::web_address(WEBSITE, text.as_deref(), wrong);
        }
    }

    fn set_hours(
        &self,
        row: &shop::Model,
        after: &mut shop::Model,
        today: NaiveDate,
        wrong: &mut FieldErrors,
    ) {
        let (mut week, mut days) = special_days::split(row.opening_hours.as_deref().unwrap_or(""));
        let usual = week.clone();
        if let Some(text) = &self.hours {
            let typed = HOURS.line(text.as_deref(), wrong);
            week = match normalize(typed.as_deref().unwrap_or_default()) {
                Reading::Osm { osm } => osm,
                Reading::Unreadable { .. } | Reading::Empty => String::new(),
            };
            after.hours = typed;
        }
        if let Some(text) = &self.weekly_hours {
            let typed = typed_text::line(text.as_deref().unwrap_or_default());
            if !typed.is_empty() && Hours::parse(&typed).is_err() {
                wrong.add(
                    "weeklyHours",
                    "These hours can't be read. Please check them.",
                );
            }
            after.hours = Some(typed.clone()).filter(|text| !text.is_empty());
            week = typed;
        }
        special_days::follow(&mut days, &usual, &week);
        if let Some(special) = &self.special_days {
            if special.len() > special_days::MAX_ENTRIES {
                wrong.add("specialDays", "You can add up to 10 special days.");
            }
            if let Some(fault) = special.iter().find_map(|days| days.fault(today)) {
                wrong.add("specialDays", fault);
            }
            days.clone_from(special);
        }
        if self.hours.is_none() && self.weekly_hours.is_none() && self.special_days.is_none() {
            return;
        }
        let whole = special_days::join(&week, &days, today);
        if !whole.is_empty() && Hours::parse(&whole).is_err() {
            wrong.add(
                "specialDays",
                "That's too many. Please remove a special day.",
            );
        }
        after.opening_hours = Some(whole).filter(|text| !text.is_empty());
    }

    fn set_categories(&self, after: &mut shop::Model, wrong: &mut FieldErrors) {
        let Some(categories) = &self.categories else {
            return;
        };
        let mut cleaned: Vec<String> = Vec::new();
        for category in categories.iter().map(|text| typed_text::line(text)) {
            if !category.is_empty() && !cleaned.contains(&category) {
                cleaned.push(category);
            }
        }
        if cleaned.len() > MAX_CATEGORIES {
            wrong.add("categories", "Choose up to 6 categories.");
        }
        if cleaned
            .iter()
            .any(|text| typed_text::length(text) > LONGEST_CATEGORY)
        {
            wrong.add("categories", "A category can be up to 40 characters.");
        }
        after.categories = Texts(cleaned);
    }
}

/// The row's hours in both forms.
fn hours_of(row: &shop::Model) -> (Option<&str>, Option<&str>) {
    (row.hours.as_deref(), row.opening_hours.as_deref())
}

/// Facts entered by hand aren't overwritten by imports (D64).
fn note_sources(before: &shop::Model, after: &mut shop::Model, role: ShopRole) {
    let source = match role {
        ShopRole::Owner => "owner",
        ShopRole::Submitter => "submitter",
        ShopRole::Administrator => "admin",
    };
    let groups = [
        (
            "address",
            before.street != after.street
                || before.zip_code != after.zip_code
                || before.latitude != after.latitude,
        ),
        ("phone", before.telephone != after.telephone),
        ("website", before.website != after.website),
        (
            "hours",
            before.hours != after.hours || before.opening_hours != after.opening_hours,
        ),
        ("description", before.description != after.description),
        ("categories", before.categories != after.categories),
        ("hasWifi", before.has_wifi != after.has_wifi),
        ("hasParking", before.has_parking != after.has_parking),
        ("petFriendly", before.pet_friendly != after.pet_friendly),
        ("goodForWork", before.good_for_work != after.good_for_work),
        (
            "hasOutdoorSeating",
            before.has_outdoor_seating != after.has_outdoor_seating,
        ),
    ];
    for (group, is_changed) in groups {
        if is_changed {
            after
                .provenance
                .0
                .insert(group.to_owned(), source.to_owned());
        }
    }
}
