//! Emails about requests.

use super::rules::TakedownAction;
use crate::{
    catalog::writing::Act,
    features::Services,
    platform::{
        error::Result,
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
    },
};

/// Emails someone the decision. Undoing the decision soon enough recalls the email.
pub(super) async fn tell(
    act: &Act<'_>,
    services: &Services,
    to: &str,
    words: MailText,
) -> Result<()> {
    let mail = NewMail {
        to: EmailAddress::parse(to, "email")?,
        words,
        about: None,
        list: None,
    };
    let ids = (services.identifiers.next(), act.entry());
    let outbox = act.transaction();
    services
        .mail
        .enqueue_held(outbox, &mail, ids, act.now())
        .await
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
pub(in crate::features::listings) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let shop = "Rust & Bean";
    let reason = "The address is a private home, and no one answers the phone.\nPlease write to us if we're wrong.";
    Ok(vec![
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
