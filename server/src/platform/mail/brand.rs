//! What every email says about its sender.

use crate::platform::settings::Settings;

/// Passed to every template.
#[derive(Clone, Debug)]
pub struct Brand {
    /// The product's name.
    pub name: String,
    /// Stands at the head of the email.
    pub letterhead: String,
    /// The colors of links and buttons.
    pub colors: BrandColors,
    /// The logo beside it, if the site has one.
    pub logo: Option<BrandLogo>,
    /// The address that visitors use, without a slash at its end.
    pub origin: String,
    /// The operator's postal address, which newsletters must include.
    pub postal_address: String,
    /// Where people write for help, if configured.
    pub support_email: Option<String>,
}

/// A logo that emails load from the site.
#[derive(Clone, Debug)]
pub struct BrandLogo {
    /// The URL of a PNG, which never changes.
    pub url: String,
    /// In pixels.
    pub width: i32,
    pub height: i32,
}

/// Colors as `#rrggbb`, in light and dark.
#[derive(Clone, Debug)]
pub struct BrandColors {
    pub main: String,
    pub main_dark: String,
    /// Text on the main color in dark; in light, it is the paper's.
    pub on_main_dark: String,
}

impl Brand {
    /// The sender of a site with this name, letterhead and colors.
    #[must_use]
    pub fn of(settings: &Settings, name: &str, letterhead: &str, colors: BrandColors) -> Self {
        let address = settings.postal_address.trim();
        Self {
            name: name.to_owned(),
            letterhead: letterhead.to_owned(),
            colors,
            logo: None,
            support_email: Some(settings.support_email.trim().to_owned())
                .filter(|address| !address.is_empty()),
            origin: settings.origin(),
            postal_address: if address.is_empty() {
                "postal address not set".to_owned()
            } else {
                address.to_owned()
            },
        }
    }
}
