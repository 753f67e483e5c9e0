//! What every email says about its sender.

use crate::platform::settings::Settings;

/// Passed to every template.
#[derive(Clone, Debug)]
pub struct Brand {
    /// The product's name.
    pub name: String,
    /// The address that visitors use, without a slash at its end.
    pub origin: String,
    /// The operator's postal address, which newsletters must include.
    pub postal_address: String,
    /// Where people write for help, if configured.
    pub support_email: Option<String>,
}

impl Brand {
    /// Reads it from the settings.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        let address = settings.postal_address.trim();
        Self {
            name: settings.name.clone(),
            support_email: Some(settings.support_email.trim().to_owned())
                .filter(|address| !address.is_empty()),
            origin: settings.origin(),
            postal_address: if address.is_empty() {
                "postal address not set (TOWNPERK_POSTAL_ADDRESS)".to_owned()
            } else {
                address.to_owned()
            },
        }
    }
}
