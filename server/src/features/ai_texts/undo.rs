//! Taking back the texts of a run, in acts of a few shops each. A text that has changed since stays.

use std::sync::Arc;

use serde_json::json;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::shop,
        origin::AI_TEXT,
        shop_runs::{self, ResultRow, RunRow, ShopOutcome},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        web::Actor,
    },
};

/// How many shops an act changes.
const TOGETHER: usize = 50;

/// The payload that names the run.
pub(super) fn payload(run: Uuid) -> serde_json::Value {
    json!({ "undo": run })
}

/// The run that a job's payload names, if it is one of ours.
pub(super) fn run_in(payload: &serde_json::Value) -> Option<Uuid> {
    Uuid::try_parse(payload.get("undo")?.as_str()?).ok()
}

/// Runs the job.
pub(super) async fn run(services: Services, attempt: JobAttempt, id: Uuid) -> Result<JobOutcome> {
    let reads = services.database.reads();
    let Some(run) = shop_runs::find(reads, id).await? else {
        return Ok(JobOutcome::Done);
    };
    let texts = shop_runs::with_outcome(reads, id, ShopOutcome::Done).await?;
    let (mut done, total) = (0, texts.len() as u64);
    for some in texts.chunks(TOGETHER) {
        attempt.progress.note(done, total).await;
        take_back(&services, &run, some.into()).await?;
        done += some.len() as u64;
    }
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

async fn take_back(services: &Services, run: &RunRow, texts: Arc<[ResultRow]>) -> Result<()> {
    let (id, label) = (run.id, run.label.clone());
    services
        .ledger
        .act(Actor::System, "shop.ai_text_undo", move |act| {
            let (texts, label) = (texts.clone(), label.clone());
            Box::pin(async move {
                act.set_subject(Subject::new("ai run", id, &label));
                for text in texts.iter() {
                    remove(act, text).await?;
                }
                Ok(())
            })
        })
        .await?;
    Ok(())
}

async fn remove(act: &Act<'_>, text: &ResultRow) -> Result<()> {
    let row: Option<shop::Model> = act.find(text.shop_id).await?;
    let Some(row) = row.filter(|row| row.ai_generated_description == text.detail) else {
        // It was taken back by itself, or replaced.
        return Ok(());
    };
    let mut after = row.clone();
    after.ai_generated_description = None;
    after.provenance.0.remove(AI_TEXT);
    act.update(&row, after).await?;
    let result = (ShopOutcome::Undone, text.detail.as_deref());
    let ids = (text.run_id, text.shop_id);
    shop_runs::note(act.transaction(), ids, result, act.now()).await
}
