//! Stores, displays and applies suggested facts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::{
    admission::{contact, week::Week},
    amenities::Amenity,
    entities::{
        shop,
        suggestion::{Field, Proposal},
    },
    patch::{ShopPatch, special_days},
};

/// A proposed address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Address {
    pub(super) street: String,
    pub(super) zip_code: String,
}

/// The change that the proposed `fields` amount to.
pub(super) fn patch_of(proposal: &Proposal, fields: &[Field]) -> ShopPatch {
    let mut patch = ShopPatch::default();
    let given = proposal
        .0
        .iter()
        .filter(|(field, _)| fields.contains(field));
    for (field, value) in given {
        add(&mut patch, *field, value);
    }
    patch
}

/// The change of one proposed fact.
pub(super) fn patch_of_one(field: Field, value: &Value) -> ShopPatch {
    let mut patch = ShopPatch::default();
    add(&mut patch, field, value);
    patch
}

fn add(patch: &mut ShopPatch, field: Field, value: &Value) {
    let text = || value.as_str().map(str::to_owned);
    match field {
        Field::Name => patch.name = text(),
        Field::Address => {
            if let Ok(Address { street, zip_code }) = Address::deserialize(value) {
                patch.street = Some(street);
                patch.zip_code = Some(zip_code);
            }
        }
        Field::Phone => patch.telephone = Some(text().as_deref().and_then(contact::telephone)),
        Field::Website => patch.website = Some(text()),
        Field::Hours => patch.week = Week::deserialize(value).ok(),
        Field::Description => patch.description = Some(text()),
        Field::Categories => patch.categories = Vec::deserialize(value).ok(),
        _ => {
            let amenity = amenity(field).map(|amenity| (amenity, value.as_bool()));
            patch.amenities.extend(amenity);
        }
    }
}

fn amenity(field: Field) -> Option<Amenity> {
    Some(match field {
        Field::HasWifi => Amenity::Wifi,
        Field::HasParking => Amenity::Parking,
        Field::PetFriendly => Amenity::PetFriendly,
        Field::GoodForWork => Amenity::GoodForWork,
        Field::HasOutdoorSeating => Amenity::OutdoorSeating,
        Field::ServesBreakfast => Amenity::Breakfast,
        _ => return None,
    })
}

/// A fact of the row as display text. Hours that can be parsed are in OSM syntax.
pub(super) fn text_of(row: &shop::Model, field: Field) -> Option<String> {
    let yes_or_no =
        |value: Option<bool>| value.map(|is_so| if is_so { "Yes" } else { "No" }.to_owned());
    let text = match field {
        Field::Name => Some(row.name.clone()),
        Field::Address => {
            let parts = [row.street.clone(), row.zip_code.clone()];
            Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
        }
        Field::Phone => row.phone.clone(),
        Field::Website => row.website.clone(),
        Field::Hours => {
            let week = row.opening_hours.as_deref();
            let week = week.map(|text| special_days::split(text).0);
            week.filter(|week| !week.is_empty())
                .or_else(|| row.hours.clone())
        }
        Field::Description => row.description.clone(),
        Field::Categories => Some(row.categories.0.join(", ")),
        Field::HasWifi => yes_or_no(row.has_wifi),
        Field::HasParking => yes_or_no(row.has_parking),
        Field::PetFriendly => yes_or_no(row.pet_friendly),
        Field::GoodForWork => yes_or_no(row.good_for_work),
        Field::HasOutdoorSeating => yes_or_no(row.has_outdoor_seating),
        Field::ServesBreakfast => yes_or_no(row.serves_breakfast),
    };
    text.filter(|text| !text.is_empty())
}
