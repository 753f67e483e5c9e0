//! `townperk migrate`: creates the database, or brings an older one to this program's schema.

use super::database::{self, Right};
use crate::platform::{error::Result, settings::Settings};

/// Runs the command.
pub(super) async fn run(settings: &Settings) -> Result<()> {
    let (_, database, _) = database::open(settings, Right::Migrate).await?;
    database.close().await?;
    say!("The database has this version's schema.");
    Ok(())
}
