//! `townperk blog`: articles from files.

use std::{io::IsTerminal, path::PathBuf, process::ExitCode};

use clap::Subcommand;

use super::database::{self, Right};
use crate::{
    features::blog::{self, Collection, Edited, Imported},
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        settings::Settings,
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
    /// Add or update articles from a folder of Markdown files, all or none. A running server picks them up at once.
    Import {
        /// Contains `SLUG.md` files and, for new categories, `categories.txt`.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// Also replace articles that were changed or deleted in the panel, which otherwise stay as they are.
        #[arg(long)]
        overwrite: bool,
    },
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let Command::Import { folder, overwrite } = arguments.command;
    let collection = Collection::open(&folder)?;
    let (_, database, clock) = database::open(&settings, Right::Use).await?;
    let identifiers = IdGenerator::new(clock.clone());
    let import =
        async |edited| blog::import(&database, &collection, (&clock, &identifiers), edited).await;
    let edited = if overwrite {
        Edited::Replaced
    } else {
        Edited::LeftAlone
    };
    let mut done = import(edited).await?;
    tell(&done);
    if !done.left_alone.is_empty() && is_replaced(&done)? {
        done = import(Edited::Replaced).await?;
        tell(&done);
    }
    database.close().await?;
    Ok(ExitCode::SUCCESS)
}

fn tell(done: &Imported) {
    say!(
        "Articles: {} added, {} updated, {} unchanged.",
        done.added,
        done.updated,
        done.unchanged
    );
}

/// Lists the articles that were changed in the panel, and asks about them if someone can answer.
fn is_replaced(done: &Imported) -> Result<bool> {
    let slugs = done.left_alone.join(", ");
    say!("Skipped because they were changed or deleted in the panel: {slugs}.");
    if !std::io::stdin().is_terminal() {
        say!("To replace them with their files, add --overwrite.");
        return Ok(false);
    }
    say!("Replace them with their files? Type yes to continue, anything else to skip:");
    let mut answer = String::new();
    std::io::stdin()
        .read_line(&mut answer)
        .map_err(|error| Error::Setup(format!("the answer can't be read: {error}")))?;
    Ok(answer.trim().eq_ignore_ascii_case("yes"))
}
