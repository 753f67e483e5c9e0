//! Starting runs, and what came of them.

use std::{collections::HashSet, sync::Arc};

use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{JOB, facts, run};
use crate::{
    catalog::{
        CityEntry, Lookup, Shop,
        answers::ShopAnswer,
        shop_runs::{
            self, NewRun, RunKind, RunScope, ShopRun, ShopRunDetail, TakenBack, start_and_wait,
        },
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Fresh, LongRun, StartedRun, path_id},
    },
};

/// The message when the settings name no model.
const NOT_SET_UP: &str = "AI texts are off. To turn them on, set ai_url and ai_model in the server's settings and restart it.";
const ANOTHER_RUN: &str =
    "Another run of AI texts goes on. Please wait until it has ended, or cancel it.";
/// How many errors an answer names.
const MOST_ERRORS: usize = 100;

/// What a run did in a town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityTextsWritten {
    /// Shops that got a text.
    pub enhanced: usize,
    /// Shops that the model was asked about.
    pub processed: usize,
    /// The town's name.
    pub city: String,
    /// The run, for its texts and for taking them back.
    pub run_id: Uuid,
    /// Why it ended before all shops had their turn.
    #[schema(required)]
    pub stopped: Option<String>,
}

/// What a run did everywhere.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllTextsWritten {
    pub cities_processed: usize,
    /// Shops that got a text.
    pub total_enhanced: usize,
    /// Why shops got none; at most 100.
    pub errors: Vec<String>,
    pub run_id: Uuid,
    #[schema(required)]
    pub stopped: Option<String>,
}

/// What a run did about one shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopTextWritten {
    /// Whether a text was written and published.
    pub enhanced: bool,
    /// The shop as its page shows it now.
    pub shop: ShopAnswer,
    /// Why it got no text.
    #[schema(required)]
    pub reason: Option<String>,
    /// `null` if the model wasn't asked.
    #[schema(required)]
    pub run_id: Option<Uuid>,
}

/// Have texts written for a town's shops that nobody has described.
#[utoipa::path(post, path = "/api/admin/content-enhancement/enhance-city/{citySlug}", tag = "administration",
    params(("citySlug" = String, Path)),
    responses((status = 200, body = CityTextsWritten),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody),
        (status = 503, description = "No model is configured, or it doesn't work", body = ErrorBody)))]
pub async fn write_city_texts(
    State(services): State<Services>,
    Path(slug): Path<String>,
) -> Result<LongRun<CityTextsWritten>> {
    let model = model_of(&services)?;
    let town = town_at(&services, slug.trim())?;
    let city = town.city.name.to_string();
    let new = NewRun {
        kind: RunKind::Texts,
        scope: RunScope::City,
        subject: Some(town.city.id),
        label: format!("{city}, {}", town.city.state),
        model: Some(model),
    };
    let run = start_and_wait(&services.ledger, (JOB, new), ANOTHER_RUN).await?;
    Ok(run.map(|run| CityTextsWritten {
        enhanced: run.done,
        processed: run.processed,
        city,
        run_id: run.id,
        stopped: run.stopped,
    }))
}

/// Have texts written for all shops that nobody has described.
#[utoipa::path(post, path = "/api/admin/content-enhancement/enhance-all", tag = "administration",
    responses((status = 200, body = AllTextsWritten),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Another run goes on", body = ErrorBody),
        (status = 503, description = "No model is configured, or it doesn't work", body = ErrorBody)))]
pub async fn write_all_texts(State(services): State<Services>) -> Result<LongRun<AllTextsWritten>> {
    let new = NewRun {
        kind: RunKind::Texts,
        scope: RunScope::All,
        subject: None,
        label: "All shops".to_owned(),
        model: Some(model_of(&services)?),
    };
    let run = start_and_wait(&services.ledger, (JOB, new), ANOTHER_RUN).await?;
    run.try_map(|run| all_written(&services, run)).await
}

/// What a run over all shops did.
async fn all_written(services: &Services, run: ShopRun) -> Result<AllTextsWritten> {
    let view = services.catalog.view();
    let shops = shop_runs::processed(services.database.reads(), run.id).await?;
    let cities: HashSet<Uuid> = shops
        .into_iter()
        .filter_map(|shop| Some(view.any_shop(shop)?.city_id))
        .collect();
    let ids = (RunKind::Texts, run.id);
    let detail = shop_runs::detail_of(&services.database, ids, &view, &services.clock).await?;
    let mut errors: Vec<String> = run.stopped.iter().cloned().collect();
    errors.extend(detail.problems.into_iter().map(|problem| {
        let reason = problem.detail.unwrap_or_default();
        format!("{}, {}: {reason}", problem.name, problem.town)
    }));
    errors.truncate(MOST_ERRORS);
    Ok(AllTextsWritten {
        cities_processed: cities.len(),
        total_enhanced: run.done,
        errors,
        run_id: run.id,
        stopped: run.stopped,
    })
}

/// Have a text written for one shop, if nobody has described it. It is published like those of larger runs.
#[utoipa::path(post, path = "/api/admin/content-enhancement/test-shop/{shopSlug}", tag = "administration",
    params(("shopSlug" = String, Path)),
    responses((status = 200, body = ShopTextWritten),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody),
        (status = 503, description = "No model is configured, or it doesn't work", body = ErrorBody)))]
pub async fn write_shop_text(
    State(services): State<Services>,
    Path(slug): Path<String>,
) -> Result<LongRun<ShopTextWritten>> {
    let model = model_of(&services)?;
    let shop = shop_at(&services, slug.trim())?;
    if let Some(reason) = why_not(&shop) {
        return Ok(LongRun::Ended(ShopTextWritten {
            enhanced: false,
            shop: ShopAnswer::in_full(&services.catalog.view(), &shop),
            reason: Some(reason),
            run_id: None,
        }));
    }
    let new = NewRun {
        kind: RunKind::Texts,
        scope: RunScope::Shop,
        subject: Some(shop.id),
        label: shop.name.to_string(),
        model: Some(model),
    };
    let run = start_and_wait(&services.ledger, (JOB, new), ANOTHER_RUN).await?;
    run.try_map(|run| one_written(&services, run, shop)).await
}

/// What a run for one shop did.
async fn one_written(
    services: &Services,
    run: ShopRun,
    shop: Arc<Shop>,
) -> Result<ShopTextWritten> {
    let view = services.catalog.view();
    let ids = (RunKind::Texts, run.id);
    let detail = shop_runs::detail_of(&services.database, ids, &view, &services.clock).await?;
    let problem = detail.problems.into_iter().next();
    let shop = view.any_shop(shop.id).unwrap_or(shop);
    Ok(ShopTextWritten {
        enhanced: run.done > 0,
        shop: ShopAnswer::in_full(&view, &shop),
        reason: problem.and_then(|problem| problem.detail).or(run.stopped),
        run_id: Some(run.id),
    })
}

/// List the latest runs.
#[utoipa::path(get, path = "/api/admin/content-enhancement/runs", tag = "administration",
    responses((status = 200, body = Vec<ShopRun>), (status = 401, body = ErrorBody)))]
pub async fn list_text_runs(State(services): State<Services>) -> Result<Fresh<Vec<ShopRun>>> {
    let runs = shop_runs::list(&services.database, RunKind::Texts, &services.clock);
    Ok(Fresh(runs.await?))
}

/// Show a run with its texts and its problems.
#[utoipa::path(get, path = "/api/admin/content-enhancement/runs/{id}", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = ShopRunDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_text_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ShopRunDetail>> {
    let ids = (RunKind::Texts, path_id(&id, shop_runs::no_run)?);
    let view = services.catalog.view();
    let detail = shop_runs::detail_of(&services.database, ids, &view, &services.clock).await?;
    Ok(Fresh(detail))
}

/// Remove the texts of a run from the shops' pages. Texts that have changed since stay.
#[utoipa::path(post, path = "/api/admin/content-enhancement/runs/{id}/undo", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TakenBack),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody)))]
pub async fn undo_text_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<LongRun<TakenBack>> {
    let id = path_id(&id, shop_runs::no_run)?;
    let kind = (RunKind::Texts, JOB);
    shop_runs::undo_and_wait(&services.ledger, kind, id, ANOTHER_RUN).await
}

fn model_of(services: &Services) -> Result<String> {
    let model = services.ai.configured().map(|model| model.name.clone());
    model.ok_or_else(|| Error::unavailable(NOT_SET_UP))
}

/// The town with this slug or a former one.
fn town_at(services: &Services, slug: &str) -> Result<CityEntry> {
    let view = services.catalog.view();
    let found = match view.city_by_slug(slug) {
        Lookup::Moved(slug) => view.city_by_slug(&slug),
        found => found,
    };
    match found {
        Lookup::Found(entry) if entry.is_listed() => Ok(entry),
        _ => Err(Error::NotFound("City not found.".into())),
    }
}

/// The listed shop with this slug or a former one.
fn shop_at(services: &Services, slug: &str) -> Result<Arc<Shop>> {
    let view = services.catalog.view();
    let found = match view.shop_by_slug_or_id(slug) {
        Lookup::Moved(slug) => view.shop_by_slug_or_id(&slug),
        found => found,
    };
    match found {
        Lookup::Found(shop) if shop.is_listed() => Ok(shop),
        _ => Err(Error::NotFound("Coffee shop not found.".into())),
    }
}

/// Why no text is written about this shop, if none is.
fn why_not(shop: &Shop) -> Option<String> {
    let reason = if shop.is_described_by_people {
        "People have described this shop in their own words, which always win."
    } else if !run::needs_text(shop) {
        "This shop has an AI text already. To get another one, take back the run that wrote it."
    } else if facts::count(shop) < facts::FEWEST {
        "Fewer than three facts besides name and town are stored for this shop. A text would have to make something up."
    } else {
        return None;
    };
    Some(reason.to_owned())
}
