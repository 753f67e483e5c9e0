//! Publishing texts: at once, or when the administrator has read them (`ai_publish`, D78).

use std::sync::Arc;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Texts,
    checks::check,
    fact::ShopFacts,
    need::{CHANGED, may_get_text},
};
use crate::{
    catalog::{
        View,
        entities::shop,
        origin::{AI, AI_TEXT},
        shop_runs::{self, ShopOutcome},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        web::{Actor, LongRun},
    },
};

/// A text for a shop.
#[derive(Clone, Debug)]
pub(super) struct ShopText {
    pub(super) run: Uuid,
    pub(super) shop: Uuid,
    pub(super) text: Arc<str>,
    /// The model that wrote it.
    pub(super) model: Option<String>,
    /// Whether it has waited for the administrator, who may meanwhile have decided otherwise.
    pub(super) has_waited: bool,
}

/// Writes the text, unless somebody described the shop while the model was thinking or the text was waiting.
pub(super) async fn publish(services: &Services, actor: Actor, text: ShopText) -> Result<()> {
    services
        .ledger
        .act(actor, "shop.ai_text", move |act| {
            let new = text.clone();
            Box::pin(async move {
                let (run, id) = (new.run, new.shop);
                let row: Option<shop::Model> = act.find(id).await?;
                if new.has_waited {
                    let ids = (run, Some(id));
                    let decided = shop_runs::decide(act.transaction(), ids, ShopOutcome::Done);
                    if decided.await? == 0 {
                        return Ok(());
                    }
                }
                let Some(row) = row.filter(may_get_text) else {
                    let result = (ShopOutcome::Skipped, Some(CHANGED));
                    return shop_runs::note(act.transaction(), (run, id), result, act.now()).await;
                };
                let mut after = row.clone();
                after.ai_generated_description = Some(new.text.to_string());
                after.provenance.0.insert(AI_TEXT.to_owned(), AI.to_owned());
                act.set_subject(Subject::new("shop", id, &row.name));
                if let Some(model) = &new.model {
                    act.set_note(&format!("Written by {model}"));
                }
                act.update(&row, after).await?;
                let result = (ShopOutcome::Done, Some(&*new.text));
                shop_runs::note(act.transaction(), (run, id), result, act.now()).await
            })
        })
        .await?;
    Ok(())
}

/// Publishes what waits in a run: one shop's text at once, or all of them in a job.
pub(super) async fn publish_waiting(
    services: &Services,
    actor: Actor,
    (run, shop): (Uuid, Option<Uuid>),
) -> Result<LongRun<()>> {
    let runs = services.ledger.runs();
    let asked = runs
        .find::<Texts>(run)
        .await?
        .ok_or_else(shop_runs::no_run)?
        .asked;
    if shop.is_none() {
        return runs.follow_up::<Texts>(json!({ "publish": run })).await;
    }
    let waiting = shop_runs::with_outcome(services.database.reads(), run, ShopOutcome::Waiting);
    for result in waiting
        .await?
        .into_iter()
        .filter(|result| Some(result.shop_id) == shop)
    {
        publish_if_true(services, actor, asked.model.clone(), result).await?;
    }
    Ok(LongRun::Ended(()))
}

/// The run whose waiting texts a job publishes, if it is such a job.
pub(super) fn published_by(payload: &Value) -> Option<Uuid> {
    Uuid::try_parse(payload.get("publish")?.as_str()?).ok()
}

/// Runs the job. It begins with what still waits, so it goes on after an interruption.
pub(super) async fn publish_all(
    services: &Services,
    attempt: &JobAttempt,
    run: Uuid,
) -> Result<JobOutcome> {
    let Some(found) = services.ledger.runs().find::<Texts>(run).await? else {
        return Ok(JobOutcome::Done);
    };
    let waiting = shop_runs::with_outcome(services.database.reads(), run, ShopOutcome::Waiting);
    let waiting = waiting.await?;
    let total = waiting.len() as u64;
    for (done, result) in (0..).zip(waiting) {
        attempt.progress.note(done, total).await;
        publish_if_true(services, Actor::System, found.asked.model.clone(), result).await?;
    }
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

/// Facts may have changed since a text was written.
async fn publish_if_true(
    services: &Services,
    actor: Actor,
    model: Option<String>,
    result: shop_runs::ResultRow,
) -> Result<()> {
    let text = result.detail.unwrap_or_default();
    let (run, shop) = (result.run_id, result.shop_id);
    let view = services.catalog.view();
    if let Some(doubt) = facts_of(&view, shop).and_then(|facts| doubt(&text, &facts)) {
        return skip(services, (run, shop), doubt).await;
    }
    let new = ShopText {
        run,
        shop,
        text: text.into(),
        model,
        has_waited: true,
    };
    publish(services, actor, new).await
}

async fn skip(services: &Services, (run, shop): (Uuid, Uuid), doubt: String) -> Result<()> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let doubt = doubt.clone();
            Box::pin(async move {
                let ids = (run, Some(shop));
                if shop_runs::decide(transaction, ids, ShopOutcome::Skipped).await? > 0 {
                    let result = (ShopOutcome::Skipped, Some(&*doubt));
                    shop_runs::note(transaction, (run, shop), result, now).await?;
                }
                Ok(())
            })
        })
        .await
}

/// A listed shop's facts as they are now.
pub(super) fn facts_of(view: &View, shop: Uuid) -> Option<ShopFacts> {
    let (shop, town) = view.listed_shop(shop)?;
    Some(ShopFacts::of(view, &shop, &town.city))
}

/// What a text says that the facts no longer say.
pub(super) fn doubt(text: &str, facts: &ShopFacts) -> Option<String> {
    let reason = check(text, facts).err()?;
    Some(format!(
        "The shop's facts have changed since it was written. {reason}"
    ))
}

/// Decides against what waits in a run, of one shop or of all.
pub(super) async fn decline_waiting(
    services: &Services,
    (run, shop): (Uuid, Option<Uuid>),
) -> Result<()> {
    let found = services.ledger.runs().find::<Texts>(run).await?;
    found.ok_or_else(shop_runs::no_run)?;
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                shop_runs::decide(transaction, (run, shop), ShopOutcome::Declined).await?;
                Ok(())
            })
        })
        .await
}
