//! `townperk serve`: the server, from its sockets to its orderly end.

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
        database::SqliteFile,
        error::{Error, Result},
        identifiers::Identifiers,
        payment_sandbox,
        settings::Settings,
        signals::StopRequests,
    },
};

/// Connections that are still busy this long after the server was asked to stop are cut; a second request cuts them at once.
const GRACE: Duration = Duration::from_secs(20);

/// The database's connections are left to themselves when they have not ended after this long.
const CLOSING: Duration = Duration::from_secs(10);

/// Serve the directory.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Fill an empty database with invented towns and shops.
    #[arg(long)]
    demo: bool,
}

/// In production nobody else on the machine may read what people entrusted us with.
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
            "--demo fills the directory with invented shops; production refuses it".to_owned(),
        ));
    }
    // What can be refused is refused before anything is written.
    let listener = bind(&settings).await?;
    settings.listen = listener
        .local_addr()
        .map_err(|error| Error::Setup(format!("no address: {error}")))?;
    let folder = DataFolder::open(&settings.data_dir)?;
    let _lock = folder.lock()?;
    let file = SqliteFile::of(&settings, &folder);
    refuse_exposed(&settings, &folder, file.as_ref())?;
    if let Some(losses) = file.as_ref().and_then(SqliteFile::losses) {
        tracing::error!("{losses}");
    }
    let database_lock = file.as_ref().map(SqliteFile::lock).transpose()?;
    let web = WebBundle::embedded()?;
    let clock = Clock::system();
    let identifiers = Identifiers::new(clock.clone());
    if arguments.demo && settings.stripe_secret_key.reveal().is_empty() {
        payment_sandbox::configure(&mut settings, &identifiers)?;
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
    let patience = Duration::from_secs(settings.client_seconds);
    let serving = http::serve(listener, app.front(), &loops, patience, async move {
        // An error means that the sender is gone, and with it the reason to serve.
        let _ = stopping.await;
    });
    let too_long = async {
        stop_requests.next().await;
        tracing::info!("stopping: no new connections, requests in hand are answered");
        let _ = stop.send(());
        app.services().closing.close();
        tokio::select! {
            () = tokio::time::sleep(GRACE) => {}
            () = stop_requests.next() => {}
        }
    };
    tokio::select! {
        () = serving => {}
        () = too_long => tracing::warn!("some connections were still busy and were cut"),
    }
    background.stop().await;
    // What was committed is on disk; a database that hangs must not hold the process.
    tokio::select! {
        closed = app.database().close() => {
            closed?;
            if let Some(lock) = database_lock {
                lock.end();
            }
        }
        () = tokio::time::sleep(CLOSING) => {
            tracing::warn!("the database did not end its connections in time");
        }
    }
    Ok(())
}

/// Listens at the settings' address.
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
            "Administrator: {}/admin, password {password} (shown this once; townperk admin set-password sets another)",
            settings.origin()
        ),
        None => say!("Administrator: {}/admin", settings.origin()),
    }
    if settings.payment_sandbox {
        say!("Payments: a sandbox that charges nothing; test cards alone work");
    }
    say!("Data: {}", settings.data_dir.display());
    say!("Mails: {}", app.services().mail.destination());
}
