//! `townperk import`: reads lists of places, beside a running server or without one.

use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use place_files::{FormatHint, OpenOptions};

use crate::{
    catalog::admission::chains::ChainLists,
    features::imports::{ImportOptions, Importer, Progress, Report, Summary},
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::Database,
        error::{Error, Result},
        identifiers::Identifiers,
        settings::Settings,
        signals::StopRequests,
    },
};

/// Read lists of coffee shops into the directory. What was committed stays when a run is cut off, and running it again
/// goes on from there.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// OpenStreetMap GeoJSON, Overpass JSON or PBF; CSV or TSV with a header; GeoJSON; Foursquare or Overture places.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The files' format, where looking does not tell: osm, overpass, osm-pbf, csv, tsv, geojson, parquet, foursquare, overture …
    #[arg(long, value_name = "FORMAT")]
    format: Option<FormatHint>,
    /// The name of the source; facts are updated by their own source only.
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
    /// What a column holds: `--map "Store Name=name"`; the field `ignore` passes it over.
    #[arg(long = "map", value_name = "COLUMN=FIELD")]
    map: Vec<String>,
    /// The files' text encoding, where it is neither UTF-8 nor Windows-1252.
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Decide and show, write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Write each record's fate, and the rule that decided, into a CSV file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Imports all files; the exit code is not 0 when one of them could not be read to its end.
pub(super) async fn run(arguments: Arguments, mut settings: Settings) -> Result<ExitCode> {
    // A run reads one thing after the other, and each further connection would keep pages and statements of its own.
    settings.database_connections = 1;
    let options = ImportOptions {
        open: open_options(&arguments)?,
        source: source(&arguments)?,
        dry_run: arguments.dry_run,
    };
    if let Some(missing) = arguments.files.iter().find(|file| !file.exists()) {
        return Err(Error::Setup(format!(
            "there is no file {}",
            missing.display()
        )));
    }
    let folder = DataFolder::open(&settings.data_dir)?;
    let mut report = arguments
        .report
        .as_deref()
        .map(Report::create)
        .transpose()?;
    let clock = Clock::system();
    let identifiers = Identifiers::new(clock.clone());
    let database = Database::open(&settings, &folder).await?;
    database.expect_many_rows().await?;
    let chains = ChainLists::open(&database, &folder).await?;
    let mut importer = Importer::new(database.clone(), None, clock, identifiers, chains).await?;
    stop_when_asked(StopRequests::listen()?, importer.stop_switch());
    let note = if arguments.dry_run {
        " (dry run: nothing was written)"
    } else {
        ""
    };
    let mut failed = false;
    for file in &arguments.files {
        let mut last = Summary::default();
        let mut shown = ProgressLine::new();
        let result = importer
            .file(file, &options, &mut report, &mut |progress| {
                last = progress.summary;
                shown.show(progress);
            })
            .await;
        shown.clear();
        let stopped = importer.was_stopped();
        match result {
            Ok(summary) if stopped => say!(
                "{}: stopped before its end{note}. What was committed stays; run the same command again to go on.\n{summary}",
                file.display()
            ),
            Ok(summary) => say!("{}{note}\n{summary}", file.display()),
            Err(error) => {
                failed = true;
                super::complain(&error);
                say!(
                    "{}: stopped early, what was committed stays{note}\n{last}",
                    file.display()
                );
            }
        }
        if last.to_review > 0 && !arguments.dry_run {
            say!("`townperk review list` shows what waits for your decision.");
        }
        if last.renamed > 0 {
            say!(
                "{} of the records carry the number of another shop. They go by name and address instead. If this is another list, give it a name of its own: --source NAME",
                last.renamed
            );
        }
        if stopped {
            break;
        }
    }
    if let Some(report) = report {
        report.finish()?;
    }
    let was_stopped = importer.was_stopped();
    database.close().await?;
    Ok(match (was_stopped, failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, true) => ExitCode::FAILURE,
        (false, false) => ExitCode::SUCCESS,
    })
}

/// The exit code of a command that Ctrl-C ended, as shells have it.
const INTERRUPTED: u8 = 130;

/// Ctrl-C ends the run after the batch in hand, and a second one at once: a batch is written wholly or not at all.
fn stop_when_asked(mut requests: StopRequests, stop: Arc<AtomicBool>) {
    tokio::spawn(async move {
        requests.next().await;
        stop.store(true, Ordering::Relaxed);
        complain!(
            "\nStopping after this batch. What was committed stays. Ctrl-C again stops at once."
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

fn source(arguments: &Arguments) -> Result<Option<String>> {
    let Some(name) = arguments.source.as_deref().map(str::trim) else {
        return Ok(None);
    };
    let is_word = (1..=32).contains(&name.len())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if !is_word || matches!(name, "owner" | "admin") {
        return Err(Error::Setup(
            "--source must be 1 to 32 letters, digits, dots, dashes or underscores, and not \"owner\" or \"admin\"".to_owned(),
        ));
    }
    Ok(Some(name.to_owned()))
}

/// A line that is drawn over on a terminal, and a line from time to time elsewhere.
struct ProgressLine {
    on_terminal: bool,
    drawn: bool,
    next_records: u64,
}

/// Records between two lines where there is no terminal.
const EVERY: u64 = 50_000;

impl ProgressLine {
    fn new() -> Self {
        Self {
            on_terminal: std::io::stderr().is_terminal(),
            drawn: false,
            next_records: EVERY,
        }
    }

    fn show(&mut self, progress: Progress) {
        let records = progress.summary.records;
        let share = progress
            .bytes_total
            .filter(|total| *total > 0)
            .map(|total| progress.bytes_read * 100 / total);
        let share = share
            .map(|percent| format!("{:>3} %, ", percent.min(100)))
            .unwrap_or_default();
        if self.on_terminal {
            let added = progress.summary.added;
            let _ = write!(
                std::io::stderr(),
                "\r{share}{records} records, {added} added\x1b[K"
            );
            self.drawn = true;
        } else if records >= self.next_records {
            self.next_records = records + EVERY;
            complain!("{share}{records} records");
        }
    }

    fn clear(&mut self) {
        if self.drawn {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            self.drawn = false;
        }
    }
}
