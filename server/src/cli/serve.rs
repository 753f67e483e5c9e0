//! `townperk serve`: runs the server, from opening sockets to a graceful shutdown.

use std::time::Duration;

use tokio::{net::TcpListener, sync::oneshot};

use crate::{
    app::App,
    features::{admin_door, blog, demo},
    http::{self, EventLoops},
    pages::WebBundle,
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::{SqliteFile, name_of},
        error::{Error, Result},
        id_generator::IdGenerator,
        payment_sandbox,
        settings::{LogFormat, Settings},
        signals::StopRequests,
    },
};

/// How long connections may stay busy after a stop request. A second request closes them at once.
const GRACE: Duration = Duration::from_secs(20);

/// How long database connections get to close before they are abandoned.
const CLOSING: Duration = Duration::from_secs(10);

/// Serve the directory.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Fill an empty database with made-up towns and shops.
    #[arg(long)]
    demo: bool,
}

/// In production, other users of the machine must not be able to read people's data.
fn refuse_exposed(
    settings: &Settings,
    folder: &DataFolder,
    file: Option<&SqliteFile>,
) -> Result<()> {
    let exposed = folder.exposed(&file.map(SqliteFile::files).unwrap_or_default());
    if settings.is_production() && !exposed.is_empty() {
        let lines: Vec<String> = exposed.iter().map(|one| format!("\n  {one}")).collect();
        return Err(Error::Setup(format!(
            "the data folder is not for this user alone.{}",
            lines.concat()
        )));
    }
    for one in exposed {
        tracing::warn!("{one}");
    }
    Ok(())
}

/// Serves until the process is asked to stop.
pub(super) async fn run(arguments: Arguments, mut settings: Settings) -> Result<()> {
    if arguments.demo && settings.is_production() {
        return Err(Error::Setup(
            "--demo adds made-up shops and is refused in production".to_owned(),
        ));
    }
    // All checks come before anything is written.
    let listener = bind(&settings).await?;
    settings.listen = listener
        .local_addr()
        .map_err(|error| Error::Setup(format!("no address: {error}")))?;
    let folder = DataFolder::open(&settings.data_dir)?;
    let _lock = folder.lock()?;
    let file = SqliteFile::of(&settings, &folder);
    refuse_exposed(&settings, &folder, file.as_ref())?;
    match settings.log_format {
        LogFormat::Text => super::database::say_which(&settings, &folder),
        LogFormat::Json => tracing::info!(database = name_of(&settings, &folder), "opening"),
    }
    if let Some(losses) = file.as_ref().and_then(SqliteFile::losses) {
        tracing::error!("{losses}");
    }
    let database_lock = file.as_ref().map(SqliteFile::lock).transpose()?;
    let web = WebBundle::embedded()?;
    let clock = Clock::system();
    let identifiers = IdGenerator::new(clock.clone());
    if arguments.demo && settings.stripe_secret_key.reveal().is_empty() {
        payment_sandbox::configure(&mut settings, &identifiers)?;
    }
    if arguments.demo {
        settings.forget_default_internet();
        demo::provide_places(&mut settings, &folder)?;
    }
    let app = App::start(&settings, &folder, &web, clock, identifiers)
        .await
        .map_err(|error| match &file {
            Some(file) => file.explain(error),
            None => error,
        })?;
    if arguments.demo {
        let added = demo::seed_when_empty(app.database(), app.catalog(), app.clock()).await?;
        let articles = if added == 0 {
            0
        } else {
            let (catalog, clock) = (app.catalog(), app.clock());
            blog::seed_samples(app.database(), catalog, clock, app.identifiers()).await?
        };
        tracing::info!(added, articles, "demo content");
    }
    let mut stop_requests = StopRequests::listen()?;
    let made = admin_door::password::prepare(app.services()).await?;
    announce(&settings, &app, made.as_deref());

    database_lock
        .as_ref()
        .map_or(Ok(()), SqliteFile::note_running)?;
    let background = app.start_background();
    let (stop, stopping) = oneshot::channel();
    let loops = EventLoops::start()
        .map_err(|error| Error::Setup(format!("no threads for connections: {error}")))?;
    let idle_timeout = Duration::from_secs(settings.client_seconds);
    let serving = http::serve(listener, app.front(), &loops, idle_timeout, async move {
        // An error means that the sender is gone, so there is nothing left to serve for.
        let _ = stopping.await;
    });
    let too_long = async {
        stop_requests.next().await;
        tracing::info!("stopping: no new connections; finishing open requests");
        let _ = stop.send(());
        app.services().closing.close();
        tokio::select! {
            () = tokio::time::sleep(GRACE) => {}
            () = stop_requests.next() => {}
        }
    };
    tokio::select! {
        () = serving => {}
        () = too_long => tracing::warn!("some connections were still busy and were closed"),
    }
    background.stop().await;
    // Committed data is on disk, and a hanging database must not keep the process alive.
    tokio::select! {
        closed = app.database().close() => {
            closed?;
            if let Some(lock) = database_lock {
                lock.end();
            }
        }
        () = tokio::time::sleep(CLOSING) => {
            tracing::warn!("the database did not close its connections in time");
        }
    }
    Ok(())
}

/// Listens on the configured address.
pub(super) async fn bind(settings: &Settings) -> Result<TcpListener> {
    TcpListener::bind(settings.listen).await.map_err(|error| {
        Error::Setup(format!(
            "can't listen on {}: {error}. Is another server running? Set TOWNPERK_LISTEN to another address or port.",
            settings.listen
        ))
    })
}

fn announce(settings: &Settings, app: &App, password: Option<&str>) {
    say!("{} is ready: {}", settings.name, settings.origin());
    match password {
        Some(password) => say!(
            "Administrator: {}/admin, password {password} (shown only once; change it with townperk admin set-password)",
            settings.origin()
        ),
        None => say!("Administrator: {}/admin", settings.origin()),
    }
    if settings.payment_sandbox {
        say!("Payments: sandbox, no real charges; use test cards");
    }
    say!("Data: {}", settings.data_dir.display());
    say!("Mails: {}", app.services().mail.destination());
}
