//! `townperk blog`: articles from files.

use std::{path::PathBuf, process::ExitCode};

use clap::Subcommand;

use crate::{
    features::blog::{self, Collection},
    platform::{
        clock::Clock, data_folder::DataFolder, database::Database, error::Result,
        identifiers::Identifiers, settings::Settings,
    },
};

/// The articles of the blog.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add or update articles from a folder of Markdown files, all or none. A running server follows at once.
    Import {
        /// Holds `SLUG.md` files and, where there are new categories, `categories.txt`.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// Runs the command and says what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let Command::Import { folder } = arguments.command;
    let collection = Collection::open(&folder)?;
    let data = DataFolder::open(&settings.data_dir)?;
    let database = Database::open(&settings, &data).await?;
    let clock = Clock::system();
    let done = blog::import(
        &database,
        &collection,
        &clock,
        &Identifiers::new(clock.clone()),
    )
    .await?;
    say!(
        "Articles: {} added, {} updated, {} unchanged.",
        done.added,
        done.updated,
        done.unchanged
    );
    database.close().await?;
    Ok(ExitCode::SUCCESS)
}
