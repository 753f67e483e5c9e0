//! Saves visitors' suggestions and tells the owner.

use chrono::NaiveDate;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use uuid::Uuid;

use super::{emails, form::Said, store};
use crate::{
    catalog::{
        entities::{
            fact_answer::Fact,
            shop,
            suggestion::{Field, Kind, Model, Status},
        },
        fact_answers::{self, Said as Answer},
        not_found::shop_not_found,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        limits::table::{
            SUGGESTIONS_OF_A_NETWORK, SUGGESTIONS_TOLD_TO_AN_OWNER, SUGGESTIONS_WITH_AN_ADDRESS,
        },
        limits_shared,
        mail::{EmailAddress, NewMail},
        network::Network,
        sessions,
        web::Actor,
    },
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
pub(super) struct SavedSuggestion {
    pub(super) id: Uuid,
    /// The same visitor or network has already sent it.
    pub(super) is_repeated: bool,
}

/// Saves a suggestion, unless the same visitor or network already sent it and it's still open.
pub(super) async fn keep(
    services: &Services,
    shop: Uuid,
    (said, sender): (Said, Sender),
) -> Result<SavedSuggestion> {
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
) -> Result<SavedSuggestion> {
    let (transaction, keys, now) = (act.transaction(), &services.keys, act.now());
    limits_shared::count(
        transaction,
        keys,
        &SUGGESTIONS_OF_A_NETWORK,
        sender.network,
        now,
    )
    .await?;
    if let Some(email) = &said.email {
        limits_shared::count(
            transaction,
            keys,
            &SUGGESTIONS_WITH_AN_ADDRESS,
            email.mailbox(),
            now,
        )
        .await?;
    }
    // Locked until the end, so that the second of two simultaneous reports by one visitor sees the first.
    let shop: Option<shop::Model> = act.find(shop).await?;
    let shop = shop
        .filter(|shop| shop.deleted_at.is_none())
        .ok_or_else(shop_not_found)?;
    if said.kind == Kind::Closed && shop.closed_at.is_some() {
        return Err(Error::Conflict(
            "The page already says this coffee shop is permanently closed.".into(),
        ));
    }
    let network = name_of(services, sender.network, now.date_naive());
    if let Some(first) = said_before(transaction, shop.id, said, (sender, network)).await? {
        return Ok(SavedSuggestion {
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
    for (fact, says_yes) in answers_in(said) {
        let answer = Answer {
            fact,
            says_yes,
            network: sender.network,
            visitor: sender.is_known.then_some(sender.visitor),
        };
        let by = (keys, &services.identifiers);
        fact_answers::add(transaction, by, &shop, answer, now).await?;
    }
    if said.kind != Kind::Chain {
        tell_owner(act, services, &shop, said.kind).await?;
    }
    Ok(SavedSuggestion {
        id: row.id,
        is_repeated: false,
    })
}

/// What a suggestion says about the facts that visitors are asked about (D97).
fn answers_in(said: &Said) -> Vec<(Fact, bool)> {
    let mut answers = Vec::new();
    let proposed = &said.proposal.0;
    if said.kind == Kind::Closed {
        answers.push((Fact::Place, false));
    }
    if said.kind == Kind::Hours || proposed.contains_key(&Field::Hours) {
        answers.push((Fact::Hours, false));
    }
    if let Some(has_wifi) = proposed.get(&Field::HasWifi).and_then(Value::as_bool) {
        answers.push((Fact::Wifi, has_wifi));
    }
    answers
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
    let (limit, caller) = (&SUGGESTIONS_TOLD_TO_AN_OWNER, shop.id.to_string());
    let wait = limits_shared::count_or_wait(transaction, &services.keys, limit, &caller, now);
    if wait.await?.is_some() {
        return Ok(());
    }
    let brand = services.brand();
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
