//! The emails of claims and of the end of an ownership. The one with a code contains nothing that anyone typed (checklist E2).

use chrono::{DateTime, Utc};

use super::{evidence::Means, proof::ClaimProof};
use crate::{
    features::Services,
    platform::{
        codes::CodeEmail,
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// With the code that confirms a claimant's address. `town` is the place table's name.
pub(super) fn claim_code(brand: &Brand, town: &str) -> CodeEmail {
    CodeEmail {
        heading: "Confirm your claim".into(),
        reason: format!(
            "Someone, hopefully you, is claiming a coffee shop in {town} on {} with this email address.",
            brand.name
        ),
        page: "/confirm-claim",
        button: "Confirm my claim",
    }
}

/// The shop that an email is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) slug: &'a str,
}

impl About<'_> {
    pub(super) fn page(self, label: &'static str) -> Option<(&'static str, String)> {
        Some((label, format!("/coffee-shops/{}", self.slug)))
    }
}

/// A claim with a confirmed address is waiting. Says what would prove it.
pub(super) fn received(
    brand: &Brand,
    shop: About<'_>,
    proof: Option<&ClaimProof>,
) -> Result<MailText> {
    let name = shop.name;
    let mut paragraphs = vec![format!(
        "Thank you for confirming your email address. We'll review your claim for {name} and email you within 2-3 business days."
    )];
    paragraphs.extend(proof.map(|proof| proof.message.clone()));
    let code = proof.and_then(|proof| proof.code.clone());
    if let Some(file) = proof.and_then(|proof| proof.file_url.as_deref()) {
        paragraphs.push(format!(
            "The file's address is {file}. Once the line is there, sign in and press “Check my website” under “Your listings and claims”. This is the line:"
        ));
    }
    Notice {
        subject: format!("We've received your claim for {name}"),
        preview: "We'll review it and email you within 2-3 business days.".to_owned(),
        heading: "We've received your claim".to_owned(),
        paragraphs,
        button: if code.is_some() {
            Some(("Your coffee shops", "/your-shop".to_owned()))
        } else {
            shop.page("View the page")
        },
        quote: code,
        why: format!(
            "You're receiving this because you claimed {name} on {}.",
            brand.name
        ),
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

/// A claim was approved by its proof (D100).
pub(super) fn proven(brand: &Brand, shop: About<'_>, means: Means) -> Result<MailText> {
    let name = shop.name;
    Notice {
        subject: format!("{name} is yours on {}", brand.name),
        preview: "Your claim is proven and approved.".to_owned(),
        heading: format!("{name} is yours"),
        paragraphs: vec![
            format!(
                "{}, so your claim for {name} is approved.",
                match means {
                    Means::Mail => "Your email address is at the shop's own domain",
                    Means::Website => "We found your line on the shop's own website",
                }
            ),
            "Sign in with this email address to keep the page up to date: hours, photos, description. There's no password: we email you a code each time.".to_owned(),
        ],
        button: Some(("Sign in", "/sign-in".to_owned())),
        why: format!("You're receiving this because you claimed {name} on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// A claim was approved by its proof; for whoever answered for the listing before.
pub(super) fn contact_told(
    brand: &Brand,
    shop: About<'_>,
    (means, until): (Means, DateTime<Utc>),
) -> Result<MailText> {
    let name = shop.name;
    let how = match means {
        Means::Mail => "with an email address at the shop's own domain",
        Means::Website => "with a line on the shop's own website",
    };
    Notice {
        subject: format!("{name} has an owner on {} now", brand.name),
        preview: "If that isn't right, tell us within 14 days.".to_owned(),
        heading: format!("{name} has an owner now"),
        paragraphs: vec![
            format!(
                "Someone claimed {name} and proved {how} that they run it. They edit its page from now on, and you no longer can."
            ),
            format!(
                "If that isn't right, reply to this email by {}: until then, we can undo it.",
                until.format("%B %-d, %Y")
            ),
        ],
        button: shop.page("View the page"),
        why: format!(
            "You're receiving this because you listed or managed {name} on {}.",
            brand.name
        ),
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
        ..Notice::default()
    }
    .words(brand)
}

/// The shop in samples, and its town.
pub(super) const SAMPLE: (About<'static>, &str) = (
    About {
        name: "Rust & Bean",
        slug: "rust-and-bean-alexandria-la",
    },
    "Alexandria, LA",
);

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let (shop, town) = SAMPLE;
    let proof = ClaimProof {
        by: None,
        approves_at_once: true,
        message: "Your email address is at gmail.com, where anyone can get one. To prove that the shop is yours, add a line to the home page of rustandbean.example, or put it in a file there.".to_owned(),
        code: Some("coffee-shop-claim-0123456789abcdef0123".to_owned()),
        website: Some("rustandbean.example".to_owned()),
        file_url: Some("https://rustandbean.example/.well-known/coffee-shop-claim.txt".to_owned()),
        checked_at: None,
        problem: None,
    };
    let reason = "The person who answers the shop's phone doesn't know you.\nPlease ask them to write to us.";
    Ok(vec![
        Sample::new(
            "claim-confirmation",
            claim_code(&brand, town).sample(&brand)?,
        ),
        Sample::new("claim-received", received(&brand, shop, Some(&proof))?),
        Sample::new("claim-proven", proven(&brand, shop, Means::Website)?),
        Sample::new(
            "claim-proven-former-contact",
            contact_told(&brand, shop, (Means::Website, services.clock.now()))?,
        ),
        Sample::new("claim-approved", approved(&brand, shop)?),
        Sample::new("claim-rejected", rejected(&brand, shop, reason)?),
        Sample::new("shop-left", left(&brand, shop)?),
        Sample::new("shop-taken-back", taken_back(&brand, shop, reason)?),
    ])
}
