//! `townperk import`: imports lists of places, with or without a running server.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use place_files::{FormatHint, OpenOptions};

use super::{
    database::{self, Right},
    progress_line::ProgressLine,
};
use crate::{
    catalog::admission::chains::ChainLists,
    features::imports::{
        ImportOptions, Importer, Loss, Missing, MissingSummary, Report, Summary, choices,
    },
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::Database,
        error::{Error, Result},
        id_generator::IdGenerator,
        settings::{Secret, Settings},
        signals::StopRequests,
    },
};

/// Import lists of coffee shops into the directory. Committed batches stay if an import is interrupted; running it
/// again picks up from there.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Arguments {
    /// OpenStreetMap GeoJSON, Overpass JSON or PBF; CSV or TSV with a header; GeoJSON; Foursquare or Overture places.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What the files are called, where that isn't their paths.
    #[arg(skip)]
    names: Vec<PathBuf>,
    /// The files' format, if it isn't detected: osm, overpass, osm-pbf, csv, tsv, geojson, parquet, foursquare,
    /// overture …
    #[arg(long, value_name = "FORMAT")]
    format: Option<FormatHint>,
    /// The name of the source. Facts are updated only by their own source; a list without a name adds shops and fills gaps.
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
    /// What a column contains: `--map "Store Name=name"`; the field `ignore` skips it.
    #[arg(long = "map", value_name = "COLUMN=FIELD")]
    map: Vec<String>,
    /// The files' text encoding, if it is neither UTF-8 nor Windows-1252.
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The license of the list, such as "CC BY 4.0", shown with its facts. Those of OpenStreetMap, Foursquare and
    /// Overture are built in.
    #[arg(long, value_name = "TEXT")]
    license: Option<String>,
    /// The date of the list (`2026-05-01`, `2026-05`), if neither its records nor the file have one.
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
    /// The town of records that don't name theirs, such as "San Francisco, CA".
    #[arg(long, value_name = "TOWN")]
    town: Option<String>,
    /// Read only records of this state, such as LA.
    #[arg(long, value_name = "STATE")]
    state: Option<String>,
    /// Treat the list as complete: shops that it no longer has become questions, or are closed. By default nothing
    /// counts as missing.
    #[arg(long, value_enum, requires = "source")]
    missing: Option<Missing>,
    /// Let this edition clear or close more than a tenth of what its source gave.
    #[arg(long)]
    allow_loss: bool,
    /// Decide and print, but write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Write each record's result, and the rule behind it, to a CSV file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Arguments {
    /// A file of places, by what it is called, of which only those in one state count.
    pub(super) fn of_state(
        (file, name): (PathBuf, PathBuf),
        state: &str,
        (dry_run, report): (bool, Option<PathBuf>),
    ) -> Self {
        Self {
            files: vec![file],
            names: vec![name],
            state: Some(state.to_owned()),
            dry_run,
            report,
            ..Self::default()
        }
    }
}

/// Imports all files; the exit code isn't 0 if one of them couldn't be read to the end.
pub(super) async fn run(arguments: Arguments, mut settings: Settings) -> Result<ExitCode> {
    // An import reads one thing after another, and each additional connection would keep its own pages and statements
    // in memory.
    settings.database_connections = 1;
    let options = ImportOptions {
        open: open_options(&arguments)?,
        source: checked("--source", arguments.source.as_ref(), choices::source)?,
        license: checked("--license", arguments.license.as_ref(), choices::license)?,
        as_of: checked("--as-of", arguments.as_of.as_ref(), |text| {
            choices::as_of(text, Clock::system().now())
        })?,
        town: checked("--town", arguments.town.as_ref(), choices::town)?,
        state: checked("--state", arguments.state.as_ref(), choices::state)?,
        missing: arguments.missing,
        dry_run: arguments.dry_run,
    };
    if let Some(missing) = arguments.files.iter().find(|file| !file.exists()) {
        return Err(Error::Setup(format!(
            "there is no file {}",
            missing.display()
        )));
    }
    let mut report = arguments
        .report
        .as_deref()
        .map(Report::create)
        .transpose()?;
    let (folder, database, clock, _scratch) = open(&settings, arguments.dry_run).await?;
    let identifiers = IdGenerator::new(clock.clone());
    database.expect_many_rows().await?;
    let chains = ChainLists::open(&database, &folder).await?;
    let mut importer = Importer::new(database.clone(), None, clock, identifiers, chains);
    stop_when_asked(StopRequests::listen()?, importer.stop_switch());
    let named = arguments.files.clone();
    let files = tokio::task::spawn_blocking(move || spooled(&named))
        .await
        .map_err(Error::failed)??;
    let paths: Vec<&Path> = files.iter().map(Spooled::path).collect();
    let names = if arguments.names.is_empty() {
        &arguments.files
    } else {
        &arguments.names
    };
    for (path, name) in paths.iter().zip(names) {
        importer.name_file(path, name);
    }
    if !arguments.dry_run {
        wait_for_turn(&mut importer, &paths, options.source.as_deref()).await?;
    }
    let losses = importer.losses(&paths, &options).await?;
    say_losses(&losses);
    if !losses.is_empty() && !arguments.allow_loss && !arguments.dry_run {
        importer.end().await?;
        database.close().await?;
        return Err(Error::Setup(
            "nothing was written. A column that the list doesn't have may be empty here, or the list isn't whole. If it is right, add --allow-loss"
                .to_owned(),
        ));
    }
    let note = if arguments.dry_run {
        " (dry run: nothing was written)"
    } else {
        ""
    };
    let mut failed = false;
    for (path, file) in paths.into_iter().zip(names) {
        let mut last = Summary::default();
        let mut shown = ProgressLine::new();
        let result = importer
            .file(path, &options, &mut report, &mut |progress| {
                last = progress.summary;
                shown.show(progress);
            })
            .await;
        shown.clear();
        let stopped = importer.was_stopped();
        match result {
            Ok(summary) if stopped => say!(
                "{}: stopped early{note}. Committed records stay; run the same command again to continue.\n{summary}",
                file.display()
            ),
            Ok(summary) => say!("{}{note}\n{summary}", file.display()),
            Err(error) => {
                failed = true;
                super::complain(&error);
                say!(
                    "{}: stopped early; committed records stay{note}\n{last}",
                    file.display()
                );
            }
        }
        for advice in importer.advice() {
            say!("{advice}");
        }
        if last.to_review > 0 && !arguments.dry_run {
            say!("Run `townperk review list` to see what needs your decision.");
        }
        if importer.read_nobodys_list() {
            say!(
                "This list has no name, so it only added shops and filled gaps. With --source NAME, its next edition can also correct what it said."
            );
        }
        if last.renamed > 0 {
            say!(
                "{} of the records carry the ID of another shop. They go by name and address instead. If this is another list, give it a name of its own: --source NAME",
                last.renamed
            );
        }
        if stopped {
            break;
        }
    }
    let was_stopped = importer.was_stopped();
    if options.missing.is_some() {
        if failed || was_stopped {
            say!("The list was not read to its end, so no shop counts as missing.");
        } else {
            for missing in importer.missing(&options).await? {
                say_missing(&missing, arguments.dry_run);
                if let Some(report) = &mut report {
                    report.missing(&missing)?;
                }
            }
        }
    }
    if let Some(report) = report {
        report.finish()?;
    }
    if was_stopped {
        importer.release().await?;
    } else {
        importer.end().await?;
    }
    if let Some(number) = importer.number() {
        say!("This was import {number}. `townperk imports undo {number}` takes it back.");
    }
    database.close().await?;
    Ok(match (was_stopped, failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}

/// How often it is looked whether another import has ended.
const LOOK: Duration = Duration::from_secs(1);

/// Waits until it is this import's turn, or it is asked to stop.
async fn wait_for_turn(
    importer: &mut Importer,
    paths: &[&Path],
    source: Option<&str>,
) -> Result<()> {
    let mut said = None;
    while let Some(other) = importer.take_turn(paths, source).await? {
        if importer.was_stopped() {
            return Err(Error::Conflict(other.into()));
        }
        if said.as_ref() != Some(&other) {
            complain!("{other}");
            said = Some(other);
        }
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// A file that can be read twice.
enum Spooled {
    Named(PathBuf),
    /// A copy of a pipe.
    Copied(tempfile::NamedTempFile),
}

impl Spooled {
    fn path(&self) -> &Path {
        match self {
            Self::Named(path) => path,
            Self::Copied(file) => file.path(),
        }
    }
}

/// Copies pipes, because an edition of a list is read twice.
fn spooled(paths: &[PathBuf]) -> Result<Vec<Spooled>> {
    let spool = |path: &PathBuf| {
        let file_type = fs::metadata(path)?.file_type();
        if file_type.is_file() || file_type.is_dir() {
            return Ok(Spooled::Named(path.clone()));
        }
        let mut copy = tempfile::NamedTempFile::with_prefix("townperk-import-")?;
        io::copy(&mut fs::File::open(path)?, &mut copy)?;
        Ok(Spooled::Copied(copy))
    };
    let copies = paths.iter().map(|path| {
        spool(path).map_err(|error: io::Error| Error::Setup(format!("{}: {error}", path.display())))
    });
    copies.collect()
}

fn say_losses(losses: &[Loss]) {
    for loss in losses {
        say!("{}: {loss}", loss.source);
    }
}

/// The folder, the database and the clock to use. A dry run creates nothing: without an existing installation, it uses a temporary
/// folder.
async fn open(
    settings: &Settings,
    dry_run: bool,
) -> Result<(DataFolder, Database, Clock, Option<Scratch>)> {
    if !dry_run {
        let (folder, database, clock) = database::open(settings, Right::Create).await?;
        return Ok((folder, database, clock, None));
    }
    let existing = DataFolder::existing(&settings.data_dir);
    if let Some(folder) = &existing {
        database::refuse_foreign_log(settings, folder)?;
    }
    if let Some(folder) = &existing
        && let Some(database) = Database::open_unchanged(settings, folder).await?
    {
        database::say_which(settings, folder);
        let clock = database::clock_of(&database).await?;
        return Ok((folder.clone(), database, clock, None));
    }
    let scratch = Scratch::new();
    let folder = DataFolder::open(&scratch.0)?;
    let empty = Settings {
        database_url: Secret::default(),
        ..settings.clone()
    };
    database::say_which(&empty, &folder);
    let database = Database::open(&empty, &folder).await?;
    let clock = Clock::system();
    Ok((existing.unwrap_or(folder), database, clock, Some(scratch)))
}

/// A temporary folder, removed when the import ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        let name = format!("townperk-dry-run-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How many shops of one kind are listed by name.
const NAMED: usize = 20;

fn say_missing(missing: &MissingSummary, dry_run: bool) {
    let would = if dry_run { "would be " } else { "" };
    let source = &missing.source;
    for (slugs, result) in [
        (&missing.closed, "closed for good"),
        (&missing.asked, "asked about"),
    ] {
        if slugs.is_empty() {
            continue;
        }
        let shops = if slugs.len() == 1 { "shop" } else { "shops" };
        say!(
            "{} {shops} that {source} no longer has: {would}{result}",
            slugs.len()
        );
        for slug in slugs.iter().take(NAMED) {
            say!("  {slug}");
        }
        if slugs.len() > NAMED {
            say!("  … and {} more", slugs.len() - NAMED);
        }
    }
    if missing.closed.is_empty() && missing.asked.is_empty() {
        say!("{source} has all the shops that it had.");
    }
    if missing.asked_before > 0 {
        say!(
            "{} missing shops were asked about before.",
            missing.asked_before
        );
    }
    if missing.unclear > 0 && !missing.asked.is_empty() {
        say!(
            "{} records could not be told from shops that are missing, so nothing was closed without a question.",
            missing.unclear
        );
    }
    if !missing.asked.is_empty() && !dry_run {
        say!("`townperk admin suggestions list` shows what waits for your decision.");
    }
}

/// The exit code of a command ended by Ctrl-C, as in shells.
pub(super) const INTERRUPTED: u8 = 130;

/// Ctrl-C ends the import after the current batch, and a second one at once: a batch is written completely or not at
/// all.
fn stop_when_asked(mut requests: StopRequests, stop: Arc<AtomicBool>) {
    tokio::spawn(async move {
        requests.next().await;
        stop.store(true, Ordering::Relaxed);
        complain!(
            "\nStopping after this batch. Committed records stay. Press Ctrl-C again to stop now."
        );
        requests.next().await;
        std::process::exit(i32::from(INTERRUPTED));
    });
}

fn open_options(arguments: &Arguments) -> Result<OpenOptions> {
    let mut options = OpenOptions::new();
    if let Some(format) = arguments.format {
        options = options.format(format);
    }
    if let Some(encoding) = &arguments.encoding {
        options = options
            .encoding(encoding)
            .map_err(|error| Error::Setup(format!("--encoding: {error}")))?;
    }
    for mapping in &arguments.map {
        let (column, field) = place_files::parse_mapping(mapping)
            .map_err(|error| Error::Setup(format!("--map {mapping}: {error}")))?;
        options = options.map(column, field);
    }
    Ok(options)
}

/// The value of an option by the rule of the import, whose message begins with what must be.
fn checked<T>(
    option: &str,
    text: Option<&String>,
    check: impl Fn(&str) -> std::result::Result<T, &'static str>,
) -> Result<Option<T>> {
    let checked = text.map(|text| check(text));
    checked
        .transpose()
        .map_err(|message| Error::Setup(format!("{option} {message}")))
}
