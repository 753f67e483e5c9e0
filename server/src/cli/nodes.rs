//! `townperk nodes`: which servers use this database.

use super::database::{self, Right};
use crate::{
    features::operator,
    platform::{error::Result, settings::Settings},
};

/// Prints a line per node.
pub(super) async fn run(settings: &Settings) -> Result<()> {
    let (_, database, clock) = database::open(settings, Right::Use).await?;
    let nodes = operator::nodes(&database, clock.now()).await?;
    for node in &nodes {
        say!(
            "{}  version {}, started {}, seen {}, clock {}{}{}",
            node.name,
            node.version,
            node.started.age,
            node.seen.age,
            node.clock,
            if node.jobs.is_empty() {
                String::new()
            } else {
                format!(", runs {}", node.jobs.join(", "))
            },
            node.advice
                .as_ref()
                .map(|advice| format!(". {advice}"))
                .unwrap_or_default(),
        );
    }
    let count = nodes.len();
    say!("{count} {}.", if count == 1 { "node" } else { "nodes" });
    database.close().await
}
