//! Compares an edit with the current shop: a field equal to its current value isn't a change (D69).

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::boosts::BoostChange;
use crate::{
    catalog::{
        Lookup, View,
        admission::{
            facts::CLOSED, place::unknown_town, town::NewTown, typed::TypedShop, typed_fields,
            week::Week,
        },
        amenities::Amenity,
        entities::shop,
        origin::EDITORS,
        patch::{Patch, ShopPatch},
    },
    features::administration::answers::AdminShop,
    platform::{
        error::{Error, FieldErrors, Result},
        given::{given, whole_number},
        typed_text::Field,
    },
};

/// An edit of a shop. Absent fields stay as they are; `null` clears a field. Read-only fields of the list, such
/// as `slug` or `rating`, may be sent back and are ignored.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "known to the reader so that it takes what the list gives"
)]
pub struct ShopEdit {
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// Number and street, town, state and ZIP code in one line.
    #[schema(max_length = 300)]
    pub address: Option<String>,
    #[schema(value_type = Option<String>, max_length = 64)]
    #[serde(default, deserialize_with = "given")]
    pub phone: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub website: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(default, deserialize_with = "given")]
    pub description: Patch<String>,
    /// Any image URL; the image is fetched and stored. `null` removes the first photo.
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(default, deserialize_with = "given")]
    pub image_url: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 1000)]
    #[serde(default, deserialize_with = "given")]
    pub hours: Patch<String>,
    pub is_active: Option<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub good_for_work: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_wifi: Patch<bool>,
    /// Grants or ends a complimentary boost; paid boosts stay (D9).
    pub is_boosted: Option<bool>,
    // Text, so that what is wrong with it can be said in words.
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[serde(default, deserialize_with = "given")]
    pub boosted_until: Patch<String>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_parking: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub pet_friendly: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_outdoor_seating: Patch<bool>,
    pub permanently_closed: Option<bool>,
    /// `false` marks the listing as checked.
    pub is_unconfirmed: Option<bool>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub online_store_url: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(default, deserialize_with = "given")]
    pub online_store_name: Patch<String>,
    /// At most 6 of at most 40 characters.
    pub categories: Option<Vec<String>>,
    /// A handle, an @handle or a link.
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(default, deserialize_with = "given")]
    pub instagram: Patch<String>,
    /// A page's name or a link.
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(default, deserialize_with = "given")]
    pub facebook: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub menu_url: Patch<String>,
    /// Everybody sees it.
    #[schema(value_type = Option<String>, max_length = 254)]
    #[serde(default, deserialize_with = "given")]
    pub public_email: Patch<String>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 4)]
    #[serde(default, deserialize_with = "given")]
    pub price_level: Patch<i32>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_outlets: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_restroom: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_drive_through: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub wheelchair_accessible: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_changing_table: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_plant_milk: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub roasts_here: Patch<bool>,
    /// IANA name of the time zone by whose clocks this shop opens, instead of its town's.
    #[schema(value_type = Option<String>, max_length = 64)]
    #[serde(default, deserialize_with = "given")]
    pub time_zone: Patch<String>,
    #[schema(ignore)]
    current_time_zone: Option<Value>,
    #[schema(ignore)]
    id: Option<Value>,
    #[schema(ignore)]
    slug: Option<Value>,
    #[schema(ignore)]
    city_id: Option<Value>,
    #[schema(ignore)]
    city_name: Option<Value>,
    #[schema(ignore)]
    city_slug: Option<Value>,
    #[schema(ignore)]
    state: Option<Value>,
    #[schema(ignore)]
    owner_id: Option<Value>,
    #[schema(ignore)]
    rating: Option<Value>,
    #[schema(ignore)]
    review_count: Option<Value>,
    #[schema(ignore)]
    is_deleted: Option<Value>,
    #[schema(ignore)]
    paid_until: Option<Value>,
    #[schema(ignore)]
    upvote_count: Option<Value>,
    #[schema(ignore)]
    created_at: Option<Value>,
    #[schema(ignore)]
    updated_at: Option<Value>,
}

/// What to change.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Asked {
    pub(in super::super) patch: ShopPatch,
    pub(in super::super) listing: ListingChange,
    /// The URL of a new first photo, or `None` to remove it.
    pub(super) image: Option<Option<String>>,
    pub(super) boost: Option<BoostChange>,
}

/// Whether and how a shop is listed.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct ListingChange {
    is_active: Option<bool>,
    permanently_closed: Option<bool>,
    is_confirmed: bool,
}

impl ListingChange {
    /// Writes it into `row`.
    pub(in super::super) fn apply(&self, row: &mut shop::Model, now: DateTime<Utc>) {
        row.is_active = self.is_active.unwrap_or(row.is_active);
        if let Some(closed) = self.permanently_closed {
            row.closed_at = closed.then_some(now);
            let sources = &mut row.provenance.0;
            sources.insert(CLOSED.to_owned(), EDITORS.to_owned());
        }
        if self.is_confirmed {
            row.unconfirmed_since = None;
        }
    }
}

const ADDRESS: Field = Field {
    name: "address",
    label: "Address",
    most: 300,
};
const STORE_URL: Field = Field {
    name: "onlineStoreUrl",
    label: "Store URL",
    most: 500,
};
const STORE_NAME: Field = Field {
    name: "onlineStoreName",
    label: "Store name",
    most: 100,
};
// Lists give longer texts than the other forms take, and they must survive a small edit.
const PHONE: Field = longer(typed_fields::PHONE, 64);
const DESCRIPTION: Field = longer(typed_fields::DESCRIPTION, 2000);
const HOURS: Field = longer(typed_fields::HOURS, 1000);

const fn longer(field: Field, most: usize) -> Field {
    Field { most, ..field }
}

/// `typed`, unless it is the current value. Blank text counts as none.
fn news<T: Clone + PartialEq>(typed: &Patch<T>, present: Option<&T>) -> Patch<T> {
    let typed = typed.as_ref()?;
    (typed.as_ref() != present).then(|| typed.clone())
}

fn text_news(typed: &Patch<String>, present: Option<&String>) -> Patch<String> {
    let typed = typed.as_ref()?;
    let typed = typed.as_ref().filter(|text| !text.trim().is_empty());
    (typed != present).then(|| typed.cloned())
}

/// The administrator can make the town, or correct the address.
fn refuse_unknown_town(town: &NewTown, zip: &str) -> Error {
    let (name, state) = (&town.name, &town.state);
    Error::Unprocessable {
        message: format!(
            "There is no town {name} in {state} near ZIP code {zip}. Make it under \"Cities\", or correct the address."
        )
        .into(),
        field: Some("address".into()),
        details: Some(json!({
            "kind": "unknown_town",
            "town": { "name": name, "state": state, "zipCode": zip },
        })),
    }
}

impl ShopEdit {
    /// The parts of the edit that differ from the shop `present`, whose row is `row`.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFields`] with what is wrong about each field; [`Error::Unprocessable`] for an address in a town that
    /// neither the place table nor the directory has.
    pub(in super::super) fn against(
        &self,
        present: &AdminShop,
        row: &shop::Model,
        view: &View,
    ) -> Result<Asked> {
        let mut wrong = FieldErrors::default();
        let further = &present.further;
        let name = (self.name.as_ref())
            .filter(|name| **name != present.name)
            .map(|name| {
                typed_fields::NAME.required_line(Some(name), "Name is required", &mut wrong)
            });
        let mut patch = ShopPatch {
            name,
            telephone: text_news(&self.phone, present.phone.as_ref())
                .map(|text| typed_fields::telephone(PHONE, text.as_deref(), &mut wrong)),
            website: text_news(&self.website, present.website.as_ref()).map(|text| {
                typed_fields::web_address(typed_fields::WEBSITE, text.as_deref(), &mut wrong)
            }),
            description: text_news(&self.description, present.description.as_ref())
                .map(|text| DESCRIPTION.paragraphs(text.as_deref(), &mut wrong)),
            week: text_news(&self.hours, present.hours.as_ref())
                .map(|text| Week::read(HOURS.line(text.as_deref(), &mut wrong))),
            confirms_hours: true,
            categories: (self.categories.as_ref())
                .filter(|categories| **categories != present.categories)
                .map(|categories| typed_fields::categories(categories, &mut wrong)),
            price_level: news(&self.price_level, further.price_level.as_ref())
                .map(|level| typed_fields::price_level(level, &mut wrong)),
            instagram: text_news(&self.instagram, further.instagram.as_ref())
                .map(|text| typed_fields::instagram(text.as_deref(), &mut wrong)),
            facebook: text_news(&self.facebook, further.facebook.as_ref())
                .map(|text| typed_fields::facebook(text.as_deref(), &mut wrong)),
            menu_url: text_news(&self.menu_url, further.menu_url.as_ref()).map(|text| {
                typed_fields::web_address(typed_fields::MENU, text.as_deref(), &mut wrong)
            }),
            public_email: text_news(&self.public_email, further.public_email.as_ref())
                .map(|text| typed_fields::public_email(text.as_deref(), &mut wrong)),
            amenities: self.amenities(present),
            online_store_url: text_news(&self.online_store_url, present.online_store_url.as_ref())
                .map(|text| typed_fields::web_address(STORE_URL, text.as_deref(), &mut wrong)),
            online_store_name: text_news(
                &self.online_store_name,
                present.online_store_name.as_ref(),
            )
            .map(|text| STORE_NAME.line(text.as_deref(), &mut wrong)),
            own_time_zone: text_news(&self.time_zone, present.time_zone.as_ref())
                .map(|text| typed_fields::time_zone(text.as_deref(), &mut wrong)),
            ..ShopPatch::default()
        };
        let unknown_town = self.read_address(present, (row, view), (&mut patch, &mut wrong));
        let image = text_news(&self.image_url, present.image_url.as_ref());
        let boost = self.boost(present, &mut wrong);
        wrong.refuse_any()?;
        if let Some(town) = unknown_town {
            let zip = patch.zip_code.unwrap_or_default();
            return Err(refuse_unknown_town(&town, &zip));
        }
        Ok(Asked {
            patch,
            listing: ListingChange {
                is_active: self.is_active,
                permanently_closed: (self.permanently_closed)
                    .filter(|closed| *closed != present.permanently_closed),
                is_confirmed: self.is_unconfirmed == Some(false),
            },
            image,
            boost,
        })
    }

    /// The address in one line. Without a ZIP code, the shop's counts. Returns the town that it names if nobody knows it.
    fn read_address(
        &self,
        present: &AdminShop,
        (row, view): (&shop::Model, &View),
        (patch, wrong): (&mut ShopPatch, &mut FieldErrors),
    ) -> Option<NewTown> {
        let address = self
            .address
            .as_ref()
            .filter(|text| **text != present.address)?;
        let line = ADDRESS.required_line(Some(address), "Address is required", wrong);
        if line.is_empty() {
            return None;
        }
        let last = line.rsplit([' ', ',']).find(|word| !word.is_empty());
        let zip = last.filter(|word| typed_fields::is_zip(word));
        let Some(zip) = zip.or(row.zip_code.as_deref()) else {
            wrong.add("address", "Please add the ZIP code to the address.");
            return None;
        };
        let unknown = unknown_town(&TypedShop {
            address: &line,
            zip,
            ..TypedShop::default()
        });
        let is_known = |town: &NewTown| !matches!(view.city_by_slug(&town.slug), Lookup::Missing);
        patch.takes_unknown_town = unknown.as_ref().is_some_and(is_known);
        patch.zip_code = zip.get(..5).map(str::to_owned);
        patch.street = Some(line);
        if let Err(reason) = patch.check_place(row) {
            wrong.add("address", reason.to_string());
        }
        unknown.filter(|_| !patch.takes_unknown_town)
    }

    fn amenities(&self, present: &AdminShop) -> Vec<(Amenity, Option<bool>)> {
        let further = &present.further;
        let amenities = [
            (Amenity::Wifi, self.has_wifi, present.has_wifi),
            (Amenity::Parking, self.has_parking, present.has_parking),
            (
                Amenity::PetFriendly,
                self.pet_friendly,
                present.pet_friendly,
            ),
            (
                Amenity::GoodForWork,
                self.good_for_work,
                present.good_for_work,
            ),
            (
                Amenity::OutdoorSeating,
                self.has_outdoor_seating,
                present.has_outdoor_seating,
            ),
            (Amenity::Outlets, self.has_outlets, further.has_outlets),
            (Amenity::Restroom, self.has_restroom, further.has_restroom),
            (
                Amenity::DriveThrough,
                self.has_drive_through,
                further.has_drive_through,
            ),
            (
                Amenity::Wheelchair,
                self.wheelchair_accessible,
                further.wheelchair_accessible,
            ),
            (
                Amenity::ChangingTable,
                self.has_changing_table,
                further.has_changing_table,
            ),
            (
                Amenity::PlantMilk,
                self.has_plant_milk,
                further.has_plant_milk,
            ),
            (Amenity::RoastsHere, self.roasts_here, further.roasts_here),
        ];
        let given = amenities.into_iter();
        given
            .filter_map(|(amenity, typed, present)| Some((amenity, typed?, present)))
            .filter(|(_, typed, present)| typed != present)
            .map(|(amenity, typed, _)| (amenity, typed))
            .collect()
    }

    fn boost(&self, present: &AdminShop, wrong: &mut FieldErrors) -> Option<BoostChange> {
        let is_boosted = self.is_boosted.filter(|is| *is != present.is_boosted);
        let typed = self.boosted_until.as_ref().and_then(Option::as_deref);
        let Ok(until) = typed.map(str::parse::<DateTime<Utc>>).transpose() else {
            let words = "Enter a date such as 2026-12-24, with a year of four digits.";
            wrong.add("boostedUntil", words);
            return None;
        };
        let until = until.filter(|until| present.boosted_until != Some(*until));
        match (is_boosted, until) {
            (Some(false), _) => Some(BoostChange::End),
            (None, Some(_)) if self.is_boosted == Some(false) => {
                wrong.add(
                    "boostedUntil",
                    "Turn the boost on to set how long it lasts.",
                );
                None
            }
            (Some(true) | None, Some(until)) => Some(BoostChange::Until(until)),
            (Some(true), None) => Some(BoostChange::Grant),
            (None, None) => None,
        }
    }
}
