//! Confirming a listing.

use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::send_code;
use crate::{
    catalog::{
        claiming::{self, NewClaim},
        entities::{city, shop},
        not_found::shop_not_found,
        writing::{Act, Subject},
    },
    features::{
        Services,
        listings::{
            PURPOSE, emails,
            entity::{self, listing},
        },
    },
    platform::{
        codes::{self, ProofMethod, Purpose},
        error::Result,
        mail::{EmailAddress, NewMail},
        sessions::{self, SignedIn, person},
        web::Actor,
    },
};

/// The purpose of this listing's code.
pub(in crate::features::listings) fn purpose_of(listing: Uuid) -> Purpose {
    Purpose {
        name: PURPOSE,
        subject: Some(listing),
    }
}

/// A listing by its own ID.
pub(in crate::features::listings) async fn find_listing(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<listing::Model>> {
    Ok(listing::Entity::find_by_id(id).one(connection).await?)
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
    entity::with_person(connection, found).await
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
                let waits = |row: &listing::Model| row.confirmed_at.is_none();
                let row = act.find::<listing::Model>(id).await?.filter(waits);
                let city = match &row {
                    Some(row) => town_of_shop(act, row.shop_id).await?,
                    None => None,
                };
                match row.zip(city) {
                    Some((row, city)) => send_code(act, &services, &row, &city, &to).await,
                    // Counted all the same, so that nobody can tell whose address it is.
                    None => {
                        let (keys, address) = (&services.keys, (PURPOSE, &to));
                        codes::count_request(act.transaction(), keys, address, act.now()).await
                    }
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

async fn town_of_shop(act: &Act<'_>, shop: Uuid) -> Result<Option<city::Model>> {
    match act.find::<shop::Model>(shop).await? {
        Some(shop) => act.find(shop.city_id).await,
        None => Ok(None),
    }
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
    method: ProofMethod,
    before: SignedIn,
) -> Result<Confirmed> {
    let held = services.clone();
    let actor = Actor::Person(person.id);
    let acted = services
        .ledger
        .act(actor, "listing.confirm", move |act| {
            let (services, row, person) = (held.clone(), row.clone(), person.clone());
            let method = method.clone();
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let with = (&purpose_of(row.id), &before);
                let token = match method.check(act.transaction(), by, with, act.now()).await? {
                    Ok(token) => token,
                    Err(refused) => return Ok(Err(refused)),
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
    let row: listing::Model = act.find(listing).await?.ok_or_else(shop_not_found)?;
    let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(shop_not_found)?;
    if shop.deleted_at.is_some() {
        return Err(shop_not_found());
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
    let words = emails::welcome(&services.brand(), &shop.name, &shop.slug, claim.is_some())?;
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
