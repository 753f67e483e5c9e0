//! Writes a listing with its shop and town.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, SqlErr};
use uuid::Uuid;

pub(super) mod confirm;
pub(super) mod mend;
pub(super) mod mine;

use super::{
    admit::{Admitted, admit},
    emails,
    entity::listing,
    form::Listing,
    jobs,
};
use crate::{
    catalog::{
        self,
        admission::{
            rows,
            shop::{Origin, new_shop},
        },
        entities::{city, request::Kind, shop},
        origin::SUBMITTER,
        requests::{self, NewRequest},
        writing::{Act, Acted, Subject},
    },
    features::Services,
    platform::{
        codes,
        error::{Error, Result},
        jobs as platform_jobs,
        keys::hexadecimal,
        limits::table::LISTINGS_OF_A_NETWORK,
        limits_shared,
        mail::EmailAddress,
        network::Network,
        sessions::{self, person},
        web::Actor,
    },
};

/// Attempts for a listing that loses a race for a slug or a town.
const ATTEMPTS: u32 = 4;

/// A listing that was written now or earlier.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) shop: shop::Model,
    pub(super) city: city::Model,
    /// The listing's own, which only its form is answered.
    pub(super) proof_id: Uuid,
    pub(super) doubt: Option<String>,
    pub(super) already_listed: bool,
    /// When a code can be sent, if none could now.
    pub(super) next_code_at: Option<DateTime<Utc>>,
}

/// Everything that a listing's transaction needs.
#[derive(Clone, Debug)]
pub(super) struct NewListing {
    pub(super) listing: Listing,
    pub(super) admitted: Admitted,
    pub(super) opening_hours: Option<String>,
    /// Where it comes from; the administrator's own decisions aren't counted.
    pub(super) network: Option<Network>,
}

/// The message when another form has already created the same shop.
pub(super) const LISTED_BEFORE: &str = "This coffee shop was listed a moment ago.";

/// By which the same form is recognized when it is sent again.
fn form_hash(services: &Services, listing: &Listing) -> Option<String> {
    let id = listing.form_id?;
    Some(hexadecimal(
        &services.keys.keyed_hash("listing form ID", id.as_bytes()),
    ))
}

/// Writes a listing: town, shop, person, doubt, code. Sent twice at once, it is written once. What others added since it was
/// admitted is compared with it first.
pub(super) async fn list(services: &Services, new: NewListing) -> Result<Listed> {
    let mut new = Arc::new(new);
    let mut attempt = 1;
    loop {
        let (held, listing) = (services.clone(), new.clone());
        let acted = services
            .ledger
            .act(Actor::Visitor, "shop.list", move |act| {
                let (services, new) = (held.clone(), listing.clone());
                Box::pin(async move { list_in(act, &services, &new).await })
            })
            .await;
        match acted {
            Ok(Acted {
                value: Written::Listed(listed),
                ..
            }) => {
                services.mail.wake();
                return Ok(*listed);
            }
            Ok(Acted {
                value: Written::Unseen(shops),
                ..
            }) if attempt < ATTEMPTS => {
                attempt += 1;
                let changes: Vec<_> = shops
                    .into_iter()
                    .map(|id| (catalog::Kind::Shop, id))
                    .collect();
                services.catalog.refresh(&changes).await?;
                new = Arc::new(NewListing {
                    admitted: admit(services, &new.listing, false).await?,
                    ..NewListing::clone(&new)
                });
            }
            Ok(_) => return Err(Error::Busy { seconds: 1 }),
            Err(Error::Database(error))
                if attempt < ATTEMPTS
                    && matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_))) =>
            {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// What became of a listing.
#[derive(Clone, Debug)]
pub(super) enum Written {
    Listed(Box<Listed>),
    /// Nothing was written: it wasn't compared with these shops.
    Unseen(Vec<Uuid>),
}

/// The same within another act.
pub(super) async fn list_in(
    act: &Act<'_>,
    services: &Services,
    new: &NewListing,
) -> Result<Written> {
    let (transaction, now) = (act.transaction(), act.now());
    let (listing, place) = (&new.listing, &new.admitted.place);
    let key = listing.key(&services.keys, &place.street, &place.zip);
    rows::add_alone(transaction).await?;
    if let Some(known) = known_listing(act, services, &key, listing).await? {
        return Ok(Written::Listed(Box::new(known)));
    }
    if let Some(seen) = &new.admitted.compared_with {
        let telephone = listing.telephone.as_deref();
        let of = (place.zip.as_str(), &place.town, telephone);
        let unseen = rows::unseen(transaction, seen, of, now).await?;
        if !unseen.is_empty() {
            return Ok(Written::Unseen(unseen));
        }
    }
    if let Some(network) = new.network {
        let limit = &LISTINGS_OF_A_NETWORK;
        limits_shared::count(transaction, &services.keys, limit, network, now).await?;
    }
    let city = town_of(act, services, new).await?;
    let slug = rows::free_slug(transaction, &listing.name, &city.slug).await?;
    let origin = Origin {
        id: services.identifiers.next(),
        now,
        source: SUBMITTER,
    };
    let facts = listing.facts(place, new.opening_hours.clone());
    let mut shop = new_shop(slug, &facts, city.id, origin);
    shop.unconfirmed_since = Some(now);
    act.insert(&shop).await?;
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let by = (&services.keys, &services.identifiers);
    // The name belongs to the person once the address is confirmed.
    let address = &listing.owner_email;
    let person = sessions::ensure_person(transaction, by, address, None, now).await?;
    let row = listing::Model {
        id: services.identifiers.next(),
        shop_id: shop.id,
        person_id: person.id,
        owner_name: listing.owner_name.clone(),
        form_key: key,
        form_hash: form_hash(services, listing),
        image_source: listing.image_url.clone(),
        doubt: new.admitted.doubt.clone(),
        confirmed_at: None,
        created_at: now,
    };
    act.insert(&row).await?;
    if let Some(doubt) = &row.doubt {
        note_doubt(act, services, &shop, &city, doubt).await?;
    }
    if row.image_source.is_some() || shop.website.is_some() {
        let job = jobs::photo(shop.id, now);
        platform_jobs::enqueue(transaction, &job, &services.identifiers, now).await?;
    }
    if shop.latitude.is_none() && !services.settings.nominatim_url.is_empty() {
        let job = jobs::point(shop.id, now);
        platform_jobs::enqueue(transaction, &job, &services.identifiers, now).await?;
    }
    let sent = send_code(act, services, &row, &city, address).await;
    let next_code_at = codes::next_code_at(sent, now)?;
    Ok(Written::Listed(Box::new(Listed {
        shop,
        city,
        proof_id: row.id,
        doubt: row.doubt,
        already_listed: false,
        next_code_at,
    })))
}

/// Whether this form, sent with the address of `person`, is the one that created `row`, sent twice: its page made up its ID. Any
/// other is a duplicate, so that nobody learns whose address a listing has by trying some.
pub(super) fn is_same_form(
    services: &Services,
    row: &listing::Model,
    (listing, person): (&Listing, Option<&person::Model>),
    now: DateTime<Utc>,
) -> bool {
    row.confirmed_at.is_none()
        && row.created_at + codes::LASTS > now
        && row.form_hash.is_some()
        && row.form_hash == form_hash(services, listing)
        && person.is_some_and(|person| person.id == row.person_id)
}

/// What this form created earlier. Frees the key of a shop that was deleted since.
async fn known_listing(
    act: &Act<'_>,
    services: &Services,
    key: &str,
    listing: &Listing,
) -> Result<Option<Listed>> {
    let found = listing::Entity::find()
        .filter(listing::Column::FormKey.eq(key))
        .one(act.transaction())
        .await?;
    let Some(row) = found else { return Ok(None) };
    let shop: Option<shop::Model> = act.find(row.shop_id).await?;
    let Some(shop) = shop.filter(|shop| shop.deleted_at.is_none()) else {
        let mut freed = row.clone();
        freed.form_key = row.id.simple().to_string();
        act.update(&row, freed).await?;
        return Ok(None);
    };
    let by_address =
        sessions::person_by_address(act.transaction(), &services.keys, &listing.owner_email)
            .await?;
    let sent = (listing, by_address.as_ref());
    if !is_same_form(services, &row, sent, act.now()) {
        return Err(Error::Conflict(LISTED_BEFORE.into()));
    }
    let city: Option<city::Model> = act.find(shop.city_id).await?;
    let city = city.ok_or_else(|| Error::Internal(format!("{} has no town", shop.slug)))?;
    let address = &listing.owner_email;
    let next_code_at =
        next_code_of(act.transaction(), services, (&row, address), act.now()).await?;
    Ok(Some(Listed {
        shop,
        city,
        proof_id: row.id,
        doubt: row.doubt,
        already_listed: true,
        next_code_at,
    }))
}

/// When a code can be sent to `address`, if the first form sent none.
pub(super) async fn next_code_of(
    connection: &impl ConnectionTrait,
    services: &Services,
    (row, address): (&listing::Model, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let purpose = confirm::purpose_of(row.id);
    let of = (&purpose, address);
    codes::next_code_unless_sent(connection, &services.keys, of, now).await
}

async fn town_of(act: &Act<'_>, services: &Services, new: &NewListing) -> Result<city::Model> {
    let town = &new.admitted.place.town;
    if let Some(id) = rows::find_town(act.transaction(), town).await?
        && let Some(city) = act.find::<city::Model>(id).await?
    {
        return Ok(city);
    }
    let city = town.row(services.identifiers.next(), act.now());
    act.insert(&city).await?;
    Ok(city)
}

async fn note_doubt(
    act: &Act<'_>,
    services: &Services,
    shop: &shop::Model,
    city: &city::Model,
    doubt: &str,
) -> Result<()> {
    let new = NewRequest {
        kind: Kind::Listing,
        shop_id: Some(shop.id),
        subject: format!("{}, {}, {}", shop.name, city.name, city.state),
        explanation: doubt.to_owned(),
        details: None,
        name: None,
        email: None,
    };
    requests::add(act, services.identifiers.next(), new).await?;
    Ok(())
}

pub(super) async fn send_code(
    act: &Act<'_>,
    services: &Services,
    row: &listing::Model,
    city: &city::Model,
    to: &EmailAddress,
) -> Result<()> {
    let sender = services.code_sender();
    let email = emails::listing_code(&sender.brand, &format!("{}, {}", city.name, city.state));
    let purpose = confirm::purpose_of(row.id);
    codes::send(act.transaction(), sender, &purpose, (to, &email), act.now()).await
}
