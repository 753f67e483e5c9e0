//! Emails about stories.

use super::{shops, store};
use crate::{
    catalog::{entities::shop, writing::Act},
    features::Services,
    platform::{
        error::Result,
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
    },
};

/// Emails the shop's owner or submitter, if the address is confirmed.
pub(super) async fn tell_owner(
    services: &Services,
    act: &Act<'_>,
    shop: &shop::Model,
    (reason, was_shown): (&str, bool),
) -> Result<()> {
    let Some(id) = shop.owner_id.or(shop.submitter_id) else {
        return Ok(());
    };
    let person = store::person(act.transaction(), id).await?;
    let Some(person) = person.filter(|person| person.confirmed_at.is_some()) else {
        return Ok(());
    };
    let mail = NewMail {
        to: EmailAddress::parse(&person.email, "email")?,
        words: rejected(
            &services.brand(),
            (&shop.name, &shop.slug),
            (reason, was_shown),
        )?,
        about: Some(person.id),
        list: None,
    };
    let id = services.identifiers.next();
    let outbox = act.transaction();
    let ids = (id, act.entry());
    services
        .mail
        .enqueue_held(outbox, &mail, ids, act.now())
        .await
}

/// The email about a story that was rejected, or taken down because it was shown until now.
fn rejected(
    brand: &Brand,
    (name, slug): (&str, &str),
    (reason, was_shown): (&str, bool),
) -> Result<MailText> {
    let (preview, heading, told) = if was_shown {
        (
            "Here's why it was taken down.",
            "Your story was taken down",
            format!("The local story from {name} isn't shown any more."),
        )
    } else {
        (
            "Here's why it wasn't published.",
            "Your story wasn't published",
            format!("Thank you for the local story from {name}. We couldn't publish it as is."),
        )
    };
    let notice = Notice {
        subject: format!("Your local story for {name}"),
        preview: preview.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![
            told,
            "You can change it on your shop's page and submit it again.".to_owned(),
        ],
        quote: Some(reason.to_owned()),
        button: Some(("Change the story", format!("/your-shop/{slug}"))),
        why: format!(
            "You're receiving this because you manage {name} on {}.",
            brand.name
        ),
        ..Notice::default()
    };
    notice.words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let (name, slug) = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let reason = "Please tell us a little more about the festival: when is it?";
    let rejected = |was_shown| rejected(&brand, (name, slug), (reason, was_shown));
    Ok(vec![
        Sample::new("story-rejected", rejected(false)?),
        Sample::new("story-taken-down", rejected(true)?),
        Sample::new("shop-removed", shops::removed(&brand, name)?),
    ])
}
