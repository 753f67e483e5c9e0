//! The emails of a transfer, and of an owner's change of address. Those with a code contain nothing that anyone typed (checklist E2);
//! that of a transfer names the shop and its sender, whose address is proven, so that nobody confirms blindly.

use chrono::{DateTime, Utc};

use super::emails::About;
use crate::platform::{
    codes::CodeEmail,
    error::Result,
    mail::{Brand, MailText, Notice, Sample},
};

/// With the code that confirms a transfer, for the owner or the recipient.
pub(super) fn transfer_code(brand: &Brand, town: &str, is_owner: bool) -> CodeEmail {
    let reason = if is_owner {
        format!(
            "You're transferring your coffee shop in {town} on {} to someone else. It's theirs once you've both confirmed.",
            brand.name
        )
    } else {
        format!(
            "The owner of a coffee shop in {town} on {} wants to transfer it to you. It's yours once you've both confirmed.",
            brand.name
        )
    };
    CodeEmail {
        heading: "Confirm the transfer".into(),
        reason,
        page: "/confirm-hand-over",
        button: "Confirm",
    }
}

/// With the code that confirms the owner's change of address, for the old address or the new one.
pub(super) fn address_code(brand: &Brand, town: &str, is_old: bool) -> CodeEmail {
    let reason = if is_old {
        format!(
            "Someone signed in as you wants to move your coffee shop in {town} on {} to another email address. It moves once both addresses are confirmed. If that isn't you, don't give this code to anyone.",
            brand.name
        )
    } else {
        format!(
            "The owner of a coffee shop in {town} on {}, hopefully you, wants to use this email address from now on.",
            brand.name
        )
    };
    CodeEmail {
        heading: "Confirm your change of address".into(),
        reason,
        page: "/confirm-hand-over",
        button: "Confirm",
    }
}

/// One of the two people of a transfer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party<'a> {
    /// The other one's address.
    pub(super) other: &'a str,
    pub(super) is_owner: bool,
}

/// A transfer has begun; for the owner or the recipient, with the link that shows it.
pub(super) fn transfer_begun(
    brand: &Brand,
    (shop, town): (About<'_>, &str),
    party: Party<'_>,
    (token, until): (&str, DateTime<Utc>),
) -> Result<MailText> {
    let (name, other) = (shop.name, party.other);
    let (subject, what) = if party.is_owner {
        (
            format!("You're transferring {name}"),
            format!(
                "You're transferring {name} in {town} on {} to {other}.",
                brand.name
            ),
        )
    } else {
        (
            format!("{name} is being transferred to you"),
            format!(
                "{other}, the owner of {name} in {town} on {}, wants to transfer it to you: its page, and everything that its owner can do.",
                brand.name
            ),
        )
    };
    let why = if party.is_owner {
        "You're receiving this because somebody signed in as you began the transfer. If that wasn't you, cancel it on your shop's page and reply to this email.".to_owned()
    } else {
        format!(
            "You're receiving this because {other} entered your email address on {}. If you don't know them, ignore it.",
            brand.name
        )
    };
    Notice {
        subject,
        preview: "It moves once you've both confirmed.".to_owned(),
        heading: format!("The transfer of {name}"),
        paragraphs: vec![
            what,
            format!(
                "It moves once you've both confirmed, until {}. The button shows the transfer and sends you a fresh code when you're ready.",
                until.format("%B %-d, %Y")
            ),
        ],
        button: Some((
            "See the transfer",
            format!("/confirm-hand-over#token={token}"),
        )),
        why,
        ..Notice::default()
    }
    .words(brand)
}

/// A shop has a new owner; sent to both.
pub(super) fn handed_over(brand: &Brand, shop: About<'_>, is_new_owner: bool) -> Result<MailText> {
    let name = shop.name;
    let (heading, paragraph, button) = if is_new_owner {
        (
            format!("{name} is yours"),
            format!(
                "{name} has been transferred to you. Sign in with this email address to edit its page."
            ),
            Some(("Sign in", "/sign-in".to_owned())),
        )
    } else {
        (
            format!("{name} has been transferred"),
            format!(
                "You've both confirmed, so {name} has been transferred. You can no longer edit its page."
            ),
            shop.page("View the page"),
        )
    };
    Notice {
        subject: format!("{name} has a new owner on {}", brand.name),
        preview: paragraph.clone(),
        heading,
        paragraphs: vec![paragraph],
        button,
        why: format!("You're receiving this because you confirmed the transfer of {name}. If you didn't, please reply to this email."),
        ..Notice::default()
    }
    .words(brand)
}

/// An owner has another address; sent to both.
pub(super) fn address_changed(brand: &Brand, shop: About<'_>, new: &str) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("Your email address on {} has changed", brand.name),
        preview: format!("You now sign in as {new}."),
        heading: "Your email address has changed".to_owned(),
        paragraphs: vec![format!(
            "Both addresses are confirmed. From now on, you sign in as {new} to edit {name} and your other coffee shops, and our emails about them go there. The people who help you stay."
        )],
        button: Some(("Your coffee shops", "/your-shop".to_owned())),
        why: format!(
            "You're receiving this because the owner of {name} changed their email address on {}. If that wasn't you, reply to this email.",
            brand.name
        ),
        ..Notice::default()
    }
    .words(brand)
}

/// A sample of each email about `shop` in `town`.
pub(super) fn samples(
    brand: &Brand,
    (shop, town): (About<'_>, &str),
    now: DateTime<Utc>,
) -> Result<Vec<Sample>> {
    let party = |is_owner| Party {
        other: "kay@rustandbean.example",
        is_owner,
    };
    let link = ("0123456789abcdef", now);
    Ok(vec![
        Sample::new(
            "hand-over-confirmation-owner",
            transfer_code(brand, town, true).sample(brand)?,
        ),
        Sample::new(
            "hand-over-confirmation-new-owner",
            transfer_code(brand, town, false).sample(brand)?,
        ),
        Sample::new(
            "hand-over-begun-owner",
            transfer_begun(brand, (shop, town), party(true), link)?,
        ),
        Sample::new(
            "hand-over-begun-new-owner",
            transfer_begun(brand, (shop, town), party(false), link)?,
        ),
        Sample::new(
            "address-change-confirmation-old",
            address_code(brand, town, true).sample(brand)?,
        ),
        Sample::new(
            "address-change-confirmation-new",
            address_code(brand, town, false).sample(brand)?,
        ),
        Sample::new(
            "address-changed",
            address_changed(brand, shop, "kay@rustandbean.example")?,
        ),
        Sample::new("handed-over-owner", handed_over(brand, shop, false)?),
        Sample::new("handed-over-new-owner", handed_over(brand, shop, true)?),
    ])
}
