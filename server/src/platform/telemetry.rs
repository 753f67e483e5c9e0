//! Logs: readable text by default, one JSON object a line when a machine reads them.

use std::io::{IsTerminal, stderr};

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    error::{Error, Result},
    settings::{LogFormat, Settings},
};

/// Said before the operator's own filter, which may take it back: one line of ours tells what a library tells in twenty.
const QUIET: &str = "sea_orm_migration=warn";

/// Starts logging to standard error. Fails on a filter that can't be read.
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
            // Colors are for people at a terminal who have not refused them (NO_COLOR); in a file they are noise.
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
