//! The listing form: what may be entered, and the error messages (`owner-admin.md`, section 5).

use gazetteer::slugify;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::admission::{
        contact,
        facts::Facts,
        place::Place,
        street::{self, Street},
        typed::TypedShop,
        typed_fields::{self, DESCRIPTION, HOURS, NAME, PHONE, WEBSITE},
    },
    platform::{
        bots,
        error::{FieldErrors, Result},
        given::whole_number,
        keys::{Keys, hexadecimal},
        mail::{EmailAddress, EmailText},
        typed_text::{Field, line},
    },
};

const ADDRESS: Field = field("address", "Address", 200);
const IMAGE_URL: Field = field("imageUrl", "Image URL", 500);
const OWNER_NAME: Field = field("ownerName", "Owner name", 120);
/// How many shops a form can say it is different from: several times as many as an answer names.
const MAX_DIFFERENT: usize = 12;

/// All fields at maximum length, in bytes of JSON.
pub(super) const LARGEST_FORM: usize = 32 * 1024;
/// No person fills in the form in less time, in milliseconds.
const QUICKEST_PERSON: u64 = 2_000;

const fn field(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// A shop that its owner, or somebody who likes it, lists for free. What is optional may be missing, `null` or empty.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ListingForm {
    #[schema(value_type = String, required, max_length = 200,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub name: Option<String>,
    /// Number and street, optionally followed by town, state and ZIP code.
    #[schema(value_type = String, required, max_length = 200,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub address: Option<String>,
    /// Five digits, or ZIP+4.
    #[schema(value_type = String, required, max_length = 10)]
    pub zip_code: Option<String>,
    #[schema(max_length = 500)]
    pub description: Option<String>,
    #[schema(max_length = 40)]
    pub phone: Option<String>,
    #[schema(max_length = 500)]
    pub website: Option<String>,
    /// In plain words, or in OpenStreetMap `opening_hours` syntax.
    #[schema(max_length = 500)]
    pub hours: Option<String>,
    #[schema(max_length = 500)]
    pub image_url: Option<String>,
    #[schema(value_type = String, required, max_length = 120,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub owner_name: Option<String>,
    #[schema(value_type = EmailText, required)]
    pub owner_email: Option<String>,
    /// Latitude of the pin in degrees; requires `longitude`.
    #[schema(minimum = -90, maximum = 90)]
    pub latitude: Option<f64>,
    /// Longitude of the pin in degrees.
    #[schema(minimum = -180, maximum = 180)]
    pub longitude: Option<f64>,
    /// IDs of shops from an earlier 409 response that this shop is not; at most 12.
    #[schema(max_items = 12)]
    pub different_from: Option<Vec<Uuid>>,
    /// A random key that the page generates once per form. Sending the form again with the same key, before it is confirmed,
    /// returns the same shop.
    pub form_id: Option<Uuid>,
    /// A hidden field that only bots fill in; must be empty or absent.
    #[schema(max_length = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_empty: Option<String>,
    /// The former name of `leftEmpty`, accepted for one more release.
    #[schema(max_length = 0)]
    pub homepage: Option<String>,
    /// Milliseconds from loading the form to submitting it.
    #[serde(deserialize_with = "whole_number")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub after_millis: Option<u64>,
}

/// A valid form: cleaned, with each field checked by itself.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    pub(super) name: String,
    /// As entered; admission splits it.
    pub(super) address: String,
    pub(super) zip: String,
    pub(super) description: Option<String>,
    pub(super) telephone: Option<String>,
    pub(super) website: Option<String>,
    pub(super) hours: Option<String>,
    pub(super) image_url: Option<String>,
    pub(super) owner_name: String,
    pub(super) owner_email: EmailAddress,
    pub(super) pin: Option<(f64, f64)>,
    pub(super) different_from: Vec<Uuid>,
    pub(super) form_id: Option<Uuid>,
}

impl ListingForm {
    /// Refuses forms that no person sends: with the hidden field filled in, or submitted too fast.
    pub(super) fn reject_bots(&self) -> Result<()> {
        bots::reject_filled([self.left_empty.as_deref(), self.homepage.as_deref()])?;
        bots::reject_quick(self.after_millis, QUICKEST_PERSON)
    }

    /// Validates the form; names every invalid field.
    pub(super) fn read(&self) -> Result<Listing> {
        let mut wrong = FieldErrors::default();
        let name = NAME.required_line(self.name.as_deref(), "Name is required", &mut wrong);
        if !name.is_empty() && !name.chars().any(char::is_alphanumeric) {
            wrong.add(NAME.name, "Name is required");
        }
        let address = self.address.as_deref().map(|text| text.replace('\n', ", "));
        let address = ADDRESS.required_line(address.as_deref(), "Address is required", &mut wrong);
        if street::is_post_office_box(&address) {
            wrong.add(
                ADDRESS.name,
                "Please enter the street address, not a PO box.",
            );
        }
        let zip = typed_fields::zip("zipCode", self.zip_code.as_deref(), &mut wrong);
        let description = DESCRIPTION.paragraphs(self.description.as_deref(), &mut wrong);
        let telephone = typed_fields::telephone(PHONE, self.phone.as_deref(), &mut wrong);
        let website = typed_fields::web_address(WEBSITE, self.website.as_deref(), &mut wrong);
        let hours = HOURS.line(self.hours.as_deref(), &mut wrong);
        let image_url = typed_fields::web_address(IMAGE_URL, self.image_url.as_deref(), &mut wrong);
        let owner_name = OWNER_NAME.required_line(
            self.owner_name.as_deref(),
            "Owner name is required",
            &mut wrong,
        );
        let email = line(self.owner_email.as_deref().unwrap_or_default());
        let owner_email = EmailAddress::parse(&email, "ownerEmail").ok();
        if owner_email.is_none() {
            wrong.add("ownerEmail", "Valid email is required");
        }
        let message = "Please set the pin again, or remove it.";
        let pin = typed_fields::pin((self.latitude, self.longitude), message, &mut wrong);
        let different_from = self.different_from.clone().unwrap_or_default();
        if different_from.len() > MAX_DIFFERENT {
            wrong.add("differentFrom", "That's too many shops.");
        }
        wrong.refuse_any()?;
        let owner_email = match owner_email {
            Some(email) => email,
            None => EmailAddress::parse(&email, "ownerEmail")?,
        };
        Ok(Listing {
            name,
            address,
            zip,
            description,
            telephone,
            website,
            hours,
            image_url,
            owner_name,
            owner_email,
            pin,
            different_from,
            form_id: self.form_id,
        })
    }
}

impl Listing {
    /// The key by which the same shop is recognized when its form is sent again.
    pub(super) fn key(&self, keys: &Keys, street: &str, zip: &str) -> String {
        let house = Street::parse(street);
        let house = if house.is_house() {
            house.key()
        } else {
            slugify(street, 200)
        };
        let value = format!("{}\n{house}\n{zip}", slugify(&self.name, 200));
        hexadecimal(&keys.keyed_hash("listing form", value.as_bytes()))
    }

    /// The input for admission.
    pub(super) fn typed(&self) -> TypedShop<'_> {
        TypedShop {
            name: &self.name,
            address: &self.address,
            zip: &self.zip,
            phone: self.telephone.as_deref(),
            website: self.website.as_deref(),
            pin: self.pin,
            takes_unknown_town: false,
        }
    }

    /// The facts of its shop.
    pub(super) fn facts(&self, place: &Place, opening_hours: Option<String>) -> Facts {
        let telephone = self.telephone.clone();
        Facts {
            name: self.name.clone(),
            street: Some(place.street.clone()),
            zip_code: Some(place.zip.clone()),
            point: place.position.pin(),
            time_zone: place.town.time_zone.clone(),
            phone: telephone.as_deref().and_then(contact::telephone_for_people),
            telephone,
            website: self.website.clone(),
            hours: self.hours.clone(),
            opening_hours,
            description: self.description.clone(),
            ..Facts::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog::admission::typed_fields::BAD_ZIP, platform::error::Error};

    fn form() -> ListingForm {
        let text = |text: &str| Some(text.to_owned());
        ListingForm {
            name: text("Blue Door"),
            address: text("126 Main Street"),
            zip_code: text("71301"),
            owner_name: text("Jo Doe"),
            owner_email: text("jo@bluedoor.example"),
            ..ListingForm::default()
        }
    }

    fn refused(form: &ListingForm) -> Vec<(String, String)> {
        match form.read() {
            Err(Error::InvalidFields(fields)) => fields
                .into_iter()
                .map(|error| (error.field, error.message))
                .collect(),
            Err(error) => panic!("{error}"),
            Ok(_) => Vec::new(),
        }
    }

    #[test]
    fn an_empty_form_is_refused_in_the_specified_words() {
        let expected = [
            ("name", "Name is required"),
            ("address", "Address is required"),
            ("zipCode", BAD_ZIP),
            ("ownerName", "Owner name is required"),
            ("ownerEmail", "Valid email is required"),
        ]
        .map(|(field, message)| (field.to_owned(), message.to_owned()));
        assert_eq!(refused(&ListingForm::default()), expected);
        let blank = Some(" \u{200b}\u{202e} ".to_owned());
        let blank = ListingForm {
            name: blank.clone(),
            address: blank.clone(),
            zip_code: blank.clone(),
            owner_name: blank.clone(),
            owner_email: blank.clone(),
            description: blank.clone(),
            website: None,
            ..ListingForm::default()
        };
        assert_eq!(refused(&blank), expected);
    }

    #[test]
    fn each_field_has_its_length() {
        type Set = fn(&mut ListingForm, String);
        let set: [(&str, usize, Set); 6] = [
            ("name", 200, |form, text| form.name = Some(text)),
            ("address", 200, |form, text| form.address = Some(text)),
            ("description", 500, |form, text| {
                form.description = Some(text)
            }),
            ("hours", 500, |form, text| form.hours = Some(text)),
            ("ownerName", 120, |form, text| form.owner_name = Some(text)),
            ("phone", 40, |form, text| form.phone = Some(text)),
        ];
        for (name, most, set) in set {
            let mut longest = form();
            set(&mut longest, "é".repeat(most));
            let accepted = refused(&longest);
            assert!(
                accepted.is_empty() || name == "phone",
                "{name}: {accepted:?}"
            );
            let mut too_long = form();
            set(&mut too_long, "é".repeat(most + 1));
            let refused = refused(&too_long);
            assert_eq!(refused[0].0, name);
            assert!(
                refused[0]
                    .1
                    .ends_with(&format!("must be {most} characters or fewer"))
            );
        }
    }

    #[test]
    fn zip_codes_phones_and_addresses_of_the_web_are_checked() {
        for (zip, is_good) in [
            ("71301", true),
            ("71301-1234", true),
            (" 71301 ", true),
            ("7130", false),
            ("713011", false),
            ("71301-12", false),
            ("７１３０１", false),
            ("71301 1234", false),
        ] {
            let form = ListingForm {
                zip_code: Some(zip.to_owned()),
                ..form()
            };
            assert_eq!(refused(&form).is_empty(), is_good, "{zip}");
        }
        for (phone, is_good) in [
            ("318-555-0142", true),
            ("(318) 555-0142 ext. 5", true),
            ("555-0142", false),
            ("call us ☕", false),
        ] {
            let form = ListingForm {
                phone: Some(phone.to_owned()),
                ..form()
            };
            assert_eq!(refused(&form).is_empty(), is_good, "{phone}");
        }
        for website in [
            "javascript:alert(1)",
            "http://10.0.0.1/",
            "https://a:b@c.example",
        ] {
            let form = ListingForm {
                website: Some(website.to_owned()),
                image_url: Some(website.to_owned()),
                ..form()
            };
            let fields: Vec<String> = refused(&form).into_iter().map(|(field, _)| field).collect();
            assert_eq!(fields, ["website", "imageUrl"], "{website}");
        }
        let boxed = ListingForm {
            address: Some("PO Box 12".to_owned()),
            ..form()
        };
        assert_eq!(refused(&boxed)[0].0, "address");
    }

    #[test]
    fn what_is_typed_is_kept_as_text() {
        let listing = ListingForm {
            name: Some(" <b>Blue\u{202e} Door</b> ☕ ".to_owned()),
            address: Some("126 Main Street\nAlexandria, LA".to_owned()),
            ..form()
        };
        let listing = listing.read().unwrap();
        assert_eq!(listing.name, "<b>Blue Door</b> ☕");
        assert_eq!(listing.address, "126 Main Street, Alexandria, LA");
    }

    #[test]
    fn half_a_pin_is_none() {
        let half = ListingForm {
            latitude: Some(31.3),
            ..form()
        };
        assert_eq!(refused(&half)[0].0, "latitude");
    }
}
