//! Tracks which nodes run which version: each reports once a minute.

use std::time::Duration;

use chrono::TimeDelta;

use super::{entity::Model, store};
use crate::{features::Services, platform::background::Background};

/// Interval between reports.
const PAUSE: Duration = Duration::from_secs(60);
/// Nodes silent for this long are deleted.
const FORGOTTEN: TimeDelta = TimeDelta::days(2);

/// Starts reporting until the server stops.
pub(super) fn start(services: &Services, background: &mut Background) {
    let (services, stopping) = (services.clone(), background.stopping());
    let started_at = services.clock.now();
    let mut node = Model {
        id: services.identifiers.next(),
        name: format!(
            "{}, process {}",
            services.settings.listen,
            std::process::id()
        ),
        version: super::VERSION.to_owned(),
        started_at,
        seen_at: started_at,
    };
    background.start(async move {
        loop {
            node.seen_at = services.clock.now();
            let limit = node.seen_at - FORGOTTEN;
            if let Err(error) = store::note_node(&services.database, node.clone(), limit).await {
                tracing::warn!(%error, "the table of nodes can't be written now");
            }
            if !stopping.pause(PAUSE).await {
                break;
            }
        }
        if let Err(error) = store::forget_node(&services.database, node.id).await {
            tracing::warn!(%error, "this node stays in the table of nodes for two days");
        }
    });
}
