//! Transferring a shop: started by its owner, completed when both have confirmed (D43).

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::json;
use uuid::Uuid;

use super::{Confirms, about, not_found, prove, purpose, send_code, send_mail, town_of};
use crate::{
    catalog::{
        entities::shop,
        writing::{Act, Subject},
    },
    features::{
        Services,
        claims::{
            HAND_OVER,
            emails::{self, Asks},
            entity::hand_over::{Column, Entity, Model},
        },
    },
    platform::{
        codes,
        error::{Error, Result},
        mail::{Brand, EmailAddress},
        sessions::{self, SignedIn, person},
        web::Actor,
    },
};

/// A transfer that isn't confirmed by both within this time expires.
const LAPSES: TimeDelta = TimeDelta::days(7);

/// How far a hand-over has come.
#[derive(Clone, Debug)]
pub(in crate::features::claims) struct Progress {
    pub(in crate::features::claims) row: Model,
    pub(in crate::features::claims) shop: shop::Model,
    /// For the cookie of a new session.
    pub(in crate::features::claims) token: Option<String>,
}

pub(in crate::features::claims) fn gone() -> Error {
    Error::NotFound("There's no such transfer, or it has ended.".into())
}

fn is_live(row: &Model, now: DateTime<Utc>) -> bool {
    row.open_key.is_some() && lapses_at(row) > now
}

/// The shop's pending transfer, with the next owner's address.
pub(in crate::features::claims) async fn pending_of(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<(Model, String)>> {
    let found = Entity::find()
        .filter(Column::OpenKey.eq(shop_id.simple().to_string()))
        .one(connection)
        .await?;
    let Some(row) = found.filter(|row| is_live(row, now)) else {
        return Ok(None);
    };
    let new = sessions::find_person(connection, row.to_person_id).await?;
    Ok(new.map(|new| (row, new.email)))
}

/// When a transfer expires.
pub(in crate::features::claims) fn lapses_at(row: &Model) -> DateTime<Utc> {
    row.created_at + LAPSES
}

/// Ends the shop's pending transfer; returns whether there was one.
pub(super) async fn close_open(act: &Act<'_>, shop_id: Uuid) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::OpenKey.eq(shop_id.simple().to_string()))
        .one(act.transaction())
        .await?;
    let Some(row) = found else { return Ok(false) };
    let mut ended = row.clone();
    ended.open_key = None;
    act.update(&row, ended).await?;
    Ok(true)
}

/// Starts a transfer. Both addresses get a code; an earlier pending transfer ends.
pub(in crate::features::claims) async fn begin(
    services: &Services,
    owner: Uuid,
    shop_id: Uuid,
    (to, name): (EmailAddress, Option<String>),
) -> Result<Model> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(Actor::Person(owner), "owner.hand_over", move |act| {
            let (services, to, name) = (held.clone(), to.clone(), name.clone());
            Box::pin(async move {
                let (transaction, now) = (act.transaction(), act.now());
                let shop: shop::Model = act.find(shop_id).await?.ok_or_else(not_found)?;
                if shop.owner_id != Some(owner) {
                    return Err(Error::Forbidden(
                        "Only this shop's owner can do that.".into(),
                    ));
                }
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                let by = (&services.keys, &services.identifiers);
                let new = sessions::ensure_person(transaction, by, &to, None, now).await?;
                if new.id == owner {
                    return Err(Error::invalid_field(
                        "email",
                        "That's your own email address. Please enter the new owner's.",
                    ));
                }
                close_open(act, shop.id).await?;
                let row = Model {
                    id: services.identifiers.next(),
                    shop_id: shop.id,
                    from_person_id: owner,
                    to_person_id: new.id,
                    to_name: name,
                    from_confirmed_at: None,
                    to_confirmed_at: None,
                    open_key: Some(shop.id.simple().to_string()),
                    done_at: None,
                    created_at: now,
                };
                act.insert(&row).await?;
                let old = sessions::find_person(transaction, owner).await?;
                for person in old.iter().chain([&new]) {
                    send_hand_over_code(act, &services, (&row, &shop), person).await?;
                }
                Ok(row)
            })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value)
}

async fn send_hand_over_code(
    act: &Act<'_>,
    services: &Services,
    (row, shop): (&Model, &shop::Model),
    to: &person::Model,
) -> Result<()> {
    let brand = Brand::of(&services.settings);
    let is_owner = to.id == row.from_person_id;
    let asks = Asks::hand_over(&brand, &town_of(act, shop).await?, is_owner);
    let address = EmailAddress::parse(&to.email, "email")?;
    send_code(act, services, purpose(HAND_OVER, row.id), (&address, &asks)).await
}

/// Cancels a pending transfer.
pub(in crate::features::claims) async fn cancel(
    services: &Services,
    actor: Actor,
    shop_id: Uuid,
) -> Result<shop::Model> {
    let acted = services
        .ledger
        .act(actor, "owner.keep", move |act| {
            Box::pin(async move {
                let shop: shop::Model = act.find(shop_id).await?.ok_or_else(not_found)?;
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                if close_open(act, shop.id).await? {
                    Ok(shop)
                } else {
                    Err(gone())
                }
            })
        })
        .await?;
    Ok(acted.value)
}

/// A pending transfer.
pub(in crate::features::claims) async fn find_live(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Model> {
    let row = Entity::find_by_id(id).one(connection).await?;
    row.filter(|row| is_live(row, now)).ok_or_else(gone)
}

/// Sends another code to one of the two addresses, and never to any other.
pub(in crate::features::claims) async fn send_again(
    services: &Services,
    id: Uuid,
    address: EmailAddress,
) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(Actor::Visitor, "owner.code", move |act| {
            let (services, address) = (held.clone(), address.clone());
            Box::pin(async move {
                let row: Model = act.find(id).await?.ok_or_else(gone)?;
                let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(gone)?;
                let (transaction, keys) = (act.transaction(), &services.keys);
                let person = sessions::person_by_address(transaction, keys, &address).await?;
                let waits_for = |person: &person::Model| {
                    (person.id == row.from_person_id && row.from_confirmed_at.is_none())
                        || (person.id == row.to_person_id && row.to_confirmed_at.is_none())
                };
                match person.filter(|person| waits_for(person)) {
                    Some(person) if is_live(&row, act.now()) => {
                        send_hand_over_code(act, &services, (&row, &shop), &person).await
                    }
                    // Counted all the same, so that nobody can tell whose address it is.
                    _ => {
                        codes::count_request(transaction, keys, (HAND_OVER, &address), act.now())
                            .await
                    }
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Confirms for one of the two; the second confirmation transfers the shop.
pub(in crate::features::claims) async fn confirm(
    services: &Services,
    id: Uuid,
    (person, confirms): (Uuid, Confirms),
    before: SignedIn,
) -> Result<Progress> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(Actor::Person(person), "owner.confirm", move |act| {
            let (services, confirms) = (held.clone(), confirms.clone());
            Box::pin(async move {
                let proven = prove(act, &services, purpose(HAND_OVER, id), &confirms, &before);
                let token = match proven.await? {
                    Err(refused) => return Ok(Err(refused)),
                    Ok(token) => token,
                };
                let (row, shop) = confirm_in(act, &services, id, person).await?;
                Ok(Ok(Progress { row, shop, token }))
            })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value?)
}

async fn confirm_in(
    act: &Act<'_>,
    services: &Services,
    id: Uuid,
    person: Uuid,
) -> Result<(Model, shop::Model)> {
    let row: Model = act.find(id).await?.ok_or_else(gone)?;
    let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(gone)?;
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    if !is_live(&row, act.now()) || shop.deleted_at.is_some() {
        return Err(gone());
    }
    let mut after = row.clone();
    if person == row.from_person_id {
        after.from_confirmed_at = row.from_confirmed_at.or(Some(act.now()));
    } else if person == row.to_person_id {
        let by = (&services.keys, &services.identifiers);
        if let Some(new) = sessions::find_person(act.transaction(), person).await? {
            let (address, name) = (
                EmailAddress::parse(&new.email, "email")?,
                row.to_name.as_deref(),
            );
            sessions::ensure_person(act.transaction(), by, &address, name, act.now()).await?;
        }
        after.to_confirmed_at = row.to_confirmed_at.or(Some(act.now()));
    } else {
        return Err(gone());
    }
    if after.from_confirmed_at.is_none() || after.to_confirmed_at.is_none() {
        return Ok((act.update(&row, after).await?, shop));
    }
    if shop.owner_id != Some(row.from_person_id) {
        return Err(Error::ConflictWith {
            message: "This coffee shop now has a different owner.".into(),
            details: json!({ "kind": "other_owner" }),
        });
    }
    after.open_key = None;
    after.done_at = Some(act.now());
    let row = act.update(&row, after).await?;
    let mut owned = shop.clone();
    owned.owner_id = Some(row.to_person_id);
    if owned.submitter_id == Some(row.from_person_id) {
        owned.submitter_id = None;
    }
    let shop = act.update(&shop, owned).await?;
    let brand = Brand::of(&services.settings);
    for (id, is_new_owner) in [(row.from_person_id, false), (row.to_person_id, true)] {
        if let Some(person) = sessions::find_person(act.transaction(), id).await? {
            let words = emails::handed_over(&brand, about(&shop), is_new_owner)?;
            send_mail(act, services, &person, words, shop.id).await?;
        }
    }
    Ok((row, shop))
}

/// The transfer and the person that a link's token belongs to.
pub(in crate::features::claims) async fn of_link(
    connection: &impl ConnectionTrait,
    services: &Services,
    token: &str,
) -> Result<Option<(Uuid, Uuid)>> {
    let keys = &services.keys;
    let Some((subject, address)) = codes::peek_link(connection, keys, HAND_OVER, token).await?
    else {
        return Ok(None);
    };
    let person = sessions::person_by_address(connection, keys, &address).await?;
    Ok(subject.zip(person.map(|person| person.id)))
}
