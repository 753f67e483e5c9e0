//! `townperk demo`: manages demo content.

use std::process::ExitCode;

use clap::Subcommand;

use super::open_services;
use crate::{
    catalog::remaining::{Remaining, remaining},
    features::{
        Services,
        admin_login::link,
        demo::{self, INVENTED_SHOPS, TOWNS},
    },
    platform::{error::Result, settings::Settings},
};

const NO_SHOPS: &str = "There are no demo shops. Start the server with --demo first.";

/// Manage the made-up towns and shops of `serve --demo`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Remove what was made up: shops, the towns that have no others, articles, and what else the demo began with. What people made
    /// stays. A running server follows at once.
    #[command(alias = "clear")]
    Remove,
    /// Print links that show the demo as the owner of a shop and as the administrator: each signs in once, within ten minutes.
    Links,
    /// Give 48 made-up shops of the largest town a drawn photo each, to look at or measure a page full of photos.
    Photos,
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    match arguments.command {
        Command::Remove => remove(&settings).await?,
        Command::Links => links(&settings).await?,
        Command::Photos => photos(&settings).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn remove(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = remove_and_say(&services).await;
    services.database.close().await?;
    done
}

async fn remove_and_say(services: &Services) -> Result<()> {
    let removed = services.rooms.clear_samples(services).await?;
    let (mut shops, mut towns) = (0, 0);
    let mut others = Vec::new();
    for part in &removed {
        match part.what {
            INVENTED_SHOPS => shops = part.count,
            TOWNS => towns = part.count,
            _ => others.push(part),
        }
    }
    say!("{}", removed_in_words(shops, towns));
    for part in others.into_iter().filter(|part| part.count > 0) {
        say!("Removed {} {}.", part.count, part.what);
    }
    let held: u64 = removed.iter().map(|part| part.kept).sum();
    let kept = remaining(services.database.reads()).await?;
    say!("{}", kept_in_words(held, kept));
    Ok(())
}

async fn links(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let made = door_links(&services).await;
    services.database.close().await?;
    match made? {
        Some(lines) => say!("{lines}"),
        None => say!("{NO_SHOPS}"),
    }
    Ok(())
}

/// Addresses, on a line each: the demo as a visitor, two owners and the administrator see it. `None` without a demo.
pub(super) async fn door_links(services: &Services) -> Result<Option<String>> {
    let owner = demo::owner_link(services).await?;
    let second = demo::second_owner_link(services).await?;
    if owner.is_none() && second.is_none() {
        return Ok(None);
    }
    let administrator = link::issue(services).await?;
    let mut lines = vec![format!("  as a visitor: {}/", services.settings.origin())];
    lines.extend(owner.map(|link| format!("  as an owner of a boosted shop: {link}")));
    lines.extend(second.map(|link| format!("  as an owner since yesterday: {link}")));
    lines.push(format!("  as the administrator: {administrator}"));
    lines.push(
        "All but the first sign in once, within ten minutes. New ones: townperk demo links"
            .to_owned(),
    );
    Ok(Some(lines.join("\n")))
}

async fn photos(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = demo::add_photos(&services).await;
    services.database.close().await?;
    match done? {
        Some(demo::AddedPhotos { town, added }) => say!(
            "Added {}: /cities/{town}",
            counted(u64::try_from(added).unwrap_or(u64::MAX), "photo")
        ),
        None => say!("{NO_SHOPS}"),
    }
    Ok(())
}

fn removed_in_words(shops: u64, towns: u64) -> String {
    if shops == 0 {
        return "There are no demo shops.".to_owned();
    }
    format!(
        "Removed {} and {}.",
        counted(shops, "invented shop"),
        counted(towns, "town")
    )
}

/// `held` shops of the demo are kept.
fn kept_in_words(held: u64, kept: Remaining) -> String {
    let made = kept.shops.saturating_sub(held);
    let paid_for = match held {
        0 => String::new(),
        held => format!(
            " Somebody has paid, or is paying, for {} with real money, so {} kept.",
            counted(held, "invented shop"),
            if held == 1 { "it is" } else { "they are" }
        ),
    };
    format!(
        "Kept what was imported, listed or added: {}, {} and {}.{paid_for}",
        counted(made, "shop"),
        counted(kept.towns, "town"),
        counted(kept.articles, "article")
    )
}

fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
