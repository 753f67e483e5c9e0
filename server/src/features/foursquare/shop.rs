//! Enhancing one shop: asking Foursquare, then writing what it says in one act.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{photos, rules, store};
use crate::{
    catalog::{
        entities::{city, shop},
        foursquare_content,
        writing::Subject,
    },
    features::Services,
    platform::{
        foursquare::{Around, Foursquare, FoursquareError, Place},
        web::Actor,
    },
};

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Enhanced {
    /// Foursquare knows the shop.
    pub(super) is_matched: bool,
    /// How many photos were added.
    pub(super) photos: i32,
}

/// Asks about a shop and writes the answer. Shops that are closed or deleted are left out without asking.
pub(super) async fn enhance(
    services: &Services,
    foursquare: &Foursquare,
    id: Uuid,
) -> Result<Enhanced, FoursquareError> {
    let Some((row, city)) = store::shop_and_city(services.database.reads(), id).await? else {
        return Ok(Enhanced::default());
    };
    match find(foursquare, &row, &city).await? {
        Some(place) => write(services, row.id, place).await,
        None => {
            if row.foursquare_id.is_some() {
                forget(services, row.id).await?;
            }
            Ok(Enhanced::default())
        }
    }
}

/// The shop's place: by its known ID, else by name around the shop.
async fn find(
    foursquare: &Foursquare,
    row: &shop::Model,
    city: &city::Model,
) -> Result<Option<Place>, FoursquareError> {
    if let Some(id) = &row.foursquare_id
        && let Some(place) = foursquare.place(id).await?
    {
        return Ok(Some(place).filter(|place| place.date_closed.is_none()));
    }
    let town = format!("{}, {}", city.name, city.state);
    let around = match row.latitude.zip(row.longitude) {
        Some((latitude, longitude)) => Around::Point(latitude, longitude),
        None => Around::Town(&town),
    };
    let found = foursquare.search(&row.name, around).await?;
    Ok(rules::matching((row, city), found))
}

async fn write(services: &Services, id: Uuid, place: Place) -> Result<Enhanced, FoursquareError> {
    let plan = photos::plan(services, id, &place).await?;
    let identifiers = services.identifiers.clone();
    let kept = TimeDelta::days(services.settings.foursquare_kept_days.into());
    let acted = services
        .ledger
        .act(Actor::System, "shop.enhance", move |act| {
            let (place, plan, identifiers) = (place.clone(), plan.clone(), identifiers.clone());
            Box::pin(async move {
                let Some(row) = act.find::<shop::Model>(id).await? else {
                    return Ok(Enhanced::default());
                };
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let until = act.now() + kept;
                let day = until.format("%B %-d, %Y");
                act.set_note(&format!(
                    "What Foursquare says is shown until {day}. It isn't kept in this log."
                ));
                let mut after = row.clone();
                rules::apply(&mut after, &place, until);
                act.update(&row, after).await?;
                Ok(Enhanced {
                    is_matched: true,
                    photos: photos::show(act, &identifiers, (id, &plan), until).await?,
                })
            })
        })
        .await?;
    Ok(acted.value)
}

/// Foursquare no longer has the shop: what it said ends now.
async fn forget(services: &Services, id: Uuid) -> Result<(), FoursquareError> {
    services
        .ledger
        .act(Actor::System, "shop.enhance", move |act| {
            Box::pin(async move {
                let Some(row) = act.find::<shop::Model>(id).await? else {
                    return Ok(());
                };
                act.set_subject(Subject::new("shop", row.id, &row.name));
                act.set_note("Foursquare no longer lists this shop.");
                let mut after = row.clone();
                foursquare_content::erase(&mut after);
                after.foursquare_id = None;
                act.update(&row, after).await?;
                Ok(())
            })
        })
        .await?;
    Ok(())
}
