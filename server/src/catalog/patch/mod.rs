//! A change to a shop's facts by hand. The owner's and the administrator's forms, suggestions and listings read what was
//! typed with the same checks (`admission::typed_fields`) and end here, so a fact follows the same rules whoever changes it:
//! special days survive new weekly hours, a shop that moves to another town gets that town's URL, and what was changed
//! belongs to whoever changed it, and to no import (D64).

mod address;
pub mod special_days;

use chrono::DateTime;
use chrono_tz::Tz;
use hours_text::Hours;

use super::{
    admission::{contact, facts, week::Week},
    amenities::Amenity,
    entities::shop::{self, Texts},
    people::ShopRole,
    writing::Act,
};
use crate::platform::{
    error::{Error, Result},
    id_generator::IdGenerator,
    numbers::degrees,
};
use special_days::SpecialDays;

/// A fact that a change may leave alone (`None`), clear (`Some(None)`), or set.
pub type Patch<T> = Option<Option<T>>;

/// New facts of a shop, cleaned and checked field by field.
#[derive(Clone, Debug, Default)]
pub struct ShopPatch {
    pub name: Option<String>,
    /// Number and street, perhaps followed by the town.
    pub street: Option<String>,
    /// Five digits.
    pub zip_code: Option<String>,
    /// The directory has the town that the address names, even if the place table doesn't.
    pub takes_unknown_town: bool,
    /// Latitude and longitude of the pin, in degrees.
    pub pin: Patch<(f64, f64)>,
    /// Whether whoever changes the address sees the pin beside it. Otherwise a pin that isn't given goes with the old
    /// address.
    pub is_pin_seen: bool,
    /// E.164.
    pub telephone: Patch<String>,
    pub website: Patch<String>,
    pub week: Option<Week>,
    /// Whether changed hours are known to be right: whoever changes them runs the shop or has checked them.
    pub confirms_hours: bool,
    /// All of them; those of the past are dropped.
    pub special_days: Option<Vec<SpecialDays>>,
    pub description: Patch<String>,
    pub owner_description: Patch<String>,
    pub categories: Option<Vec<String>>,
    pub amenities: Vec<(Amenity, Option<bool>)>,
    /// 1 to 4.
    pub price_level: Patch<i32>,
    pub instagram: Patch<String>,
    pub facebook: Patch<String>,
    pub menu_url: Patch<String>,
    pub public_email: Patch<String>,
    pub online_store_url: Patch<String>,
    pub online_store_name: Patch<String>,
    /// An IANA name; cleared, the shop has its town's clocks (D111).
    pub own_time_zone: Patch<String>,
}

impl ShopPatch {
    /// `row` with the new facts, which belong to `role` from now on. A shop that moves to another town gets that town,
    /// which is created if necessary, and a slug of it; the old one redirects.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] if no town can be determined for the address, or there are too many special days;
    /// otherwise when the database fails.
    pub async fn apply(
        &self,
        act: &Act<'_>,
        identifiers: &IdGenerator,
        (row, role): (&shop::Model, ShopRole),
    ) -> Result<shop::Model> {
        let there = act.now().with_timezone(&act.view().clocks(row));
        let mut after = self.preview(row, there)?;
        let place = self.place(row).map_err(|reason| {
            let field = match reason.field() {
                "address" => "street",
                other => other,
            };
            Error::invalid_field(field, reason.to_string())
        })?;
        if let Some(found) = place {
            found.settle(act, identifiers, row, &mut after).await?;
        }
        facts::note_by_hand(row, &mut after, role.source());
        Ok(after)
    }

    /// `row` with the new facts as a form shows them before anything is decided: the town stays as it is. `now` is by the
    /// shop's clocks.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] if there are too many special days.
    pub fn preview(&self, row: &shop::Model, now: DateTime<Tz>) -> Result<shop::Model> {
        let mut after = row.clone();
        set(&mut after.name, self.name.as_ref());
        set(&mut after.website, self.website.as_ref());
        set(&mut after.description, self.description.as_ref());
        set(
            &mut after.owner_description,
            self.owner_description.as_ref(),
        );
        set(&mut after.price_level, self.price_level.as_ref());
        set(&mut after.instagram, self.instagram.as_ref());
        set(&mut after.facebook, self.facebook.as_ref());
        set(&mut after.menu_url, self.menu_url.as_ref());
        set(&mut after.public_email, self.public_email.as_ref());
        set(&mut after.online_store_url, self.online_store_url.as_ref());
        set(
            &mut after.online_store_name,
            self.online_store_name.as_ref(),
        );
        set(&mut after.own_time_zone, self.own_time_zone.as_ref());
        if let Some(street) = &self.street {
            after.street = Some(street.clone());
        }
        if let Some(zip) = &self.zip_code {
            after.zip_code = Some(zip.clone());
        }
        let rounded = |point: (f64, f64)| (degrees(point.0), degrees(point.1));
        let shown = row.latitude.zip(row.longitude).map(rounded);
        // A pin that is sent back as it was shown doesn't move.
        if let Some(pin) = self.pin.filter(|pin| pin.map(rounded) != shown) {
            (after.latitude, after.longitude) = pin.unzip();
        }
        if let Ok(Some(found)) = self.place(row) {
            found.write(&mut after);
        }
        if let Some(telephone) = &self.telephone {
            after.telephone.clone_from(telephone);
            after.phone = telephone.as_deref().and_then(contact::telephone_for_people);
        }
        if let Some(categories) = &self.categories {
            after.categories = Texts(categories.clone());
        }
        for (amenity, value) in &self.amenities {
            *amenity.of(&mut after) = *value;
        }
        self.set_hours(row, &mut after, now)?;
        Ok(after)
    }

    fn set_hours(
        &self,
        row: &shop::Model,
        after: &mut shop::Model,
        now: DateTime<Tz>,
    ) -> Result<()> {
        if self.week.is_none() && self.special_days.is_none() {
            return Ok(());
        }
        let before = row.opening_hours.as_deref().unwrap_or_default();
        let (usual, mut days) = special_days::split(before);
        let week = match &self.week {
            Some(week) => {
                after.hours.clone_from(&week.text);
                let new = week.osm.clone().unwrap_or_default();
                special_days::follow(&mut days, &usual, &new);
                new
            }
            // Hours that earlier releases accepted and this one can't read don't keep anybody from adding a day.
            None => Some(usual)
                .filter(|usual| Hours::parse(usual).is_ok())
                .unwrap_or_default(),
        };
        if let Some(special) = &self.special_days {
            days.clone_from(special);
        }
        // At the shop: in the evening, it's already tomorrow in UTC.
        let whole = special_days::join(&week, &days, now.date_naive());
        if !whole.is_empty() && Hours::parse(&whole).is_err() {
            return Err(Error::invalid_field(
                "specialDays",
                "That's too many. Please remove a special day.",
            ));
        }
        after.opening_hours = Some(whole).filter(|text| !text.is_empty());
        let hours_of = |row: &shop::Model| (row.hours.clone(), row.opening_hours.clone());
        if self.confirms_hours && hours_of(after) != hours_of(row) {
            let has_hours = after.hours.is_some() || after.opening_hours.is_some();
            after.hours_confirmed_at = has_hours.then_some(now.to_utc());
            after.hours_confirmed_by = None;
        }
        Ok(())
    }
}

fn set<T: Clone>(column: &mut T, new: Option<&T>) {
    if let Some(new) = new {
        column.clone_from(new);
    }
}
