//! What the dashboard shows: figures, cities, a city's shops, earlier runs.

use std::cmp::Reverse;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc};
use gazetteer::fold_place_name;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Enhancement, store};
use crate::{
    catalog::{
        answers::address_in_line,
        not_found::city_not_found,
        shop_runs::{self, ShopOutcome, ShopRunResult, Tally, kept_of, no_run, problems_of},
    },
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{ErrorBody, Result},
        foursquare,
        runs::{Run, RunState},
        web::{Fresh, path_id},
    },
};

/// Cities in the picker, if no number is given.
const CITIES: usize = 50;
/// Runs in the history.
const RUNS: u64 = 50;

/// The dashboard's figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoursquareStats {
    /// Cities with a coffee shop.
    pub total_cities: usize,
    /// Enhanced at least once.
    pub enhanced_cities: usize,
    /// Never enhanced, or longer ago than six months.
    pub cities_needing_enhancement: usize,
    /// By runs of the past year; earlier ones aren't kept.
    pub total_photos_enhanced: i64,
    /// Of all months, renewals included.
    pub total_api_calls_used: i64,
    /// `null` if there was no run in the past year.
    #[schema(required)]
    pub last_enhancement_date: Option<DateTime<Utc>>,
    /// Whether there is a key. Without one, nothing can be enhanced.
    pub is_configured: bool,
    pub calls_this_month: i64,
    /// The month's budget.
    pub calls_per_month: u32,
    /// Days that Foursquare's content is shown.
    pub kept_days: u32,
}

/// A city to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoursquareCity {
    pub id: Uuid,
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub coffee_shop_count: usize,
    #[schema(required)]
    pub last_enhanced: Option<DateTime<Utc>>,
    /// If it can't be enhanced yet: when it can.
    #[schema(required)]
    pub possible_from: Option<DateTime<Utc>>,
}

/// A shop to choose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoursquareShop {
    pub id: Uuid,
    pub name: String,
    /// In one line.
    pub address: String,
    /// Until when Foursquare's content is shown; `null` if there is none.
    #[schema(required)]
    pub shown_until: Option<DateTime<Utc>>,
}

/// A run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoursquareRun {
    pub id: Uuid,
    pub city_name: String,
    pub state: String,
    pub coffee_shops_processed: i32,
    pub coffee_shops_enhanced: i32,
    pub photos_enhanced: i32,
    pub api_calls_used: i32,
    /// When it ended, or last got further.
    pub enhanced_at: DateTime<Utc>,
    pub processing_time_ms: i64,
    /// How many shops it was started for.
    pub coffee_shops: usize,
    pub is_done: bool,
    /// Why it stopped early, if it did so by itself.
    #[schema(required)]
    pub problem: Option<String>,
    /// Coffee shops that still show what it brought, as far as that is known: undoing the run ends it.
    pub undoable: usize,
    /// Coffee shops of which it was taken back.
    pub undone: usize,
}

impl FoursquareRun {
    /// With its results counted.
    pub(super) async fn counted(services: &Services, run: Run<Enhancement>) -> Result<Self> {
        let mut tallies = shop_runs::tallies(services.database.reads(), &[run.id]).await?;
        let tally = tallies.remove(&run.id).unwrap_or_default();
        Ok(Self::of(run, &tally))
    }

    fn of(run: Run<Enhancement>, tally: &Tally) -> Self {
        Self {
            id: run.id,
            city_name: run.asked.city_name,
            state: run.asked.state,
            coffee_shops_processed: run.result.processed,
            coffee_shops_enhanced: run.result.enhanced,
            photos_enhanced: run.result.photos,
            api_calls_used: run.result.calls,
            enhanced_at: run.last_at,
            processing_time_ms: (run.last_at - run.started_at).num_milliseconds(),
            coffee_shops: run.asked.shops.len(),
            is_done: run.state == RunState::Done,
            problem: run.stopped.filter(|_| run.state == RunState::Stopped),
            undoable: tally.of(ShopOutcome::Done),
            undone: tally.of(ShopOutcome::Undone),
        }
    }
}

/// Show the figures of the place-data enhancement.
#[utoipa::path(get, operation_id = "show_foursquare_stats", path = "/api/admin/foursquare-enhancement/stats", tag = "administration",
    responses((status = 200, body = FoursquareStats), (status = 401, body = ErrorBody)))]
pub async fn show_stats(State(services): State<Services>) -> Result<Fresh<FoursquareStats>> {
    let (reads, now) = (services.database.reads(), services.clock.now());
    let settings = &services.settings;
    let taken = store::cities(reads).await?;
    let (mut total, mut enhanced, mut waiting) = (0, 0, 0);
    for entry in services.catalog.view().each_city() {
        if entry.shops.is_empty() {
            continue;
        }
        total += 1;
        if let Some(row) = taken.get(&entry.city.id) {
            enhanced += 1;
            waiting += usize::from(row.reserved_until > now);
        }
    }
    Ok(Fresh(FoursquareStats {
        total_cities: total,
        enhanced_cities: enhanced,
        cities_needing_enhancement: total - waiting,
        total_photos_enhanced: store::photos_added(reads).await?,
        total_api_calls_used: foursquare::all_calls(reads).await?,
        last_enhancement_date: store::last_enhancement(reads).await?,
        is_configured: !settings.foursquare_api_key.reveal().is_empty(),
        calls_this_month: foursquare::calls_this_month(reads, now).await?,
        calls_per_month: settings.foursquare_calls_per_month,
        kept_days: settings.foursquare_kept_days,
    }))
}

/// List cities with coffee shops, those with most coffee shops first.
#[utoipa::path(get, operation_id = "list_foursquare_cities", path = "/api/admin/foursquare-enhancement/cities", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name or state", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("limit" = Option<u32>, Query, description = "At most so many; 50 if absent", minimum = 1, maximum = 200)),
    responses((status = 200, body = Vec<FoursquareCity>,
            headers(("X-Total-Count" = usize, description = "How many cities the search finds"))), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_cities(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<([(&'static str, String); 1], Fresh<Vec<FoursquareCity>>)> {
    let known = [
        Parameter::text("search", 100),
        Parameter::integer("limit", Some(50), 1, 200),
    ];
    let arguments = Arguments::parse(
        std::collections::BTreeMap::new(),
        query.as_deref().unwrap_or_default(),
        &known,
    )?;
    let words: Vec<String> = (arguments.query("search").unwrap_or_default())
        .split_whitespace()
        .map(|word| fold_place_name(word.trim_end_matches(',')))
        .collect();
    let taken = store::cities(services.database.reads()).await?;
    let now = services.clock.now();
    let view = services.catalog.view();
    let mut found: Vec<FoursquareCity> = view
        .each_city()
        .filter(|entry| !entry.shops.is_empty())
        .filter(|entry| {
            let state = gazetteer::State::parse(&entry.city.state);
            let state = state.map_or("", |state| state.name()).to_lowercase();
            let code = entry.city.state.to_lowercase();
            let text = format!("{} {code} {state}", entry.city.folded_name);
            words.iter().all(|word| text.contains(word.as_str()))
        })
        .map(|entry| {
            let row = taken.get(&entry.city.id);
            FoursquareCity {
                id: entry.city.id,
                name: entry.city.name.to_string(),
                state: entry.city.state.to_string(),
                coffee_shop_count: entry.shops.len(),
                last_enhanced: row.and_then(|row| row.enhanced_at),
                possible_from: row
                    .map(|row| row.reserved_until)
                    .filter(|until| *until > now),
            }
        })
        .collect();
    found.sort_by_cached_key(|city| {
        let name = fold_place_name(&city.name);
        (Reverse(city.coffee_shop_count), name, city.state.clone())
    });
    let total = found.len().to_string();
    found.truncate(arguments.integer("limit").unwrap_or(CITIES));
    Ok(([("x-total-count", total)], Fresh(found)))
}

/// List a city's coffee shops by name.
#[utoipa::path(get, operation_id = "list_foursquare_shops", path = "/api/admin/foursquare-enhancement/cities/{cityId}/shops", tag = "administration",
    params(("cityId" = String, Path)),
    responses((status = 200, body = Vec<FoursquareShop>), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_city_shops(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<Vec<FoursquareShop>>> {
    let id = path_id(&id, city_not_found)?;
    let view = services.catalog.view();
    let entry = view.city(id).ok_or_else(city_not_found)?;
    let shops = view.shops_of_city(id);
    let ids: Vec<Uuid> = shops.iter().map(|shop| shop.id).collect();
    let until = store::expiries(services.database.reads(), &ids).await?;
    let mut listed: Vec<FoursquareShop> = shops
        .iter()
        .map(|shop| FoursquareShop {
            id: shop.id,
            name: shop.name.to_string(),
            address: address_in_line(
                shop.street.as_deref(),
                (&entry.city.name, &entry.city.state),
                shop.zip_code.as_deref(),
            ),
            shown_until: until.get(&shop.id).copied(),
        })
        .collect();
    listed.sort_by_cached_key(|shop| (shop.name.to_lowercase(), shop.id));
    Ok(Fresh(listed))
}

/// List the latest runs, newest first.
#[utoipa::path(get, operation_id = "list_foursquare_history", path = "/api/admin/foursquare-enhancement/history", tag = "administration",
    responses((status = 200, body = Vec<FoursquareRun>), (status = 401, body = ErrorBody)))]
pub async fn list_history(State(services): State<Services>) -> Result<Fresh<Vec<FoursquareRun>>> {
    let runs = store::history(&services.ledger.runs(), RUNS).await?;
    let ids: Vec<Uuid> = runs.iter().map(|run| run.id).collect();
    let mut tallies = shop_runs::tallies(services.database.reads(), &ids).await?;
    let answers = runs.into_iter().map(|run| {
        let tally = tallies.remove(&run.id).unwrap_or_default();
        FoursquareRun::of(run, &tally)
    });
    Ok(Fresh(answers.collect()))
}

/// List the coffee shops that a run could say nothing about, and those that kept what it said when it was taken back, and why;
/// at most 100 of each.
#[utoipa::path(get, operation_id = "list_foursquare_problems", path = "/api/admin/foursquare-enhancement/history/{id}/problems", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<ShopRunResult>), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_problems(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<Vec<ShopRunResult>>> {
    let id = path_id(&id, no_run)?;
    let run = services.ledger.runs().find::<Enhancement>(id).await?;
    let run = run.ok_or_else(no_run)?;
    let view = services.catalog.view();
    let mut listed = problems_of(&services.database, run.id, &view).await?;
    let kept = kept_of(&services.database, run.id, &view).await?;
    listed.extend(kept.into_iter().map(|result| ShopRunResult {
        detail: None,
        ..result
    }));
    Ok(Fresh(listed))
}
