//! What every mail says of the house it comes from.

use crate::platform::settings::Settings;

/// Filled into every template.
#[derive(Clone, Debug)]
pub struct Brand {
    /// The product's name.
    pub name: String,
    /// The address that visitors use, without a slash at its end.
    pub origin: String,
    /// Where the operator can be reached by letter; lists must say so.
    pub postal_address: String,
    /// Where people write to for help, if the operator said so.
    pub support_email: Option<String>,
}

impl Brand {
    /// As the operator set it.
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
