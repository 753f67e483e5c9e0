//! Validates requests to the administrator.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    features::listings::form::{Listing, ListingForm},
    platform::{
        bots,
        error::{FieldErrors, Result},
        mail::{EmailAddress, EmailText},
        typed_text::Field,
    },
};

const EXPLANATION: Field = field("explanation", "Explanation", 500);
const SHOP: Field = field("shop", "Page", 300);
const DETAILS: Field = field("details", "Details", 1000);
const NAME: Field = field("name", "Name", 120);
const REASON: Field = field("reason", "Reason", 500);

const fn field(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// Why a listing was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RefusedAs {
    /// As a chain's.
    Chain,
    /// As a shop that is there already.
    Duplicate,
}

/// "This is not a chain", "this is another shop": the refused form, and why it should be listed all the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Objection {
    pub kind: RefusedAs,
    pub listing: ListingForm,
    #[schema(max_length = 500)]
    #[serde(default)]
    pub explanation: Option<String>,
}

/// Why something should be taken down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakedownReason {
    NotACoffeeShop,
    Closed,
    IAmTheOwner,
    Photo,
    PersonalData,
    Other,
}

/// What is done about a take-down request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakedownAction {
    /// The page is not published any more.
    Unpublish,
    /// The shop is marked as permanently closed.
    MarkClosed,
    /// All photos of the shop are taken off its page.
    RemovePhotos,
    /// Nothing more: the administrator has done it by hand.
    Nothing,
}

/// How a request is approved.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RequestApproval {
    /// For a take-down: what is done. Absent, it is what the reason says; a reason that says nothing wants one.
    pub action: Option<TakedownAction>,
}

/// Something that should be taken down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakedownForm {
    /// The shop's slug, its identifier, or the address of its page.
    #[schema(value_type = String, required, max_length = 300,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    #[serde(default)]
    pub shop: Option<String>,
    pub reason: TakedownReason,
    /// What, and why.
    #[schema(value_type = String, required, max_length = 1000,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    #[serde(default)]
    pub details: Option<String>,
    #[schema(max_length = 120)]
    #[serde(default)]
    pub name: Option<String>,
    /// Where the answer goes.
    #[schema(value_type = EmailText, required)]
    #[serde(default)]
    pub email: Option<String>,
    /// A hidden field that only bots fill in; must be empty or absent.
    #[schema(max_length = 0)]
    #[serde(default)]
    pub left_empty: Option<String>,
    /// The former name of `leftEmpty`, accepted for one more release.
    #[schema(max_length = 0)]
    #[serde(default)]
    pub homepage: Option<String>,
}

/// The administrator's reason.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestRejection {
    #[schema(value_type = String, required, max_length = 500,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    #[serde(default)]
    pub reason: Option<String>,
}

/// A valid take-down request.
#[derive(Clone, Debug)]
pub(super) struct Takedown {
    /// The slug or ID if recognizable, otherwise as entered.
    pub(super) shop: String,
    pub(super) reason: TakedownReason,
    pub(super) details: String,
    pub(super) name: Option<String>,
    pub(super) email: EmailAddress,
}

impl Objection {
    pub(super) fn read(&self) -> Result<(Listing, String)> {
        let mut wrong = FieldErrors::default();
        let explanation = EXPLANATION.required_paragraphs(
            self.explanation.as_deref(),
            "Please tell us why.",
            &mut wrong,
        );
        let listing = self.listing.read()?;
        wrong.refuse_any()?;
        Ok((listing, explanation))
    }
}

impl TakedownReason {
    /// What an approval does by default.
    pub(super) fn usual_action(self) -> Option<TakedownAction> {
        match self {
            Self::NotACoffeeShop | Self::IAmTheOwner => Some(TakedownAction::Unpublish),
            Self::Closed => Some(TakedownAction::MarkClosed),
            Self::Photo => Some(TakedownAction::RemovePhotos),
            Self::PersonalData | Self::Other => None,
        }
    }

    /// The inbox's name for a request with this reason: its screen offers the default action first.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::NotACoffeeShop | Self::IAmTheOwner => "takedown_page",
            Self::Closed => "takedown_closed",
            Self::Photo => "takedown_photo",
            Self::PersonalData | Self::Other => "takedown_other",
        }
    }

    /// Text for the administrator.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::NotACoffeeShop => "not a coffee shop",
            Self::Closed => "closed",
            Self::IAmTheOwner => "asked for by the owner",
            Self::Photo => "a photo",
            Self::PersonalData => "personal data",
            Self::Other => "something else",
        }
    }
}

impl TakedownForm {
    pub(super) fn read(&self) -> Result<Takedown> {
        let mut wrong = FieldErrors::default();
        let shop = SHOP.required_line(
            self.shop.as_deref(),
            "Please tell us which page this is about.",
            &mut wrong,
        );
        let details = DETAILS.required_paragraphs(
            self.details.as_deref(),
            "Please tell us what should be taken down and why.",
            &mut wrong,
        );
        let name = NAME.line(self.name.as_deref(), &mut wrong);
        let typed = self.email.as_deref().unwrap_or_default().trim();
        if EmailAddress::parse(typed, "email").is_err() {
            wrong.add("email", "Valid email is required");
        }
        wrong.refuse_any()?;
        bots::reject_filled([self.left_empty.as_deref(), self.homepage.as_deref()])?;
        Ok(Takedown {
            shop: slug_in(&shop).to_owned(),
            reason: self.reason,
            details,
            name,
            email: EmailAddress::parse(typed, "email")?,
        })
    }
}

impl RequestRejection {
    /// The reason, which is required.
    pub(super) fn read(&self) -> Result<String> {
        read_reason(self.reason.as_deref())
    }
}

/// The administrator's reason, which is required.
pub(super) fn read_reason(typed: Option<&str>) -> Result<String> {
    let mut wrong = FieldErrors::default();
    let reason = REASON.required_paragraphs(typed, "Please give a reason.", &mut wrong);
    wrong.refuse_any()?;
    Ok(reason)
}

/// The last part of a page's URL: the slug in `…/coffee-shops/{slug}?owner=true`.
fn slug_in(text: &str) -> &str {
    let path = text.split(['?', '#']).next().unwrap_or(text);
    let last = path.trim_end_matches('/').rsplit('/').next();
    last.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_named_by_slug_or_address() {
        for text in [
            "blue-door-alexandria-la",
            "https://townperk.example/coffee-shops/blue-door-alexandria-la?owner=true",
            "/coffee-shops/blue-door-alexandria-la/",
            "townperk.example/coffee-shops/blue-door-alexandria-la#photos",
        ] {
            assert_eq!(slug_in(text), "blue-door-alexandria-la", "{text}");
        }
    }
}
