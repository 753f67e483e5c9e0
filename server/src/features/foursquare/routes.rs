//! Starting runs and waiting for them (D63).

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use sea_orm::DatabaseTransaction;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    RUN,
    entity::run::{self, ShopIds},
    lists::FoursquareRun,
    require_key,
    store::{self, Reservation},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        id_generator::IdGenerator,
        jobs::{self, NewJob, RunState, SingleRun},
        web::{JsonBody, LongRun, RunRefusals, StartedRun, path_id, wait_for_run},
    },
};

pub(super) const NO_CITY: &str = "City not found. Please check the URL and try again.";
const NO_SHOPS: &str = "This city has no listed coffee shops.";
const BUSY: &str = "Another enhancement is running. Wait until it has ended, or cancel it.";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: "The enhancement was canceled. What it has changed so far stays.",
    failed: |error| {
        let reason = error.unwrap_or_else(|| "the run failed".to_owned());
        format!("Failed to enhance city: {reason}")
    },
};
/// Shops in one run.
const MOST_SHOPS: usize = 500;

/// The shops to enhance.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShopsToEnhance {
    #[schema(min_items = 1, max_items = 500)]
    pub shop_ids: Vec<Uuid>,
}

/// What came of enhancing chosen shops.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnhancedShops {
    /// Foursquare knew so many.
    pub enhanced: i32,
    pub processed: i32,
    pub photos_enhanced: i32,
    pub api_calls_used: i32,
}

/// A run to start.
#[derive(Clone, Debug)]
struct NewRun {
    city_id: Option<Uuid>,
    city_name: String,
    state: String,
    shops: Vec<Uuid>,
}

/// Enhance a city's coffee shops, at most once in six months. Waits up to 55 seconds.
#[utoipa::path(post, operation_id = "enhance_foursquare_city", path = "/api/admin/foursquare-enhancement/enhance/{cityId}", tag = "administration",
    params(("cityId" = String, Path)),
    responses((status = 200, body = FoursquareRun), (status = 202, description = "It still runs", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "Enhanced within six months (`details.kind` is `cooldown`), canceled, or another run is open", body = ErrorBody),
        (status = 503, description = "Foursquare isn't set up, or refused", body = ErrorBody)))]
pub async fn enhance_city(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<LongRun<FoursquareRun>> {
    let missing = || Error::NotFound(NO_CITY.into());
    let id = path_id(&id, missing)?;
    let new = {
        let view = services.catalog.view();
        let entry = view.city(id).ok_or_else(missing)?;
        let shops = view.shops_of_city(id);
        NewRun {
            city_id: Some(id),
            city_name: entry.city.name.to_string(),
            state: entry.city.state.to_string(),
            shops: shops.iter().map(|shop| shop.id).collect(),
        }
    };
    require_key(&services)?;
    if new.shops.is_empty() {
        return Err(Error::Conflict(NO_SHOPS.into()));
    }
    let new = new.in_order(&services).await?;
    let started = start(&services, new).await?;
    let run = ended(&services, started).await?;
    Ok(run.map(FoursquareRun::from))
}

/// Enhance chosen coffee shops. Waits up to 55 seconds.
#[utoipa::path(post, operation_id = "enhance_foursquare_shops", path = "/api/admin/foursquare-enhancement/enhance-shops", tag = "administration",
    request_body = ShopsToEnhance,
    responses((status = 200, body = EnhancedShops), (status = 202, description = "It still runs", body = StartedRun),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Canceled, or another run is open", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 503, description = "Foursquare isn't set up, or refused", body = ErrorBody)))]
pub async fn enhance_shops(
    State(services): State<Services>,
    JsonBody(chosen): JsonBody<ShopsToEnhance>,
) -> Result<LongRun<EnhancedShops>> {
    let refused = |message: &'static str| Error::invalid_field("shopIds", message);
    if chosen.shop_ids.is_empty() {
        return Err(refused("Choose at least one coffee shop."));
    }
    if chosen.shop_ids.len() > MOST_SHOPS {
        return Err(refused("Choose at most 500 coffee shops."));
    }
    require_key(&services)?;
    let new = NewRun::of_shops(&services, &chosen.shop_ids)
        .ok_or_else(|| refused("One of these coffee shops is no longer listed."))?;
    let started = start(&services, new).await?;
    let run = ended(&services, started).await?;
    Ok(run.map(|run| EnhancedShops {
        enhanced: run.enhanced,
        processed: run.processed,
        photos_enhanced: run.photos,
        api_calls_used: run.calls,
    }))
}

impl NewRun {
    /// A run of listed shops; `None` if one isn't.
    fn of_shops(services: &Services, ids: &[Uuid]) -> Option<Self> {
        let view = services.catalog.view();
        let mut new: Option<Self> = None;
        for id in ids {
            let (shop, town) = view.listed_shop(*id)?;
            let new = new.get_or_insert_with(|| Self {
                city_id: None,
                city_name: town.city.name.to_string(),
                state: town.city.state.to_string(),
                shops: Vec::new(),
            });
            let is_elsewhere = *new.city_name != *town.city.name || *new.state != *town.city.state;
            if is_elsewhere {
                (new.city_name, new.state) = ("Several cities".to_owned(), String::new());
            }
            if !new.shops.contains(&shop.id) {
                new.shops.push(shop.id);
            }
        }
        new
    }

    /// Shops without Foursquare's content first, then those whose content ends first: a run that was cut short is
    /// continued rather than repeated.
    async fn in_order(mut self, services: &Services) -> Result<Self> {
        let until = store::expiries(services.database.reads(), &self.shops).await?;
        self.shops
            .sort_by_key(|id| (until.get(id).copied().unwrap_or_default(), *id));
        Ok(self)
    }

    fn row(&self, id: Uuid, now: DateTime<Utc>) -> run::Model {
        run::Model {
            id,
            city_id: self.city_id,
            city_name: self.city_name.clone(),
            state: self.state.clone(),
            shops: ShopIds(self.shops.clone()),
            processed: 0,
            enhanced: 0,
            photos: 0,
            calls: 0,
            started_at: now,
            last_at: now,
            is_done: false,
            problem: None,
        }
    }
}

/// Starts the run, or joins the open one of the same city. Returns its ID.
async fn start(services: &Services, new: NewRun) -> Result<Uuid> {
    let abandoned = abandoned(services, new.city_id).await?;
    let (identifiers, now) = (services.identifiers.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (new, identifiers) = (new.clone(), identifiers.clone());
            Box::pin(
                async move { start_in(transaction, (new, abandoned), &identifiers, now).await },
            )
        })
        .await
}

async fn start_in(
    transaction: &DatabaseTransaction,
    (new, abandoned): (NewRun, Option<Uuid>),
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let job = NewJob {
        kind: RUN,
        payload: json!({}),
        unique_key: None,
        due_at: now,
    };
    let id = match jobs::enqueue_single(transaction, (RUN, job), identifiers, now).await? {
        SingleRun::Started(id) => id,
        SingleRun::AlreadyOpen(other) => {
            let run = store::find_run(transaction, other).await?;
            let is_same = run.is_some_and(|run| {
                run.city_id == new.city_id && (run.city_id.is_some() || run.shops.0 == new.shops)
            });
            return if is_same {
                Ok(other)
            } else {
                Err(Error::Conflict(BUSY.into()))
            };
        }
    };
    if let Some(city) = new.city_id {
        match store::reserve(transaction, (city, id), abandoned, now).await? {
            Reservation::Taken => {}
            Reservation::CoolingDown(until) => return Err(cooling_down(&new, until)),
            Reservation::Held => return Err(Error::Conflict(BUSY.into())),
        }
    }
    store::insert_run(transaction, new.row(id, now)).await?;
    Ok(id)
}

/// The run that holds the city although its job has ended: canceled, failed or stopped.
async fn abandoned(services: &Services, city: Option<Uuid>) -> Result<Option<Uuid>> {
    let Some(city) = city else {
        return Ok(None);
    };
    let holder = store::holder(services.database.reads(), city).await?;
    let Some(holder) = holder else {
        return Ok(None);
    };
    let job = jobs::run_of(&services.database, holder, services.clock.now()).await?;
    let is_open = job.is_some_and(|job| matches!(job.state, RunState::Waiting | RunState::Running));
    Ok((!is_open).then_some(holder))
}

fn cooling_down(new: &NewRun, until: DateTime<Utc>) -> Error {
    Error::ConflictWith {
        message: format!(
            "{}, {} was enhanced less than six months ago. It can be enhanced again from {} on.",
            new.city_name,
            new.state,
            until.format("%B %-d, %Y")
        )
        .into(),
        details: json!({ "kind": "cooldown", "possibleFrom": until }),
    }
}

/// The run once its job has ended, unless it still runs after 55 seconds.
async fn ended(services: &Services, id: Uuid) -> Result<LongRun<run::Model>> {
    let find = store::find_run(services.database.reads(), id);
    wait_for_run(
        (&services.database, &services.clock),
        id,
        find,
        |job, run| {
            REFUSALS.check(job, run.problem.as_deref(), run.is_done)?;
            Ok(run)
        },
    )
    .await
}
