//! `townperk restore`: a backup, restored into an empty place.

use std::path::PathBuf;

use super::backup::{photos_of, tell};
use crate::{
    catalog::feed,
    platform::{
        backup, clock::Clock, data_folder::DataFolder, database::Database, error::Result,
        settings::Settings,
    },
};

/// Restore a file of `townperk backup` into an empty database, of whichever engine: all of it or, when anything is wrong,
/// nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    file: PathBuf,
    /// Read and check the whole file, and restore nothing.
    #[arg(long)]
    check: bool,
}

/// Runs the command and says what was restored.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let file = &arguments.file;
    if arguments.check {
        let summary = backup::verify(file).await?;
        tell(&summary);
        say!(
            "{} is whole: made {} by Townperk {} on {}.",
            file.display(),
            summary.header.made_at.format("%Y-%m-%d %H:%M UTC"),
            summary.header.program,
            summary.header.engine
        );
        return Ok(());
    }
    let folder = DataFolder::open(&settings.data_dir)?;
    // A server that has loaded an empty directory must not be running.
    let _lock = folder.lock()?;
    let database = Database::connect(&settings, &folder).await?;
    let now = Clock::system().now();
    let photos = photos_of(&folder);
    let summary = backup::restore(file, &database, &photos, move |transaction| {
        Box::pin(feed::begin(transaction, now))
    })
    .await?;
    tell(&summary);
    say!("Restored and checked. Start the server with `townperk serve`.");
    database.close().await
}
