//! `townperk chains`: the administrator's lists of chain and non-chain names.

use std::process::ExitCode;

use clap::Subcommand;

use super::database::{self, Right};
use crate::{
    catalog::admission::chains::{ChainLists, List},
    platform::{clock::Clock, database::Database, error::Result, settings::Settings},
};

/// Manage the names that override the chain rules, starting with the next import.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print both lists.
    List,
    /// Treat these names as independent.
    Allow {
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Treat these names as chains.
    Deny {
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Remove these names from the lists.
    Forget {
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let (_, database, clock) = database::open(&settings, Right::Use).await?;
    let mut unknown = false;
    match arguments.command {
        Command::List => {
            for row in ChainLists::names(&database).await? {
                say!("{}  {}", word(row.list), row.name);
            }
        }
        Command::Allow { names } => put(&database, &clock, List::Allow, &names).await?,
        Command::Deny { names } => put(&database, &clock, List::Deny, &names).await?,
        Command::Forget { names } => {
            for name in names {
                if ChainLists::forget(&database, &name).await? {
                    say!("{name}: rules decide");
                } else {
                    unknown = true;
                    complain!("townperk: {name} is on no list; `townperk chains list` prints both");
                }
            }
        }
    }
    database.close().await?;
    Ok(if unknown {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

async fn put(database: &Database, clock: &Clock, list: List, names: &[String]) -> Result<()> {
    for name in names {
        ChainLists::put(database, clock, list, name).await?;
        say!("{}  {name}", word(list));
    }
    Ok(())
}

fn word(list: List) -> &'static str {
    match list {
        List::Allow => "allow",
        List::Deny => "deny ",
    }
}
