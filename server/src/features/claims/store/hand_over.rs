//! Transferring a shop: started by its owner, completed when both have confirmed (D43).

use sea_orm::ConnectionTrait;
use serde_json::json;
use uuid::Uuid;

use super::{
    hand_over_links::tell_both,
    moving,
    pending_transfers::{close_open, gone, is_live},
    purpose, town_of,
};
use crate::{
    catalog::{
        entities::shop,
        not_found::shop_not_found,
        people::{self, ShopAccess},
        writing::{Act, Subject},
    },
    features::{
        Services,
        claims::{HAND_OVER, entity::hand_over::Model, transfer_emails},
    },
    platform::{
        codes::{self, Proof, ProofMethod},
        error::{Error, Result},
        limits::table::TRANSFERS_OF_A_SHOP,
        limits_shared,
        mail::EmailAddress,
        sessions::{self, SignedIn, person},
        web::{Actor, Client},
    },
};

/// How far a hand-over has come.
#[derive(Clone, Debug)]
pub(in crate::features::claims) struct Progress {
    pub(in crate::features::claims) row: Model,
    pub(in crate::features::claims) shop: shop::Model,
    /// For the cookie of a new session.
    pub(in crate::features::claims) token: Option<String>,
}

/// Who gets a shop.
#[derive(Clone, Debug)]
pub(in crate::features::claims) enum Recipient {
    /// Somebody else, with the name that the owner entered.
    Other(EmailAddress, Option<String>),
    /// The owner, at another address.
    OwnAddress(EmailAddress),
}

impl Recipient {
    fn action(&self) -> &'static str {
        match self {
            Self::Other(..) => "owner.hand_over",
            Self::OwnAddress(_) => "owner.change_address",
        }
    }

    fn address(&self) -> &EmailAddress {
        match self {
            Self::Other(address, _) | Self::OwnAddress(address) => address,
        }
    }

    fn refused_as_own(&self) -> Error {
        let message = match self {
            Self::Other(..) => "That's your own email address. Please enter the new owner's.",
            Self::OwnAddress(_) => "That's your email address already.",
        };
        Error::invalid_field("email", message)
    }
}

/// Starts a transfer; an earlier pending one ends. Both people get an email with a link that shows it, or, if it is to the owner's
/// own new address, a code each.
pub(in crate::features::claims) async fn begin(
    services: &Services,
    owner: Uuid,
    shop_id: Uuid,
    to: Recipient,
) -> Result<Model> {
    let (held, action) = (services.clone(), to.action());
    let acted = services
        .ledger
        .act(Actor::Person(owner), action, move |act| {
            let (services, to) = (held.clone(), to.clone());
            Box::pin(async move {
                let (transaction, now) = (act.transaction(), act.now());
                let shop: shop::Model = act.find(shop_id).await?.ok_or_else(shop_not_found)?;
                if shop.owner_id != Some(owner) {
                    return Err(people::not_yours());
                }
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                let by = (&services.keys, &services.identifiers);
                let new = sessions::ensure_person(transaction, by, to.address(), None, now).await?;
                if new.id == owner {
                    return Err(to.refused_as_own());
                }
                let old = sessions::find_person(transaction, owner).await?;
                let is_own_address = matches!(to, Recipient::OwnAddress(_));
                let to_name = match to {
                    Recipient::Other(_, name) => name,
                    Recipient::OwnAddress(_) => old.as_ref().and_then(|old| old.name.clone()),
                };
                close_open(act, shop.id).await?;
                let row = Model {
                    id: services.identifiers.next(),
                    shop_id: shop.id,
                    from_person_id: owner,
                    to_person_id: new.id,
                    to_name,
                    is_own_address,
                    from_confirmed_at: None,
                    to_confirmed_at: None,
                    open_key: Some(shop.id.simple().to_string()),
                    done_at: None,
                    created_at: now,
                };
                act.insert(&row).await?;
                let (keys, limit) = (&services.keys, &TRANSFERS_OF_A_SHOP);
                limits_shared::count(transaction, keys, limit, shop.id.to_string(), now).await?;
                match old {
                    Some(old) if is_own_address => {
                        send_hand_over_code(act, &services, (&row, &shop), &old).await?;
                        send_hand_over_code(act, &services, (&row, &shop), &new).await?;
                    }
                    Some(old) => tell_both(act, &services, (&row, &shop), (&old, &new)).await?,
                    None => {}
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
    let (is_owner, town) = (to.id == row.from_person_id, town_of(act, shop).await?);
    let sender = services.code_sender();
    let email = if row.is_own_address {
        transfer_emails::address_code(&sender.brand, &town, is_owner)
    } else {
        transfer_emails::transfer_code(&sender.brand, &town, is_owner)
    };
    let address = EmailAddress::parse(&to.email, "email")?;
    let (purpose, what) = (purpose(HAND_OVER, row.id), (&address, &email));
    codes::send(act.transaction(), sender, &purpose, what, act.now()).await
}

/// Cancels a pending transfer.
pub(in crate::features::claims) async fn cancel(
    services: &Services,
    actor: Actor,
    access: ShopAccess,
) -> Result<shop::Model> {
    let acted = services
        .ledger
        .act(actor, "owner.keep", move |act| {
            Box::pin(async move {
                let shop = access.lock(act).await?;
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

/// The answer to a guess for an address that is no part of the transfer: the same as to a wrong code for one that is, and
/// counted like it (D90).
pub(in crate::features::claims) async fn refuse_stranger(
    services: &Services,
    id: Uuid,
    (address, code): (EmailAddress, String),
    client: Client,
) -> Result<Error> {
    let proof = Proof::Code(address, codes::clean(&code)?);
    let (keys, now) = (services.keys.clone(), services.clock.now());
    let guess = services.database.transaction(move |transaction| {
        let (keys, proof, client) = (keys.clone(), proof.clone(), client.clone());
        Box::pin(async move {
            let with = (&proof, &client);
            codes::redeem(transaction, &keys, &purpose(HAND_OVER, id), with, now).await
        })
    });
    Ok(guess.await?.err().map_or_else(gone, Error::from))
}

/// Confirms for one of the two; the second confirmation transfers the shop.
pub(in crate::features::claims) async fn confirm(
    services: &Services,
    id: Uuid,
    (person, method): (Uuid, ProofMethod),
    before: SignedIn,
) -> Result<Progress> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(Actor::Person(person), "owner.confirm", move |act| {
            let (services, method) = (held.clone(), method.clone());
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let with = (&purpose(HAND_OVER, id), &before);
                let token = match method.check(act.transaction(), by, with, act.now()).await? {
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
    let both = (row.from_person_id, row.to_person_id);
    let shop = if row.is_own_address {
        moving::give_all(act, both).await?;
        act.find(shop.id).await?.ok_or_else(gone)?
    } else {
        moving::give(act, &shop, both).await?
    };
    moving::tell(act, services, &row, &shop).await?;
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
