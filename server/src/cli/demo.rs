//! `townperk demo`: manages demo content.

use std::process::ExitCode;

use clap::Subcommand;

use super::open_services;
use crate::{
    features::{Services, admin_login::link, blog, demo, imports},
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
    /// Remove the made-up shops, and the towns that have no others. A running server follows at once.
    Clear,
    /// Print links that show the demo as the owner of a shop and as the administrator: each signs in once, within ten minutes.
    Links,
    /// Give 48 made-up shops of the largest town a drawn photo each, to look at or measure a page full of photos.
    Photos,
}

/// Runs the command and prints what it did.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    match arguments.command {
        Command::Clear => clear(&settings).await?,
        Command::Links => links(&settings).await?,
        Command::Photos => photos(&settings).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn clear(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = clear_and_say(&services).await;
    services.database.close().await?;
    done
}

async fn clear_and_say(services: &Services) -> Result<()> {
    let cleared = demo::clear(services).await?;
    say!("{}", in_words(cleared));
    let imports = imports::clear_samples(services).await?;
    if imports > 0 {
        say!(
            "Removed {} of the invented list.",
            counted(imports, "import")
        );
    }
    let articles = blog::clear_samples(&services.database, &services.clock).await?;
    say!(
        "Removed {} from the blog.",
        counted(articles, "sample article")
    );
    // What is left: the rooms' own parts of the demo's past.
    for part in services.rooms.clear_samples(services).await? {
        if part.count > 0 {
            say!("Removed {} {}.", part.count, part.what);
        }
    }
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

fn in_words(cleared: demo::Cleared) -> String {
    let removed = match cleared {
        demo::Cleared { shops: 0, .. } => "There are no demo shops".to_owned(),
        demo::Cleared { shops, towns, .. } => format!(
            "Removed {} and {}",
            counted(shops, "invented shop"),
            counted(towns, "town")
        ),
    };
    let others = cleared.remaining.saturating_sub(cleared.held);
    let stay = if others == 1 { "stays" } else { "stay" };
    let paid_for = match cleared.held {
        0 => String::new(),
        held => format!(
            " Somebody has paid, or is paying, for {} with real money, so {} kept.",
            counted(held, "invented shop"),
            if held == 1 { "it is" } else { "they are" }
        ),
    };
    format!(
        "{removed}; {} {stay}.{paid_for}",
        counted(others, "other shop")
    )
}

fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
