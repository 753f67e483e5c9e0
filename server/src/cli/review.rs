//! `townperk review`: what an import left to the administrator.

use std::process::ExitCode;

use clap::Subcommand;
use uuid::Uuid;

use super::open_services;
use crate::{
    features::imports::{
        ReviewQueue,
        entity::review_item::{Model, Status},
    },
    platform::{
        error::{Error, Result},
        settings::Settings,
        web::Actor,
    },
};

/// Records that may be a chain's, or a shop that is there already. A running server follows at once.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print the records that wait, with the rule that could not decide.
    List,
    /// Make shops of these records.
    Accept {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
    /// Leave these records out, of later imports too.
    Refuse {
        #[arg(required = true, value_name = "ID")]
        ids: Vec<Uuid>,
    },
}

/// Records that are read at once.
const PAGE: u64 = 500;

/// Runs the command; the exit code is not 0 when a record was not there or decided before.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let services = open_services(&settings).await?;
    let queue = ReviewQueue::new(&services.ledger);
    let actor = Actor::Administrator;
    let mut all_done = true;
    match arguments.command {
        Command::List => list(&queue).await?,
        Command::Accept { ids } => {
            for id in ids {
                let accepted = queue.accept(actor, id).await;
                all_done &= said(
                    accepted.map(|shop| format!("{}: /coffee-shops/{}", shop.name, shop.slug)),
                )?;
            }
        }
        Command::Refuse { ids } => {
            for id in ids {
                let refused = queue.refuse(actor, id).await;
                all_done &= said(refused.map(|record| format!("{}: left out", record.name)))?;
            }
        }
    }
    services.database.close().await?;
    Ok(if all_done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn list(queue: &ReviewQueue) -> Result<()> {
    let mut after = None;
    loop {
        let page = queue.list(Status::Open, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for item in &page {
            say!("{}", in_words(item));
        }
    }
    let waiting = queue.waiting().await?;
    let verb = if waiting == 1 {
        "record waits"
    } else {
        "records wait"
    };
    say!("{waiting} {verb}.");
    Ok(())
}

fn in_words(item: &Model) -> String {
    format!(
        "{}  {}, {}  ({} {})\n    {}",
        item.id, item.name, item.town, item.source, item.source_id, item.reason
    )
}

/// Prints what became of a record. An error about that record lets the others go on.
fn said(result: Result<String>) -> Result<bool> {
    match result {
        Ok(words) => say!("{words}"),
        Err(error @ (Error::NotFound(_) | Error::Conflict(_))) => {
            super::complain(&error);
            return Ok(false);
        }
        Err(error) => return Err(error),
    }
    Ok(true)
}
