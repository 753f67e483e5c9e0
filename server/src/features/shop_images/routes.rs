//! Starting a run, and what came of it.

use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Images, run::needs_image};
use crate::{
    catalog::shop_runs::{
        self, AskedShops, ShopRun, ShopRunDetail, TakenBack, WhichShops, start_and_wait,
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        web::{Fresh, LongRun, StartedRun, path_id},
    },
};

/// What a run did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImagesUpdated {
    pub results: ImageResults,
    /// `null` if there was nothing to do.
    #[schema(required)]
    pub run_id: Option<Uuid>,
    /// Why it ended before all shops had their turn.
    #[schema(required)]
    pub stopped: Option<String>,
}

/// How many shops had their turn.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImageResults {
    pub total: usize,
    /// Shops that got a picture.
    pub success: usize,
    pub failed: usize,
}

/// How many shops a run would visit.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageStats {
    pub total_shops: usize,
    pub shops_with_images: usize,
    /// Shops without a picture but with a website, which a run visits.
    pub shops_to_visit: usize,
    /// Shops with neither.
    pub shops_without_website: usize,
    /// The AI model that chooses pictures; `null` if the rules do.
    #[schema(required)]
    pub model: Option<String>,
}

/// Look for a picture of each shop without one on its website.
#[utoipa::path(post, path = "/api/admin/update-images", tag = "administration",
    responses((status = 200, body = ImagesUpdated),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Another run goes on", body = ErrorBody),
        (status = 503, description = "The configured model doesn't work", body = ErrorBody)))]
pub async fn update_shop_images(
    State(services): State<Services>,
) -> Result<LongRun<ImagesUpdated>> {
    let view = services.catalog.view();
    let look = move || {
        let mut is_any = false;
        view.each_listed_shop(|shop, _| is_any |= needs_image(shop));
        is_any
    };
    if !services.cpu.run(look).await? {
        return Ok(LongRun::Ended(ImagesUpdated {
            results: ImageResults::default(),
            run_id: None,
            stopped: None,
        }));
    }
    let asked = AskedShops {
        shops: WhichShops::All,
        label: "All shops".to_owned(),
        model: model_of(&services),
        by: None,
    };
    let run = start_and_wait::<Images>(&services.ledger, asked).await?;
    Ok(run.map(ImagesUpdated::from))
}

impl From<ShopRun> for ImagesUpdated {
    fn from(run: ShopRun) -> Self {
        let total = run.processed - run.skipped;
        Self {
            results: ImageResults {
                total,
                success: run.done,
                failed: total - run.done,
            },
            run_id: Some(run.id),
            stopped: run.stopped,
        }
    }
}

/// Show how many shops have a picture, and how many websites a run would visit.
#[utoipa::path(get, path = "/api/admin/update-images/stats", tag = "administration",
    responses((status = 200, body = ImageStats), (status = 401, body = ErrorBody)))]
pub async fn show_image_stats(State(services): State<Services>) -> Result<Fresh<ImageStats>> {
    let view = services.catalog.view();
    let count = move || {
        let mut stats = ImageStats::default();
        view.each_listed_shop(|shop, _| {
            stats.total_shops += 1;
            if needs_image(shop) {
                stats.shops_to_visit += 1;
            } else if shop.photos.is_empty() {
                stats.shops_without_website += 1;
            } else {
                stats.shops_with_images += 1;
            }
        });
        stats
    };
    Ok(Fresh(ImageStats {
        model: model_of(&services),
        ..services.cpu.run(count).await?
    }))
}

/// List the latest runs.
#[utoipa::path(get, path = "/api/admin/update-images/runs", tag = "administration",
    responses((status = 200, body = Vec<ShopRun>), (status = 401, body = ErrorBody)))]
pub async fn list_image_runs(State(services): State<Services>) -> Result<Fresh<Vec<ShopRun>>> {
    let runs = shop_runs::list::<Images>(&services.ledger.runs()).await?;
    Ok(Fresh(runs))
}

/// Show a run with its pictures and its problems.
#[utoipa::path(get, path = "/api/admin/update-images/runs/{id}", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = ShopRunDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_image_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ShopRunDetail>> {
    let (id, view) = (path_id(&id, shop_runs::no_run)?, services.catalog.view());
    let detail = shop_runs::detail_of::<Images>(&services.ledger.runs(), id, &view).await?;
    Ok(Fresh(detail))
}

/// Remove the images of a run from the shops' pages. Images that were replaced or removed since are left alone.
#[utoipa::path(post, path = "/api/admin/update-images/runs/{id}/undo", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TakenBack),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody)))]
pub async fn undo_image_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<LongRun<TakenBack>> {
    let id = path_id(&id, shop_runs::no_run)?;
    shop_runs::undo_and_wait::<Images>(&services.ledger, id).await
}

/// The model that would choose.
fn model_of(services: &Services) -> Option<String> {
    services.ai.vision_model().map(|model| model.name.clone())
}
