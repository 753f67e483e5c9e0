//! The mails about suggestions. They never contain text typed by a visitor.

use crate::{
    catalog::entities::suggestion::{Kind, Model, Status},
    features::Services,
    platform::{
        error::Result,
        mail::{Brand, MailText, Notice, Sample},
    },
};

/// The shop that a mail is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) slug: &'a str,
    pub(super) town: &'a str,
}

/// Tells an owner about a new suggestion.
pub(super) fn to_owner(brand: &Brand, (shop, slug): (&str, &str), kind: Kind) -> Result<MailText> {
    let (subject, told) = match kind {
        Kind::Closed => (
            format!("Has {shop} closed?"),
            format!(
                "A visitor to {} says {shop} has permanently closed.",
                brand.name
            ),
        ),
        Kind::Hours => (
            format!("Are the hours for {shop} right?"),
            format!(
                "A visitor to {} says the hours for {shop} are wrong.",
                brand.name
            ),
        ),
        Kind::Edit | Kind::Chain => (
            format!("Someone suggested an edit to {shop}"),
            format!("A visitor to {} suggested an edit to {shop}.", brand.name),
        ),
    };
    Notice {
        subject,
        preview: "Nothing changes until you decide.".to_owned(),
        heading: "A visitor's suggestion".to_owned(),
        paragraphs: vec![
            told,
            "Nothing on the page changes until you decide. Sign in to compare it with your page and accept all, some or none of it."
                .to_owned(),
        ],
        button: Some(("Review it", format!("/your-shop/{slug}#suggestions"))),
        why: format!("You're receiving this because you own {shop} on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// Tells a sender who left an address about the decision.
pub(super) fn decided(brand: &Brand, shop: About<'_>, row: &Model) -> Result<MailText> {
    let About { name, slug, town } = shop;
    let (heading, outcome) = match (row.status, row.kind) {
        (Status::Rejected | Status::Open, Kind::Closed) => (
            "It's still open",
            format!("We checked: as far as we know, {name} hasn't closed."),
        ),
        (Status::Rejected | Status::Open, Kind::Chain) => (
            "It isn't a chain",
            format!("We checked: as far as we know, {name} is independent."),
        ),
        (Status::Rejected | Status::Open, Kind::Edit | Kind::Hours) => (
            "We've reviewed your suggestion",
            format!("We reviewed your suggestion, and the page for {name} stays as it is."),
        ),
        (_, Kind::Closed) => (
            "Thank you",
            format!("The page now says {name} has permanently closed."),
        ),
        (_, Kind::Chain) => (
            "Thank you",
            format!("{name} was removed from {}.", brand.name),
        ),
        (Status::Partly, _) => (
            "Thank you",
            format!("Part of your suggestion is now on the page for {name}."),
        ),
        _ => (
            "Thank you",
            format!("Your suggestion was accepted, and the page for {name} has been corrected."),
        ),
    };
    let is_gone = row.kind == Kind::Chain && row.status != Status::Rejected;
    Notice {
        subject: format!("Your suggestion about {name}"),
        preview: heading.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![
            format!(
                "Someone, hopefully you, suggested a change to {name} in {town} on {} and gave this email address for our reply.",
                brand.name
            ),
            outcome,
        ],
        quote: row.answer.clone(),
        button: (!is_gone).then(|| ("View the page", format!("/coffee-shops/{slug}"))),
        why: "You're receiving this because the suggestion gave this email address. We keep it for 30 days in case the decision changes, then delete it."
            .to_owned(),
        ..Notice::default()
    }
    .words(brand)
}

/// One sample of each mail.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let shop = About {
        name: "Rust & Bean",
        slug: "rust-and-bean-alexandria-la",
        town: "Alexandria",
    };
    let row = |kind, status, answer: Option<&str>| Model {
        id: uuid::Uuid::nil(),
        shop_id: uuid::Uuid::nil(),
        kind,
        status,
        proposal: Default::default(),
        note: None,
        accepted: None,
        answer: answer.map(str::to_owned),
        entry_id: None,
        created_at: services.clock.now(),
        decided_at: None,
    };
    let owner = (shop.name, shop.slug);
    let sent = |kind, status, answer| decided(&brand, shop, &row(kind, status, answer));
    let reason = "We called them: they're closed only on Mondays.\nThe page now shows that.";
    Ok(vec![
        Sample::new("suggestion-waits", to_owner(&brand, owner, Kind::Edit)?),
        Sample::new(
            "suggestion-waits-hours",
            to_owner(&brand, owner, Kind::Hours)?,
        ),
        Sample::new(
            "suggestion-waits-closed",
            to_owner(&brand, owner, Kind::Closed)?,
        ),
        Sample::new(
            "suggestion-accepted",
            sent(Kind::Edit, Status::Accepted, None)?,
        ),
        Sample::new(
            "suggestion-partly-accepted",
            sent(Kind::Edit, Status::Partly, None)?,
        ),
        Sample::new(
            "suggestion-rejected",
            sent(Kind::Edit, Status::Rejected, Some(reason))?,
        ),
        Sample::new(
            "closed-report-accepted",
            sent(Kind::Closed, Status::Accepted, None)?,
        ),
        Sample::new(
            "closed-report-rejected",
            sent(Kind::Closed, Status::Rejected, Some(reason))?,
        ),
        Sample::new(
            "chain-report-accepted",
            sent(Kind::Chain, Status::Accepted, None)?,
        ),
        Sample::new(
            "chain-report-rejected",
            sent(Kind::Chain, Status::Rejected, None)?,
        ),
    ])
}
