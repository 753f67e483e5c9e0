//! This room's emails.

use chrono::{DateTime, Utc};

use crate::{
    features::Services,
    platform::{
        codes::CodeEmail,
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// With the code that accepts an invitation. `town` is the place table's name.
pub(super) fn code(brand: &Brand, town: &str) -> CodeEmail {
    CodeEmail {
        heading: "Confirm your address".into(),
        reason: format!(
            "Someone, hopefully you, is accepting an invitation to manage a coffee shop in {town} on {} with this email address.",
            brand.name
        ),
        page: "/confirm-manager",
        button: "Accept the invitation",
    }
}

/// The invitation, with its link.
pub(super) fn invitation(
    brand: &Brand,
    (shop, place): (&str, &str),
    owner: &str,
    (token, until): (&str, DateTime<Utc>),
) -> Result<MailText> {
    Notice {
        subject: format!("Help manage {shop} on {}", brand.name),
        preview: format!("{owner} invites you."),
        heading: format!("Help manage {shop}"),
        paragraphs: vec![
            format!(
                "{owner}, the owner of {shop} in {place}, invites you to maintain its page: hours, photos, description, story and suggestions."
            ),
            format!(
                "The invitation is good until {}. If you don't know {owner}, ignore it: nothing happens until you accept.",
                until.format("%B %-d, %Y")
            ),
        ],
        button: Some(("See the invitation", format!("/join-shop#token={token}"))),
        why: format!(
            "You're receiving this because {owner} entered your email address on {}.",
            brand.name
        ),
        ..Notice::default()
    }
    .words(brand)
}

/// For the owner: somebody accepted.
pub(super) fn accepted(brand: &Brand, (shop, slug): (&str, &str), who: &str) -> Result<MailText> {
    Notice {
        subject: format!("Your invitation to manage {shop} was accepted"),
        preview: "They accepted your invitation.".to_owned(),
        heading: format!("{who} accepted"),
        paragraphs: vec![format!(
            "{who} accepted your invitation and can edit the page of {shop} from now on. What they change stands in the history under their name."
        )],
        button: Some(("Open your shop", format!("/your-shop/{slug}#managers"))),
        why: format!("You're receiving this because you own {shop} on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// For the owner: somebody left.
pub(super) fn left(brand: &Brand, (shop, slug): (&str, &str), who: &str) -> Result<MailText> {
    Notice {
        subject: format!("A manager of {shop} has left"),
        preview: "They left.".to_owned(),
        heading: format!("{who} left"),
        paragraphs: vec![format!(
            "{who} no longer helps manage {shop} and can't edit its page anymore."
        )],
        button: Some(("Open your shop", format!("/your-shop/{slug}#managers"))),
        why: format!(
            "You're receiving this because you own {shop} on {}.",
            brand.name
        ),
        ..Notice::default()
    }
    .words(brand)
}

/// For the manager: the owner removed them.
pub(super) fn removed(brand: &Brand, (shop, slug): (&str, &str)) -> Result<MailText> {
    Notice {
        subject: format!("You no longer manage {shop} on {}", brand.name),
        preview: "The owner ended it.".to_owned(),
        heading: format!("You no longer manage {shop}"),
        paragraphs: vec![format!(
            "The owner of {shop} has ended your access to its page."
        )],
        button: Some(("View the page", format!("/coffee-shops/{slug}"))),
        why: format!(
            "You're receiving this because you managed {shop} on {}.",
            brand.name
        ),
        ..Notice::default()
    }
    .words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let town = "Alexandria, LA";
    let shop = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let who = "kay@rustandbean.example";
    let link = ("0123456789abcdef", services.clock.now());
    Ok(vec![
        Sample::new("manager-confirmation", code(&brand, town).sample(&brand)?),
        Sample::new(
            "manager-invitation",
            invitation(&brand, (shop.0, town), "jo@rustandbean.example", link)?,
        ),
        Sample::new("manager-accepted", accepted(&brand, shop, who)?),
        Sample::new("manager-left", left(&brand, shop, who)?),
        Sample::new("manager-removed", removed(&brand, shop)?),
    ])
}
