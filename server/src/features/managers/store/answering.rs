//! Answers to invitations.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::{end, is_waiting, message, no_invitation, place_of, send};
use crate::{
    catalog::{
        entities::{
            shop,
            shop_manager::{Entity, Model},
        },
        people,
        writing::{Act, Subject},
    },
    features::{
        Services,
        managers::{MANAGER, emails},
    },
    platform::{
        codes::{self, ProofMethod, Purpose},
        error::Result,
        keys::{Keys, bytes_of},
        mail::EmailAddress,
        sessions::{self, SignedIn, person},
        web::Actor,
    },
};

/// An invitation that can be accepted.
#[derive(Clone, Debug)]
pub(in crate::features::managers) struct Invitation {
    pub(in crate::features::managers) row: Model,
    pub(in crate::features::managers) shop: shop::Model,
    pub(in crate::features::managers) person: person::Model,
}

/// The invitation behind a link's token.
pub(in crate::features::managers) async fn invitation_of(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Invitation> {
    let id = token.get(..32).and_then(|id| Uuid::try_parse(id).ok());
    let signature = token.get(32..).and_then(bytes_of);
    let (id, signature) = id.zip(signature).ok_or_else(no_invitation)?;
    let found = find_invitation(connection, id, now).await?;
    if keys.verify(MANAGER, &message(&found.row), &signature) {
        Ok(found)
    } else {
        Err(no_invitation())
    }
}

/// The invitation with this ID, while it can be accepted.
pub(in crate::features::managers) async fn find_invitation(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Invitation> {
    let row = Entity::find_by_id(id).one(connection).await?;
    let row = row.filter(|row| is_waiting(row, now));
    let row = row.ok_or_else(no_invitation)?;
    let shop = people::find_shop_row(connection, &row.shop_id.to_string()).await?;
    let shop = shop.filter(|shop| shop.owner_id == Some(row.invited_by));
    let shop = shop.ok_or_else(no_invitation)?;
    let person = sessions::find_person(connection, row.person_id).await?;
    Ok(Invitation {
        row,
        shop,
        person: person.ok_or_else(no_invitation)?,
    })
}

/// What an invitation's code is bound to.
pub(in crate::features::managers) fn purpose(row: &Model) -> Purpose {
    Purpose {
        name: MANAGER,
        subject: Some(row.id),
    }
}

/// Sends a fresh code to the invited address, and to no other.
pub(in crate::features::managers) async fn send_code(
    services: &Services,
    invitation: Invitation,
) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(Actor::Visitor, "manager.code", move |act| {
            let (services, invitation) = (held.clone(), invitation.clone());
            Box::pin(async move {
                let town = place_of(act, &invitation.shop).await?;
                let sender = services.code_sender();
                let email = emails::code(&sender.brand, &town);
                let address = EmailAddress::parse(&invitation.person.email, "email")?;
                let purpose = purpose(&invitation.row);
                let what = (&address, &email);
                codes::send(act.transaction(), sender, &purpose, what, act.now()).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Accepts an invitation with a proof of its address. Returns the token of a new session, if one was opened.
pub(in crate::features::managers) async fn accept(
    services: &Services,
    invitation: &Invitation,
    method: ProofMethod,
    before: SignedIn,
) -> Result<Option<String>> {
    let held = services.clone();
    let (id, person) = (invitation.row.id, invitation.person.id);
    let acted = services
        .ledger
        .act(Actor::Person(person), "manager.accept", move |act| {
            let (services, method) = (held.clone(), method.clone());
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let found = find_invitation(act.transaction(), id, act.now()).await?;
                let with = (&purpose(&found.row), &before);
                let token = match method.check(act.transaction(), by, with, act.now()).await? {
                    Err(refused) => return Ok(Err(refused)),
                    Ok(token) => token,
                };
                accept_in(act, &services, &found).await?;
                Ok(Ok(token))
            })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value?)
}

async fn accept_in(act: &Act<'_>, services: &Services, found: &Invitation) -> Result<()> {
    // The shop first, as in all acts of its people.
    let shop: shop::Model = act
        .find(found.shop.id)
        .await?
        .filter(|shop: &shop::Model| shop.owner_id == Some(found.row.invited_by))
        .ok_or_else(no_invitation)?;
    let row: Model = act.find(found.row.id).await?.ok_or_else(no_invitation)?;
    if !is_waiting(&row, act.now()) {
        return Err(no_invitation());
    }
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let mut after = row.clone();
    after.accepted_at = Some(act.now());
    act.update(&row, after).await?;
    let owner = sessions::find_person(act.transaction(), row.invited_by).await?;
    let Some(owner) = owner else { return Ok(()) };
    let brand = services.brand();
    let words = emails::accepted(&brand, (&shop.name, &shop.slug), &found.person.email)?;
    send(act, services, &owner, words).await
}

/// Declines an invitation.
pub(in crate::features::managers) async fn decline(
    services: &Services,
    invitation: Invitation,
) -> Result<()> {
    services
        .ledger
        .act(Actor::Visitor, "manager.decline", move |act| {
            let invitation = invitation.clone();
            Box::pin(async move {
                let row: Model = act
                    .find(invitation.row.id)
                    .await?
                    .ok_or_else(no_invitation)?;
                if !is_waiting(&row, act.now()) {
                    return Err(no_invitation());
                }
                let shop = &invitation.shop;
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                end(act, &row).await
            })
        })
        .await?;
    Ok(())
}
