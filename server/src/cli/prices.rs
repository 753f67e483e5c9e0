//! `townperk prices`: what boosts cost.

use clap::Subcommand;

use super::open_services;
use crate::{
    features::boosts::prices,
    platform::{error::Result, money::price, settings::Settings},
};

/// What boosts cost.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tell those who pay another price for the monthly boost that the setting's will hold in 30 days. Told once, nobody is
    /// told again.
    Announce,
}

/// Runs the command and says what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let Command::Announce = arguments.command;
    let services = open_services(&settings).await?;
    let announced = prices::announce(&services).await?;
    let cost = price(announced.cents);
    match announced.told {
        0 => say!("Everyone already pays {cost} or has been notified."),
        told => say!(
            "Notifying {told} that the monthly boost costs {cost} from {} on. The running server emails them and changes the price on that date.",
            announced.from.format("%B %-d, %Y")
        ),
    }
    services.database.close().await?;
    Ok(())
}
