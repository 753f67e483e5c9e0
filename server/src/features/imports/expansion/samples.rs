//! A demo's expansions. Those that found shops are real ones: they read the demo's invented places, as they do whenever somebody tries
//! them. Those that ended in words are invented.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    areas::AreaList,
    metro::FAILURES,
    places::{self, PlaceService, unreadable},
    store,
    stored::{AreaDone, AreasDone, AskedAreas, AskedZip, Metro, Zip},
};
use crate::{
    catalog::shop_runs,
    features::Services,
    platform::{
        error::{Error, Result},
        runs::{Kind, RunState},
    },
};

/// Why the invented runs read nothing.
const REASON: &str = "demo-open-places.csv: Permission denied";
/// How long it took them to say so.
const READING: TimeDelta = TimeDelta::seconds(2);
/// How many areas a run is asked for: the least that the form offers.
const AREAS: usize = 5;

/// Marks the runs from before `moment` as a demo's. `false` if there may be none: expansion asks others than the demo's invented places,
/// so what it finds is real, or somebody has run it before.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, moment: DateTime<Utc>) -> Result<bool> {
    let settings = &services.settings;
    let asked = places::configured(settings);
    if !settings.demo_places || asked != [PlaceService::OpenPlaces] {
        return Ok(false);
    }
    let runs = services.ledger.runs();
    Ok(runs.begin_samples::<Zip>(moment).await? && runs.begin_samples::<Metro>(moment).await?)
}

/// Invents a run for the town of a ZIP code that couldn't read the places; `wait` lets time pass.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_stopped_zip(
    services: &Services,
    zip: &str,
    wait: impl Fn(TimeDelta),
) -> Result<()> {
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Zip>(&asked_for(zip)).await?;
    wait(READING);
    runs.end_sample(id, Some(&unreadable(REASON).reason)).await
}

/// Invents a run for metro areas that couldn't read the places for the first of them; `wait` lets time pass.
///
/// # Errors
///
/// When the list of areas can't be read, or the database fails.
pub async fn invent_stopped_metro(services: &Services, wait: impl Fn(TimeDelta)) -> Result<()> {
    let reason = unreadable(REASON).reason;
    let folder = services.folder.clone();
    let list = services.cpu.run(move || AreaList::load(&folder)).await??;
    let failed = list.areas.iter().take(FAILURES);
    let failed =
        failed.map(|area| AreaDone::failed(area.slug(), area.target.name(), reason.clone()));
    let done = AreasDone {
        areas: failed.collect(),
    };
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Metro>(&next_areas()).await?;
    wait(READING);
    runs.keep::<Metro>(id, &done).await?;
    runs.end_sample(id, Some(&reason)).await
}

/// Starts a run for the town of a ZIP code, as the form does, and returns its ID. The room's job does the rest.
///
/// # Errors
///
/// If the database fails.
pub async fn start_zip(services: &Services, zip: &str) -> Result<Uuid> {
    start::<Zip>(services, &asked_for(zip)).await
}

/// The same for the next metro areas.
///
/// # Errors
///
/// If the database fails.
pub async fn start_metro(services: &Services) -> Result<Uuid> {
    start::<Metro>(services, &next_areas()).await
}

async fn start<K: Kind>(services: &Services, asked: &K::Asked) -> Result<Uuid> {
    services.ledger.runs().start::<K>(asked).await
}

/// Makes sure that a run for the town of a ZIP code is done.
///
/// # Errors
///
/// If it isn't, with the reason, or the database fails.
pub async fn expect_zip_done(services: &Services, id: Uuid) -> Result<()> {
    expect_done::<Zip>(services, id).await
}

/// The same of a run for metro areas.
///
/// # Errors
///
/// If it isn't, with the reason, or the database fails.
pub async fn expect_metro_done(services: &Services, id: Uuid) -> Result<()> {
    expect_done::<Metro>(services, id).await
}

async fn expect_done<K: Kind>(services: &Services, id: Uuid) -> Result<()> {
    let run = services.ledger.runs().find::<K>(id).await?;
    let (state, stopped) = match run {
        Some(run) if run.state == RunState::Done => return Ok(()),
        Some(run) => (Some(run.state), run.stopped.unwrap_or_default()),
        None => (None, String::new()),
    };
    Err(Error::Internal(format!(
        "an expansion isn't done ({state:?}): {stopped}"
    )))
}

fn asked_for(zip: &str) -> AskedZip {
    AskedZip {
        zip: zip.to_owned(),
        is_trial: false,
    }
}

fn next_areas() -> AskedAreas {
    AskedAreas {
        areas: AREAS,
        only: Vec::new(),
        invented: true,
    }
}

/// Removes the runs of a demo's past, and returns how many. The areas that they have done are remaining ones again, as are those of later
/// runs that read the invented places. What all these have added goes as all that is invented.
pub(in crate::features::imports) async fn clear_samples(services: &Services) -> Result<u64> {
    services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                let zips = shop_runs::forget_samples::<Zip>(transaction).await?;
                let all = store::runs_of_invented_places(transaction).await?;
                store::forget_areas(transaction, &all).await?;
                let metros = shop_runs::forget_samples::<Metro>(transaction).await?;
                Ok((zips.len() + metros.len()) as u64)
            })
        })
        .await
}
