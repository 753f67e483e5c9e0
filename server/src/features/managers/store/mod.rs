//! Writes managers and their invitations.

pub(super) mod answering;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::{MANAGER, emails};
use crate::{
    catalog::{
        entities::{
            city, shop,
            shop_manager::{Column, Entity, Model},
        },
        people::{self, ShopAccess},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        keys::{Keys, hexadecimal},
        limits::table::{MANAGER_INVITATIONS_OF_A_SHOP, MANAGER_INVITATIONS_TO_A_MAILBOX},
        limits_shared,
        mail::{EmailAddress, MailText, NewMail},
        sessions::{self, person},
        web::Actor,
    },
};

/// How long an invitation can be accepted.
const INVITATION_TTL: TimeDelta = TimeDelta::days(7);
/// Managers and invitations of a shop.
const MAX_MANAGERS: u64 = 20;

pub(super) fn no_manager() -> Error {
    Error::NotFound("There's no such manager.".into())
}

pub(super) fn no_invitation() -> Error {
    Error::NotFound(
        "This invitation doesn't work anymore. It may have ended, or have been used. Please ask the owner for a new one."
            .into(),
    )
}

/// When an invitation ends.
pub(super) fn ends_at(row: &Model) -> DateTime<Utc> {
    row.invited_at + INVITATION_TTL
}

pub(super) fn is_waiting(row: &Model, now: DateTime<Utc>) -> bool {
    row.accepted_at.is_none() && row.ended_at.is_none() && ends_at(row) > now
}

/// The token of an invitation's link: good for the invited person until it ends.
pub(super) fn token(keys: &Keys, row: &Model) -> String {
    let signature = keys.sign(MANAGER, &message(row));
    format!("{}{}", row.id.simple(), hexadecimal(&signature))
}

pub(super) fn message(row: &Model) -> Vec<u8> {
    let mut message = row.id.as_bytes().to_vec();
    message.extend(row.person_id.as_bytes());
    message.extend(row.invited_at.timestamp_micros().to_be_bytes());
    message
}

/// A shop's managers and open invitations of its present owner, oldest first, with their people.
pub(super) async fn list(
    connection: &impl ConnectionTrait,
    (shop, owner): (Uuid, Uuid),
) -> Result<Vec<(Model, person::Model)>> {
    let rows = Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::InvitedBy.eq(owner))
        .filter(Column::EndedAt.is_null())
        .order_by_asc(Column::InvitedAt)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    let people = person::Entity::find()
        .filter(person::Column::Id.is_in(rows.iter().map(|row| row.person_id)))
        .all(connection)
        .await?;
    let with_person = rows.into_iter().filter_map(|row| {
        let person = people.iter().find(|person| person.id == row.person_id)?;
        Some((row, person.clone()))
    });
    Ok(with_person.collect())
}

/// Invites an address. An invitation that waits is renewed.
///
/// # Errors
///
/// [`Error::Invalid`] for one's own address, [`Error::Conflict`] for who manages the shop already, or with too many.
pub(super) async fn invite(
    services: &Services,
    actor: Actor,
    access: ShopAccess,
    to: EmailAddress,
) -> Result<(Model, person::Model)> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, "manager.invite", move |act| {
            let (services, to) = (held.clone(), to.clone());
            Box::pin(async move { invite_in(act, &services, access, &to).await })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value)
}

async fn invite_in(
    act: &Act<'_>,
    services: &Services,
    access: ShopAccess,
    to: &EmailAddress,
) -> Result<(Model, person::Model)> {
    let (transaction, now) = (act.transaction(), act.now());
    let shop = access.lock(act).await?;
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let owner = act.actor().person().filter(|id| shop.owner_id == Some(*id));
    let owner = owner.ok_or_else(people::not_yours)?;
    let by = (&services.keys, &services.identifiers);
    let person = sessions::ensure_person(transaction, by, to, None, now).await?;
    if person.id == owner {
        return Err(Error::invalid_field(
            "email",
            "That's your own email address. Please enter somebody else's.",
        ));
    }
    let (keys, limit) = (&services.keys, &MANAGER_INVITATIONS_OF_A_SHOP);
    limits_shared::count(transaction, keys, limit, shop.id.to_string(), now).await?;
    let limit = &MANAGER_INVITATIONS_TO_A_MAILBOX;
    limits_shared::count(transaction, keys, limit, to.mailbox(), now).await?;
    let key = people::manager_key(shop.id, person.id);
    let known = Entity::find()
        .filter(Column::OpenKey.eq(key.clone()))
        .one(transaction)
        .await?;
    if let Some(known) = known {
        if known.accepted_at.is_some() && known.invited_by == owner {
            return Err(Error::invalid_field(
                "email",
                "They manage this shop already.",
            ));
        }
        end(act, &known).await?;
    }
    let count = Entity::find()
        .filter(Column::ShopId.eq(shop.id))
        .filter(Column::InvitedBy.eq(owner))
        .filter(Column::EndedAt.is_null())
        .count(transaction)
        .await?;
    if count >= MAX_MANAGERS {
        return Err(Error::Conflict(
            "A shop can have up to 20 managers and invitations. Remove one first.".into(),
        ));
    }
    let row = Model {
        id: services.identifiers.next(),
        shop_id: shop.id,
        person_id: person.id,
        invited_by: owner,
        open_key: Some(key),
        invited_at: now,
        accepted_at: None,
        ended_at: None,
    };
    act.insert(&row).await?;
    let sender = sessions::find_person(transaction, owner).await?;
    let sender = sender.map(|sender| sender.email).unwrap_or_default();
    let (brand, place) = (services.brand(), place_of(act, &shop).await?);
    let link = token(&services.keys, &row);
    let about = (shop.name.as_str(), place.as_str());
    let words = emails::invitation(&brand, about, &sender, (&link, ends_at(&row)))?;
    send(act, services, &person, words).await?;
    Ok((row, person))
}

/// `Alexandria, LA`.
pub(super) async fn place_of(act: &Act<'_>, shop: &shop::Model) -> Result<String> {
    let city = city::Entity::find_by_id(shop.city_id)
        .one(act.transaction())
        .await?;
    Ok(city.map_or_else(
        || "its town".to_owned(),
        |city| format!("{}, {}", city.name, city.state),
    ))
}

pub(super) async fn send(
    act: &Act<'_>,
    services: &Services,
    to: &person::Model,
    words: MailText,
) -> Result<()> {
    let mail = NewMail {
        to: EmailAddress::parse(&to.email, "email")?,
        words,
        about: Some(to.id),
        list: None,
    };
    let id = services.identifiers.next();
    let outbox = act.transaction();
    services.mail.enqueue(outbox, &mail, id, act.now()).await
}

pub(super) async fn end(act: &Act<'_>, row: &Model) -> Result<()> {
    let mut after = row.clone();
    after.ended_at = Some(act.now());
    after.open_key = None;
    act.update(row, after).await?;
    Ok(())
}

/// Ends a manager's access, or withdraws an invitation.
pub(super) async fn remove(
    services: &Services,
    actor: Actor,
    access: ShopAccess,
    id: Uuid,
) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(actor, "manager.remove", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let shop = access.lock(act).await?;
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                let row: Model = act.find(id).await?.ok_or_else(no_manager)?;
                let is_theirs = row.shop_id == shop.id && Some(row.invited_by) == shop.owner_id;
                if !is_theirs || row.ended_at.is_some() {
                    return Err(no_manager());
                }
                end(act, &row).await?;
                let person = sessions::find_person(act.transaction(), row.person_id).await?;
                match person.filter(|_| row.accepted_at.is_some()) {
                    Some(person) => {
                        let brand = services.brand();
                        let words = emails::removed(&brand, (&shop.name, &shop.slug))?;
                        send(act, &services, &person, words).await
                    }
                    None => Ok(()),
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// A manager leaves. The owner is told.
pub(super) async fn leave(services: &Services, actor: Actor, access: ShopAccess) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(actor, "manager.leave", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let shop = access.lock(act).await?;
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                let person = act.actor().person().ok_or_else(no_manager)?;
                let row = people::managing(act.transaction(), &shop, person).await?;
                let row = row.ok_or_else(no_manager)?;
                end(act, &row).await?;
                let transaction = act.transaction();
                let who = sessions::find_person(transaction, person).await?;
                let owner = sessions::find_person(transaction, row.invited_by).await?;
                let Some((who, owner)) = who.zip(owner) else {
                    return Ok(());
                };
                let brand = services.brand();
                let words = emails::left(&brand, (&shop.name, &shop.slug), &who.email)?;
                send(act, &services, &owner, words).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}
