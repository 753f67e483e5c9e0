//! `townperk mail`: failed emails, and samples of all emails.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::open_services;
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        mail,
        settings::Settings,
    },
};

/// Manage failed emails, and see samples of all emails.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List failed emails with the reasons. They are kept.
    Dead,
    /// Retry all of them.
    Retry,
    /// Write a sample of each email, with made-up data, to a folder.
    Samples { folder: PathBuf },
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let services = open_services(&settings).await?;
    match arguments.action {
        Action::Dead => list_dead(&services).await?,
        Action::Retry => {
            let revived = mail::retry_failed(&services.database, services.clock.now()).await?;
            say!("{revived} will be retried by the running server.");
        }
        Action::Samples { folder } => write_samples(&services, &folder)?,
    }
    services.database.close().await
}

async fn list_dead(services: &Services) -> Result<()> {
    let dead = mail::dead(&services.database).await?;
    for mail in &dead {
        let when = mail
            .finished_at
            .map(|moment| moment.format("%Y-%m-%d %H:%M").to_string())
            .unwrap_or_default();
        say!(
            "{when}  {}  \"{}\"  after {} attempts: {}",
            mail.recipient,
            mail.subject,
            mail.attempts,
            mail.error
        );
    }
    say!("{} given up.", dead.len());
    Ok(())
}

fn write_samples(services: &Services, folder: &Path) -> Result<()> {
    let unwritten =
        |error: std::io::Error| Error::Setup(format!("can't write {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(unwritten)?;
    for sample in services.rooms.mail_samples(services)? {
        for (ending, words) in [("html", &sample.words.html), ("txt", &sample.words.text)] {
            fs::write(folder.join(format!("{}.{ending}", sample.name)), words)
                .map_err(unwritten)?;
        }
        say!("{}: {}", sample.name, sample.words.subject);
    }
    Ok(())
}
