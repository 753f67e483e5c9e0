//! Place-data enhancement: ratings, price levels, categories, hours and photos from Foursquare's Places API (D63, D64,
//! D72).
//!
//! The administrator starts a run for a city, at most once in six months, or for chosen shops. It is a job that asks
//! about one shop after the other and remembers how far it got, so it survives a restart and can be canceled. A shop is
//! matched with the directory's own similarity rule, and what the owner or the administrator gave is never overwritten.
//!
//! Foursquare's content is shown for `foursquare_kept_days`. Each night, a job renews what is about to end, boosted and
//! most viewed shops first, within the month's budget of calls, and erases what has ended.
//!
//! A demo has two runs of an invented past (`samples`).

mod entity;
mod lists;
mod photos;
mod renew;
mod routes;
mod rules;
#[cfg(test)]
mod rules_tests;
mod run;
mod samples;
mod shop;
mod store;
mod undo;

pub use samples::{begin_samples, invent_run, invent_stopped_run, shops_of};

use serde::{Deserialize, Serialize};
use utoipa::OpenApi;
use uuid::Uuid;

use crate::{
    features::{Health, RetentionInfo, Room, Services},
    platform::{
        error::{Error, Result},
        foursquare::{self, Foursquare},
        jobs::{Handlers, Schedule},
        numbers::with_commas,
        runs::{Kind, StepError},
        web::{Access, Route},
    },
};

/// Runs that improve shops. Until when a city waits for its next one is decided by another table, which is kept for
/// longer.
#[derive(Debug)]
struct Enhancement;

/// The shops to improve.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AskedShops {
    /// For runs of a whole city.
    city_id: Option<Uuid>,
    city_name: String,
    state: String,
    /// In order.
    shops: Vec<Uuid>,
}

/// How far a run is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Improved {
    /// How many of the shops it has asked about.
    processed: i32,
    enhanced: i32,
    photos: i32,
    calls: i32,
    /// Shops about which it got no answer.
    #[serde(default)]
    unanswered: i32,
    /// Why, the last time.
    #[serde(default)]
    problem: Option<String>,
}

impl Improved {
    fn note_failure(&mut self, step_error: &StepError) {
        if let StepError::Skip(reason) | StepError::Unanswered(reason) = step_error {
            self.unanswered += 1;
            self.problem = Some(reason.clone());
        }
    }

    /// What to say about a run that got no answer about some shops.
    fn why_unfinished(&self) -> Option<String> {
        let reason = self.problem.as_ref()?;
        let shops = if self.unanswered == 1 {
            "1 coffee shop".to_owned()
        } else {
            format!("{} coffee shops", self.unanswered)
        };
        Some(format!(
            "{reason} There is no answer about {shops} of {}. Start the run again to ask about them.",
            self.processed
        ))
    }
}

impl Kind for Enhancement {
    const JOB: &'static str = "foursquare.enhance";
    type Asked = AskedShops;
    type Result = Improved;

    /// A city's shops may have changed since.
    fn joins(wanted: &AskedShops, asked: &AskedShops) -> bool {
        wanted.city_id == asked.city_id && (asked.city_id.is_some() || wanted.shops == asked.shops)
    }

    fn busy(_: Option<&AskedShops>) -> String {
        routes::BUSY.to_owned()
    }
}

/// The job that renews and erases.
const RENEW: &str = "foursquare.renew";
/// Early in the American morning, when few visitors notice.
const NIGHTLY: Schedule = Schedule::Daily { hour: 9 };

/// The message without a key.
const NOT_CONFIGURED: &str = "Foursquare isn't set up. Put the service key of a project at foursquare.com/developers into the setting foursquare_api_key, and restart the server.";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    lists::show_stats,
    lists::list_cities,
    lists::list_city_shops,
    lists::list_history,
    lists::list_problems,
    routes::enhance_city,
    routes::enhance_shops,
    undo::undo_run
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs,
    health: |services| Box::pin(health(services)),
    kept: |services| Box::pin(kept(services)),
    clear_samples: |services| Box::pin(samples::clear(services)),
    forget_towns: |transaction, towns| Box::pin(store::forget_towns(transaction, towns)),
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/foursquare-enhancement/stats").get(only, lists::show_stats),
        Route::at("/api/admin/foursquare-enhancement/cities").get(only, lists::list_cities),
        Route::at("/api/admin/foursquare-enhancement/cities/{cityId}/shops")
            .get(only, lists::list_city_shops),
        Route::at("/api/admin/foursquare-enhancement/history").get(only, lists::list_history),
        Route::at("/api/admin/foursquare-enhancement/history/{id}/problems")
            .get(only, lists::list_problems),
        Route::at("/api/admin/foursquare-enhancement/history/{id}/undo").post(only, undo::undo_run),
        Route::at("/api/admin/foursquare-enhancement/enhance/{cityId}")
            .post(only, routes::enhance_city),
        Route::at("/api/admin/foursquare-enhancement/enhance-shops")
            .post(only, routes::enhance_shops),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let (runs, renewals) = (services.clone(), services.clone());
    Handlers::default()
        .with_long(Enhancement::JOB, move |attempt| {
            run::run(runs.clone(), attempt)
        })
        .with_recurring(RENEW, NIGHTLY, move |attempt| {
            renew::run(renewals.clone(), attempt)
        })
        .taking_long(RENEW)
}

/// The API, if there is a key.
fn open(services: &Services) -> Result<Option<Foursquare>> {
    Foursquare::open(
        &services.settings,
        services.database.clone(),
        services.clock.clone(),
    )
}

/// Refuses without a key.
fn require_key(services: &Services) -> Result<()> {
    if services.settings.foursquare_api_key.reveal().is_empty() {
        return Err(Error::unavailable(NOT_CONFIGURED));
    }
    Ok(())
}

async fn health(services: Services) -> Result<Vec<Health>> {
    if services.settings.foursquare_api_key.reveal().is_empty() {
        return Ok(Vec::new());
    }
    let reads = services.database.reads();
    let used = foursquare::calls_this_month(reads, services.clock.now()).await?;
    let most = services.settings.foursquare_calls_per_month;
    let used = u64::try_from(used).unwrap_or_default();
    Ok(vec![Health {
        name: "Foursquare",
        text: format!(
            "{} of {} calls used this month",
            with_commas(used),
            with_commas(most.into())
        ),
        last: store::last_enhancement(reads).await?,
        advice: (used >= most.into()).then(|| {
            "Its content disappears when it isn't renewed in time. Raise foursquare_calls_per_month, or wait for next month."
                .to_owned()
        }),
    }])
}

async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let (rows, oldest) = store::kept(services.database.reads()).await?;
    let is_used = !services.settings.foursquare_api_key.reveal().is_empty();
    if rows == 0 && !is_used {
        return Ok(Vec::new());
    }
    Ok(vec![RetentionInfo {
        what: "Foursquare's content",
        time: format!("{} days", services.settings.foursquare_kept_days),
        rows,
        oldest,
        job: Some(RENEW),
    }])
}
