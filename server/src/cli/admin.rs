//! `townperk admin`: the administrator's password, and decisions without a browser.

use std::io::{BufRead, IsTerminal, stdin};

use super::{decisions, open_services, suggestions};
use crate::{
    features::admin_door::password,
    platform::{
        error::{Error, Result},
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
