//! Visitors' views, clicks and searches, counted by day. No visitor is identifiable: addresses are used for a limit and
//! forgotten, robots are left out, and visitors who ask not to be tracked send nothing. Events are counted in memory
//! and written every 5 seconds. This is the one write that is acknowledged before it is durable (`DESIGN.md`, "How a
//! write flows").

mod answers;
mod boost_views;
pub mod dashboard;
mod entity;
pub mod letters;
mod month;
pub mod near;
pub mod routes;
mod rules;
mod samples;
pub mod shop_figures;
mod store;
mod sums;
pub mod visibility;

pub use samples::{GROWING_TOWNS, invent_samples};

use std::{collections::HashMap, time::Duration};

use chrono::TimeDelta;
use utoipa::OpenApi;
use uuid::Uuid;

use crate::{
    catalog::{Change, Kind},
    features::{RetentionInfo, Room, Services},
    platform::{background::Background, error::Result},
};

/// How often counts are written.
const WRITE_PAUSE: Duration = Duration::from_secs(5);
/// Expired counts are removed once per this many writes: about every hour.
const WRITES_BETWEEN_REMOVALS: u32 = 720;

/// Article views are published once per this many writes: about every ten minutes.
const WRITES_BETWEEN_SHOWINGS: u32 = 120;
/// The detail of an article's page views.
const ARTICLE: &str = "article";
/// A referring site, with its host as the detail.
const REFERRER: &str = "referrer";
/// A search result that was displayed.
const SHOWN: &str = "search_shown";
/// An accepted vote, counted where it is accepted.
const VOTE: &str = "vote";

/// Starts the writer, which also writes when the server stops.
pub fn start_workers(services: &Services, background: &mut Background) {
    let (services, stopping) = (services.clone(), background.stopping());
    background.start(async move {
        let mut writes: u32 = 0;
        let mut goes_on = true;
        while goes_on {
            goes_on = stopping.pause(WRITE_PAUSE).await;
            if let Err(error) = write(&services).await {
                tracing::warn!(%error, "events can't be written now; they are kept");
            }
            if writes.is_multiple_of(WRITES_BETWEEN_REMOVALS)
                && let Err(error) = forget(&services).await
            {
                tracing::warn!(%error, "old events can't be removed now");
            }
            if writes.is_multiple_of(WRITES_BETWEEN_SHOWINGS)
                && let Err(error) = show_views(&services).await
            {
                tracing::warn!(%error, "views of articles can't be shown now");
            }
            writes = writes.wrapping_add(1);
        }
    });
}

/// Writes the counts since the last time. Counts that can't be written are kept.
pub async fn write(services: &Services) -> Result<()> {
    let counts = services.events.take();
    if counts.is_empty() {
        return Ok(());
    }
    let written = store::add(&services.database, &counts, services.clock.now()).await;
    if written.is_err() {
        services.events.put_back(counts);
    }
    written
}

/// Removes days older than the setting allows.
pub async fn forget(services: &Services) -> Result<()> {
    let kept = TimeDelta::days(i64::from(services.settings.events_kept_days));
    store::forget_before(&services.database, services.clock.now() - kept).await
}

/// Publishes article views written since the last time; returns the number of articles. Views are added to an article's
/// row together with the daily counts, but the row's version stays the same, so no node reloads it and no page is
/// rebuilt for each reader. This changes the versions of all such articles at once. Each node compares with what it
/// currently shows.
pub async fn show_views(services: &Services) -> Result<usize> {
    let view = services.catalog.view();
    let shown: HashMap<Uuid, i64> = view
        .articles()
        .iter()
        .map(|article| (article.facts.id, view.views_of(article)))
        .collect();
    let written = store::views_of_articles(&services.database).await?;
    let others = written
        .into_iter()
        .filter(|(id, views)| shown.get(id).is_some_and(|shown| shown != views));
    let changes: Vec<Change> = others.map(|(id, _)| (Kind::Article, id)).collect();
    if !changes.is_empty() {
        store::move_versions(&services.database, &changes, services.clock.now()).await?;
        services.catalog.refresh(&changes).await?;
    }
    Ok(changes.len())
}

async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let (rows, oldest) = store::kept(&services.database).await?;
    Ok(vec![RetentionInfo {
        what: "Daily visit counts, which identify no one",
        time: format!("{} days", services.settings.events_kept_days),
        rows,
        oldest,
        job: None,
    }])
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(
    paths(
        routes::track,
        dashboard::show_analytics,
        dashboard::show_details,
        dashboard::show_figures,
        near::show_towns_near,
        shop_figures::show_shop_figures,
        boost_views::show_boost_views,
        visibility::show_boost_visibility,
        letters::switch::show_letter,
        letters::switch::change_letter
    ),
    components(schemas(letters::LetterPage))
)]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let mut all = routes::routes();
        all.extend(dashboard::routes());
        all.extend(shop_figures::routes());
        all.extend(boost_views::routes());
        all.extend(letters::routes());
        all
    },
    reads: |_| visibility::reads(),
    jobs: |services| visibility::handlers(services).and(letters::handlers(services)),
    mail_samples: letters::samples,
    personal_data: letters::personal_data,
    workers: start_workers,
    kept: |services| Box::pin(kept(services)),
    clear_samples: |services| Box::pin(samples::clear(services)),
    ..Room::EMPTY
};
