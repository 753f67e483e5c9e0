//! A demo's runs: nobody was asked, and what Foursquare would have said is invented. Only without a key: with one, the month's budget and
//! what is renewed each night are real.

use chrono::{DateTime, TimeDelta, Utc};
use outside_client::{Policy, Problem};
use uuid::Uuid;

use super::{
    AskedShops, Enhancement, Improved,
    run::{failure_of, note, problem_of},
    shop::{Enhanced, write},
    store,
};
use crate::{
    catalog::shop_runs,
    features::{Services, room::RemovedSamples},
    platform::{
        error::{Error, Result},
        foursquare::{self, FoursquareError, Location, Place},
        runs::{self, StepError},
        seeded_random::SeededRandom,
    },
};

/// How long an answer takes, and how long it takes to ask three times without getting one.
const ANSWERING: TimeDelta = TimeDelta::milliseconds(700);
const SILENT: TimeDelta = TimeDelta::seconds(31);
/// Of so many shops Foursquare doesn't know the last.
const ONE_UNKNOWN_OF: usize = 3;

/// Marks the runs from before `moment` as a demo's. `false` if there may be none: there is a key, or somebody has run it before.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, moment: DateTime<Utc>) -> Result<bool> {
    if !services.settings.foursquare_api_key.reveal().is_empty() {
        return Ok(false);
    }
    let runs = services.ledger.runs();
    runs.begin_samples::<Enhancement>(moment).await
}

/// Invents a run for listed shops that got no answer about any of them; `wait` lets time pass.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_stopped_run(
    services: &Services,
    shops: &[Uuid],
    wait: impl Fn(TimeDelta),
) -> Result<()> {
    let asked = asked_for(services, shops)?;
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Enhancement>(&asked).await?;
    let mut improved = Improved::default();
    for shop in asked.shops {
        wait(SILENT);
        let silence = Problem::TooSlow(Policy::USUAL.time);
        let silence = StepError::from(FoursquareError::from(silence));
        improved.note_failure(&silence);
        improved.processed += 1;
        improved.calls += 1;
        note(services, (id, shop), failure_of(&silence)).await?;
    }
    let reason = improved.why_unfinished();
    keep(services, id, &improved).await?;
    runs.end_sample(id, reason.as_deref()).await
}

/// Invents a run for a town, of whose shops Foursquare knows most; `wait` lets time pass.
///
/// # Errors
///
/// If the town isn't listed, or the database fails.
pub async fn invent_run(services: &Services, city: Uuid, wait: impl Fn(TimeDelta)) -> Result<()> {
    let asked = AskedShops {
        city_id: Some(city),
        ..asked_for(services, &shops_of(services, city))?
    };
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Enhancement>(&asked).await?;
    let began = services.clock.now();
    if !store::reserve_alone(&services.database, (city, id), began).await? {
        return Err(Error::Internal("the town waits for another run".to_owned()));
    }
    let mut improved = Improved::default();
    for (number, shop) in (1_usize..).zip(asked.shops) {
        wait(ANSWERING);
        let enhanced = if number.is_multiple_of(ONE_UNKNOWN_OF) {
            Enhanced::Unknown
        } else {
            let written = write(services, (shop, Some(id)), place(services, shop)).await;
            written.map_err(Error::failed)?
        };
        if let Enhanced::Matched { photos } = enhanced {
            improved.enhanced += 1;
            improved.photos += photos;
        }
        improved.processed += 1;
        improved.calls += 1;
        note(services, (id, shop), problem_of(enhanced)).await?;
    }
    keep(services, id, &improved).await?;
    store::complete(&services.database, (city, id), services.clock.now()).await?;
    runs.end_sample(id, None).await
}

fn asked_for(services: &Services, shops: &[Uuid]) -> Result<AskedShops> {
    let asked = AskedShops::of_listed(services, shops);
    asked.ok_or_else(|| Error::Internal("there are no such shops".to_owned()))
}

/// The shops of a town that were listed by now; by their slugs, so that each run is about the same ones each time.
#[must_use]
pub fn shops_of(services: &Services, city: Uuid) -> Vec<Uuid> {
    let now = services.clock.now();
    let mut shops = services.catalog.view().shops_of_city(city);
    shops.retain(|shop| shop.created_at <= now);
    shops.sort_by(|one, other| one.slug.cmp(&other.slug));
    shops.iter().map(|shop| shop.id).collect()
}

/// A rating and a price level, different for each shop. It has no ID, so that nobody is asked about it once there is a key.
fn place(services: &Services, shop: Uuid) -> Place {
    let known = services.catalog.view().any_shop(shop);
    let name = known.map_or_else(String::new, |shop| shop.name.to_string());
    let random = &mut SeededRandom::of(&format!("{name} on Foursquare"));
    Place {
        fsq_place_id: String::new(),
        name,
        latitude: None,
        longitude: None,
        location: Location::default(),
        categories: Vec::new(),
        chains: Vec::new(),
        tel: None,
        website: None,
        date_closed: None,
        rating: Some(7.2 + f64::from(random.below(22)) / 10.0),
        price: Some(if random.percent(60) { 1 } else { 2 }),
        hours: None,
        photos: Vec::new(),
    }
}

/// Stores what a run has done, and the calls that it would have made: together, because removal takes off what the run says.
async fn keep(services: &Services, id: Uuid, improved: &Improved) -> Result<()> {
    let (improved, now) = (improved.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let improved = improved.clone();
            Box::pin(async move {
                foursquare::count_invented(transaction, improved.calls.into(), now).await?;
                runs::keep::<Enhancement>(transaction, id, &improved, now).await
            })
        })
        .await
}

/// Removes the runs of a demo's past, the calls that they are said to have made, and until when their towns wait. What they have said
/// about shops goes with these.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let removed = services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                let runs = shop_runs::forget_samples::<Enhancement>(transaction).await?;
                for run in &runs {
                    store::forget_run(transaction, run.id).await?;
                    let calls = -i64::from(run.result.calls);
                    foursquare::count_invented(transaction, calls, run.last_at).await?;
                }
                Ok(runs.len() as u64)
            })
        })
        .await?;
    let removed = (removed > 0).then_some(RemovedSamples {
        what: "invented runs of Foursquare",
        count: removed,
        kept: 0,
    });
    Ok(removed.into_iter().collect())
}
