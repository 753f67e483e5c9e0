//! A demo's runs: no website was visited, and the only picture that was found is drawn.

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
    let asked = asked_for(Some(MODEL.to_owned()));
    let id = runs.begin_sample::<Images>(&asked).await?;
    let reason = AiError::from(Problem::TooSlow(PATIENCE)).to_string();
    for (shop, _) in websites(services).into_iter().take(Failures::MAX_EQUAL) {
        wait(SILENT);
        note(services, (id, shop), (ShopOutcome::Failed, reason.clone())).await?;
    }
    runs.end_sample(id, Some(&reason)).await
}

/// Invents a run that has found this picture, and nothing for the other shops; `wait` lets time pass.
///
/// # Errors
///
/// When the picture can't be stored, or the database fails.
pub async fn invent_run(
    services: &Services,
    picture: Vec<u8>,
    wait: impl Fn(TimeDelta),
) -> Result<()> {
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Images>(&asked_for(None)).await?;
    let mut websites = websites(services).into_iter();
    if let Some((shop, website)) = websites.next() {
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

fn asked_for(model: Option<String>) -> AskedShops {
    AskedShops {
        shops: WhichShops::All,
        label: "All shops".to_owned(),
        model,
        by: None,
    }
}

/// The shops that a run visits, with their websites; by their slugs, so that the picture is always of the same one.
fn websites(services: &Services) -> Vec<(Uuid, String)> {
    let now = services.clock.now();
    let mut found: Vec<(String, Uuid, String)> = Vec::new();
    services.catalog.view().each_listed_shop(|shop, _| {
        let is_visited = needs_image(shop) && shop.created_at <= now;
        let website = shop.website.as_deref().filter(|_| is_visited);
        found.extend(website.map(|website| (shop.slug.to_string(), shop.id, website.to_owned())));
    });
    found.sort();
    let visited = found.into_iter();
    visited.map(|(_, shop, website)| (shop, website)).collect()
}

/// Removes the runs of a demo's past. The picture goes with its shop.
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
