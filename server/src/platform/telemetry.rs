//! Logs: readable text by default, or JSON lines for machines.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::{
    EnvFilter, Registry, fmt, layer::SubscriberExt, reload, util::SubscriberInitExt,
};

use super::{
    clock::Clock,
    error::{Error, Result},
    settings::{LogFormat, Settings},
};

/// Comes before the operator's filter, which can override it: one line of ours replaces twenty of the library's.
const QUIET: &str = "sea_orm_migration=warn";

/// Changes what is logged while the server runs.
#[derive(Clone, Debug)]
pub struct LogFilter(reload::Handle<EnvFilter, Registry>);

impl LogFilter {
    /// Applies the setting `log`.
    ///
    /// # Errors
    ///
    /// When the filter can't be parsed.
    pub fn apply(&self, settings: &Settings) -> Result<()> {
        let filter = filter(settings)?;
        let applied = self.0.reload(filter);
        applied.map_err(|error| Error::Internal(format!("the log's filter: {error}")))
    }
}

/// Has panics logged like everything else, where programs read the log.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("no message");
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "panic: {message}");
    }));
}

/// A line of JSON that says why the server didn't start, for errors that come before logging does.
#[must_use]
pub fn complaint(error: &Error) -> String {
    let line = serde_json::json!({
        "timestamp": Clock::system().now().to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
        "level": "ERROR",
        "message": error.to_string(),
        "advice": error.advice(),
        "target": "townperk",
    });
    line.to_string()
}

fn filter(settings: &Settings) -> Result<EnvFilter> {
    let directives = format!("{QUIET},{}", settings.log);
    EnvFilter::try_new(directives).map_err(|error| {
        Error::Setup(format!(
            "setting `log` ({:?}) can't be read: {error}. Try \"info\".",
            settings.log
        ))
    })
}

/// Starts logging to standard error.
///
/// # Errors
///
/// When the filter can't be parsed, or logging has already started.
pub fn start(settings: &Settings) -> Result<LogFilter> {
    let (filter, handle) = reload::Layer::new(filter(settings)?);
    let registry = tracing_subscriber::registry().with(filter);
    let started = match settings.log_format {
        LogFormat::Text => {
            let lines = fmt::layer().with_writer(stderr).with_target(false);
            // Colors are for a terminal whose user hasn't refused them (NO_COLOR).
            let lines = if stderr().is_terminal() {
                lines
            } else {
                lines.with_ansi(false)
            };
            registry.with(lines).try_init()
        }
        LogFormat::Json => {
            log_panics();
            registry
                .with(fmt::layer().json().flatten_event(true).with_writer(stderr))
                .try_init()
        }
    };
    started.map_err(|error| Error::Internal(format!("logging can't start: {error}")))?;
    Ok(LogFilter(handle))
}
