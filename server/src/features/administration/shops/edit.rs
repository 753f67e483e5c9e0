//! Compares an edit with the current shop: a field equal to its current value isn't a change (D69).

use chrono::{DateTime, Utc};
use hours_text::{Reading, normalize};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    boosts::BoostChange,
    facts::{Facts, Hours, Phone},
    place::{NewPlace, place},
};
use crate::{
    catalog::admission::{contact, typed_fields},
    features::administration::answers::AdminShop,
    platform::{
        error::{FieldErrors, Result},
        given::{given, whole_number},
        typed_text::Field,
    },
};

/// A field that may be absent, `null`, or a value.
pub(super) type Given<T> = Option<Option<T>>;

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
    pub phone: Given<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub website: Given<String>,
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(default, deserialize_with = "given")]
    pub description: Given<String>,
    /// Any image URL; the image is fetched and stored. `null` removes the first photo.
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(default, deserialize_with = "given")]
    pub image_url: Given<String>,
    #[schema(value_type = Option<String>, max_length = 1000)]
    #[serde(default, deserialize_with = "given")]
    pub hours: Given<String>,
    pub is_active: Option<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub good_for_work: Given<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_wifi: Given<bool>,
    /// Grants or ends a complimentary boost; paid boosts stay (D9).
    pub is_boosted: Option<bool>,
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[serde(default, deserialize_with = "given")]
    pub boosted_until: Given<DateTime<Utc>>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_parking: Given<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub pet_friendly: Given<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(default, deserialize_with = "given")]
    pub has_outdoor_seating: Given<bool>,
    pub permanently_closed: Option<bool>,
    /// `false` marks the listing as checked.
    pub is_unconfirmed: Option<bool>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default, deserialize_with = "given")]
    pub online_store_url: Given<String>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(default, deserialize_with = "given")]
    pub online_store_name: Given<String>,
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
pub(super) struct Asked {
    pub(super) facts: Facts,
    pub(super) place: Option<NewPlace>,
    /// The URL of a new first photo, or `None` to remove it.
    pub(super) image: Option<Option<String>>,
    pub(super) boost: Option<BoostChange>,
}

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 200,
};
const ADDRESS: Field = Field {
    name: "address",
    label: "Address",
    most: 300,
};
const PHONE: Field = Field {
    name: "phone",
    label: "Phone",
    most: 64,
};
const WEBSITE: Field = Field {
    name: "website",
    label: "Website",
    most: 500,
};
const DESCRIPTION: Field = Field {
    name: "description",
    label: "Description",
    most: 2000,
};
const HOURS: Field = Field {
    name: "hours",
    label: "Hours",
    most: 1000,
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

/// `typed`, unless it is the current value. Blank text counts as none.
fn news<T: Clone + PartialEq>(typed: &Given<T>, present: Option<&T>) -> Given<T> {
    let typed = typed.as_ref()?;
    (typed.as_ref() != present).then(|| typed.clone())
}

fn text_news(typed: &Given<String>, present: Option<&String>) -> Given<String> {
    let typed = typed.as_ref()?;
    let typed = typed.as_ref().filter(|text| !text.trim().is_empty());
    (typed != present).then(|| typed.cloned())
}

impl ShopEdit {
    /// The parts of the edit that differ from the shop `present`.
    pub(super) fn against(&self, present: &AdminShop) -> Result<Asked> {
        let mut wrong = FieldErrors::default();
        let name = (self.name.as_ref())
            .filter(|name| **name != present.name)
            .map(|name| NAME.required_line(Some(name), "Name is required", &mut wrong));
        let place = (self.address.as_ref())
            .filter(|address| **address != present.address)
            .map(|address| {
                let text = ADDRESS.required_line(Some(address), "Address is required", &mut wrong);
                place(text, present, &mut wrong)
            });
        let facts = Facts {
            name,
            phone: text_news(&self.phone, present.phone.as_ref())
                .map(|text| phone(text, &mut wrong)),
            website: text_news(&self.website, present.website.as_ref())
                .map(|text| typed_fields::web_address(WEBSITE, text.as_deref(), &mut wrong)),
            description: text_news(&self.description, present.description.as_ref())
                .map(|text| DESCRIPTION.paragraphs(text.as_deref(), &mut wrong)),
            hours: text_news(&self.hours, present.hours.as_ref()).map(|text| {
                let text = HOURS.line(text.as_deref(), &mut wrong)?;
                let osm = match normalize(&text) {
                    Reading::Osm { osm } => Some(osm),
                    Reading::Unreadable { .. } | Reading::Empty => None,
                };
                Some(Hours { text, osm })
            }),
            is_active: self.is_active,
            good_for_work: news(&self.good_for_work, present.good_for_work.as_ref()),
            has_wifi: news(&self.has_wifi, present.has_wifi.as_ref()),
            has_parking: news(&self.has_parking, present.has_parking.as_ref()),
            pet_friendly: news(&self.pet_friendly, present.pet_friendly.as_ref()),
            has_outdoor_seating: news(
                &self.has_outdoor_seating,
                present.has_outdoor_seating.as_ref(),
            ),
            permanently_closed: (self.permanently_closed)
                .filter(|closed| *closed != present.permanently_closed),
            is_confirmed: self.is_unconfirmed == Some(false),
            online_store_url: text_news(&self.online_store_url, present.online_store_url.as_ref())
                .map(|text| typed_fields::web_address(STORE_URL, text.as_deref(), &mut wrong)),
            online_store_name: text_news(
                &self.online_store_name,
                present.online_store_name.as_ref(),
            )
            .map(|text| STORE_NAME.line(text.as_deref(), &mut wrong)),
            now: None,
        };
        let image = text_news(&self.image_url, present.image_url.as_ref());
        let boost = self.boost(present, &mut wrong);
        wrong.refuse_any()?;
        Ok(Asked {
            facts,
            place: place.flatten(),
            image,
            boost,
        })
    }

    fn boost(&self, present: &AdminShop, wrong: &mut FieldErrors) -> Option<BoostChange> {
        let is_boosted = self.is_boosted.filter(|is| *is != present.is_boosted);
        let until = news(&self.boosted_until, present.boosted_until.as_ref()).flatten();
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

fn phone(text: Option<String>, wrong: &mut FieldErrors) -> Option<Phone> {
    let e164 = typed_fields::telephone(PHONE, text.as_deref(), wrong)?;
    let for_people = contact::telephone_for_people(&e164)?;
    Some(Phone { for_people, e164 })
}
