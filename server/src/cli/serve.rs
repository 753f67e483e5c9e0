//! `townperk serve`: runs the server, from opening sockets to a graceful shutdown.

use std::time::Duration;

use tokio::{
    sync::oneshot,
    time::{Instant, timeout_at},
};

use super::{demo::door_links, listening::Reserved, plain_http};
use crate::{
    app::App,
    demo_past,
    features::{admin_login, blog, demo},
    http::{self, Acceptor, EventLoops},
    pages::WebBundle,
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::{Engine, SqliteFile, name_of},
        error::{Error, Result},
        id_generator::IdGenerator,
        payment_sandbox,
        settings::{LogFormat, Settings},
        signals::{ReloadRequests, StopKind, StopRequests},
        telemetry::LogFilter,
        version::VERSION,
    },
};

/// How long connections may stay busy after the last one was taken. A second stop request closes them at once.
const GRACE: Duration = Duration::from_secs(6);

/// How much of that is kept for the database.
const CLOSING: Duration = Duration::from_secs(2);

/// The settings that apply without a restart.
const APPLIED: [&str; 3] = ["access_log", "log", "metrics_token"];

/// How long all of stopping takes at most: connections, then background work, then the database's connections.
const STOPPING: Duration = Duration::from_secs(10);

/// How a demo gets the content that it lacks.
const BEGIN_AGAIN: &str =
    "to begin again, start it with an empty data folder or, on PostgreSQL, an empty database";

/// Serve the directory.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Fill an empty database with made-up towns and shops, and with what people did there.
    #[arg(
        long,
        value_enum,
        value_name = "CONTENT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "everything"
    )]
    demo: Option<DemoContent>,
}

/// What an empty database is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DemoContent {
    /// Towns and shops, things to decide, and decisions of the last days.
    Everything,
    /// Towns and shops alone.
    Shops,
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
pub(super) async fn run(
    arguments: Arguments,
    mut settings: Settings,
    log: LogFilter,
) -> Result<()> {
    let is_demo = arguments.demo.is_some();
    if is_demo && settings.is_production() {
        return Err(Error::Setup(
            "--demo adds made-up shops and is refused in production".to_owned(),
        ));
    }
    // All checks come before anything is written.
    let (reserved, plain_reserved) = Reserved::take(&settings)?;
    settings.listen = reserved.address().clone();
    let folder = DataFolder::open(&settings.data_dir)?;
    let _lock = folder.lock()?;
    let file = SqliteFile::of(&settings, &folder);
    refuse_exposed(&settings, &folder, file.as_ref())?;
    match settings.log_format {
        LogFormat::Text => super::database::say_which(&settings, &folder),
        LogFormat::Json => tracing::info!(database = name_of(&settings, &folder), "opening"),
    }
    super::database::refuse_foreign_log(&settings, &folder)?;
    if let Some(losses) = file.as_ref().and_then(SqliteFile::losses) {
        tracing::error!("{losses}");
    }
    let database_lock = file.as_ref().map(SqliteFile::lock).transpose()?;
    let web = WebBundle::embedded()?;
    let clock = Clock::system();
    let identifiers = IdGenerator::new(clock.clone());
    if is_demo && settings.stripe_secret_key.reveal().is_empty() {
        payment_sandbox::configure(&mut settings, &identifiers)?;
    }
    settings.demo = is_demo;
    if is_demo {
        settings.forget_default_internet();
        demo::provide_places(&mut settings, &folder)?;
    }
    let app = App::start(&settings, &folder, &web, clock, identifiers)
        .await
        .map_err(|error| match &file {
            Some(file) => file.explain(error),
            None => error,
        })?;
    if let Some(content) = arguments.demo {
        seed(&app, content).await?;
    }
    let mut stop_requests = StopRequests::listen()?;
    let mut reload_requests = ReloadRequests::listen()?;
    let made = admin_login::password::prepare(app.services()).await?;
    // Whoever connects from now on is answered at once.
    let listener = reserved.listen()?;
    let links = if settings.demo && settings.log_format == LogFormat::Text {
        door_links(app.services()).await?
    } else {
        None
    };
    announce(&settings, &app, made.as_deref(), links.as_deref());

    database_lock
        .as_ref()
        .map_or(Ok(()), SqliteFile::note_running)?;
    let background = app.start_background();
    let (stop, stopping) = oneshot::channel();
    let loops = EventLoops::start()
        .map_err(|error| Error::Setup(format!("no threads for connections: {error}")))?;
    let idle_timeout = Duration::from_secs(settings.client_seconds);
    let tls = app.services().tls.as_ref();
    let acceptor = tls.map_or(Acceptor::Plain, |tls| Acceptor::Tls(tls.acceptor()));
    let listener = (listener, acceptor);
    let serving = http::serve(listener, app.front(), &loops, idle_timeout, async move {
        // An error means that the sender is gone, so there is nothing left to serve for.
        let _ = stopping.await;
    });
    let plain = plain_http::serve(&app, plain_reserved, &loops, idle_timeout);
    let reloading = async {
        loop {
            reload_requests.next().await;
            reload(&settings, &app, &log);
        }
    };
    let drain = Duration::from_secs(settings.drain_seconds);
    let mut end = Instant::now();
    let too_long = async {
        let asked_by = stop_requests.next().await;
        // Whoever presses Ctrl-C has no load balancer in front.
        if app.edge().drain() && asked_by == StopKind::Manager && !drain.is_zero() {
            tracing::info!(
                seconds = drain.as_secs(),
                "draining: /readyz answers 503, everything else goes on"
            );
            tokio::select! {
                () = tokio::time::sleep(drain) => {}
                _ = stop_requests.next() => {}
            }
        }
        tracing::info!("stopping: no new connections; finishing open requests");
        end = Instant::now() + STOPPING;
        let _ = stop.send(());
        app.services().closing.close();
        tokio::select! {
            () = tokio::time::sleep(GRACE) => {}
            _ = stop_requests.next() => {}
        }
    };
    tokio::select! {
        ((), ()) = async { tokio::join!(serving, plain) } => {}
        () = too_long => tracing::warn!("some connections were still busy and were closed"),
        () = reloading => {}
    }
    let worked = timeout_at(end - CLOSING, background.stop());
    if worked.await.is_err() {
        tracing::warn!("background tasks timed out and were aborted");
    }
    // Committed data is on disk, and a hanging database must not keep the process alive.
    let closed = timeout_at(end, app.database().close()).await;
    // Connections that were closed by force have left their lines by now.
    app.edge().flush_access_log();
    match closed {
        Ok(closed) => {
            closed?;
            if let Some(lock) = database_lock {
                lock.end();
            }
        }
        Err(_) => tracing::warn!("the database did not close its connections in time"),
    }
    Ok(())
}

/// Fills an empty database with the demo's content.
async fn seed(app: &App, content: DemoContent) -> Result<()> {
    let (database, catalog, clock) = (app.database(), app.catalog(), app.clock());
    let added = demo::seed_when_empty(database, catalog, clock, &app.services().keys).await?;
    let articles = if added == 0 {
        join_demo(app, content).await?;
        0
    } else {
        let filled = fill(app, content).await;
        // Whatever came of it, other servers needn't wait any longer.
        demo::end_filling(database).await?;
        filled?
    };
    tracing::info!(added, articles, "demo content");
    Ok(())
}

/// Adds the articles and the past; returns how many articles. Once: if the process ends meanwhile, the next one finds the shops and doesn't
/// begin again, but says so.
async fn fill(app: &App, content: DemoContent) -> Result<usize> {
    let (database, catalog, clock) = (app.database(), app.catalog(), app.clock());
    let articles = blog::seed_samples(database, catalog, clock, app.identifiers()).await?;
    if content == DemoContent::Everything
        && let Err(error) = demo_past::play(app).await
    {
        tracing::warn!(%error, "the demo has less to decide than usual; {BEGIN_AGAIN}");
    }
    Ok(articles)
}

/// Waits for the server that fills the database, if one does, and says what its demo lacks.
async fn join_demo(app: &App, content: DemoContent) -> Result<()> {
    let database = app.database();
    // A SQLite file has one server: who began to fill it was stopped.
    if database.engine() == Engine::Postgres
        && !demo::wait_until_filled(database, app.clock()).await?
    {
        tracing::warn!(
            "another server has been filling this demo for three minutes, or was stopped before it was done; this one goes on"
        );
    }
    if content == DemoContent::Everything && demo::lacks_past(database.reads()).await? {
        tracing::warn!(
            "this demo has shops and no whole past: it was filled by --demo=shops, by an earlier release or by a server that was \
             stopped before it was done, or another server is at it; {BEGIN_AGAIN}"
        );
    }
    Ok(())
}

/// Reads the settings again and applies those that can change while the server runs: the log's filter, whether requests
/// are logged, the token for the metrics, and the certificate's files. Names the others.
fn reload(settings: &Settings, app: &App, log: &LogFilter) {
    let read = Settings::load(settings.source.file.as_deref()).and_then(|read| {
        read.refuse_unsafe()?;
        log.apply(&read)?;
        Ok(read)
    });
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            tracing::error!(%error, "settings not read again; the server goes on with the old ones");
            return;
        }
    };
    app.edge().apply(&read);
    if let Some(tls) = &app.services().tls {
        tls.read_files_again();
    }
    let mut changed = settings.source.differences(&read.source);
    changed.retain(|name| !APPLIED.contains(&name.as_str()));
    if changed.is_empty() {
        tracing::info!("settings read again");
    } else {
        tracing::warn!(
            settings = changed.join(", "),
            "settings read again; these need a restart"
        );
    }
}

/// Says that it is ready, and where: with the password if one was made, and with the links to a demo.
fn announce(settings: &Settings, app: &App, password: Option<&str>, links: Option<&str>) {
    let (origin, mails) = (settings.origin(), app.services().mail.destination());
    let ready = format!("{} is ready: {origin}", settings.name);
    if settings.log_format == LogFormat::Json {
        // Printed whatever the log's filter says: the password is shown only once.
        let line = serde_json::json!({
            "timestamp": app.clock().now().to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
            "level": "INFO",
            "message": ready,
            "version": VERSION,
            "administrator": format!("{origin}/admin"),
            "password": password,
            "data": settings.data_dir,
            "mails": mails,
        });
        say!("{line}");
        return;
    }
    say!("{ready}");
    match password {
        Some(password) => say!(
            "Administrator: {origin}/admin, password {password} (shown only once; change it with townperk admin set-password)"
        ),
        None => say!("Administrator: {origin}/admin"),
    }
    if let Some(links) = links {
        say!("This is a demo. See it\n{links}");
    }
    if settings.payment_sandbox {
        say!("Payments: sandbox, no real charges; use test cards");
    }
    say!("Data: {}", settings.data_dir.display());
    say!("Mails: {mails}");
}
