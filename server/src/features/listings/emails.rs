//! This room's emails. The first one to an address contains nothing that anyone typed (checklist E2).

use uuid::Uuid;

use super::requests::TakedownAction;

use crate::{
    features::Services,
    platform::{
        codes::{self, CodeEmail, Issued},
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// The page that a confirmation link opens.
const CONFIRM_PAGE: &str = "/confirm-listing";

/// The text around the code that confirms a listing. `town` is the place table's name.
pub(super) struct Confirmation {
    heading: String,
    reason: String,
}

impl Confirmation {
    pub(super) fn new(brand: &Brand, town: &str) -> Self {
        Self {
            heading: "Confirm your coffee shop".to_owned(),
            reason: format!(
                "Someone, hopefully you, listed a coffee shop in {town} on {} with this email address. Confirm it to edit the page and claim the shop.",
                brand.name
            ),
        }
    }

    pub(super) fn letter(&self) -> CodeEmail<'_> {
        CodeEmail {
            heading: &self.heading,
            reason: &self.reason,
            page: CONFIRM_PAGE,
            button: "Confirm my coffee shop",
        }
    }
}

/// To a submitter who has confirmed.
pub(super) fn welcome(brand: &Brand, shop: &str, slug: &str, claims: bool) -> Result<MailText> {
    let mut paragraphs = vec![format!(
        "Thank you for confirming {shop}. The page is live, and you can edit it when you sign in with this email address. There's no password: we email you a code each time."
    )];
    if claims {
        paragraphs.push(
            "We've also opened your claim for the shop. We'll review it and email you within 2-3 business days."
                .to_owned(),
        );
    }
    let notice = Notice {
        subject: format!("Welcome to {}: {shop} is live", brand.name),
        preview: "Your page is live, and you can edit it.".to_owned(),
        heading: format!("Welcome to {}", brand.name),
        paragraphs,
        button: Some(("View the page", format!("/coffee-shops/{slug}?owner=true"))),
        why: format!("You're receiving this because you listed {shop} with this email address."),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To a submitter whose listing was removed, with the administrator's reason.
pub(super) fn removed(brand: &Brand, shop: &str, reason: &str) -> Result<MailText> {
    let notice = Notice {
        subject: format!("{shop} was removed from {}", brand.name),
        preview: "Here's why, and what you can do.".to_owned(),
        heading: format!("{shop} was removed"),
        paragraphs: vec![format!(
            "We've reviewed your listing for {shop} and removed it from {}. The reason:",
            brand.name
        )],
        quote: Some(reason.to_owned()),
        why: "You're receiving this because you listed a coffee shop with this email address. If you think this is a mistake, reply to this email."
            .to_owned(),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To someone whose request was carried out: the shop is listed despite the objection, or something was taken down.
/// Contains nothing entered in the request, because the address may be a stranger's.
pub(super) fn done(
    brand: &Brand,
    is_takedown: bool,
    action: Option<TakedownAction>,
) -> Result<MailText> {
    let outcome = match action {
        Some(TakedownAction::Unpublish) => {
            "We've reviewed it, and the page is no longer published."
        }
        Some(TakedownAction::MarkClosed) => {
            "We've reviewed it, and the coffee shop is now marked permanently closed."
        }
        Some(TakedownAction::RemovePhotos) => {
            "We've reviewed it, and the photos are no longer on the page."
        }
        Some(TakedownAction::Nothing) | None => "We've reviewed it and done what you asked.",
    };
    answer(
        brand,
        is_takedown,
        "We've done what you asked",
        (outcome, None),
    )
}

/// To someone whose objection or take-down request was rejected.
pub(super) fn refused(brand: &Brand, is_takedown: bool, reason: &str) -> Result<MailText> {
    let outcome = "We've reviewed it and decided against it. The reason:";
    let heading = "We've reviewed your request";
    answer(brand, is_takedown, heading, (outcome, Some(reason)))
}

fn answer(
    brand: &Brand,
    is_takedown: bool,
    heading: &str,
    (outcome, reason): (&str, Option<&str>),
) -> Result<MailText> {
    let asked = if is_takedown {
        "Someone, hopefully you, asked us to take something down and gave this email address for our reply."
    } else {
        "Someone, hopefully you, asked us to list a coffee shop we had turned down and gave this email address for our reply."
    };
    let notice = Notice {
        subject: format!("Your request to {}", brand.name),
        preview: heading.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![asked.to_owned(), outcome.to_owned()],
        quote: reason.map(str::to_owned),
        why: format!(
            "You're receiving this because a request to {} gave this email address.",
            brand.name
        ),
        ..Notice::default()
    };
    notice.words(brand)
}

/// To a shop's owner, after a take-down request about it was approved.
pub(super) fn taken_down(brand: &Brand, shop: &str, action: TakedownAction) -> Result<MailText> {
    let what = match action {
        TakedownAction::MarkClosed => format!("marked {shop} permanently closed"),
        TakedownAction::RemovePhotos => format!("removed the photos from the page of {shop}"),
        TakedownAction::Unpublish | TakedownAction::Nothing => {
            format!("removed the page of {shop} from {}", brand.name)
        }
    };
    let notice = Notice {
        subject: format!("A change to the page of {shop}"),
        preview: "Someone asked us to take something down.".to_owned(),
        heading: format!("The page of {shop} has changed"),
        paragraphs: vec![format!(
            "Someone asked us to take something down. We've reviewed the request and {what}."
        )],
        why: format!(
            "You're receiving this because you own {shop} on {}. If you think this is a mistake, reply to this email.",
            brand.name
        ),
        ..Notice::default()
    };
    notice.words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
    let issued = Issued {
        id: Uuid::nil(),
        code: "123456".to_owned(),
        token: "0".repeat(40),
    };
    let confirmation = Confirmation::new(&brand, "Alexandria, LA");
    let (shop, slug) = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let reason = "The address is a private home, and no one answers the phone.\nPlease write to us if we're wrong.";
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
