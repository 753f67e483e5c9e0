//! Taking back a run: what Foursquare said about its coffee shops ends. What stood there before isn't known any more, because
//! nothing of Foursquare may be kept for longer than it is shown (D72); a new run brings it back.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Enhancement, photos, store};
use crate::{
    catalog::{
        entities::shop,
        foursquare_content,
        shop_runs::{self, ResultRow, Taken, TakenBack, Undo, Undoable, no_run},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        jobs::{JobAttempt, JobOutcome},
        web::{LongRun, StartedRun, path_id},
    },
};

impl Undoable for Enhancement {
    const UNDO: Undo = Undo {
        action: "shop.enhance_undo",
        subject: "foursquare run",
        is_one_entry: false,
        take_back: |act, result| Box::pin(end(act, result)),
    };

    fn label(asked: &Self::Asked) -> String {
        if asked.state.is_empty() {
            asked.city_name.clone()
        } else {
            format!("{}, {}", asked.city_name, asked.state)
        }
    }
}

/// The detail of a result: by it a run knows what it brought from what a later one did.
pub(super) fn mark(until: DateTime<Utc>) -> String {
    until.timestamp_millis().to_string()
}

async fn end(act: &Act<'_>, result: &ResultRow) -> Result<Taken> {
    let row: Option<shop::Model> = act.find(result.shop_id).await?;
    let Some(row) = row else {
        return Ok(Taken::Kept("The coffee shop is gone."));
    };
    let Some(until) = row.foursquare_expires_at else {
        return Ok(Taken::Kept("What Foursquare said has ended since."));
    };
    if Some(mark(until)) != result.detail {
        return Ok(Taken::Kept("Foursquare was asked again since."));
    }
    let mut after = row.clone();
    foursquare_content::erase(&mut after);
    // Otherwise tonight's renewal brings it back.
    after.foursquare_id = None;
    photos::end(act, row.id).await?;
    act.update(&row, after).await?;
    Ok(Taken::Back)
}

/// Runs the job: takes the run `id` back, and lets its town be enhanced again.
pub(super) async fn run(services: &Services, attempt: &JobAttempt, id: Uuid) -> Result<JobOutcome> {
    let outcome = shop_runs::run_undo::<Enhancement>(&services.ledger, attempt, id).await?;
    store::release(&services.database, id).await?;
    Ok(outcome)
}

/// End what a run brought: ratings, price levels, categories, hours and photos. What was asked again since stays.
#[utoipa::path(post, operation_id = "undo_foursquare_run", path = "/api/admin/foursquare-enhancement/history/{id}/undo", tag = "administration",
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
    shop_runs::undo_and_wait::<Enhancement>(&services.ledger, id).await
}
