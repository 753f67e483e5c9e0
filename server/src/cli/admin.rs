//! `townperk admin`: the administrator's password, and decisions without a browser.

use std::{
    io::{BufRead, IsTerminal, stdin},
    net::IpAddr,
};

use super::{decisions, open_services, suggestions};
use crate::{
    features::admin_door::{guesses, link, password},
    platform::{
        error::{Error, Result},
        network::Network,
        settings::Settings,
    },
};

/// Manage the administrator's access.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Set a new password, read from standard input, and sign the administrator out everywhere.
    SetPassword,
    /// Print a link that signs in as the administrator: once, within ten minutes. Wrong passwords of strangers are forgotten.
    SignInLink,
    /// Forget the wrong passwords that make sign-in say "Too many wrong passwords".
    ClearLimit {
        /// The IP address of a browser that is locked out: also forget those of its network.
        #[arg(long)]
        address: Option<IpAddr>,
    },
    /// Decide about claims.
    #[command(subcommand)]
    Claims(decisions::Decide),
    /// Decide about questionable listings, objections and take-down requests.
    #[command(subcommand)]
    Requests(decisions::Decide),
    /// Decide about visitors' suggestions; approving one applies all of it.
    #[command(subcommand)]
    Suggestions(decisions::Decide),
    /// Decide about local stories.
    #[command(subcommand)]
    Stories(decisions::Decide),
}

/// Runs the command.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    match arguments.action {
        Action::SetPassword => set_password(&settings).await,
        Action::SignInLink => sign_in_link(&settings).await,
        Action::ClearLimit { address } => clear_limit(&settings, address).await,
        Action::Claims(action) => decisions::claims(action, &settings).await,
        Action::Requests(action) => decisions::requests(action, &settings).await,
        Action::Suggestions(action) => suggestions::run(action, &settings).await,
        Action::Stories(action) => decisions::stories(action, &settings).await,
    }
}

async fn set_password(settings: &Settings) -> Result<()> {
    if !settings.admin_password.reveal().is_empty() {
        return Err(Error::Setup(
            "the setting admin_password (TOWNPERK_ADMIN_PASSWORD) decides; change it there, or empty it first"
                .to_owned(),
        ));
    }
    if stdin().is_terminal() {
        complain!("New password, at least 12 characters (visible as you type):");
    }
    let mut line = String::new();
    stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Error::Setup(format!("the password can't be read: {error}")))?;
    let services = open_services(settings).await?;
    let done = password::set(&services, line.trim_end_matches(['\r', '\n'])).await;
    services.database.close().await?;
    done?;
    say!("Password set. The administrator has been signed out everywhere.");
    Ok(())
}

async fn sign_in_link(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let made = link::issue(&services).await;
    services.database.close().await?;
    say!("{}", made?);
    complain!("Open it in your browser within ten minutes. It works once.");
    Ok(())
}

async fn clear_limit(settings: &Settings, address: Option<IpAddr>) -> Result<()> {
    let services = open_services(settings).await?;
    let cleared = guesses::clear(&services, address.map(Network::of)).await;
    services.database.close().await?;
    cleared?;
    say!("Wrong passwords of strangers are forgotten.");
    if address.is_none() {
        say!("A single network that tried too often still waits: name it with --address.");
    }
    Ok(())
}
