//! Starting runs, and what came of them.

use std::{collections::HashSet, sync::Arc};

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Texts, facts, need, publish};
use crate::{
    catalog::{
        CityEntry, Lookup, Shop, View,
        answers::ShopAnswer,
        not_found::{city_not_found, shop_not_found},
        shop_runs::{
            self, AskedShops, ShopRun, ShopRunResult, TakenBack, WhichShops, start_and_wait,
        },
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBody, LongRun, StartedRun, path_id},
    },
};

/// The message when the settings name no model.
const NOT_SET_UP: &str = "AI texts are off. To turn them on, set ai_url and ai_model in the server's settings and restart it.";
/// How many errors an answer names.
const MAX_ERRORS: usize = 100;

/// What a run did in a town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityTextsWritten {
    /// Shops that got a text, those included whose text waits to be published.
    pub enhanced: usize,
    /// Of these, texts that wait.
    pub waiting: usize,
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
    /// Shops that got a text, those included whose text waits to be published.
    pub total_enhanced: usize,
    /// Of these, texts that wait.
    pub waiting: usize,
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
    /// Whether a text was written.
    pub enhanced: bool,
    /// The text, if it waits to be published.
    #[schema(required)]
    pub waiting: Option<String>,
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
    let asked = AskedShops {
        shops: WhichShops::City(town.city.id),
        label: format!("{city}, {}", town.city.state),
        model: Some(model),
        by: None,
    };
    let run = start_and_wait::<Texts>(&services.ledger, asked).await?;
    Ok(run.map(|run| CityTextsWritten {
        enhanced: run.done + run.waiting,
        waiting: run.waiting,
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
    let asked = AskedShops {
        shops: WhichShops::All,
        label: "All shops".to_owned(),
        model: Some(model_of(&services)?),
        by: None,
    };
    let run = start_and_wait::<Texts>(&services.ledger, asked).await?;
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
    let detail = shop_runs::detail_of::<Texts>(&services.ledger.runs(), run.id, &view).await?;
    let mut errors: Vec<String> = run.stopped.iter().cloned().collect();
    errors.extend(detail.problems.into_iter().map(|problem| {
        let reason = problem.detail.unwrap_or_default();
        format!("{}, {}: {reason}", problem.name, problem.town)
    }));
    errors.truncate(MAX_ERRORS);
    Ok(AllTextsWritten {
        cities_processed: cities.len(),
        total_enhanced: run.done + run.waiting,
        waiting: run.waiting,
        errors,
        run_id: run.id,
        stopped: run.stopped,
    })
}

/// Have a text written for one shop, if nobody has described it. It waits or is published like those of larger runs.
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
            waiting: None,
            shop: ShopAnswer::in_full(&services.catalog.view(), &shop),
            reason: Some(reason),
            run_id: None,
        }));
    }
    let asked = AskedShops {
        shops: WhichShops::Shop(shop.id),
        label: shop.name.to_string(),
        model: Some(model),
        by: None,
    };
    let run = start_and_wait::<Texts>(&services.ledger, asked).await?;
    run.try_map(|run| one_written(&services, run, shop)).await
}

/// What a run for one shop did.
async fn one_written(
    services: &Services,
    run: ShopRun,
    shop: Arc<Shop>,
) -> Result<ShopTextWritten> {
    let view = services.catalog.view();
    let detail = shop_runs::detail_of::<Texts>(&services.ledger.runs(), run.id, &view).await?;
    let problem = detail.problems.into_iter().next();
    let waiting = shop_runs::waiting_of(&services.database, run.id, &view).await?;
    let waiting = waiting.into_iter().next().and_then(|result| result.detail);
    let shop = view.any_shop(shop.id).unwrap_or(shop);
    Ok(ShopTextWritten {
        enhanced: run.done > 0 || waiting.is_some(),
        waiting,
        shop: ShopAnswer::in_full(&view, &shop),
        reason: problem.and_then(|problem| problem.detail).or(run.stopped),
        run_id: Some(run.id),
    })
}

/// List the latest runs.
#[utoipa::path(get, path = "/api/admin/content-enhancement/runs", tag = "administration",
    responses((status = 200, body = Vec<ShopRun>), (status = 401, body = ErrorBody)))]
pub async fn list_text_runs(State(services): State<Services>) -> Result<Fresh<Vec<ShopRun>>> {
    let runs = shop_runs::list::<Texts>(&services.ledger.runs()).await?;
    Ok(Fresh(runs))
}

/// A run with its texts and its problems.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextRunDetail {
    pub run: ShopRun,
    /// Texts that wait to be published; at most 100.
    pub waiting: Vec<WaitingText>,
    /// The latest that were refused, failed, skipped or declined; at most 100.
    pub problems: Vec<ShopRunResult>,
    /// The latest that were published or taken back; at most 100.
    pub successes: Vec<ShopRunResult>,
}

/// A text beside the facts that it was made of.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingText {
    pub shop_id: Uuid,
    /// `null` if its page is gone.
    #[schema(required)]
    pub slug: Option<String>,
    pub name: String,
    /// Such as `Alexandria, LA`.
    pub town: String,
    pub text: String,
    /// The shop's facts as they are now, such as `street: 126 Main Street`.
    pub facts: Vec<String>,
    /// Why it can't be published any more.
    #[schema(required)]
    pub doubt: Option<String>,
}

/// Show a run with its texts and its problems.
#[utoipa::path(get, path = "/api/admin/content-enhancement/runs/{id}", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TextRunDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_text_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<TextRunDetail>> {
    let (id, view) = (path_id(&id, shop_runs::no_run)?, services.catalog.view());
    let detail = shop_runs::detail_of::<Texts>(&services.ledger.runs(), id, &view).await?;
    let waiting = shop_runs::waiting_of(&services.database, id, &view).await?;
    Ok(Fresh(TextRunDetail {
        run: detail.run,
        waiting: waiting
            .into_iter()
            .map(|it| beside_facts(&view, it))
            .collect(),
        problems: detail.problems,
        successes: detail.successes,
    }))
}

fn beside_facts(view: &View, waiting: ShopRunResult) -> WaitingText {
    let text = waiting.detail.unwrap_or_default();
    let facts = publish::facts_of(view, waiting.shop_id).unwrap_or_default();
    WaitingText {
        doubt: publish::doubt(&text, &facts),
        facts: facts.in_words(),
        shop_id: waiting.shop_id,
        slug: waiting.slug,
        name: waiting.name,
        town: waiting.town,
        text,
    }
}

/// Which texts of a run are meant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhichTexts {
    /// One shop's; without it, all that wait.
    #[serde(default)]
    pub shop_id: Option<Uuid>,
}

/// Publish texts of a run that wait. A text whose shop has changed so that it is no longer true is left out.
#[utoipa::path(post, path = "/api/admin/content-enhancement/runs/{id}/publish", tag = "administration",
    params(("id" = Uuid, Path)), request_body = WhichTexts,
    responses((status = 200, body = ShopRun),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Another run goes on", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn publish_texts(
    State(services): State<Services>,
    actor: Actor,
    Path(id): Path<String>,
    JsonBody(which): JsonBody<WhichTexts>,
) -> Result<LongRun<ShopRun>> {
    let id = path_id(&id, shop_runs::no_run)?;
    let published = publish::publish_waiting(&services, actor, (id, which.shop_id)).await?;
    let runs = services.ledger.runs();
    published
        .try_map(async |()| shop_runs::run_of::<Texts>(&runs, id).await)
        .await
}

/// Decide against texts of a run that wait. A later run writes new ones.
#[utoipa::path(post, path = "/api/admin/content-enhancement/runs/{id}/discard", tag = "administration",
    params(("id" = Uuid, Path)), request_body = WhichTexts,
    responses((status = 200, body = ShopRun), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn discard_texts(
    State(services): State<Services>,
    Path(id): Path<String>,
    JsonBody(which): JsonBody<WhichTexts>,
) -> Result<Fresh<ShopRun>> {
    let id = path_id(&id, shop_runs::no_run)?;
    publish::decline_waiting(&services, (id, which.shop_id)).await?;
    Ok(Fresh(
        shop_runs::run_of::<Texts>(&services.ledger.runs(), id).await?,
    ))
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
    shop_runs::undo_and_wait::<Texts>(&services.ledger, id).await
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
        _ => Err(city_not_found()),
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
        _ => Err(shop_not_found()),
    }
}

/// Why no text is written about this shop, if none is.
fn why_not(shop: &Shop) -> Option<String> {
    let reason = if shop.is_described_by_people {
        "People have described this shop in their own words, which always win."
    } else if !need::needs_text(shop) {
        "This shop has an AI text already. To get another one, take back the run that wrote it."
    } else if facts::count(shop) < facts::FEWEST {
        "Fewer than three facts besides name and town are stored for this shop. A text would have to make something up."
    } else {
        return None;
    };
    Some(reason.to_owned())
}
