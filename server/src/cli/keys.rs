//! `townperk keys`: the keys that sign cookies and links.

use super::database::{self, Right};
use crate::platform::{error::Result, id_generator::IdGenerator, keys::Keys, settings::Settings};

/// Manage the keys that sign cookies and links.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Create a new signing key. The previous one stays valid until the next rotation.
    Rotate,
}

/// Runs the command.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let (_, database, clock) = database::open(&settings, Right::Use).await?;
    match arguments.action {
        Action::Rotate => {
            Keys::rotate(&database, &clock, &IdGenerator::new(clock.clone())).await?;
            say!("New signing key created. Running servers switch to it within a minute.");
        }
    }
    database.close().await
}
