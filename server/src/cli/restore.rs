//! `townperk restore`: restores a backup into an empty installation.

use std::path::PathBuf;

use super::{
    backup::{photos_of, tell},
    database,
};
use crate::{
    catalog::feed,
    platform::{
        backup::{self, Photos},
        clock::Clock,
        data_folder::DataFolder,
        database::{Database, SqliteFile},
        error::Result,
        settings::Settings,
    },
};

/// Restore a `townperk backup` file into an empty SQLite or PostgreSQL database: all of it or, if anything is wrong,
/// nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    file: PathBuf,
    /// Read and verify the whole file, but restore nothing.
    #[arg(long)]
    check: bool,
}

/// Runs the command and prints what was restored.
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
    // A running server would keep the empty directory that it loaded.
    let _lock = folder.lock()?;
    let sqlite = SqliteFile::of(&settings, &folder);
    let _database_lock = sqlite.as_ref().map(SqliteFile::lock).transpose()?;
    database::say_which(&settings, &folder);
    let database = Database::connect(&settings, &folder).await?;
    let now = Clock::system().now();
    let photos = photos_of(&settings, &folder)?;
    let summary = backup::restore(file, &database, &photos, move |transaction| {
        Box::pin(feed::begin(transaction, now))
    })
    .await?;
    tell(&summary);
    if let Some(place) = &summary.header.photos_elsewhere
        && !matches!(&photos, Photos::Elsewhere(here) if here == place)
    {
        say!(
            "Set TOWNPERK_STORAGE_URL to {place} before you start the server, or pages won't have their photos."
        );
    }
    say!("Restored and verified. Start the server with `townperk serve`.");
    database.close().await
}
