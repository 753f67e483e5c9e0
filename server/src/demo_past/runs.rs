//! The growth tools: each has a run with its result, and an earlier one that ended in words.
//!
//! Expansion reads the demo's invented places, so its runs are real. The other tools would ask services on the internet; what these would
//! have said is invented by the tool's room, which writes it as it writes a real answer.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{days, stage::Stage};
use crate::{
    features::{ai_texts, city_images, foursquare, imports::expansion_samples, shop_images},
    platform::error::{Error, Result},
};

/// A ZIP code in the first metro area with invented places, so that the run for metro areas meets shops that are there already. The places
/// in Alexandria and Bunkie are left for whoever tries the tool.
const ZIP: &str = "79101";
/// The towns with AI texts, images of shops, an enhancement and an image, by their slugs.
const WRITTEN_ABOUT: &str = "hammond-la";
const VISITED: &str = "lake-charles-la";
const ENHANCED: &str = "oxford-ms";
pub(super) const PICTURED: &str = "natchitoches-la";
/// The town about whose shops Foursquare said nothing, and how many these are.
const UNANSWERED: &str = "ruston-la";
const UNANSWERED_SHOPS: usize = 3;
/// Runs of at least this age are invented: all of the demo's are older, and no real one is, even where a clock is wrong.
const INVENTED: TimeDelta = TimeDelta::days(1);

pub(super) async fn play(
    stage: &Stage,
    (websites, town): (Vec<Vec<u8>>, Vec<u8>),
    now: DateTime<Utc>,
) -> Result<()> {
    expand(stage, now).await?;
    write_texts(stage, now).await?;
    update_images(stage, websites, now).await?;
    discover_images(stage, town, now).await?;
    enhance(stage, now).await
}

/// The places can't be read at first; then a ZIP code brings shops, and metro areas the others.
async fn expand(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    let services = stage.services();
    if !expansion_samples::begin_samples(services, now - INVENTED).await? {
        stage.say(
            "expansion has no runs in this demo: it asks others than the demo's invented places, or was used before",
        );
        return Ok(());
    }
    let wait = |time: TimeDelta| stage.wait(time);
    stage.go_to(now - days(33, 140));
    expansion_samples::invent_stopped_zip(services, ZIP, wait).await?;
    stage.go_to(now - days(33, 121));
    expansion_samples::invent_stopped_metro(services, wait).await?;
    stage.go_to(now - days(32, 87));
    let run = expansion_samples::start_zip(services, ZIP).await?;
    stage.run_imports().await?;
    expansion_samples::expect_zip_done(services, run).await?;
    stage.go_to(now - days(30, 311));
    let run = expansion_samples::start_metro(services).await?;
    stage.run_imports().await?;
    expansion_samples::expect_metro_done(services, run).await
}

async fn write_texts(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    let services = stage.services();
    if !ai_texts::begin_samples(services, now - INVENTED).await? {
        return Ok(());
    }
    let wait = |time: TimeDelta| stage.wait(time);
    stage.go_to(now - days(25, 402));
    ai_texts::invent_stopped_run(services, wait).await?;
    stage.go_to(now - days(24, 389));
    let town = town(stage, WRITTEN_ABOUT)?;
    ai_texts::invent_run(services, town, wait).await
}

async fn update_images(stage: &Stage, pictures: Vec<Vec<u8>>, now: DateTime<Utc>) -> Result<()> {
    let services = stage.services();
    if !shop_images::begin_samples(services, now - INVENTED).await? {
        return Ok(());
    }
    let wait = |time: TimeDelta| stage.wait(time);
    stage.go_to(now - days(21, 260));
    shop_images::invent_stopped_run(services, wait).await?;
    stage.go_to(now - days(20, 233));
    shop_images::invent_run(services, town(stage, VISITED)?, pictures, wait).await
}

async fn discover_images(stage: &Stage, picture: Vec<u8>, now: DateTime<Utc>) -> Result<()> {
    let services = stage.services();
    if !city_images::begin_samples(services, now - INVENTED).await? {
        return Ok(());
    }
    let wait = |time: TimeDelta| stage.wait(time);
    stage.go_to(now - days(18, 77));
    city_images::invent_stopped_run(services, wait).await?;
    stage.go_to(now - days(17, 58));
    city_images::invent_run(services, (PICTURED, picture), wait).await
}

async fn enhance(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    let services = stage.services();
    if !foursquare::begin_samples(services, now - INVENTED).await? {
        return Ok(());
    }
    let wait = |time: TimeDelta| stage.wait(time);
    stage.go_to(now - days(10, 168));
    let shops = foursquare::shops_of(services, town(stage, UNANSWERED)?);
    let unanswered = shops.get(..UNANSWERED_SHOPS).unwrap_or(&shops);
    foursquare::invent_stopped_run(services, unanswered, wait).await?;
    stage.go_to(now - days(9, 141));
    foursquare::invent_run(services, town(stage, ENHANCED)?, wait).await
}

/// The town with this slug.
fn town(stage: &Stage, slug: &str) -> Result<Uuid> {
    let view = stage.services().catalog.view();
    let mut towns = view.cities().into_iter();
    let found = towns.find(|town| &*town.city.slug == slug);
    found
        .map(|town| town.city.id)
        .ok_or_else(|| Error::Internal(format!("the town {slug} isn't in this demo")))
}
