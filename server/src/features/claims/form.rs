//! The claim form (`owner-admin.md`, sections 3 and 5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::{
    bots,
    error::{FieldErrors, Result},
    given::whole_number,
    mail::{EmailAddress, EmailText},
    typed_text::Field,
};

const OWNER_NAME: Field = field("ownerName", "Owner name", 120);
const OWNER_PHONE: Field = field("ownerPhone", "Phone", 40);
const BUSINESS_ROLE: Field = field("businessRole", "Business role", 80);
const ADDITIONAL_INFO: Field = field("additionalInfo", "Additional information", 500);
const OWNER_DESCRIPTION: Field = field("ownerDescription", "Business description", 500);
/// No person fills in the form in less time, in milliseconds.
const QUICKEST_PERSON: u64 = 2_000;

/// The message for each missing field.
pub(super) const MISSING: &str =
    "Missing Information: Please fill in all required fields including the business description.";

const fn field(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// "This shop is mine."
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ClaimForm {
    #[schema(value_type = String, required, max_length = 120,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub owner_name: Option<String>,
    #[schema(value_type = EmailText, required)]
    pub owner_email: Option<String>,
    #[schema(max_length = 40)]
    pub owner_phone: Option<String>,
    /// The person's role, such as "Owner" or "Manager".
    #[schema(value_type = String, required, max_length = 80,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub business_role: Option<String>,
    /// Always `email`: a code is sent to the address.
    #[schema(pattern = "^email$")]
    pub verification_method: Option<String>,
    #[schema(max_length = 500)]
    pub additional_info: Option<String>,
    /// The owner's description, shown on the shop's page once the claim is approved.
    #[schema(value_type = String, required, max_length = 500,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub owner_description: Option<String>,
    /// Whether a shop marked as closed is open again.
    pub is_open_again: Option<bool>,
    /// A hidden field that only bots fill in; must be empty or absent.
    #[schema(max_length = 0)]
    pub left_empty: Option<String>,
    /// The former name of `leftEmpty`, accepted for one more release.
    #[schema(max_length = 0)]
    pub homepage: Option<String>,
    /// Milliseconds from loading the form to submitting it.
    #[serde(deserialize_with = "whole_number")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub after_millis: Option<u64>,
}

/// A valid form.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) owner_name: String,
    pub(super) email: EmailAddress,
    pub(super) owner_phone: Option<String>,
    pub(super) business_role: String,
    pub(super) additional_info: Option<String>,
    pub(super) owner_description: String,
    pub(super) is_open_again: bool,
}

impl ClaimForm {
    /// Validates the form; names every invalid field.
    pub(super) fn read(&self) -> Result<Claim> {
        let mut wrong = FieldErrors::default();
        let owner_name = OWNER_NAME.required_line(self.owner_name.as_deref(), MISSING, &mut wrong);
        let typed = self.owner_email.as_deref().unwrap_or_default().trim();
        let email = EmailAddress::parse(typed, "ownerEmail");
        if email.is_err() {
            let message = if typed.is_empty() {
                MISSING
            } else {
                "Valid email is required"
            };
            wrong.add("ownerEmail", message);
        }
        let business_role =
            BUSINESS_ROLE.required_line(self.business_role.as_deref(), MISSING, &mut wrong);
        let owner_description = OWNER_DESCRIPTION.required_paragraphs(
            self.owner_description.as_deref(),
            MISSING,
            &mut wrong,
        );
        let owner_phone = OWNER_PHONE.line(self.owner_phone.as_deref(), &mut wrong);
        let additional_info =
            ADDITIONAL_INFO.paragraphs(self.additional_info.as_deref(), &mut wrong);
        if self.verification_method.as_deref().unwrap_or("email") != "email" {
            wrong.add("verificationMethod", "We can only send a code by email.");
        }
        wrong.refuse_any()?;
        bots::reject_filled([self.left_empty.as_deref(), self.homepage.as_deref()])?;
        bots::reject_quick(self.after_millis, QUICKEST_PERSON)?;
        Ok(Claim {
            owner_name,
            email: email?,
            owner_phone,
            business_role,
            additional_info,
            owner_description,
            is_open_again: self.is_open_again.unwrap_or(false),
        })
    }
}

/// The administrator's reason, which is required.
pub(super) fn read_reason(typed: Option<&str>) -> Result<String> {
    let mut wrong = FieldErrors::default();
    let reason = field("reason", "Reason", 500).required_paragraphs(
        typed,
        "Please give a reason.",
        &mut wrong,
    );
    wrong.refuse_any()?;
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

    #[test]
    fn every_missing_field_is_named_in_the_specified_words() {
        let Err(Error::InvalidFields(fields)) = ClaimForm::default().read() else {
            panic!("an empty form was accepted");
        };
        let names: Vec<&str> = fields.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(
            names,
            [
                "ownerName",
                "ownerEmail",
                "businessRole",
                "ownerDescription"
            ]
        );
        assert!(fields.iter().all(|error| error.message == MISSING));
    }

    #[test]
    fn only_codes_by_email_are_sent() {
        let text = |text: &str| Some(text.to_owned());
        let form = ClaimForm {
            owner_name: text("Jo Doe"),
            owner_email: text("jo@bluedoor.example"),
            business_role: text("Owner"),
            owner_description: text("Ours since 1998."),
            verification_method: text("phone"),
            ..ClaimForm::default()
        };
        assert!(form.read().is_err());
        let by_mail = ClaimForm {
            verification_method: None,
            ..form
        };
        assert_eq!(
            by_mail.read().unwrap().owner_description,
            "Ours since 1998."
        );
    }
}
