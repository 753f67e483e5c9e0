//! The mails of this room. Neither holds anything that a visitor typed.

use crate::{
    catalog::entities::suggestion::{Kind, Model, Status},
    features::Services,
    platform::{
        error::Result,
        mail::{Brand, Notice, Sample, Words},
    },
};

/// The shop that a mail is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) slug: &'a str,
    pub(super) town: &'a str,
}

/// To an owner: something waits.
pub(super) fn to_owner(brand: &Brand, (shop, slug): (&str, &str), kind: Kind) -> Result<Words> {
    let (subject, told) = match kind {
        Kind::Closed => (
            format!("Has {shop} closed?"),
            format!(
                "A visitor of {} says that {shop} has closed for good.",
                brand.name
            ),
        ),
        Kind::Hours => (
            format!("Are the hours of {shop} right?"),
            format!(
                "A visitor of {} says that the hours of {shop} are wrong.",
                brand.name
            ),
        ),
        Kind::Edit | Kind::Chain => (
            format!("Somebody suggests an edit of {shop}"),
            format!("A visitor of {} suggests an edit of {shop}.", brand.name),
        ),
    };
    Notice {
        subject,
        preview: "Nothing changes until you decide.".to_owned(),
        heading: "A visitor's suggestion".to_owned(),
        paragraphs: vec![
            told,
            "Nothing on the page changes until you decide. Sign in to see it beside what the page says now, and to accept all of it, some or none."
                .to_owned(),
        ],
        button: Some(("Look at it", format!("/your-shop/{slug}#suggestions"))),
        why: format!("You get this because {shop} is yours on {}.", brand.name),
        ..Notice::default()
    }
    .words(brand)
}

/// To a sender who left an address: what became of it.
pub(super) fn decided(brand: &Brand, shop: About<'_>, row: &Model) -> Result<Words> {
    let About { name, slug, town } = shop;
    let (heading, outcome) = match (row.status, row.kind) {
        (Status::Rejected | Status::Open, Kind::Closed) => (
            "It's still open",
            format!("We've looked at it: as far as we know, {name} has not closed."),
        ),
        (Status::Rejected | Status::Open, Kind::Chain) => (
            "It isn't a chain",
            format!("We've looked at it: as far as we know, {name} is independent."),
        ),
        (Status::Rejected | Status::Open, Kind::Edit | Kind::Hours) => (
            "We've looked at your suggestion",
            format!("The suggestion was looked at, and the page of {name} stays as it is."),
        ),
        (_, Kind::Closed) => (
            "Thank you",
            format!("The page now says that {name} has closed for good."),
        ),
        (_, Kind::Chain) => ("Thank you", format!("{name} was taken off {}.", brand.name)),
        (Status::Partly, _) => (
            "Thank you",
            format!("Some of the suggestion now stands on the page of {name}."),
        ),
        _ => (
            "Thank you",
            format!("The suggestion was accepted: the page of {name} is right again."),
        ),
    };
    let is_gone = row.kind == Kind::Chain && row.status != Status::Rejected;
    Notice {
        subject: format!("Your suggestion about {name}"),
        preview: heading.to_owned(),
        heading: heading.to_owned(),
        paragraphs: vec![
            format!(
                "Somebody, probably you, suggested a change of {name} in {town} on {} and left this address for the answer.",
                brand.name
            ),
            outcome,
        ],
        quote: row.answer.clone(),
        button: (!is_gone).then(|| ("See the page", format!("/coffee-shops/{slug}"))),
        why: "You get this once, because the suggestion named this address. We've deleted the address from the suggestion."
            .to_owned(),
    }
    .words(brand)
}

/// One of each mail of this room.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
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
    let reason =
        "We called them: they are closed on Mondays only.\nThe hours on the page say so now.";
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
