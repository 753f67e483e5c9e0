//! Saves visitors' suggestions and tells the owner.

use chrono::{NaiveDate, TimeDelta};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{emails, form::Said, store};
use crate::{
    catalog::{
        entities::{
            shop,
            suggestion::{Kind, Model, Status},
        },
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        limits::Limit,
        limits_shared,
        mail::{Brand, EmailAddress, NewMail},
        network::Network,
        sessions,
        web::Actor,
    },
};

/// Suggestions per network.
const OF_A_NETWORK: Limit = Limit {
    name: "suggestions of a network",
    count: 10,
    period: TimeDelta::hours(1),
    message: "Too many suggestions from your network. Please try again later.",
};

/// Suggestions per email address, which may be somebody else's.
const OF_A_MAILBOX: Limit = Limit {
    name: "suggestions with an address",
    count: 5,
    period: TimeDelta::days(1),
    message: "Too many suggestions have used this email address. Please leave it out, or try again tomorrow.",
};

/// Mails about suggestions to one shop's owner; further suggestions are only shown on the site.
const TO_AN_OWNER: Limit = Limit {
    name: "suggestions told to an owner",
    count: 3,
    period: TimeDelta::days(1),
    message: "",
};

/// Who sends a suggestion.
#[derive(Clone, Debug)]
pub(super) struct Sender {
    pub(super) visitor: Uuid,
    /// The browser's cookie is one of ours, so it has visited before.
    pub(super) is_known: bool,
    /// As used by the rate limits.
    pub(super) network: Network,
}

/// The saved suggestion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) id: Uuid,
    /// The same visitor or network has already sent it.
    pub(super) is_repeated: bool,
}

/// Saves a suggestion, unless the same visitor or network already sent it and it's still open.
pub(super) async fn keep(
    services: &Services,
    shop: Uuid,
    (said, sender): (Said, Sender),
) -> Result<Kept> {
    let held = (services.clone(), said, sender);
    let acted = services
        .ledger
        .act(Actor::Visitor, "suggestion.add", move |act| {
            let (services, said, sender) = held.clone();
            Box::pin(async move { keep_in(act, &services, shop, (&said, &sender)).await })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value)
}

async fn keep_in(
    act: &Act<'_>,
    services: &Services,
    shop: Uuid,
    (said, sender): (&Said, &Sender),
) -> Result<Kept> {
    let (transaction, keys, now) = (act.transaction(), &services.keys, act.now());
    limits_shared::count(transaction, keys, &OF_A_NETWORK, sender.network, now).await?;
    if let Some(email) = &said.email {
        limits_shared::count(transaction, keys, &OF_A_MAILBOX, email.mailbox(), now).await?;
    }
    // Locked until the end, so that the second of two simultaneous reports by one visitor sees the first.
    let shop: shop::Model = act.find(shop).await?.ok_or_else(no_shop)?;
    if said.kind == Kind::Closed && shop.closed_at.is_some() {
        return Err(Error::Conflict(
            "The page already says this coffee shop is permanently closed.".into(),
        ));
    }
    let network = name_of(services, sender.network, now.date_naive());
    if let Some(first) = said_before(transaction, shop.id, said, (sender, network)).await? {
        return Ok(Kept {
            id: first,
            is_repeated: true,
        });
    }
    let row = Model {
        id: services.identifiers.next(),
        shop_id: shop.id,
        kind: said.kind,
        status: Status::Open,
        proposal: said.proposal.clone(),
        note: said.note.clone(),
        accepted: None,
        answer: None,
        entry_id: None,
        created_at: now,
        decided_at: None,
    };
    act.insert(&row).await?;
    act.set_subject(Subject::new("suggestion", row.id, &shop.name));
    let email = said.email.as_ref();
    store::add_sender(transaction, row.id, (sender.visitor, network), email).await?;
    if said.kind != Kind::Chain {
        tell_owner(act, services, &shop, said.kind).await?;
    }
    Ok(Kept {
        id: row.id,
        is_repeated: false,
    })
}

/// The open suggestion with the same content from this browser or network. If it has no email address yet, it gets this one.
async fn said_before(
    transaction: &impl ConnectionTrait,
    shop: Uuid,
    said: &Said,
    (sender, network): (&Sender, Uuid),
) -> Result<Option<Uuid>> {
    let is_counted = matches!(said.kind, Kind::Closed | Kind::Chain);
    let mut same = store::open_of_kind(transaction, shop, said.kind).await?;
    same.retain(|row| is_counted || is_same(row, said));
    let visitor = sender.is_known.then_some(sender.visitor);
    let own = store::of_sender(transaction, &same, (visitor, network)).await?;
    if let (Some(own), Some(email)) = (own, &said.email) {
        store::add_address(transaction, own, email).await?;
    }
    // Reports by several visitors form one question, identified by the first of them.
    let first = same.first().filter(|_| is_counted).map(|row| row.id);
    Ok(own.map(|own| first.unwrap_or(own)))
}

/// The same values and no new note.
fn is_same(row: &Model, said: &Said) -> bool {
    row.proposal == said.proposal && (row.note == said.note || said.note.is_none())
}

async fn tell_owner(
    act: &Act<'_>,
    services: &Services,
    shop: &shop::Model,
    kind: Kind,
) -> Result<()> {
    let (transaction, now) = (act.transaction(), act.now());
    let Some(owner) = shop.owner_id else {
        return Ok(());
    };
    let Some(owner) = sessions::find_person(transaction, owner).await? else {
        return Ok(());
    };
    let (limit, caller) = (&TO_AN_OWNER, shop.id.to_string());
    let wait = limits_shared::count_or_wait(transaction, &services.keys, limit, &caller, now);
    if wait.await?.is_some() {
        return Ok(());
    }
    let brand = Brand::of(&services.settings);
    let mail = NewMail {
        to: EmailAddress::parse(&owner.email, "email")?,
        words: emails::to_owner(&brand, (&shop.name, &shop.slug), kind)?,
        about: Some(shop.id),
        list: None,
    };
    let id = services.identifiers.next();
    services.mail.enqueue(transaction, &mail, id, now).await
}

/// A keyed hash of the network and the day, so that a network can't be tracked across days (checklist X18).
fn name_of(services: &Services, network: Network, day: NaiveDate) -> Uuid {
    let value = format!("{day} {network}");
    let hash = services
        .keys
        .keyed_hash("suggestions of a network", value.as_bytes());
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    Uuid::from_bytes(bytes)
}

pub(super) fn no_shop() -> Error {
    Error::NotFound("Coffee shop not found. Please check the URL and try again.".into())
}
