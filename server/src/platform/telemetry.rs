//! Logs: readable text by default, or JSON lines for machines.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    error::{Error, Result},
    settings::{LogFormat, Settings},
};

/// Comes before the operator's filter, which can override it: one line of ours replaces twenty of the library's.
const QUIET: &str = "sea_orm_migration=warn";

/// Starts logging to standard error.
///
/// # Errors
///
/// When the filter can't be parsed, or logging has already started.
pub fn start(settings: &Settings) -> Result<()> {
    let directives = format!("{QUIET},{}", settings.log);
    let filter = EnvFilter::try_new(directives).map_err(|error| {
        Error::Setup(format!(
            "setting `log` ({:?}) can't be read: {error}. Try \"info\".",
            settings.log
        ))
    })?;
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
        LogFormat::Json => registry
            .with(fmt::layer().json().flatten_event(true).with_writer(stderr))
            .try_init(),
    };
    started.map_err(|error| Error::Internal(format!("logging can't start: {error}")))
}
