//! A demo's runs: no website was visited, and the pictures that were found are drawn.

use chrono::{DateTime, TimeDelta, Utc};
use outside_client::Problem;
use uuid::Uuid;

use super::{
    Images,
    run::{needs_image, note, unsuitable},
};
use crate::{
    catalog::{
        entities::shop_row,
        shop_runs::{self, AskedShops, Came, ShopOutcome, WhichShops},
        website_photos::Misses,
    },
    features::{Services, room::RemovedSamples},
    platform::{
        ai::{AiError, PATIENCE},
        error::{Error, Result},
        outbound::OutboundError,
        runs::Failures,
    },
};

/// The name of a model that is asked and doesn't answer.
const MODEL: &str = "sample-model";
/// How long it takes to ask it three times.
const SILENT: TimeDelta = TimeDelta::seconds(152);
/// How long a website takes.
const VISITING: TimeDelta = TimeDelta::milliseconds(900);
/// Of so many websites, the last can't be reached.
const ONE_UNREACHABLE_OF: usize = 4;

/// Marks the runs from before `moment` as a demo's. `false` if there may be none, because somebody has run it before.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, moment: DateTime<Utc>) -> Result<bool> {
    services.ledger.runs().begin_samples::<Images>(moment).await
}

/// Invents a run that gave up because the model that chooses pictures didn't answer; `wait` lets time pass.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_stopped_run(services: &Services, wait: impl Fn(TimeDelta)) -> Result<()> {
    let runs = services.ledger.runs();
    let asked = AskedShops {
        model: Some(MODEL.to_owned()),
        ..asked_for(WhichShops::All, "All shops".to_owned())
    };
    let id = runs.begin_sample::<Images>(&asked).await?;
    let reason = AiError::from(Problem::TooSlow(PATIENCE)).to_string();
    for (shop, _) in websites(services, None)
        .into_iter()
        .take(Failures::MAX_EQUAL)
    {
        wait(SILENT);
        note(services, (id, shop), (ShopOutcome::Failed, reason.clone())).await?;
    }
    runs.end_sample(id, Some(&reason)).await
}

/// Invents a run for a town that has found these pictures, and nothing for its other shops; `wait` lets time pass.
///
/// # Errors
///
/// When the town isn't listed, a picture can't be stored, or the database fails.
pub async fn invent_run(
    services: &Services,
    city: Uuid,
    pictures: Vec<Vec<u8>>,
    wait: impl Fn(TimeDelta),
) -> Result<()> {
    let label = {
        let view = services.catalog.view();
        let town = view.city(city);
        let town =
            town.ok_or_else(|| Error::Internal("the town of images isn't there".to_owned()))?;
        format!("{}, {}", town.city.name, town.city.state)
    };
    let runs = services.ledger.runs();
    let asked = asked_for(WhichShops::City(city), label);
    let id = runs.begin_sample::<Images>(&asked).await?;
    let mut websites = websites(services, Some(city)).into_iter();
    for picture in pictures {
        let Some((shop, website)) = websites.next() else {
            break;
        };
        show(services, (id, shop), &website, picture).await?;
        wait(VISITING);
    }
    let mut came: Vec<Came> = Vec::new();
    for (number, (shop, website)) in (1_usize..).zip(websites) {
        wait(VISITING);
        came.push(if number.is_multiple_of(ONE_UNREACHABLE_OF) {
            let reason = format!("{website}: {}", OutboundError::UnknownHost);
            (shop, ShopOutcome::Failed, Some(reason))
        } else {
            (shop, ShopOutcome::Refused, Some(unsuitable(&website)))
        });
    }
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let came = came.clone();
            Box::pin(async move { shop_runs::note_all(transaction, id, came, now).await })
        })
        .await?;
    runs.end_sample(id, None).await
}

/// Shows the picture, as if it had been on the shop's website.
async fn show(
    services: &Services,
    (run, shop): (Uuid, Uuid),
    website: &str,
    picture: Vec<u8>,
) -> Result<()> {
    let row = shop_row(services.database.reads(), shop).await?;
    let row = row.ok_or_else(|| Error::Internal(format!("there is no shop {shop}")))?;
    let address = format!("{website}/front.png");
    let finder = services.website_photos();
    let mut misses = Misses::new();
    let stored = finder.stored(picture.into(), &address, &mut misses).await?;
    let file = stored.ok_or_else(|| Error::Internal(misses.join(" ")))?;
    finder.keep(row, file, address, Some(run)).await
}

fn asked_for(shops: WhichShops, label: String) -> AskedShops {
    AskedShops {
        shops,
        label,
        model: None,
        by: None,
    }
}

/// The shops that a run visits, of one town or all, with their websites; by their slugs, so that the pictures are always of the same ones.
fn websites(services: &Services, city: Option<Uuid>) -> Vec<(Uuid, String)> {
    let now = services.clock.now();
    let mut found: Vec<(String, Uuid, String)> = Vec::new();
    services.catalog.view().each_listed_shop(|shop, town| {
        let is_asked_for = city.is_none_or(|city| city == town.city.id);
        let is_visited = is_asked_for && needs_image(shop) && shop.created_at <= now;
        let website = shop.website.as_deref().filter(|_| is_visited);
        found.extend(website.map(|website| (shop.slug.to_string(), shop.id, website.to_owned())));
    });
    found.sort();
    let visited = found.into_iter();
    visited.map(|(_, shop, website)| (shop, website)).collect()
}

/// Removes the runs of a demo's past. The pictures go with their shops.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let removed = services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                let runs = shop_runs::forget_samples::<Images>(transaction).await?;
                Ok(runs.len() as u64)
            })
        })
        .await?;
    let removed = (removed > 0).then_some(RemovedSamples {
        what: "invented runs of the image update",
        count: removed,
        kept: 0,
    });
    Ok(removed.into_iter().collect())
}
