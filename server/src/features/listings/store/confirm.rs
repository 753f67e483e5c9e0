//! Confirming a listing.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::send_code;
use crate::{
    catalog::{
        claiming::{self, NewClaim},
        entities::{city, shop},
        writing::{Act, Subject},
    },
    features::{
        Services,
        listings::{PURPOSE, emails, entity::listing},
    },
    platform::{
        codes::{self, Proof, Purpose},
        error::{Error, Result},
        mail::{Brand, EmailAddress, NewMail},
        sessions::{self, SignedIn, person},
        web::{Actor, Client},
    },
};

/// The purpose of this listing's code.
pub(in crate::features::listings) fn purpose_of(listing: Uuid) -> Purpose {
    Purpose {
        name: PURPOSE,
        subject: Some(listing),
    }
}

/// A shop's latest listing, with the person who listed it.
pub(in crate::features::listings) async fn listing_of(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
) -> Result<Option<(listing::Model, person::Model)>> {
    let found = listing::Entity::find()
        .filter(listing::Column::ShopId.eq(shop_id))
        .one(connection)
        .await?;
    with_person(connection, found).await
}

/// The listing that a link's token belongs to.
pub(in crate::features::listings) async fn listing_of_link(
    connection: &impl ConnectionTrait,
    services: &Services,
    token: &str,
) -> Result<Option<(listing::Model, person::Model)>> {
    let link = codes::peek_link(connection, &services.keys, PURPOSE, token).await?;
    let Some(id) = link.and_then(|(subject, _)| subject) else {
        return Ok(None);
    };
    let found = listing::Entity::find_by_id(id).one(connection).await?;
    with_person(connection, found).await
}

async fn with_person(
    connection: &impl ConnectionTrait,
    found: Option<listing::Model>,
) -> Result<Option<(listing::Model, person::Model)>> {
    let Some(row) = found else { return Ok(None) };
    let person = sessions::find_person(connection, row.person_id).await?;
    Ok(person.map(|person| (row, person)))
}

/// Sends another code for a listing that waits for one.
pub(in crate::features::listings) async fn send_again(
    services: &Services,
    row: &listing::Model,
    to: EmailAddress,
) -> Result<()> {
    let (held, id) = (services.clone(), row.id);
    services
        .ledger
        .act(Actor::Visitor, "listing.code", move |act| {
            let (services, to) = (held.clone(), to.clone());
            Box::pin(async move {
                let Some(row) = act.find::<listing::Model>(id).await? else {
                    return Ok(());
                };
                let Some(shop) = act.find::<shop::Model>(row.shop_id).await? else {
                    return Ok(());
                };
                let city = act.find::<city::Model>(shop.city_id).await?;
                match city.filter(|_| row.confirmed_at.is_none()) {
                    Some(city) => send_code(act, &services, &row, &city, &to).await,
                    None => Ok(()),
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Counts a request for another code by someone who doesn't know the listing's address, so that they can't tell.
pub(in crate::features::listings) async fn count_stranger(
    services: &Services,
    address: EmailAddress,
) -> Result<()> {
    let (keys, now) = (services.keys.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (keys, address) = (keys.clone(), address.clone());
            Box::pin(async move {
                codes::count_request(transaction, &keys, (PURPOSE, &address), now).await
            })
        })
        .await
}

/// How a listing is confirmed.
#[derive(Clone, Debug)]
pub(in crate::features::listings) enum Confirms {
    /// With the code or link in the email, in this browser.
    Proof(Proof, Client),
    /// By someone already signed in with the address.
    Session,
}

/// A confirmed listing.
#[derive(Clone, Debug)]
pub(in crate::features::listings) struct Confirmed {
    pub(in crate::features::listings) shop: shop::Model,
    pub(in crate::features::listings) person: Uuid,
    /// The claim that was opened with it, or was already pending.
    pub(in crate::features::listings) claim: Option<Uuid>,
    /// For the cookie of a new session.
    pub(in crate::features::listings) token: Option<String>,
}

/// Confirms a listing: its person becomes the submitter, and a claim is opened (D42). Wrong guesses are counted.
pub(in crate::features::listings) async fn confirm(
    services: &Services,
    (row, person): (listing::Model, person::Model),
    confirms: Confirms,
    before: SignedIn,
) -> Result<Confirmed> {
    let held = services.clone();
    let actor = Actor::Person(person.id);
    let acted = services
        .ledger
        .act(actor, "listing.confirm", move |act| {
            let (services, row, person) = (held.clone(), row.clone(), person.clone());
            let confirms = confirms.clone();
            Box::pin(async move {
                let token = match &confirms {
                    Confirms::Session => None,
                    Confirms::Proof(proof, client) => {
                        let by = (&services.keys, &services.identifiers);
                        let (purpose, with) = (purpose_of(row.id), (proof, client, &before));
                        let proven =
                            codes::prove(act.transaction(), by, &purpose, with, act.now()).await?;
                        match proven {
                            Ok(token) => token,
                            Err(refused) => return Ok(Err(refused)),
                        }
                    }
                };
                let (shop, claim) = confirm_in(act, &services, row.id, &person).await?;
                Ok(Ok(Confirmed {
                    shop,
                    person: person.id,
                    claim,
                    token,
                }))
            })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value?)
}

async fn confirm_in(
    act: &Act<'_>,
    services: &Services,
    listing: Uuid,
    person: &person::Model,
) -> Result<(shop::Model, Option<Uuid>)> {
    let missing =
        || Error::NotFound("Coffee shop not found. Please check the URL and try again.".into());
    let row: listing::Model = act.find(listing).await?.ok_or_else(missing)?;
    let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(missing)?;
    if shop.deleted_at.is_some() {
        return Err(missing());
    }
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    if row.confirmed_at.is_some() {
        let claim = claiming::pending(act.transaction(), shop.id, person.id).await?;
        return Ok((shop, claim.map(|claim| claim.id)));
    }
    let by = (&services.keys, &services.identifiers);
    let address = EmailAddress::parse(&person.email, "ownerEmail")?;
    let name = Some(row.owner_name.as_str());
    sessions::ensure_person(act.transaction(), by, &address, name, act.now()).await?;
    let mut confirmed = row.clone();
    confirmed.confirmed_at = Some(act.now());
    act.update(&row, confirmed).await?;
    let mut after = shop.clone();
    if shop.owner_id.is_none() && shop.submitter_id.is_none() {
        after.submitter_id = Some(person.id);
    }
    if row.doubt.is_none() {
        after.unconfirmed_since = None;
    }
    let shop = act.update(&shop, after).await?;
    let mut claim = None;
    if shop.owner_id.is_none() {
        let new = NewClaim {
            id: services.identifiers.next(),
            shop_id: shop.id,
            person_id: person.id,
            owner_name: row.owner_name,
            owner_phone: None,
            business_role: "Listed the shop".to_owned(),
            additional_info: None,
            owner_description: None,
            is_open_again: false,
            from_listing: true,
            is_confirmed: true,
        };
        claim = Some(claiming::open(act, new).await?.id);
    }
    let words = emails::welcome(
        &Brand::of(&services.settings),
        &shop.name,
        &shop.slug,
        claim.is_some(),
    )?;
    let mail = NewMail {
        to: address,
        words,
        about: Some(shop.id),
        list: None,
    };
    let id = services.identifiers.next();
    services
        .mail
        .enqueue(act.transaction(), &mail, id, act.now())
        .await?;
    Ok((shop, claim))
}
