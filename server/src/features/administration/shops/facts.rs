//! Writes a shop's new facts into its row.

use chrono::{DateTime, Utc};

use super::edit::Given;
use crate::catalog::entities::shop;

/// The source of these facts from now on, which no import overwrites (D64).
pub(super) const GIVER: &str = "admin";

/// New column values; `None` leaves a column alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Facts {
    pub(super) name: Option<String>,
    pub(super) phone: Given<Phone>,
    pub(super) website: Given<String>,
    pub(super) description: Given<String>,
    pub(super) hours: Given<Hours>,
    pub(super) is_active: Option<bool>,
    pub(super) good_for_work: Given<bool>,
    pub(super) has_wifi: Given<bool>,
    pub(super) has_parking: Given<bool>,
    pub(super) pet_friendly: Given<bool>,
    pub(super) has_outdoor_seating: Given<bool>,
    pub(super) permanently_closed: Option<bool>,
    pub(super) is_confirmed: bool,
    pub(super) online_store_url: Given<String>,
    pub(super) online_store_name: Given<String>,
    pub(super) now: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phone {
    pub(super) for_people: String,
    pub(super) e164: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hours {
    pub(super) text: String,
    pub(super) osm: Option<String>,
}

impl Facts {
    /// Writes the new values into `row`.
    pub(super) fn apply(&self, row: &mut shop::Model) {
        let mut facts = Vec::new();
        let mut note = |fact: &'static str| facts.push(fact);
        if let Some(name) = &self.name {
            row.name.clone_from(name);
            note("name");
        }
        if let Some(phone) = &self.phone {
            row.phone = phone.as_ref().map(|phone| phone.for_people.clone());
            row.telephone = phone.as_ref().map(|phone| phone.e164.clone());
            note("phone");
        }
        if let Some(website) = &self.website {
            row.website.clone_from(website);
            note("website");
        }
        if let Some(description) = &self.description {
            row.description.clone_from(description);
            note("description");
        }
        if let Some(hours) = &self.hours {
            row.hours = hours.as_ref().map(|hours| hours.text.clone());
            row.opening_hours = hours.as_ref().and_then(|hours| hours.osm.clone());
            note("hours");
        }
        let amenities = [
            ("goodForWork", self.good_for_work, &mut row.good_for_work),
            ("hasWifi", self.has_wifi, &mut row.has_wifi),
            ("hasParking", self.has_parking, &mut row.has_parking),
            ("petFriendly", self.pet_friendly, &mut row.pet_friendly),
            (
                "hasOutdoorSeating",
                self.has_outdoor_seating,
                &mut row.has_outdoor_seating,
            ),
        ];
        for (fact, new, column) in amenities {
            if let Some(new) = new {
                *column = new;
                note(fact);
            }
        }
        if let Some(url) = &self.online_store_url {
            row.online_store_url.clone_from(url);
        }
        if let Some(name) = &self.online_store_name {
            row.online_store_name.clone_from(name);
        }
        if let Some(is_active) = self.is_active {
            row.is_active = is_active;
        }
        if let Some(closed) = self.permanently_closed {
            row.closed_at = closed.then_some(self.now).flatten();
        }
        if self.is_confirmed {
            row.unconfirmed_since = None;
        }
        for fact in facts {
            row.provenance.0.insert(fact.to_owned(), GIVER.to_owned());
        }
    }

    /// Sets the time of the edit.
    pub(super) fn at(mut self, now: DateTime<Utc>) -> Self {
        self.now = Some(now);
        self
    }
}
