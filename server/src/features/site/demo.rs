//! From demo to real: one press removes what was invented, and keeps the rest.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{remaining::remaining, writing::Subject},
    features::{Services, room::RemovedSamples},
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh},
    },
};

/// What was removed, and what stays.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoRemoved {
    pub removed: Vec<RemovedSamples>,
    /// Coffee shops: imported, listed or added, or invented and paid for. Those that visitors don't see count, too.
    pub remaining: u64,
    /// Towns with a coffee shop, and those that the administrator made.
    pub remaining_towns: u64,
    /// Articles that somebody wrote or imported, drafts as well.
    pub remaining_articles: u64,
}

/// Remove the demo's shops, with what people did to them, its towns and its articles. Everything else stays; this can't be undone.
#[utoipa::path(post, operation_id = "remove_demo", path = "/api/admin/site/remove-demo", tag = "administration",
    responses((status = 200, body = DemoRemoved), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn remove_demo(
    State(services): State<Services>,
    actor: Actor,
) -> Result<Fresh<DemoRemoved>> {
    // In its own task: a closed tab doesn't stop it halfway.
    let removing = tokio::spawn(async move { clear(&services, actor).await });
    let done = removing
        .await
        .map_err(|error| Error::Internal(format!("removing the demo did not end: {error}")))?;
    done.map(Fresh)
}

async fn clear(services: &Services, actor: Actor) -> Result<DemoRemoved> {
    let removed = services.rooms.clear_samples(services).await?;
    services.catalog.catch_up().await?;
    let counts = removed.iter().map(|part| match part.kept {
        0 => format!("{} {}", part.count, part.what),
        kept => format!("{} {} ({kept} kept)", part.count, part.what),
    });
    let note = counts.collect::<Vec<_>>().join(", ");
    if removed.iter().any(|part| part.count > 0) {
        services
            .ledger
            .act(actor, "site.remove_demo", move |act| {
                let note = note.clone();
                Box::pin(async move {
                    act.set_subject(Subject {
                        kind: "site",
                        id: None,
                        label: "Demo".to_owned(),
                    });
                    act.set_note(&note);
                    Ok(())
                })
            })
            .await?;
    }
    let kept = remaining(services.database.reads()).await?;
    Ok(DemoRemoved {
        removed,
        remaining: kept.shops,
        remaining_towns: kept.towns,
        remaining_articles: kept.articles,
    })
}
