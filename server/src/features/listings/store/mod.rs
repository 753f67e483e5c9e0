//! Writes a listing with its shop and town.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use gazetteer::slugify;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, SqlErr};

pub(super) mod confirm;
pub(super) mod mine;

use super::{
    admit::Admitted, emails::Confirmation, entity::listing, form::Listing, house_point,
    website_photo,
};
use crate::{
    catalog::{
        admission::{
            rows,
            shop::{Origin, new_shop},
            street::Street,
        },
        entities::{city, request::Kind, shop},
        origin::SUBMITTER,
        people,
        requests::{self, NewRequest},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        codes::{self, Sender},
        error::{Error, Result},
        jobs::{self, JobAttempt},
        keys::hexadecimal,
        limits::Limit,
        limits_shared,
        mail::{Brand, EmailAddress},
        network::Network,
        sessions::{self, person},
        web::Actor,
    },
};

/// How many shops one network may list: enough for someone with several shops, too few for a script.
const LISTINGS_OF_A_NETWORK: Limit = Limit {
    name: "listings of a network",
    count: 10,
    period: chrono::TimeDelta::hours(1),
    message: "Too many coffee shops were listed from your network. Please try again later.",
};
/// Attempts for a listing that loses a race for a slug or a town.
const ATTEMPTS: u32 = 4;

/// A listing that was written now or earlier.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) shop: shop::Model,
    pub(super) city: city::Model,
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

/// The message when the same form has already created a shop for another address.
pub(super) const LISTED_BY_ANOTHER: &str =
    "This coffee shop was listed a moment ago with a different email address.";

/// The key by which the same shop is recognized when its form is sent again.
pub(super) fn form_key(services: &Services, listing: &Listing, street: &str, zip: &str) -> String {
    let house = Street::parse(street);
    let house = if house.is_house() {
        house.key()
    } else {
        slugify(street, 200)
    };
    let value = format!("{}\n{house}\n{zip}", slugify(&listing.name, 200));
    hexadecimal(&services.keys.keyed_hash("listing form", value.as_bytes()))
}

/// The listing that this form created earlier, with its shop, unless the shop was deleted since.
pub(super) async fn find_listed(
    connection: &impl ConnectionTrait,
    form_key: &str,
) -> Result<Option<(listing::Model, shop::Model)>> {
    let Some(row) = listing::Entity::find()
        .filter(listing::Column::FormKey.eq(form_key))
        .one(connection)
        .await?
    else {
        return Ok(None);
    };
    let shop = shop::Entity::find_by_id(row.shop_id)
        .one(connection)
        .await?;
    Ok(shop
        .filter(|shop| shop.deleted_at.is_none())
        .map(|shop| (row, shop)))
}

/// Writes a listing: town, shop, person, doubt, code. Sent twice at once, it is written once.
pub(super) async fn list(services: &Services, new: NewListing) -> Result<Listed> {
    let new = Arc::new(new);
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
            Ok(acted) => {
                services.mail.wake();
                return Ok(acted.value);
            }
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

/// The same within another act.
pub(super) async fn list_in(
    act: &Act<'_>,
    services: &Services,
    new: &NewListing,
) -> Result<Listed> {
    let (transaction, now) = (act.transaction(), act.now());
    let (listing, place) = (&new.listing, &new.admitted.place);
    let key = form_key(services, listing, &place.street, &place.zip);
    if let Some(known) = known_listing(act, services, &key, listing).await? {
        return Ok(known);
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
        let job = website_photo::job(shop.id, now);
        jobs::enqueue(transaction, &job, &services.identifiers, now).await?;
    }
    if shop.latitude.is_none() && !services.settings.nominatim_url.is_empty() {
        let job = house_point::job(shop.id, now);
        jobs::enqueue(transaction, &job, &services.identifiers, now).await?;
    }
    let sent = send_code(act, services, &row, &city, address).await;
    let next_code_at = codes::next_code_at(sent, now)?;
    Ok(Listed {
        shop,
        city,
        doubt: row.doubt,
        already_listed: false,
        next_code_at,
    })
}

/// Whether this form, sent with the address of `person`, is the one that created `row`, sent twice. Later it is a duplicate like
/// any other, so that nobody learns whose address a listing has.
pub(super) fn is_same_form(
    row: &listing::Model,
    person: Option<&person::Model>,
    now: DateTime<Utc>,
) -> bool {
    row.confirmed_at.is_none()
        && row.created_at + codes::LASTS > now
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
    if !is_same_form(&row, by_address.as_ref(), act.now()) {
        return Err(Error::Conflict(LISTED_BY_ANOTHER.into()));
    }
    let city: Option<city::Model> = act.find(shop.city_id).await?;
    let city = city.ok_or_else(|| Error::Internal(format!("{} has no town", shop.slug)))?;
    Ok(Some(Listed {
        shop,
        city,
        doubt: row.doubt,
        already_listed: true,
        next_code_at: None,
    }))
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
    let brand = Brand::of(&services.settings);
    let confirmation = Confirmation::new(&brand, &format!("{}, {}", city.name, city.state));
    let sender = Sender {
        keys: &services.keys,
        identifiers: &services.identifiers,
        mail: &services.mail,
        brand: &brand,
    };
    let purpose = confirm::purpose_of(row.id);
    let what = (to, &confirmation.letter());
    codes::send(act.transaction(), sender, &purpose, what, act.now()).await
}

/// The shop that a job is about, if it is published.
pub(super) async fn shop_of_job(
    services: &Services,
    run: &JobAttempt,
) -> Result<Option<shop::Model>> {
    let id = run.payload.get("shop").and_then(|id| id.as_str());
    let connection = services.database.reads();
    let shop = people::find_shop_row(connection, id.unwrap_or_default()).await?;
    Ok(shop.filter(|shop| shop.is_active))
}

/// The town of a shop.
pub(super) async fn city_of(
    connection: &impl ConnectionTrait,
    shop: &shop::Model,
) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(shop.city_id)
        .one(connection)
        .await?)
}
