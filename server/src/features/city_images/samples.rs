//! A demo's runs: nobody was asked, and the only image that was found is drawn.

use chrono::{DateTime, TimeDelta, Utc};
use outside_client::{Policy, Problem};
use uuid::Uuid;

use super::{
    AllCities, Discovery, Looked,
    find::{Candidate, PURPOSE, Town, WIKIPEDIA, keep},
    run::towns_without_image,
    store,
};
use crate::{
    catalog::{
        Change,
        shop_runs::{self, ShopOutcome},
        writing::record_changes,
    },
    features::{Services, room::RemovedSamples},
    platform::{
        error::{Error, Result},
        runs::{self, Failures},
        wikimedia::WIKIMEDIA,
    },
};

/// How long an answer takes.
const LOOKING: TimeDelta = TimeDelta::milliseconds(400);

/// Marks the runs from before `moment` as a demo's. `false` if there may be none, because somebody has run it before.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, moment: DateTime<Utc>) -> Result<bool> {
    let runs = services.ledger.runs();
    runs.begin_samples::<Discovery>(moment).await
}

/// Invents a run that gave up because its only source didn't answer; `wait` lets time pass.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_stopped_run(services: &Services, wait: impl Fn(TimeDelta)) -> Result<()> {
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Discovery>(&AllCities {}).await?;
    wait(TimeDelta::minutes(2));
    let towns = towns_in_order(services, id);
    let tried: Vec<_> = towns.iter().take(Failures::MAX_EQUAL).collect();
    let count = i32::try_from(tried.len()).unwrap_or_default();
    let reason = WIKIMEDIA
        .failed(Problem::TooSlow(Policy::USUAL.time))
        .to_string();
    let looked = Looked {
        after_city: tried.last().map(|town| town.id),
        checked: count,
        failed: count,
        problems: vec![reason.clone()],
        ..Looked::default()
    };
    runs.keep::<Discovery>(id, &looked).await?;
    runs.end_sample(id, Some(&reason)).await
}

/// Invents a run that has found this picture for the town with this slug, and nothing for the others; `wait` lets time pass.
///
/// # Errors
///
/// When the town has an image, the picture can't be stored, or the database fails.
pub async fn invent_run(
    services: &Services,
    (slug, picture): (&str, Vec<u8>),
    wait: impl Fn(TimeDelta),
) -> Result<()> {
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Discovery>(&AllCities {}).await?;
    let towns = towns_in_order(services, id);
    let town = towns.iter().find(|town| town.slug == slug);
    let town = town.ok_or_else(|| Error::Internal(format!("{slug} has an image")))?;
    let page = format!("https://pictures.example/{slug}");
    let found = Candidate {
        address: format!("{page}.png"),
        credit: "Drawn for this demo".to_owned(),
        license: Some("CC0 1.0".to_owned()),
        page,
        alternative_text: None,
        source: WIKIPEDIA,
    };
    let file = services.photo_files.store(PURPOSE, picture.into()).await?;
    if !keep(services, town, found, file).await? {
        let reason = format!("{slug} has got another image meanwhile");
        return Err(Error::Internal(reason));
    }
    let checked = i32::try_from(towns.len()).unwrap_or(i32::MAX);
    wait(LOOKING * checked);
    let looked = Looked {
        after_city: towns.last().map(|town| town.id),
        checked,
        wikipedia: 1,
        ..Looked::default()
    };
    runs.keep::<Discovery>(id, &looked).await?;
    runs.end_sample(id, None).await
}

/// The towns that a run looks at, by their slugs: the same order each time.
fn towns_in_order(services: &Services, run: Uuid) -> Vec<Town> {
    let mut towns = towns_without_image(services, run, None);
    towns.sort_by(|one, other| one.slug.cmp(&other.slug));
    towns
}

/// Removes the runs of a demo's past, with the image that a town still shows: a town with other shops stays, without anything that is
/// invented. One that was taken back goes, too, because that could be undone.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let now = services.clock.now();
    let cleared = services.database.transaction(move |transaction| {
        Box::pin(async move {
            let mut changes: Vec<Change> = Vec::new();
            for run in runs::invented_runs::<Discovery>(transaction).await? {
                for outcome in [ShopOutcome::Done, ShopOutcome::Undone] {
                    let found = shop_runs::with_outcome(transaction, run.id, outcome).await?;
                    for result in found {
                        let Some(key) = result.detail else { continue };
                        let image = (result.shop_id, key.as_str());
                        changes.push(store::give_up_image(transaction, image, now).await?);
                    }
                }
            }
            record_changes(transaction, &changes, now).await?;
            let runs = shop_runs::forget_samples::<Discovery>(transaction).await?;
            Ok((runs.len() as u64, changes))
        })
    });
    let (removed, changes) = cleared.await?;
    if !changes.is_empty() {
        services.catalog.refresh(&changes).await?;
    }
    let removed = (removed > 0).then_some(RemovedSamples {
        what: "invented searches for city images",
        count: removed,
        kept: 0,
    });
    Ok(removed.into_iter().collect())
}
