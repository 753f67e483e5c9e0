//! Checks the settings, for `townperk check` and at startup.

mod server;
mod services;
#[cfg(test)]
mod tests;

use super::{
    backup::vault,
    error::{Error, Result},
    mail, overpass, payments,
    settings::Settings,
    storage, tls,
};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Prevents the server from starting.
    Error,
    /// The server starts, but something should be fixed.
    Warning,
}

/// A problem with the setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The setting's key.
    pub setting: &'static str,
    /// What's wrong, and what to do.
    pub message: String,
}

impl Settings {
    /// All problems and warnings, worst first.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        findings(self)
    }

    /// Refuses settings that can't work and, in production, unsafe ones.
    ///
    /// # Errors
    ///
    /// With a sentence for each such setting.
    pub fn refuse_unsafe(&self) -> Result<()> {
        let refused: Vec<_> = self
            .findings()
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| format!("{}: {}", finding.setting, finding.message))
            .collect();
        if refused.is_empty() {
            Ok(())
        } else {
            Err(Error::Setup(format!(
                "settings refused.\n  {}",
                refused.join("\n  ")
            )))
        }
    }
}

/// Checks each setting by itself.
fn findings(settings: &Settings) -> Vec<Finding> {
    let mut found = Found {
        unsafe_is: if settings.is_production() {
            Severity::Error
        } else {
            Severity::Warning
        },
        list: Vec::new(),
    };
    server::public_address(settings, &mut found);
    server::listening(settings, &mut found);
    server::database(settings, &mut found);
    server::limits(settings, &mut found);
    server::trusted_proxies(settings, &mut found);
    services::map_tiles(settings, &mut found);
    if let Err(error) = storage::check(settings.storage_url.reveal()) {
        found.error("storage_url", error.to_string());
    }
    for (setting, message) in vault::check(settings) {
        found.error(setting, message);
    }
    services::outbound(settings, &mut found);
    services::geocoder(settings, &mut found);
    services::model(settings, &mut found);
    services::place_data(settings, &mut found);
    services::mail_server(settings, &mut found);
    server::secrets(settings, &mut found);
    server::password(settings, &mut found);
    for (setting, message) in mail::check(settings)
        .into_iter()
        .chain(payments::check(settings))
        .chain(overpass::check(settings))
        .chain(tls::check(settings))
    {
        found.error(setting, message);
    }
    server::production(settings, &mut found);
    if settings.name.trim().is_empty() {
        found.error("name", "must not be empty".to_owned());
    }
    found.list.sort_by_key(|finding| finding.severity);
    found.list
}

struct Found {
    unsafe_is: Severity,
    list: Vec<Finding>,
}

impl Found {
    fn error(&mut self, setting: &'static str, message: String) {
        self.list.push(Finding {
            severity: Severity::Error,
            setting,
            message,
        });
    }

    /// Allowed only in development.
    fn unsafe_setting(&mut self, setting: &'static str, message: String) {
        self.list.push(Finding {
            severity: self.unsafe_is,
            setting,
            message,
        });
    }
}
