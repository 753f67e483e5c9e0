//! The mails of this room. The first one to an address holds nothing that anybody typed (checklist E2).

use uuid::Uuid;

use super::requests::TakedownAction;

use crate::{
    features::Services,
    platform::{
        codes::{self, CodeLetter, Issued},
        error::Result,
        mail::{Brand, Notice, Sample, Words},
    },
};

/// The page that a confirmation's link leads to.
const CONFIRM_PAGE: &str = "/confirm-listing";

/// The words around the code that confirms a listing. `town` is the place table's.
pub(super) struct Confirmation {
    heading: String,
    reason: String,
}

impl Confirmation {
    pub(super) fn new(brand: &Brand, town: &str) -> Self {
        Self {
            heading: "Confirm your coffee shop".to_owned(),
            reason: format!(
                "Somebody, probably you, listed a coffee shop in {town} on {} with this address. Confirm it to edit the page and to claim it as yours.",
                brand.name
            ),
        }
    }

    pub(super) fn letter(&self) -> CodeLetter<'_> {
        CodeLetter {
            heading: &self.heading,
            reason: &self.reason,
            page: CONFIRM_PAGE,
            button: "Confirm my coffee shop",
        }
    }
}

/// To a submitter who has confirmed.
pub(super) fn welcome(brand: &Brand, shop: &str, slug: &str, claims: bool) -> Result<Words> {
    let mut paragraphs = vec![format!(
        "Thank you: you've confirmed {shop}. The page is live, and you can edit it as soon as you sign in with this address. There is no password: we send a code each time."
    )];
    if claims {
        paragraphs.push(
            "We've also opened your claim to the shop. We review it and write to you within 2-3 business days."
                .to_owned(),
        );
    }
    let notice = Notice {
        subject: format!("Welcome to {}: {shop} is live", brand.name),
        preview: "Your page is live, and you can edit it.".to_owned(),
        heading: format!("Welcome to {}", brand.name),
        paragraphs,
        button: Some(("See the page", format!("/coffee-shops/{slug}?owner=true"))),
        why: format!("You get this because you listed {shop} with this address."),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To a submitter whose listing was taken off, with the administrator's reason.
pub(super) fn removed(brand: &Brand, shop: &str, reason: &str) -> Result<Words> {
    let notice = Notice {
        subject: format!("{shop} was removed from {}", brand.name),
        preview: "Here is why, and what you can do.".to_owned(),
        heading: format!("{shop} was removed"),
        paragraphs: vec![format!(
            "We've looked at your listing of {shop} and taken it off {}. The reason:",
            brand.name
        )],
        quote: Some(reason.to_owned()),
        why: "You get this because you listed a coffee shop with this address. If you think that this is a mistake, reply to this email."
            .to_owned(),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To somebody whose request was done: an objection's shop is listed, or something was taken down. Says nothing that was typed
/// into it: the address may be a stranger's.
pub(super) fn done(
    brand: &Brand,
    is_takedown: bool,
    action: Option<TakedownAction>,
) -> Result<Words> {
    let outcome = match action {
        Some(TakedownAction::Unpublish) => {
            "We've looked at it, and the page is no longer published."
        }
        Some(TakedownAction::MarkClosed) => {
            "We've looked at it, and the coffee shop is now marked as permanently closed."
        }
        Some(TakedownAction::RemovePhotos) => {
            "We've looked at it, and the photos are no longer on the page."
        }
        Some(TakedownAction::Nothing) | None => "We've looked at it and done what you asked.",
    };
    answer(
        brand,
        is_takedown,
        "We've done what you asked",
        (outcome, None),
    )
}

/// To somebody whose objection or take-down request was refused.
pub(super) fn refused(brand: &Brand, is_takedown: bool, reason: &str) -> Result<Words> {
    let outcome = "We've looked at it and decided not to do it. The reason:";
    let heading = "We've looked at your request";
    answer(brand, is_takedown, heading, (outcome, Some(reason)))
}

fn answer(
    brand: &Brand,
    is_takedown: bool,
    heading: &str,
    (outcome, reason): (&str, Option<&str>),
) -> Result<Words> {
    let asked = if is_takedown {
        "Somebody, probably you, asked us to take something down and left this address for the answer."
    } else {
        "Somebody, probably you, asked us to list a coffee shop that we had refused, and left this address for the answer."
    };
    let notice = Notice {
        subject: format!("Your request to {}", brand.name),
        preview: heading.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![asked.to_owned(), outcome.to_owned()],
        quote: reason.map(str::to_owned),
        why: format!(
            "You get this because a request to {} named this address.",
            brand.name
        ),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To the owner of a shop about which a take-down request was approved.
pub(super) fn taken_down(brand: &Brand, shop: &str, action: TakedownAction) -> Result<Words> {
    let what = match action {
        TakedownAction::MarkClosed => format!("marked {shop} as permanently closed"),
        TakedownAction::RemovePhotos => format!("taken the photos off the page of {shop}"),
        TakedownAction::Unpublish | TakedownAction::Nothing => {
            format!("taken the page of {shop} off {}", brand.name)
        }
    };
    let notice = Notice {
        subject: format!("A change to the page of {shop}"),
        preview: "Somebody asked us to take something down.".to_owned(),
        heading: format!("The page of {shop} has changed"),
        paragraphs: vec![format!(
            "Somebody asked us to take something down. We've looked at it and {what}."
        )],
        why: format!(
            "You get this because you own {shop} on {}. If you think that this is a mistake, reply to this email.",
            brand.name
        ),
        ..Notice::default()
    };
    notice.words(brand)
}

/// One of each mail of this room.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
    let issued = Issued {
        id: Uuid::nil(),
        code: "123456".to_owned(),
        token: "0".repeat(40),
    };
    let confirmation = Confirmation::new(&brand, "Alexandria, LA");
    let (shop, slug) = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let reason = "This address is a private home, and nobody answers at the number.\nPlease write to us if we are wrong.";
    Ok(vec![
        Sample::new(
            "listing-confirmation",
            codes::words(&brand, &confirmation.letter(), &issued)?,
        ),
        Sample::new("listing-welcome", welcome(&brand, shop, slug, true)?),
        Sample::new("listing-removed", removed(&brand, shop, reason)?),
        Sample::new("request-approved", done(&brand, false, None)?),
        Sample::new("request-rejected", refused(&brand, false, reason)?),
        Sample::new(
            "takedown-approved",
            done(&brand, true, Some(TakedownAction::RemovePhotos))?,
        ),
        Sample::new(
            "takedown-owner",
            taken_down(&brand, shop, TakedownAction::RemovePhotos)?,
        ),
    ])
}
