//! `townperk imports`: what was imported, and taking it back.

use clap::Subcommand;

use super::open_services;
use crate::{
    features::{
        Services,
        imports::{ImportSummary, history_of, kept_of, undo_import},
    },
    platform::{error::Result, numbers::counted, settings::Settings},
};

/// See what was imported in the last year, and take it back. A running server follows at once.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print imports, newest first.
    List,
    /// Take an import back: shops that it added and nobody has touched go, and facts that it changed return. What
    /// somebody has changed since stays and is named.
    Undo {
        #[arg(value_name = "NUMBER")]
        number: i64,
    },
}

/// How many imports are read at a time.
const PAGE: u64 = 500;
/// How many shops that stay are named.
const NAMED: u64 = 500;

/// Runs the command.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let services = open_services(&settings).await?;
    match arguments.command {
        Command::List => list(&services).await?,
        Command::Undo { number } => undo(&services, number).await?,
    }
    services.database.close().await
}

async fn list(services: &Services) -> Result<()> {
    let mut skip = 0;
    loop {
        let page = history_of(&services.database, (skip, PAGE), services.clock.now()).await?;
        if skip == 0 && page.is_empty() {
            say!("Nothing was imported in the last year.");
        }
        for import in &page {
            say_import(import);
        }
        skip += PAGE;
        if (page.len() as u64) < PAGE {
            return Ok(());
        }
    }
}

fn say_import(import: &ImportSummary) {
    let day = import.started_at.format("%Y-%m-%d %H:%M");
    let source = match &import.source {
        Some(source) => format!(" ({source})"),
        None => String::new(),
    };
    let counts = import.counts;
    let state = match (import.undone_at, import.ended_at) {
        (Some(at), _) => format!("; undone {}", at.format("%Y-%m-%d")),
        (None, _) if import.is_being_undone => "; undo was begun".to_owned(),
        (None, None) if import.is_running => "; goes on".to_owned(),
        (None, None) => "; stopped early".to_owned(),
        (None, Some(_)) => String::new(),
    };
    say!(
        "{:>5}  {day}  {}{source}: {} added, {} updated, {} to review{state}",
        import.number,
        import.files.join(", "),
        counts.added,
        counts.updated,
        counts.to_review
    );
}

async fn undo(services: &Services, number: i64) -> Result<()> {
    let undone = undo_import(&services.ledger, number).await?;
    say!(
        "Import {number} is undone: {} removed, the facts of {} restored.",
        counted(undone.removed, "shop", "shops"),
        undone.restored
    );
    if undone.kept > 0 {
        let which = if undone.kept == 1 {
            "1 shop stays, or some of its facts do:".to_owned()
        } else {
            format!("{} shops stay, or some of their facts do:", undone.kept)
        };
        say!("{which}");
        for kept in kept_of(&services.database, number, NAMED).await? {
            say!("  {}: {}", kept.slug, kept.reason);
        }
        if undone.kept > NAMED {
            say!("  … and {} more", undone.kept - NAMED);
        }
    }
    Ok(())
}
