//! Starting runs and waiting for them (D63).

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    AskedShops, Enhancement,
    lists::FoursquareRun,
    require_key,
    store::{self, Reservation},
};
use crate::{
    catalog::not_found::city_not_found,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        runs::{self, Run, RunRefusals, RunState},
        web::{JsonBody, LongRun, StartedRun, path_id},
    },
};

const NO_SHOPS: &str = "This city has no listed coffee shops.";
pub(super) const BUSY: &str =
    "Another enhancement is running. Wait until it has ended, or cancel it.";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: "The enhancement was canceled. What it has changed so far stays.",
    failed: |error| {
        let reason = error.unwrap_or_else(|| "the run failed".to_owned());
        format!("Failed to enhance city: {reason}")
    },
};
/// Shops in one run.
const MAX_SHOPS: usize = 500;

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
    let id = path_id(&id, city_not_found)?;
    let new = {
        let view = services.catalog.view();
        let entry = view.city(id).ok_or_else(city_not_found)?;
        let shops = view.shops_of_city(id);
        AskedShops {
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
    let run = start_and_wait(&services, new).await?;
    run.try_map(async |run| FoursquareRun::counted(&services, run).await)
        .await
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
    if chosen.shop_ids.len() > MAX_SHOPS {
        return Err(refused("Choose at most 500 coffee shops."));
    }
    require_key(&services)?;
    let new = AskedShops::of_listed(&services, &chosen.shop_ids)
        .ok_or_else(|| refused("One of these coffee shops is no longer listed."))?;
    let run = start_and_wait(&services, new).await?;
    Ok(run.map(|run| EnhancedShops {
        enhanced: run.result.enhanced,
        processed: run.result.processed,
        photos_enhanced: run.result.photos,
        api_calls_used: run.result.calls,
    }))
}

impl AskedShops {
    /// A run of listed shops; `None` if one isn't.
    pub(super) fn of_listed(services: &Services, ids: &[Uuid]) -> Option<Self> {
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
}

/// Starts the run, or joins the open one of the same city, and waits for its end.
async fn start_and_wait(
    services: &Services,
    asked: AskedShops,
) -> Result<LongRun<Run<Enhancement>>> {
    let abandoned = abandoned(services, asked.city_id).await?;
    let (identifiers, now) = (services.identifiers.clone(), services.clock.now());
    let started = services.database.transaction(move |transaction| {
        let (asked, identifiers) = (asked.clone(), identifiers.clone());
        Box::pin(async move {
            let started =
                runs::start::<Enhancement>(transaction, &asked, &identifiers, now).await?;
            let Some(city) = asked.city_id.filter(|_| started.is_new) else {
                return Ok(started.id);
            };
            match store::reserve(transaction, (city, started.id), abandoned, now).await? {
                Reservation::Taken => Ok(started.id),
                Reservation::CoolingDown(until) => Err(cooling_down(&asked, until)),
                Reservation::Held => Err(Error::Conflict(BUSY.into())),
            }
        })
    });
    let id = started.await?;
    services.ledger.runs().wait_for_result(id, REFUSALS).await
}

/// The run that holds the city although it has ended without completing it.
async fn abandoned(services: &Services, city: Option<Uuid>) -> Result<Option<Uuid>> {
    let Some(city) = city else {
        return Ok(None);
    };
    let holder = store::holder(services.database.reads(), city).await?;
    let Some(holder) = holder else {
        return Ok(None);
    };
    let run: Option<Run<Enhancement>> = services.ledger.runs().find(holder).await?;
    let is_void = run.is_none_or(|run| !run.is_open() && run.state != RunState::Done);
    Ok(is_void.then_some(holder))
}

fn cooling_down(new: &AskedShops, until: DateTime<Utc>) -> Error {
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
