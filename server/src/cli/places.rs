//! `townperk places`: brings all coffee shops of a state from open data.

use std::{
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::Subcommand;
use gazetteer::State;

use super::{import, open_services, progress_line::ProgressLine};
use crate::{
    features::imports::{FetchProgress, StatePlaces, choices, fetch_state},
    platform::{
        error::{Error, Result},
        settings::Settings,
        signals::StopRequests,
    },
};

/// Bring coffee shops from open data.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Import all coffee shops of a state, by the rules of `townperk import` and with its questions. It is one import:
    /// `townperk imports undo` takes it back.
    ///
    /// Without --from, the Overpass server in `overpass_url` is asked, piece by piece and with `overpass_pause_seconds`
    /// between two questions.
    Fetch(Fetch),
}

#[derive(Debug, clap::Args)]
struct Fetch {
    /// The state, such as LA.
    #[arg(long, value_name = "STATE")]
    state: String,
    /// A file of places, of any format that `townperk import` reads: an extract of Overture, Foursquare OS Places or
    /// OpenStreetMap, as Parquet, GeoJSON or PBF. Records of other states are passed over.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Decide and print, but write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Write each record's result, and the rule behind it, to a CSV file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Runs the command; the exit code isn't 0 if something is missing.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let Command::Fetch(fetch) = arguments.command;
    let state = choices::state(&fetch.state)
        .map_err(|message| Error::Setup(format!("--state {message}")))?;
    let how = (fetch.dry_run, fetch.report);
    if let Some(file) = fetch.from {
        let import = import::Arguments::of_state((file.clone(), file), state.code(), how);
        return import::run(import, settings).await;
    }
    let Some(places) = ask(&settings, state).await? else {
        return Ok(ExitCode::from(import::INTERRUPTED));
    };
    let name = PathBuf::from(format!("OpenStreetMap, {}", state.name()));
    let file = (places.file.path().to_owned(), name);
    let import = import::Arguments::of_state(file, state.code(), how);
    let code = import::run(import, settings).await?;
    let missing = places.unanswered.len();
    if missing == 0 {
        return Ok(code);
    }
    complain!(
        "townperk: {missing} of {} pieces of the state weren't answered, so shops there are missing. Run the same command again.",
        places.fetched.pieces
    );
    Ok(if code == ExitCode::SUCCESS {
        ExitCode::FAILURE
    } else {
        code
    })
}

/// Asks Overpass; `None` if somebody has canceled that.
async fn ask(settings: &Settings, state: State) -> Result<Option<StatePlaces>> {
    let services = open_services(settings).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let (mut requests, switch) = (StopRequests::listen()?, stop.clone());
    let listening = tokio::spawn(async move {
        requests.next().await;
        switch.store(true, Ordering::Relaxed);
    });
    let mut shown = ProgressLine::new();
    let progress = &mut |FetchProgress {
                             done,
                             pieces,
                             places,
                         }| {
        shown.say(&format!("{done} of {pieces} pieces, {places} places"));
    };
    let fetched = fetch_state(&services, state, &stop, progress).await;
    shown.clear();
    listening.abort();
    services.database.close().await?;
    let fetched = fetched?;
    match &fetched {
        None => say!("Stopped. Nothing was written."),
        Some(places) => {
            for reason in &places.unanswered {
                complain!("townperk: {reason}");
            }
        }
    }
    Ok(fetched)
}
