//! Locates a listed shop whose submitter set no pin (D75), in the background, if the operator configured a geocoder.
//! The result is used only if it is the exact building near the ZIP code; otherwise the shop stays without a point.

use gazetteer::State;
use uuid::Uuid;

use super::entity;
use crate::{
    catalog::{
        admission::{place::place_of, typed::TypedShop},
        entities::{city, shop},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        geocoder::{FoundPlace, Geocoder, PostalAddress},
        jobs::{JobAttempt, JobOutcome},
        limits::table,
        limits_shared,
        web::Actor,
    },
};

/// The source of the point, among the shop's other sources.
const SOURCE: &str = "nominatim";
/// How often an unresponsive geocoder is asked.
const ATTEMPTS: i32 = 3;

/// Runs the job.
pub(super) async fn run(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let geocoder = Geocoder::open(&services.settings, &services.outbound);
    let shop = entity::shop_of_job(&services, &run).await?;
    let shop = shop.filter(|shop| shop.latitude.is_none());
    let Some((shop, geocoder)) = shop.zip(geocoder) else {
        return Ok(JobOutcome::Done);
    };
    let city = entity::city_of(services.database.reads(), &shop).await?;
    let (Some(city), Some(street), Some(zip)) = (city, &shop.street, &shop.zip_code) else {
        return Ok(JobOutcome::Done);
    };
    if let Some(wait) = turn(&services).await? {
        return Ok(JobOutcome::MoreAfter(wait));
    }
    let address = PostalAddress {
        street,
        city: &city.name,
        state: State::parse(&city.state).map_or(city.state.as_str(), |state| state.name()),
        zip,
    };
    let found = match geocoder.find_address(&address).await {
        Ok(found) => found,
        Err(error) if run.attempt < ATTEMPTS => return Err(Error::failed(error)),
        Err(error) => {
            tracing::warn!(%error, shop = shop.slug, "the shop stays without a point");
            return Ok(JobOutcome::Done);
        }
    };
    let house = found.iter().find_map(|found| house(found, &shop, &city));
    if let Some(point) = house {
        set_point(&services, shop.id, point).await?;
    }
    Ok(JobOutcome::Done)
}

/// Takes a turn to ask, or returns how long to wait for one.
async fn turn(services: &Services) -> Result<Option<chrono::TimeDelta>> {
    let (keys, now) = (services.keys.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let keys = keys.clone();
            Box::pin(async move {
                let limit = &table::GEOCODER_CALLS;
                limits_shared::count_or_wait(transaction, &keys, limit, "", now).await
            })
        })
        .await
}

/// The point, if the result is this exact building.
fn house(found: &FoundPlace, shop: &shop::Model, city: &city::Model) -> Option<(f64, f64)> {
    let street = shop.street.as_deref()?;
    let number = street.split_whitespace().next()?.trim_end_matches(',');
    let is_house = found
        .house_number
        .as_deref()
        .is_some_and(|known| known.eq_ignore_ascii_case(number));
    if !is_house {
        return None;
    }
    let point = (found.latitude, found.longitude);
    let address = format!("{street}, {}, {}", city.name, city.state);
    let typed = TypedShop {
        name: &shop.name,
        address: &address,
        zip: shop.zip_code.as_deref()?,
        pin: Some(point),
        ..TypedShop::default()
    };
    place_of(&typed).is_ok().then_some(point)
}

async fn set_point(services: &Services, id: Uuid, (latitude, longitude): (f64, f64)) -> Result<()> {
    services
        .ledger
        .act(Actor::System, "shop.point", move |act| {
            Box::pin(async move {
                let Some(shop) = act.find::<shop::Model>(id).await? else {
                    return Ok(());
                };
                // Someone has set the pin meanwhile.
                if shop.latitude.is_some() {
                    return Ok(());
                }
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                let mut after = shop.clone();
                (after.latitude, after.longitude) = (Some(latitude), Some(longitude));
                let fact = "point".to_owned();
                after.provenance.0.insert(fact, SOURCE.to_owned());
                act.update(&shop, after).await?;
                Ok(())
            })
        })
        .await?;
    Ok(())
}
