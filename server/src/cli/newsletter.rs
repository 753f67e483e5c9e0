//! `townperk newsletter`: previews an issue, and ends subscriptions by request.

use std::path::PathBuf;

use super::open_services;
use crate::{
    features::newsletter::operator,
    platform::{
        error::{Error, Result},
        settings::Settings,
    },
};

/// Preview the weekly newsletter, and end subscriptions.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Print the issue that would be sent now.
    Preview {
        /// As a reader who chose this town (its slug) would get it; can be repeated.
        #[arg(long = "town", value_name = "SLUG")]
        towns: Vec<String>,
        /// Also write the HTML part to this file.
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Send the issue that would go out now to one address, marked as a test.
    SendTest {
        address: String,
        /// As a reader who chose this town (its slug) would get it; can be repeated.
        #[arg(long = "town", value_name = "SLUG")]
        towns: Vec<String>,
    },
    /// End the subscription of an address, for someone who asked for it by email.
    Remove { address: String },
}

const NOTHING_NEW: &str = "Nothing is new, so nothing would go out.";

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let services = open_services(&settings).await?;
    match arguments.action {
        Action::Preview { towns, html } => match operator::preview(&services, &towns).await? {
            None => say!("{NOTHING_NEW}"),
            Some(words) => {
                if let Some(file) = html {
                    std::fs::write(&file, words.html).map_err(|error| {
                        Error::Setup(format!("can't write {}: {error}", file.display()))
                    })?;
                }
                say!("Subject: {}\n\n{}", words.subject, words.text);
            }
        },
        Action::SendTest { address, towns } => {
            if operator::send_test(&services, &address, &towns).await? {
                say!(
                    "Sending the test to {address}: {}",
                    services.mail.destination()
                );
            } else {
                say!("{NOTHING_NEW}");
            }
        }
        Action::Remove { address } => {
            if operator::remove(&services, &address).await? {
                say!("{address} no longer gets the newsletter.");
            } else {
                say!("{address} is not subscribed.");
            }
        }
    }
    services.database.close().await
}
