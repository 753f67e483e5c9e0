//! `townperk prices`: boost prices.

use clap::Subcommand;

use super::open_services;
use crate::{
    features::boosts::prices,
    platform::{error::Result, money::price, settings::Settings},
};

/// Manage boost prices.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Email everyone who pays a different price for the monthly boost that the configured one applies in 30 days. Each
    /// person is told once.
    Announce,
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let Command::Announce = arguments.command;
    let services = open_services(&settings).await?;
    let announced = prices::announce(&services).await?;
    let cost = price(announced.cents);
    if announced.withdrawn > 0 {
        say!(
            "Notifying {} that their price stays {cost}.",
            announced.withdrawn
        );
    }
    match announced.told {
        0 => say!("Everyone already pays {cost} or has been notified."),
        told => say!(
            "Notifying {told} that the monthly boost costs {cost} from {} on. The running server emails them, and changes the price 30 days after each email.",
            announced.from.format("%B %-d, %Y")
        ),
    }
    services.database.close().await?;
    Ok(())
}
