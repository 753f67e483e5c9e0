//! Tracks which nodes run which version: each reports once a minute, tries the storage, and logs when
//! emails stop getting through.

use std::time::Duration;

use chrono::TimeDelta;

use super::{entity::Model, store};
use crate::{
    features::Services,
    platform::{background::Background, mail, process, version::VERSION},
};

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
        name: process::node_name(&services.settings),
        version: VERSION.to_owned(),
        started_at,
        seen_at: started_at,
        clock_offset: 0,
    };
    background.start(async move {
        let mut mail_was_broken = false;
        loop {
            node.seen_at = services.clock.now();
            node.clock_offset = services.clock.offset().num_milliseconds();
            let limit = node.seen_at - FORGOTTEN;
            if let Err(error) = store::note_node(&services.database, node.clone(), limit).await {
                tracing::warn!(%error, "the table of nodes can't be written now");
            }
            let storage = &services.storage;
            tokio::select! {
                () = storage.look(&services.identifiers, &services.clock) => {}
                () = stopping.asked() => {}
            }
            if let Ok(health) = mail::health(services.database.reads(), node.seen_at).await {
                let is_broken = health.is_broken();
                if is_broken && !mail_was_broken {
                    tracing::error!("{}", health.advice().unwrap_or_default());
                } else if mail_was_broken && !is_broken {
                    tracing::info!("emails are sent again");
                }
                mail_was_broken = is_broken;
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
