//! This room's emails. The first one to an address contains nothing that anyone typed (checklist E2).

use uuid::Uuid;

use crate::{
    features::Services,
    platform::{
        codes::{self, CodeEmail, Issued},
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// The text around a code: its purpose, and the page that its link opens.
pub(super) struct Asks {
    heading: &'static str,
    reason: String,
    page: &'static str,
    button: &'static str,
}

impl Asks {
    /// For confirming a claimant's address. `town` is the place table's name.
    pub(super) fn claim(brand: &Brand, town: &str) -> Self {
        Self {
            heading: "Confirm your claim",
            reason: format!(
                "Someone, hopefully you, is claiming a coffee shop in {town} on {} with this email address.",
                brand.name
            ),
            page: "/confirm-claim",
            button: "Confirm my claim",
        }
    }

    /// For confirming a transfer, by the owner or the recipient.
    pub(super) fn hand_over(brand: &Brand, town: &str, is_owner: bool) -> Self {
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
        Self {
            heading: "Confirm the transfer",
            reason,
            page: "/confirm-hand-over",
            button: "Confirm",
        }
    }

    pub(super) fn letter(&self) -> CodeEmail<'_> {
        CodeEmail {
            heading: self.heading,
            reason: &self.reason,
            page: self.page,
            button: self.button,
        }
    }
}

/// The shop that an email is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) slug: &'a str,
}

impl About<'_> {
    fn page(self, label: &'static str) -> Option<(&'static str, String)> {
        Some((label, format!("/coffee-shops/{}", self.slug)))
    }
}

/// A claim with a confirmed address is waiting.
pub(super) fn received(brand: &Brand, shop: About<'_>) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("We've received your claim for {name}"),
        preview: "We'll review it and email you within 2-3 business days.".to_owned(),
        heading: "We've received your claim".to_owned(),
        paragraphs: vec![format!(
            "Thank you for confirming your email address. We'll review your claim for {name} and email you within 2-3 business days."
        )],
        button: shop.page("View the page"),
        why: format!("You're receiving this because you claimed {name} on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// A claim was approved.
pub(super) fn approved(brand: &Brand, shop: About<'_>) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("{name} is yours on {}", brand.name),
        preview: "Your claim was approved.".to_owned(),
        heading: format!("{name} is yours"),
        paragraphs: vec![
            format!("We've reviewed your claim for {name} and approved it."),
            "Sign in with this email address to keep the page up to date: hours, photos, description. There's no password: we email you a code each time.".to_owned(),
        ],
        button: Some(("Sign in", "/sign-in".to_owned())),
        why: format!("You're receiving this because you claimed {name} on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// A claim was rejected.
pub(super) fn rejected(brand: &Brand, shop: About<'_>, reason: &str) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("Your claim for {name}"),
        preview: "We couldn't approve it. Here's why.".to_owned(),
        heading: "We couldn't approve your claim".to_owned(),
        paragraphs: vec![format!(
            "We've reviewed your claim for {name} and couldn't approve it. The reason:"
        )],
        quote: Some(reason.to_owned()),
        button: shop.page("View the page"),
        why: format!(
            "You're receiving this because someone, hopefully you, claimed {name} on {} with this email address. If you think this is a mistake, reply to this email.",
            brand.name
        ),
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

/// An owner has left a shop.
pub(super) fn left(brand: &Brand, shop: About<'_>) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("You've left {name} on {}", brand.name),
        preview: "The page stays up and can be claimed again.".to_owned(),
        heading: format!("You've left {name}"),
        paragraphs: vec![format!(
            "You're no longer the owner of {name} on {}. The page stays up, and whoever runs the shop can claim it.",
            brand.name
        )],
        button: shop.page("View the page"),
        why: "You're receiving this because you left the shop. If you didn't, please reply to this email."
            .to_owned(),
        ..Notice::default()
    }
    .words(brand)
}

/// The administrator has revoked an ownership.
pub(super) fn taken_back(brand: &Brand, shop: About<'_>, reason: &str) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("{name} is no longer yours on {}", brand.name),
        preview: "Here's why, and what you can do.".to_owned(),
        heading: format!("{name} is no longer yours"),
        paragraphs: vec![format!(
            "We've ended your ownership of {name} on {}. The reason:",
            brand.name
        )],
        quote: Some(reason.to_owned()),
        button: shop.page("View the page"),
        why: format!("You're receiving this because you were the owner of {name}. If you think this is a mistake, reply to this email."),
    }
    .words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
    let issued = Issued {
        id: Uuid::nil(),
        code: "123456".to_owned(),
        token: "0".repeat(40),
    };
    let town = "Alexandria, LA";
    let shop = About {
        name: "Rust & Bean",
        slug: "rust-and-bean-alexandria-la",
    };
    let reason = "The person who answers the shop's phone doesn't know you.\nPlease ask them to write to us.";
    let code = |asks: &Asks| codes::words(&brand, &asks.letter(), &issued);
    Ok(vec![
        Sample::new("claim-confirmation", code(&Asks::claim(&brand, town))?),
        Sample::new("claim-received", received(&brand, shop)?),
        Sample::new("claim-approved", approved(&brand, shop)?),
        Sample::new("claim-rejected", rejected(&brand, shop, reason)?),
        Sample::new(
            "hand-over-confirmation-owner",
            code(&Asks::hand_over(&brand, town, true))?,
        ),
        Sample::new(
            "hand-over-confirmation-new-owner",
            code(&Asks::hand_over(&brand, town, false))?,
        ),
        Sample::new("handed-over-owner", handed_over(&brand, shop, false)?),
        Sample::new("handed-over-new-owner", handed_over(&brand, shop, true)?),
        Sample::new("shop-left", left(&brand, shop)?),
        Sample::new("shop-taken-back", taken_back(&brand, shop, reason)?),
    ])
}
