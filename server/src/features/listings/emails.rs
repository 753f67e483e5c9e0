//! This room's emails. The first one to an address contains nothing that anyone typed (checklist E2).

use crate::{
    features::Services,
    platform::{
        codes::CodeEmail,
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// With the code that confirms a listing. `town` is the place table's name.
pub(super) fn listing_code(brand: &Brand, town: &str) -> CodeEmail {
    CodeEmail {
        heading: "Confirm your coffee shop".into(),
        reason: format!(
            "Someone, hopefully you, listed a coffee shop in {town} on {} with this email address. Confirm it to edit the page and claim the shop.",
            brand.name
        ),
        page: "/confirm-listing",
        button: "Confirm my coffee shop",
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

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let (shop, slug) = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let reason = "The address is a private home, and no one answers the phone.\nPlease write to us if we're wrong.";
    Ok(vec![
        Sample::new(
            "listing-confirmation",
            listing_code(&brand, "Alexandria, LA").sample(&brand)?,
        ),
        Sample::new("listing-welcome", welcome(&brand, shop, slug, true)?),
        Sample::new("listing-removed", removed(&brand, shop, reason)?),
    ])
}
