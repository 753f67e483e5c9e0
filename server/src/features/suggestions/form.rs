//! Validates a visitor's suggestion field by field. Values that the page already shows aren't suggestions.

use std::collections::BTreeMap;

use chrono::DateTime;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::facts::{self, Address};
use crate::{
    catalog::{
        admission::{
            contact,
            place::NoPlace,
            typed_fields::{self, DESCRIPTION, HOURS, NAME, PHONE, WEBSITE},
            week::Week,
        },
        entities::{
            shop,
            suggestion::{Field, Kind, Proposal},
        },
    },
    platform::{
        bots,
        error::{Error, FieldErrors, Result},
        given::{given, whole_number},
        mail::{EmailAddress, EmailText},
        typed_text::{self, Field as Typed},
    },
};

const STREET: Typed = Typed {
    label: "Street address",
    ..typed_fields::STREET
};
const NOTE: Typed = Typed {
    name: "note",
    label: "Note",
    most: 500,
};
/// Faster submissions come from programs.
const QUICKEST_PERSON: u64 = 1500;

/// A suggestion. An absent field says nothing about that fact; `null` or an empty string says that the shop has none.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuggestionForm {
    pub kind: Kind,
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Number and street, at most 200 characters.
    #[schema(max_length = 200)]
    pub street: Option<String>,
    #[schema(max_length = 10)]
    pub zip_code: Option<String>,
    #[schema(value_type = Option<String>, max_length = 40)]
    #[serde(default, deserialize_with = "given")]
    pub phone: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub website: Option<Option<String>>,
    /// The week in OpenStreetMap `opening_hours` syntax.
    #[schema(max_length = 255)]
    pub weekly_hours: Option<String>,
    /// The week in plain words; instead of `weeklyHours`.
    #[schema(max_length = 500)]
    pub hours: Option<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub description: Option<Option<String>>,
    /// At most 6 of at most 40 characters.
    pub categories: Option<Vec<String>>,
    pub has_wifi: Option<bool>,
    pub has_parking: Option<bool>,
    pub pet_friendly: Option<bool>,
    pub good_for_work: Option<bool>,
    pub has_outdoor_seating: Option<bool>,
    pub serves_breakfast: Option<bool>,
    /// A note to whoever decides; at most 500 characters.
    #[schema(max_length = 500)]
    pub note: Option<String>,
    /// Where to send the decision; used for nothing else.
    #[schema(value_type = Option<EmailText>)]
    pub email: Option<String>,
    /// A hidden field that only bots fill in; must be empty or absent.
    #[schema(max_length = 0)]
    pub left_empty: Option<String>,
    /// The former name of `leftEmpty`, accepted for one more release.
    #[schema(max_length = 0)]
    pub homepage: Option<String>,
    /// Milliseconds from loading the form to submitting it.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub after_millis: Option<u64>,
}

/// A suggestion ready to be saved.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) kind: Kind,
    pub(super) proposal: Proposal,
    pub(super) note: Option<String>,
    pub(super) email: Option<EmailAddress>,
}

impl SuggestionForm {
    /// Refuses likely bots: the hidden field is filled in, or the form was submitted too fast.
    pub(super) fn reject_bots(&self) -> Result<()> {
        bots::reject_filled([self.left_empty.as_deref(), self.homepage.as_deref()])?;
        bots::reject_quick(self.after_millis, QUICKEST_PERSON)
    }

    /// The suggestion for the shop in `row` at `now`, by the shop's clocks, or all validation errors.
    pub(super) fn read(&self, row: &shop::Model, now: DateTime<Tz>) -> Result<Said> {
        let mut wrong = FieldErrors::default();
        let mut facts: BTreeMap<Field, Value> = BTreeMap::new();
        match self.kind {
            Kind::Edit => {
                self.read_texts(row, &mut facts, &mut wrong);
                self.read_hours(&mut facts, &mut wrong);
                self.read_offer(&mut facts, &mut wrong);
            }
            Kind::Hours => self.read_hours(&mut facts, &mut wrong),
            Kind::Closed | Kind::Chain => {}
        }
        let note = NOTE.paragraphs(self.note.as_deref(), &mut wrong);
        let typed = self.email.as_deref().unwrap_or_default().trim();
        let email = if typed.is_empty() {
            None
        } else {
            EmailAddress::parse(typed, "email")
                .map_err(|_| wrong.add("email", "Please enter a valid email address."))
                .ok()
        };
        wrong.refuse_any()?;
        facts.retain(|field, value| {
            let after = facts::patch_of_one(*field, value).preview(row, now);
            after.map_or(true, |after| {
                facts::text_of(&after, *field) != facts::text_of(row, *field)
            })
        });
        self.refuse_nothing(&facts, note.is_some())?;
        Ok(Said {
            kind: self.kind,
            proposal: Proposal(facts),
            note,
            email,
        })
    }

    /// A note suffices: a visitor who knows that the hours are wrong need not know the right ones.
    fn refuse_nothing(&self, facts: &BTreeMap<Field, Value>, has_note: bool) -> Result<()> {
        if !facts.is_empty() || has_note {
            return Ok(());
        }
        match self.kind {
            Kind::Edit => Err(Error::invalid(
                "Nothing has changed. Change a field or leave a note.",
            )),
            Kind::Hours => Err(Error::invalid_field(
                "hours",
                "Please enter the correct hours, or tell us what's wrong in the note.",
            )),
            Kind::Closed | Kind::Chain => Ok(()),
        }
    }

    fn read_texts(
        &self,
        row: &shop::Model,
        facts: &mut BTreeMap<Field, Value>,
        wrong: &mut FieldErrors,
    ) {
        if let Some(text) = &self.name {
            let name = NAME.required_line(Some(text), "Name is required", wrong);
            facts.insert(Field::Name, json!(name));
        }
        if self.street.is_some() || self.zip_code.is_some() {
            self.read_address(row, facts, wrong);
        }
        if let Some(text) = &self.phone {
            let phone = typed_fields::telephone(PHONE, text.as_deref(), wrong);
            let phone = phone.as_deref().and_then(contact::telephone_for_people);
            facts.insert(Field::Phone, json!(phone));
        }
        if let Some(text) = &self.website {
            let website = typed_fields::web_address(WEBSITE, text.as_deref(), wrong);
            facts.insert(Field::Website, json!(website));
        }
        if let Some(text) = &self.description {
            let text = DESCRIPTION.paragraphs(text.as_deref(), wrong);
            facts.insert(Field::Description, json!(text));
        }
    }

    fn read_address(
        &self,
        row: &shop::Model,
        facts: &mut BTreeMap<Field, Value>,
        wrong: &mut FieldErrors,
    ) {
        let street = self.street.as_deref().or(row.street.as_deref());
        let zip = self.zip_code.as_deref().or(row.zip_code.as_deref());
        let street = STREET.required_line(street, "Address is required", wrong);
        if street.is_empty() {
            return;
        }
        // ZIP+4 is accepted.
        let zip_code = typed_text::line(zip.unwrap_or_default());
        let zip_code = zip_code.split('-').next().unwrap_or_default().to_owned();
        let address = json!(Address { street, zip_code });
        match facts::patch_of_one(Field::Address, &address).check_place(row) {
            Ok(()) => _ = facts.insert(Field::Address, address),
            Err(reason @ NoPlace::NoTown) => wrong.add("street", reason.to_string()),
            Err(reason) => wrong.add("zipCode", reason.to_string()),
        }
    }

    fn read_hours(&self, facts: &mut BTreeMap<Field, Value>, wrong: &mut FieldErrors) {
        if let Some(text) = &self.hours {
            let week = Week::read(HOURS.line(Some(text), wrong));
            if week.text.is_some() {
                facts.insert(Field::Hours, json!(week));
            }
        }
        if let Some(text) = &self.weekly_hours {
            let week = typed_fields::weekly_hours(text, wrong);
            if week.text.is_some() {
                facts.insert(Field::Hours, json!(week));
            }
        }
    }

    fn read_offer(&self, facts: &mut BTreeMap<Field, Value>, wrong: &mut FieldErrors) {
        let amenities = [
            (Field::HasWifi, self.has_wifi),
            (Field::HasParking, self.has_parking),
            (Field::PetFriendly, self.pet_friendly),
            (Field::GoodForWork, self.good_for_work),
            (Field::HasOutdoorSeating, self.has_outdoor_seating),
            (Field::ServesBreakfast, self.serves_breakfast),
        ];
        let known = amenities.into_iter();
        facts.extend(known.filter_map(|(field, value)| Some((field, json!(value?)))));
        if let Some(categories) = &self.categories {
            let categories = typed_fields::categories(categories, wrong);
            facts.insert(Field::Categories, json!(categories));
        }
    }
}
