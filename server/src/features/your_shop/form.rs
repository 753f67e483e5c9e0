//! What a shop's people may change, validated field by field.

use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        admission::{
            typed_fields::{self, DESCRIPTION, HOURS, MENU, NAME, PHONE, STREET, WEBSITE},
            week::Week,
        },
        amenities::Amenity,
        entities::shop,
        patch::{
            ShopPatch,
            special_days::{self, SpecialDays, TypedSpecialDays},
        },
        people::ShopRole,
    },
    platform::{
        error::{Error, FieldErrors, Result},
        given::{given, whole_number},
        typed_text::Field,
    },
};

const OWNER_DESCRIPTION: Field = Field {
    name: "ownerDescription",
    label: "Description",
    most: 2000,
};

/// A change to some facts. An absent field stays as it is; `null` clears it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ShopChange {
    /// The shop's version that the form was filled from; if it has changed since, the response is 409.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, required, minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
    /// While a claim of the person who listed the shop waits, a new name waits for the administrator, too.
    #[schema(max_length = 200)]
    pub name: Option<String>,
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
    #[schema(value_type = Option<Vec<SpecialDays>>)]
    pub special_days: Option<Vec<TypedSpecialDays>>,
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
    /// A handle, an @handle or a link.
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(deserialize_with = "given")]
    pub instagram: Option<Option<String>>,
    /// A page's name or a link.
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(deserialize_with = "given")]
    pub facebook: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub menu_url: Option<Option<String>>,
    /// Everybody sees it.
    #[schema(value_type = Option<String>, max_length = 254)]
    #[serde(deserialize_with = "given")]
    pub public_email: Option<Option<String>>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 4)]
    #[serde(deserialize_with = "given")]
    pub price_level: Option<Option<i32>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_outlets: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_restroom: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_drive_through: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub wheelchair_accessible: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_changing_table: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub has_plant_milk: Option<Option<bool>>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given")]
    pub roasts_here: Option<Option<bool>>,
}

impl ShopChange {
    /// The change of the shop in `row`, or all errors. `today` is at the shop: in the evening, it's already tomorrow in UTC.
    pub(super) fn read(
        &self,
        row: &shop::Model,
        role: ShopRole,
        today: NaiveDate,
    ) -> Result<ShopPatch> {
        if self.owner_description.is_some() && role == ShopRole::Submitter {
            return Err(Error::Forbidden(
                "Only a verified owner can add an owner description. Claim the shop first.".into(),
            ));
        }
        let mut wrong = FieldErrors::default();
        let patch = ShopPatch {
            name: self
                .name
                .as_ref()
                .map(|name| NAME.required_line(Some(name), "Name is required", &mut wrong)),
            street: (self.street.as_ref()).map(|text| {
                STREET.required_line(text.as_deref(), "Address is required", &mut wrong)
            }),
            zip_code: (self.zip_code.as_ref())
                .map(|text| typed_fields::zip("zipCode", text.as_deref(), &mut wrong))
                .and_then(|zip| zip.get(..5).map(str::to_owned)),
            pin: self.pin(&mut wrong),
            is_pin_seen: true,
            telephone: (self.phone.as_ref())
                .map(|text| typed_fields::telephone(PHONE, text.as_deref(), &mut wrong)),
            website: (self.website.as_ref())
                .map(|text| typed_fields::web_address(WEBSITE, text.as_deref(), &mut wrong)),
            week: self.week(&mut wrong),
            confirms_hours: true,
            special_days: self.special_days(row, today, &mut wrong),
            description: (self.description.as_ref())
                .map(|text| DESCRIPTION.paragraphs(text.as_deref(), &mut wrong)),
            owner_description: (self.owner_description.as_ref())
                .map(|text| OWNER_DESCRIPTION.paragraphs(text.as_deref(), &mut wrong)),
            categories: (self.categories.as_ref())
                .map(|categories| typed_fields::categories(categories, &mut wrong)),
            price_level: (self.price_level)
                .map(|level| typed_fields::price_level(level, &mut wrong)),
            instagram: (self.instagram.as_ref())
                .map(|text| typed_fields::instagram(text.as_deref(), &mut wrong)),
            facebook: (self.facebook.as_ref())
                .map(|text| typed_fields::facebook(text.as_deref(), &mut wrong)),
            menu_url: (self.menu_url.as_ref())
                .map(|text| typed_fields::web_address(MENU, text.as_deref(), &mut wrong)),
            public_email: (self.public_email.as_ref())
                .map(|text| typed_fields::public_email(text.as_deref(), &mut wrong)),
            amenities: self.amenities(),
            ..ShopPatch::default()
        };
        wrong.refuse_any()?;
        Ok(patch)
    }

    fn pin(&self, wrong: &mut FieldErrors) -> Option<Option<(f64, f64)>> {
        const HALF: &str = "Set the pin on the map, or enter both coordinates.";
        match (self.latitude, self.longitude) {
            (None, None) => None,
            (Some(latitude), Some(longitude)) => {
                Some(typed_fields::pin((latitude, longitude), HALF, wrong))
            }
            _ => {
                wrong.add("latitude", HALF);
                None
            }
        }
    }

    fn week(&self, wrong: &mut FieldErrors) -> Option<Week> {
        if let Some(text) = &self.weekly_hours {
            let typed = text.as_deref().unwrap_or_default();
            return Some(typed_fields::weekly_hours(typed, wrong));
        }
        let text = self.hours.as_ref()?;
        Some(Week::read(HOURS.line(text.as_deref(), wrong)))
    }

    fn special_days(
        &self,
        row: &shop::Model,
        today: NaiveDate,
        wrong: &mut FieldErrors,
    ) -> Option<Vec<SpecialDays>> {
        let special = self.special_days.as_ref()?;
        if special.len() > special_days::MAX_ENTRIES {
            wrong.add("specialDays", "You can add up to 10 special days.");
        }
        let stored = row.opening_hours.as_deref().map(special_days::split);
        let stored = stored.map_or_else(Vec::new, |(_, days)| days);
        let days = special.iter().map(|days| days.read(today, &stored));
        match days.collect::<std::result::Result<Vec<SpecialDays>, _>>() {
            Ok(days) => Some(days),
            Err(fault) => {
                wrong.add("specialDays", fault);
                None
            }
        }
    }

    fn amenities(&self) -> Vec<(Amenity, Option<bool>)> {
        let amenities = [
            (Amenity::Wifi, self.has_wifi),
            (Amenity::Parking, self.has_parking),
            (Amenity::PetFriendly, self.pet_friendly),
            (Amenity::GoodForWork, self.good_for_work),
            (Amenity::OutdoorSeating, self.has_outdoor_seating),
            (Amenity::Breakfast, self.serves_breakfast),
            (Amenity::Outlets, self.has_outlets),
            (Amenity::Restroom, self.has_restroom),
            (Amenity::DriveThrough, self.has_drive_through),
            (Amenity::Wheelchair, self.wheelchair_accessible),
            (Amenity::ChangingTable, self.has_changing_table),
            (Amenity::PlantMilk, self.has_plant_milk),
            (Amenity::RoastsHere, self.roasts_here),
        ];
        let given = amenities.into_iter();
        given
            .filter_map(|(amenity, value)| Some((amenity, value?)))
            .collect()
    }
}
