//! `townperk serve`: the server, from its sockets to its orderly end.

use std::time::Duration;

use tokio::net::TcpListener;

use crate::{
    app::App,
    features::{blog, demo},
    pages::WebBundle,
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        error::{Error, Result},
        identifiers::Identifiers,
        settings::Settings,
    },
};

/// Connections that are still busy after this long are cut when the server stops.
const GRACE: Duration = Duration::from_secs(20);

/// Serve the directory.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Fill an empty database with invented towns and shops.
    #[arg(long)]
    demo: bool,
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
    let web = WebBundle::embedded()?;
    let clock = Clock::system();
    let identifiers = Identifiers::new(clock.clone());
    let app = App::start(&settings, &folder, &web, clock, identifiers).await?;
    if arguments.demo {
        let added = demo::seed_when_empty(app.database(), app.catalog(), app.clock()).await?;
        let articles = blog::seed_samples(
            app.database(),
            app.catalog(),
            app.clock(),
            app.identifiers(),
        )
        .await?;
        tracing::info!(added, articles, "demo content");
    }
    announce(&settings, &app);

    let background = app.start_background();
    let (stop, mut stopping) = tokio::sync::watch::channel(false);
    let serving = axum::serve(listener, app.front()).with_graceful_shutdown(async move {
        asked_to_stop().await;
        tracing::info!("stopping: no new connections, those that are open may finish");
        stop.send_replace(true);
    });
    let too_long = async {
        let _ = stopping.wait_for(|stopped| *stopped).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving => served.map_err(|error| Error::Internal(format!("the server ended: {error}")))?,
        () = too_long => tracing::warn!("some connections did not end in time and were cut"),
    }
    background.stop().await;
    app.database().clone().close().await
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

fn announce(settings: &Settings, app: &App) {
    println!("{} is ready: {}", settings.name, settings.origin());
    println!("Data: {}", settings.data_dir.display());
    println!("Mails: {}", app.services().mail.destination());
}

async fn asked_to_stop() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
}
