//! Logs: readable text by default, one JSON object a line when a machine reads them.

use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

use super::{
    error::{Error, Result},
    settings::{LogFormat, Settings},
};

/// Starts logging to standard error. Fails on a filter that can't be read.
pub fn start(settings: &Settings) -> Result<()> {
    let filter = EnvFilter::try_new(&settings.log).map_err(|error| {
        Error::Setup(format!(
            "setting `log` ({:?}) can't be read: {error}. Try \"info\".",
            settings.log
        ))
    })?;
    let registry = tracing_subscriber::registry().with(filter);
    let started = match settings.log_format {
        LogFormat::Text => registry
            .with(fmt::layer().with_writer(std::io::stderr).with_target(false))
            .try_init(),
        LogFormat::Json => registry
            .with(
                fmt::layer()
                    .json()
                    .flatten_event(true)
                    .with_writer(std::io::stderr),
            )
            .try_init(),
    };
    started.map_err(|error| Error::Internal(format!("logging can't start: {error}")))
}
