//! What visitors look at and look for, counted by the day. No visitor is in it: addresses serve a limit and are
//! forgotten, robots are left out, and whoever asks not to be tracked sends nothing. Events are counted in memory and
//! written every 5 seconds: the one write that is answered before it is durable (`DESIGN.md`, "How a write flows").

mod answers;
pub mod dashboard;
mod entity;
pub mod near;
pub mod routes;
mod rules;
pub mod shop_figures;
mod store;
mod sums;
pub mod visibility;

use std::{collections::HashMap, time::Duration};

use chrono::TimeDelta;
use utoipa::OpenApi;
use uuid::Uuid;

use crate::{
    catalog::{Change, Kind},
    features::{Kept, Room, Services},
    platform::{background::Background, error::Result},
};

/// How often counts are written.
const WRITE_PAUSE: Duration = Duration::from_secs(5);
/// Counts older than the setting are removed once in so many writes: about each hour.
const WRITES_BETWEEN_REMOVALS: u32 = 720;

/// Views of articles are shown once in so many writes: about each ten minutes.
const WRITES_BETWEEN_SHOWINGS: u32 = 120;
/// The detail of a page view of an article.
const ARTICLE: &str = "article";
/// A site that led a visitor here; its host is the detail.
const REFERRER: &str = "referrer";
/// A shop that a search showed.
const SHOWN: &str = "search_shown";
/// An accepted vote; counted where it is accepted.
const VOTE: &str = "vote";

/// Starts what writes the counts, also when the server stops.
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

/// Writes what was counted since the last time; what can't be written is kept.
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

/// Removes the days that are older than the setting says.
pub async fn forget(services: &Services) -> Result<()> {
    let kept = TimeDelta::days(i64::from(services.settings.events_kept_days));
    store::forget_before(&services.database, services.clock.now() - kept).await
}

/// Shows the views of articles that were written since the last time; gives of how many articles. A view is added to its
/// article's row with the counts of the day, but the row's version stays: no node reads it again for that, and no page is
/// made anew for each reader. Here the versions move, for all articles at once. Each node compares with what it shows itself.
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

async fn kept(services: Services) -> Result<Vec<Kept>> {
    let (rows, oldest) = store::kept(&services.database).await?;
    Ok(vec![Kept {
        what: "Daily visit counts, which identify no one",
        time: format!("{} days", services.settings.events_kept_days),
        rows,
        oldest,
        job: None,
    }])
}

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(
    routes::track,
    dashboard::show_analytics,
    dashboard::show_details,
    dashboard::show_figures,
    near::show_towns_near,
    shop_figures::show_shop_figures,
    visibility::show_boost_visibility
))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let mut all = routes::routes();
        all.extend(dashboard::routes());
        all.extend(shop_figures::routes());
        all
    },
    reads: |_| visibility::reads(),
    jobs: visibility::handlers,
    workers: start_workers,
    kept: |services| Box::pin(kept(services)),
    ..Room::EMPTY
};
