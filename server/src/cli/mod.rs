//! The command line: one file per command.

/// Prints a line to standard output.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::output::line(format_args!($($text)*))
    };
}

/// Prints a line to standard error, for errors and progress.
macro_rules! complain {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod admin;
mod areas;
mod backup;
mod backups;
mod blog;
mod chains;
mod check;
mod database;
mod decisions;
mod demo;
mod health;
mod import;
mod imports;
mod keys;
mod listening;
mod mail;
mod migrate;
mod newsletter;
mod nodes;
mod output;
mod pages;
mod person;
mod places;
mod plain_http;
mod prices;
mod progress_line;
mod restore;
mod review;
mod serve;
mod setup;
mod suggestions;
mod unix_socket;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

use database::Right;

use crate::{
    app::site_facts,
    catalog::Catalog,
    features::Services,
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        settings::{self, LogFormat, Settings},
        telemetry,
        version::VERSION,
    },
};

/// A public directory of independent coffee shops in small US towns.
#[derive(Debug, Parser)]
#[command(name = "townperk", version = VERSION, about)]
pub struct Arguments {
    /// A settings file (TOML). Environment variables win over it.
    #[arg(long, global = true, value_name = "FILE", env = "TOWNPERK_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the directory.
    Serve(serve::Arguments),
    /// Import lists of coffee shops.
    Import(import::Arguments),
    /// See what was imported, and take it back.
    Imports(imports::Arguments),
    /// Decide about records that an import left for you.
    Review(review::Arguments),
    /// Bring all coffee shops of a state from OpenStreetMap or a file.
    Places(places::Arguments),
    /// Override the chain rules for a name.
    Chains(chains::Arguments),
    /// Make the list of metro areas and towns that "Expansion" works through.
    Areas(areas::Arguments),
    /// Manage the administrator's access.
    Admin(admin::Arguments),
    /// Import articles into the blog.
    Blog(blog::Arguments),
    /// Import terms, privacy, imprint and further pages.
    Pages(pages::Arguments),
    /// Back up everything into one file, next to a running server.
    Backup(backup::Arguments),
    /// See the backups in the vault that backup_url names, verify them, and fetch one.
    Backups(backups::Arguments),
    /// Restore a backup into an empty installation, or check it.
    Restore(restore::Arguments),
    /// Manage the demo: links into it, photos, and its removal.
    Demo(demo::Arguments),
    /// Create the database, or bring an older one to this version's schema. The server does the same when it starts.
    Migrate,
    Check(check::Arguments),
    Setup(setup::Arguments),
    /// Ask the server on this machine whether it is ready. For containers and monitoring.
    Health,
    /// List the servers that use this database.
    Nodes,
    /// Preview the weekly newsletter, and end subscriptions.
    Newsletter(newsletter::Arguments),
    /// Manage failed emails, and see samples of all emails.
    Mail(mail::Arguments),
    /// Announce a changed price of the monthly boost.
    Prices(prices::Arguments),
    /// Export or erase what is stored about a person.
    Person(person::Arguments),
    /// Manage the keys that sign cookies and links.
    Keys(keys::Arguments),
    /// Print all settings with defaults and explanations.
    Settings,
    /// Print the API description.
    Openapi,
}

/// Runs the command given to the process. Errors go to standard error, with a nonzero exit code.
pub async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let code = match run(arguments).await {
        Ok(code) => code,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    };
    match output::finish() {
        Ok(()) => code,
        Err(error) => {
            complain(&error);
            if code == ExitCode::SUCCESS {
                ExitCode::FAILURE
            } else {
                code
            }
        }
    }
}

/// Prints an error and what can be done about it to standard error.
fn complain(error: &Error) {
    complain!("townperk: {error}");
    if let Some(advice) = error.advice() {
        complain!("{advice}");
    }
}

async fn run(arguments: Arguments) -> Result<ExitCode> {
    match arguments.command {
        Command::Settings => output::text(settings::DEFAULTS),
        Command::Openapi => output::text(&crate::http::openapi_document()),
        Command::Check(check) => {
            return check::run(check, Settings::load(arguments.config.as_deref())?).await;
        }
        Command::Migrate => migrate::run(&Settings::load(arguments.config.as_deref())?).await?,
        Command::Serve(serve) => {
            let config = arguments.config.as_deref();
            // Machines that read JSON get nothing else.
            let is_json = Settings::log_format(config) == LogFormat::Json;
            match serve_with(serve, config).await {
                Err(error) if is_json => {
                    complain!("{}", telemetry::complaint(&error));
                    return Ok(ExitCode::FAILURE);
                }
                result => result?,
            }
        }
        Command::Setup(setup) => return setup::run(setup).await,
        Command::Health => {
            return Ok(health::run(&Settings::load(arguments.config.as_deref())?).await);
        }
        Command::Nodes => nodes::run(&Settings::load(arguments.config.as_deref())?).await?,
        Command::Demo(demo) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return demo::run(demo, settings).await;
        }
        Command::Backup(backup) => {
            backup::run(backup, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Backups(backups) => {
            backups::run(backups, &Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Restore(restore) => {
            restore::run(restore, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Blog(blog) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return blog::run(blog, settings).await;
        }
        Command::Pages(pages) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return pages::run(pages, settings).await;
        }
        Command::Areas(areas) => {
            areas::run(areas, &Settings::load(arguments.config.as_deref())?)?;
        }
        Command::Admin(admin) => {
            admin::run(admin, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Keys(keys) => {
            keys::run(keys, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Prices(prices) => {
            prices::run(prices, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Newsletter(newsletter) => {
            newsletter::run(newsletter, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Mail(mail) => {
            mail::run(mail, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Person(person) => {
            person::run(person, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Imports(imports) => {
            imports::run(imports, Settings::load(arguments.config.as_deref())?).await?;
        }
        Command::Review(review) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return review::run(review, settings).await;
        }
        Command::Chains(chains) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return chains::run(chains, settings).await;
        }
        Command::Places(places) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return places::run(places, settings).await;
        }
        Command::Import(import) => {
            let settings = Settings::load(arguments.config.as_deref())?;
            return import::run(import, settings).await;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve_with(serve: serve::Arguments, config: Option<&Path>) -> Result<()> {
    let settings = Settings::load(config)?;
    settings.refuse_unsafe()?;
    let log = telemetry::start(&settings)?;
    serve::run(serve, settings, log).await
}

/// The rooms' services without a server, for commands that can run next to one.
async fn open_services(settings: &Settings) -> Result<Services> {
    let (folder, database, clock) = database::open(settings, Right::Use).await?;
    let facts = site_facts(settings)?;
    let catalog = Catalog::open(database.clone(), clock.clone(), facts).await?;
    let identifiers = IdGenerator::new(clock.clone());
    let cpu = crate::http::cpu_pool()?;
    Services::open(
        settings,
        &folder,
        database,
        catalog,
        clock,
        identifiers,
        (cpu, crate::rooms::ROOMS),
    )
    .await
}
