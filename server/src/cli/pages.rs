//! `townperk pages`: the operator's pages from files.

use std::{path::PathBuf, process::ExitCode};

use clap::Subcommand;

use crate::{
    features::site::pages::files,
    platform::{error::Result, settings::Settings},
};

/// Terms, privacy, imprint and further pages.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Add or replace pages from a folder of Markdown files, all or none. A running server shows them at once.
    Import {
        /// Contains `SLUG.md` files: lines such as `title: About us` between two lines of ---, then Markdown. Known are title,
        /// description, date (2026-11-22) and place (menu, footer or nowhere).
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let Command::Import { folder } = arguments.command;
    let services = super::open_services(&settings).await?;
    let done = files::import(&services.ledger, &folder).await?;
    say!(
        "Pages: {} added, {} updated, {} unchanged.",
        done.added,
        done.updated,
        done.unchanged
    );
    services.database.close().await?;
    Ok(ExitCode::SUCCESS)
}
