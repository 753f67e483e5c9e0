//! `townperk check`: tries everything that a server needs, as the server would. Creates no database and changes none; what
//! it writes to the disk and the storage, it removes.

mod files;
mod report;
mod services;

use std::{process::ExitCode, time::Instant};

use chrono::TimeDelta;

use super::listening;
use crate::{
    app::site_facts,
    features::site::pages,
    pages::WebBundle,
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::{Database, SqliteFile, name_of},
        database_clock,
        error::{Error, Result},
        id_generator::IdGenerator,
        settings::Settings,
        settings_check::Severity,
    },
};
use report::Report;

/// Find problems with this setup: settings, files, disk, database, storage, mail server, payments. Changes nothing.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Arguments {
    /// Print JSON, for monitoring.
    #[arg(long)]
    json: bool,
    /// Exit with 2 if there are warnings.
    #[arg(long)]
    strict: bool,
    /// Send an email through the mail server to support_email.
    #[arg(long)]
    send_mail: bool,
}

/// A larger offset between this machine's clock and the database's is worth a warning (D105).
const CLOCK_IS_OFF: TimeDelta = TimeDelta::seconds(2);

/// Prints a line per finding. The exit code is 0 if a server would work, and 1 if not.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let mut report = Report::new(arguments.json);
    for finding in settings.findings() {
        match finding.severity {
            Severity::Error => report.error(finding.setting, finding.message),
            Severity::Warning => report.warning(finding.setting, finding.message),
        }
    }
    files::named_by(&settings, &mut report);
    let clock = Clock::system();
    let identifiers = IdGenerator::new(clock.clone());
    let folder = DataFolder::looked_for(&settings.data_dir);
    let path = settings.data_dir.display();
    match &folder {
        Ok((_, true)) => report.ok("data folder", path),
        Ok((_, false)) => report.ok(
            "data folder",
            format!("none yet ({path}); `townperk serve` makes it"),
        ),
        Err(error) => report.error("data folder", error),
    }
    if let Ok((folder, exists)) = &folder {
        let file = SqliteFile::of(&settings, folder);
        let exposed = folder.exposed(&file.map(|file| file.files()).unwrap_or_default());
        for one in &exposed {
            if settings.is_production() {
                report.error("data folder", one);
            } else {
                report.warning("data folder", one);
            }
        }
        if *exists {
            files::disk(folder, &identifiers, &mut report);
        }
        let state = database(&settings, folder, &clock).await;
        if let Ok((_, unfilled)) = &state
            && settings.is_production()
        {
            for what in unfilled {
                report.warning(
                    "pages",
                    format!("{what} isn't filled in yet. See /admin/site"),
                );
            }
        }
        report.add("database", state.map(|(state, _)| state));
        services::storage(&settings, folder, &identifiers, &mut report).await;
        services::mail(&settings, folder, arguments.send_mail, &mut report).await;
    }
    services::payments(&settings, &clock, &mut report).await;
    services::name(&settings, &mut report).await;
    let planned = DataFolder::planned(&settings.data_dir);
    let address = listening::state(&settings, &planned);
    report.add(
        "address",
        address.map(|state| format!("{state}, visitors use {}", settings.origin())),
    );
    if let Some(state) = listening::plain_http_state(&settings, &planned) {
        report.add("plain HTTP", state);
    }
    report.add(
        "web app",
        WebBundle::embedded().map(|web| format!("{} files", web.assets().len())),
    );
    Ok(report.end(arguments.strict))
}

/// Opens the database, verifies all of a SQLite file, and compares PostgreSQL's clock with this machine's.
/// Also returns what the legal texts leave to be filled in.
async fn database(
    settings: &Settings,
    folder: &DataFolder,
    clock: &Clock,
) -> Result<(String, Vec<String>)> {
    super::database::refuse_foreign_log(settings, folder)?;
    let file = SqliteFile::of(settings, folder);
    let losses = file.as_ref().and_then(SqliteFile::losses);
    if let Some(losses) = losses {
        return Err(Error::Setup(losses));
    }
    let explained = |error| match &file {
        Some(file) => file.explain(error),
        None => error,
    };
    super::database::say_which(settings, folder);
    let is_absent = file.as_ref().is_some_and(SqliteFile::is_absent);
    if file.is_none() {
        // An empty database is tried, too: a server would have to make its tables there.
        let database = Database::connect(settings, folder).await?;
        database.expect_fit().await?;
        database.close().await?;
    }
    let database = match is_absent {
        true => None,
        false => Database::open_unchanged(settings, folder)
            .await
            .map_err(explained)?,
    };
    let Some(database) = database else {
        let state = format!(
            "none yet ({}); `townperk serve` creates it",
            name_of(settings, folder)
        );
        return Ok((state, Vec::new()));
    };
    let damage = database.damage().await.map_err(explained)?;
    let began = Instant::now();
    let offset = database_clock::measure(&database, clock).await?;
    let millis = began.elapsed().as_millis();
    let unfilled = match damage.is_empty() {
        true => pages::unfilled(&database, &site_facts(settings)?).await?,
        false => Vec::new(),
    };
    database.close().await?;
    if let (Some(file), Some(first)) = (&file, damage.first()) {
        return Err(file.damaged(first));
    }
    if offset.abs() > CLOCK_IS_OFF {
        return Err(Error::Setup(format!(
            "its clock is {} s from this machine's. Set both with NTP; `timedatectl` shows whether it runs",
            offset.num_seconds()
        )));
    }
    let state = format!(
        "{}, schema up to date, answers in {millis} ms",
        database.engine()
    );
    Ok((state, unfilled))
}
