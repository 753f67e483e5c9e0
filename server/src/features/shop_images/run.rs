//! The run: one website after the other, each result written at once, so it can be interrupted anywhere.

use std::collections::HashSet;

use chrono::TimeDelta;
use uuid::Uuid;

use super::pick::{Choice, choose};
use crate::{
    catalog::{
        Shop, View,
        entities::{shop, shop_row},
        photos::{self, Owner},
        shop_runs::{self, Outages, RunRow, ShopOutcome, ShopTurn, TOGETHER},
        website_photos::Misses,
    },
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
    },
};

/// The reason of shops that got a picture or lost their website meanwhile.
const CHANGED: &str = "It has got a picture or has been changed meanwhile.";

/// Whether a run visits this shop's website.
pub(super) fn needs_image(shop: &Shop) -> bool {
    shop.is_listed() && shop.photos.is_empty() && has_website(shop.website.as_deref())
}

fn has_website(website: Option<&str>) -> bool {
    website.is_some_and(|website| !website.trim().is_empty())
}

/// The shops whose turn is still to come, town by town.
pub(super) fn work(view: &View, processed: &HashSet<Uuid>) -> Vec<Uuid> {
    let mut shops = Vec::new();
    for entry in view.each_city() {
        let of_town = view.shops_of_city(entry.city.id).into_iter();
        let of_town = of_town.filter(|shop| needs_image(shop)).map(|shop| shop.id);
        let mut of_town: Vec<Uuid> = of_town.filter(|id| !processed.contains(id)).collect();
        of_town.sort();
        shops.extend(of_town);
    }
    shops
}

/// Runs the job.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let reads = services.database.reads();
    let run = shop_runs::find(reads, attempt.id).await?;
    let Some(run) = run.filter(|run| run.ended_at.is_none()) else {
        return Ok(JobOutcome::Done);
    };
    let processed = shop_runs::processed(reads, run.id).await?;
    let before = processed.len() as u64;
    let view = services.catalog.view();
    let shops = services.cpu.run(move || work(&view, &processed)).await?;
    let total = before + shops.len() as u64;
    let has_more = shops.len() > TOGETHER;
    let mut outages = Outages::default();
    for (id, done) in shops.into_iter().take(TOGETHER).zip(before..) {
        attempt.progress.note(done, total).await;
        let turn = update(&services, &run, id).await?;
        if let Some(reason) = outages.after(turn) {
            return ended(&services, &run, Some(reason)).await;
        }
    }
    if has_more {
        return Ok(JobOutcome::MoreAfter(TimeDelta::zero()));
    }
    attempt.progress.note(total, total).await;
    ended(&services, &run, None).await
}

async fn ended(services: &Services, run: &RunRow, stopped: Option<String>) -> Result<JobOutcome> {
    let now = services.clock.now();
    shop_runs::end(&services.database, run.id, stopped, now).await?;
    Ok(JobOutcome::Done)
}

/// Looks for a picture on one shop's website.
async fn update(services: &Services, run: &RunRow, id: Uuid) -> Result<ShopTurn> {
    let note = |outcome, detail| note(services, (run.id, id), (outcome, detail));
    let reads = services.database.reads();
    let shop = shop_row(reads, id).await?.filter(may_get_image);
    let has_photo = !photos::of_owner(reads, Owner::Shop(id)).await?.is_empty();
    let shop = shop.filter(|_| !has_photo);
    let Some((website, shop)) = shop.and_then(|shop| Some((shop.website.clone()?, shop))) else {
        note(ShopOutcome::Skipped, CHANGED.to_owned()).await?;
        return Ok(ShopTurn::Noted);
    };
    let finder = services.website_photos();
    let mut misses = Misses::new();
    let mut candidates = match finder.candidates(&shop, &website, &mut misses).await? {
        Ok(candidates) => candidates,
        Err(error) => {
            note(ShopOutcome::Failed, format!("{website}: {error}")).await?;
            return Ok(ShopTurn::Noted);
        }
    };
    if let Some(model) = services.ai.with_eyes()
        && !candidates.is_empty()
    {
        match choose(services, model, &shop.name, candidates).await? {
            Choice::Ordered(ordered) => candidates = ordered,
            Choice::Nothing => {
                let reason = "The AI model saw no picture of the shop on its website.".to_owned();
                note(ShopOutcome::Refused, reason).await?;
                return Ok(ShopTurn::Noted);
            }
            Choice::Failed(error) if error.is_lasting() => {
                return Ok(ShopTurn::Over(error.to_string()));
            }
            Choice::Failed(error) => {
                note(ShopOutcome::Failed, error.to_string()).await?;
                return Ok(ShopTurn::Outage(error.to_string()));
            }
        }
    }
    for candidate in candidates {
        let address = candidate.address;
        let stored = finder.stored(candidate.bytes, &address, &mut misses);
        if let Some(file) = stored.await? {
            finder.keep(shop, file, address, Some(run.id)).await?;
            return Ok(ShopTurn::Noted);
        }
    }
    misses.insert(0, format!("No suitable picture at {website}."));
    note(ShopOutcome::Refused, misses.join("\n")).await?;
    Ok(ShopTurn::Noted)
}

async fn note(services: &Services, ids: (Uuid, Uuid), result: (ShopOutcome, String)) -> Result<()> {
    let now = services.clock.now();
    shop_runs::note_alone(&services.database, ids, result, now).await
}

/// [`needs_image`], for the row as it is now.
fn may_get_image(row: &shop::Model) -> bool {
    row.is_active
        && row.closed_at.is_none()
        && row.deleted_at.is_none()
        && has_website(row.website.as_deref())
}
