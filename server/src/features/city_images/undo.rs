//! Earlier runs, and taking one back: its images go, and another run may find them again.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{AllCities, Discovery};
use crate::{
    catalog::{
        entities::{city, photo},
        photos::{self, Owner},
        shop_runs::{
            self, KeptResult, ResultRow, ShopOutcome, ShopRunState, Taken, TakenBack, Tally, Undo,
            Undoable, no_run,
        },
        writing::Act,
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        runs::Run,
        web::{Fresh, LongRun, StartedRun, path_id},
    },
};

/// How many runs are listed.
const LISTED: u64 = 20;
/// What a town without an image has as its source.
pub(super) const NO_IMAGE: &str = "fallback";
const REPLACED: Taken = Taken::Kept("The image was removed or replaced since.");

impl Undoable for Discovery {
    const UNDO: Undo = Undo {
        action: "city.image_undo",
        subject: "image search",
        is_one_entry: false,
        take_back: |act, result| Box::pin(remove(act, result)),
    };

    fn label(_: &AllCities) -> String {
        "City images".to_owned()
    }
}

/// Takes an image back. The result's row has the town's ID, and the image's key.
async fn remove(act: &Act<'_>, result: &ResultRow) -> Result<Taken> {
    let id = result.shop_id;
    let town: Option<city::Model> = act.find(id).await?;
    let Some(town) = town else {
        return Ok(Taken::Kept("The town is gone."));
    };
    let shown = photos::of_owner(act.transaction(), Owner::City(id)).await?;
    let added = shown
        .into_iter()
        .find(|photo| Some(&photo.key) == result.detail.as_ref());
    let Some(added) = added else {
        return Ok(REPLACED);
    };
    // Locked: someone may be changing it.
    let added: Option<photo::Model> = act.find(added.id).await?;
    let Some(added) = added.filter(|photo| photo.removed_at.is_none()) else {
        return Ok(REPLACED);
    };
    if added.updated_at > result.created_at {
        return Ok(Taken::Kept("The image was edited since."));
    }
    let mut after = added.clone();
    after.removed_at = Some(act.now());
    // What somebody removed isn't found again. This was only a run, and another may find it.
    after.source_url = None;
    act.update(&added, after).await?;
    let mut without = town.clone();
    NO_IMAGE.clone_into(&mut without.image_source);
    act.update(&town, without).await?;
    Ok(Taken::Back)
}

/// A run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImageSearch {
    pub id: Uuid,
    pub started_at: DateTime<Utc>,
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    pub state: ShopRunState,
    /// Cities without an image that were looked at.
    pub checked: i32,
    /// Images from Wikipedia.
    pub wikipedia: i32,
    /// Stock photos.
    pub stock: i32,
    /// Why it ended before all cities had their turn.
    #[schema(required)]
    pub stopped: Option<String>,
    /// Images that undoing the run would remove, unless they have changed since. None of runs before this was noted.
    pub undoable: usize,
    /// Images that were taken back.
    pub undone: usize,
    /// Images that stayed when the run was taken back; at most 100.
    pub kept: Vec<KeptImage>,
}

/// An image that stayed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptImage {
    pub city_id: Uuid,
    /// Such as `Alexandria, LA`.
    pub town: String,
    pub kept_because: String,
}

impl ImageSearch {
    fn of(run: Run<Discovery>, tally: &Tally, kept: Vec<KeptImage>) -> Self {
        Self {
            id: run.id,
            started_at: run.started_at,
            ended_at: run.ended_at,
            state: run.state.into(),
            checked: run.result.checked,
            wikipedia: run.result.wikipedia,
            stock: run.result.stock,
            stopped: run.stopped,
            undoable: tally.of(ShopOutcome::Done),
            undone: tally.of(ShopOutcome::Undone),
            kept,
        }
    }
}

/// List the latest runs, newest first.
#[utoipa::path(get, operation_id = "list_image_searches", path = "/api/admin/cities/discover-images/runs", tag = "administration",
    responses((status = 200, body = Vec<ImageSearch>), (status = 401, body = ErrorBody)))]
pub async fn list_runs(State(services): State<Services>) -> Result<Fresh<Vec<ImageSearch>>> {
    let runs = services.ledger.runs().latest::<Discovery>(LISTED).await?;
    let ids: Vec<Uuid> = runs.iter().map(|run| run.id).collect();
    let reads = services.database.reads();
    let mut tallies = shop_runs::tallies(reads, &ids).await?;
    let view = services.catalog.view();
    let mut listed = Vec::new();
    for run in runs {
        let kept = shop_runs::kept_results(reads, run.id).await?;
        let kept = kept.into_iter().map(|KeptResult { id, reason }| KeptImage {
            city_id: id,
            town: view.city(id).map_or_else(
                || "A removed town".to_owned(),
                |entry| format!("{}, {}", entry.city.name, entry.city.state),
            ),
            kept_because: reason,
        });
        let tally = tallies.remove(&run.id).unwrap_or_default();
        listed.push(ImageSearch::of(run, &tally, kept.collect()));
    }
    Ok(Fresh(listed))
}

/// Remove the images that a run found. Those that have changed since stay.
#[utoipa::path(post, operation_id = "undo_image_search", path = "/api/admin/cities/discover-images/runs/{id}/undo", tag = "administration",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TakenBack),
        (status = 202, description = "It takes longer than a minute and goes on", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Another run goes on", body = ErrorBody)))]
pub async fn undo_run(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<LongRun<TakenBack>> {
    let id = path_id(&id, no_run)?;
    shop_runs::undo_and_wait::<Discovery>(&services.ledger, id).await
}
