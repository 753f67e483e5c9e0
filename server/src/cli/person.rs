//! `townperk person`: exports or erases what is stored about a person.

use super::open_services;
use crate::{
    features::privacy,
    platform::{
        error::{Error, Result},
        settings::Settings,
        web::Actor,
    },
};

/// Export or erase what is stored about a person.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Print everything stored about an address, as JSON.
    Export { address: String },
    /// Erase it. Prints what the law requires us to keep, and why.
    Erase { address: String },
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let services = open_services(&settings).await?;
    match arguments.action {
        Action::Export { address } => {
            let export = privacy::export(&services, Actor::System, &address).await?;
            let text = serde_json::to_string_pretty(&export)
                .map_err(|error| Error::Internal(format!("an export: {error}")))?;
            say!("{text}");
        }
        Action::Erase { address } => {
            let erased = privacy::erase(&services, Actor::System, &address).await?;
            if !erased.was_known {
                say!("Nothing is kept about {}.", erased.address);
            }
            for part in erased.parts {
                say!("{}: {} erased.", part.name, part.count);
            }
            for kept in erased.kept {
                say!("Kept: {kept}");
            }
        }
    }
    services.database.close().await
}
