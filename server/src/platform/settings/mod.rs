//! Settings: compiled-in defaults, then a TOML file, then environment variables.

mod check;
mod map_tiles;

use std::{fmt, net::SocketAddr, path::PathBuf};

use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use serde::{Deserialize, Deserializer};

pub use check::{Finding, Severity};
pub use map_tiles::{MapTiles, TileKind};

use super::error::{Error, Result};

/// The defaults with their comments, printed by `townperk settings`.
pub const DEFAULTS: &str = include_str!("../../../settings.default.toml");

/// All settings. The comments in `settings.default.toml` explain them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub name: String,
    #[serde(deserialize_with = "address_and_port")]
    pub listen: SocketAddr,
    pub public_url: String,
    pub mode: Mode,
    pub data_dir: PathBuf,
    pub database_url: Secret,
    pub database_connections: u32,
    pub database_timeout_ms: u64,
    pub trusted_proxies: String,
    pub metrics_token: Secret,
    pub secret: Secret,
    pub admin_password: Secret,
    pub geoip_file: PathBuf,
    pub prompt_for_location: bool,
    pub events_kept_days: u32,
    pub support_email: String,
    pub smtp_url: Secret,
    pub smtp_ca_file: PathBuf,
    pub smtp_timeout_seconds: u64,
    pub mail_from: String,
    pub postal_address: String,
    pub newsletter_mails_per_minute: u32,
    pub blog_category: String,
    pub log: String,
    pub log_format: LogFormat,
    pub access_log: bool,
    pub votes_per_network: usize,
    pub votes_per_network_day: usize,
    pub cdn_seconds: u32,
    pub ai_crawlers: bool,
    pub client_seconds: u64,
    pub cache_megabytes: u64,
    pub render_threads: usize,
    pub render_queue: usize,
    pub render_deadline_ms: u64,
    pub map_tiles: String,
    pub map_tiles_attribution: String,
    pub stripe_secret_key: Secret,
    pub stripe_publishable_key: String,
    pub stripe_webhook_secret: Secret,
    pub stripe_api_url: String,
    pub stripe_js_url: String,
    pub stripe_test_keys: bool,
    pub boost_monthly_cents: i64,
    pub boost_one_time_cents: i64,
    pub visibility_claim: u32,
    pub visibility_claim_source: String,
    /// Whether payments go to the built-in sandbox. Not a setting: `serve --demo` without keys turns it on.
    #[serde(skip)]
    pub payment_sandbox: bool,
    /// Whether the places in `open_places_file` are made up. Not a setting: `serve --demo` turns it on.
    #[serde(skip)]
    pub demo_places: bool,
    pub storage_url: Secret,
    pub nominatim_url: String,
    pub overpass_url: String,
    pub overpass_timeout_seconds: u64,
    pub open_places_file: PathBuf,
    pub foursquare_api_key: Secret,
    pub foursquare_api_url: String,
    pub foursquare_calls_per_month: u32,
    pub foursquare_kept_days: u32,
    pub wikipedia_url: String,
    pub wikimedia_url: String,
    pub pexels_api_key: Secret,
    pub pexels_api_url: String,
    pub ai_url: String,
    pub ai_key: Secret,
    pub ai_model: String,
    pub ai_reads_images: bool,
    pub ai_token_field: String,
    pub ai_calls_per_day: u32,
    pub outbound_allow: String,
}

/// Whether unsafe settings are allowed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// On one's own machine: everything has a working default.
    Development,
    /// On the internet: unsafe or unlawful settings are refused.
    Production,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// A setting that must not be printed.
#[derive(Clone, Default, Deserialize, PartialEq, Eq)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps `value`.
    #[must_use]
    pub fn new(value: String) -> Self {
        Self(value)
    }

    /// The value, for the one place that needs it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_empty() {
            "(none)"
        } else {
            "(hidden)"
        })
    }
}

/// Names the invalid value, which the parser's own error doesn't.
fn address_and_port<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<SocketAddr, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| {
        serde::de::Error::custom(format!(
            "\"{text}\" is not an address with a port, such as 127.0.0.1:8080"
        ))
    })
}

/// The default of `wikipedia_url`.
const WIKIPEDIA: &str = "https://en.wikipedia.org";

/// Variables with our prefix that aren't server settings.
const NOT_SETTINGS: &[&str] = &["test_postgres_url", "config"];

impl Settings {
    /// Reads the defaults, `file` if given, and the environment.
    ///
    /// # Errors
    ///
    /// When the file or a value can't be parsed, or a setting is unknown.
    pub fn load(file: Option<&std::path::Path>) -> Result<Self> {
        let mut figment = Figment::from(Toml::string(DEFAULTS));
        if let Some(path) = file {
            if !path.is_file() {
                return Err(Error::Setup(format!(
                    "there is no settings file {}",
                    path.display()
                )));
            }
            figment = figment.merge(Toml::file_exact(path));
        }
        figment
            .merge(
                Env::prefixed("TOWNPERK_")
                    .ignore(NOT_SETTINGS)
                    .lowercase(true),
            )
            .extract()
            .map_err(|errors| {
                let sentences = errors
                    .into_iter()
                    .map(|error| error.to_string())
                    .collect::<Vec<_>>();
                Error::Setup(format!(
                    "settings: {}. `townperk settings` prints all of them.",
                    sentences.join("; ")
                ))
            })
    }

    /// Only the compiled-in defaults.
    ///
    /// # Errors
    ///
    /// Never, unless `settings.default.toml` is broken.
    pub fn defaults() -> Result<Self> {
        Figment::from(Toml::string(DEFAULTS))
            .extract()
            .map_err(|error| Error::Internal(format!("the compiled-in settings: {error}")))
    }

    /// For demos, which ask nothing on the internet unless a setting names it.
    pub fn forget_default_internet(&mut self) {
        if self.wikipedia_url == WIKIPEDIA {
            self.wikipedia_url.clear();
        }
    }

    /// The address that visitors use, without a slash at its end.
    #[must_use]
    pub fn origin(&self) -> String {
        match self.public_url.trim_end_matches('/') {
            "" => format!("http://{}", self.listen),
            address => address.to_owned(),
        }
    }

    /// Whether this is a production server.
    #[must_use]
    pub fn is_production(&self) -> bool {
        self.mode == Mode::Production
    }

    /// The operator's map tiles; `None` to use our own lines.
    ///
    /// # Errors
    ///
    /// When the settings for tiles are invalid.
    pub fn map_tiles(&self) -> Result<Option<MapTiles>> {
        MapTiles::parse(&self.map_tiles, &self.map_tiles_attribution)
    }

    /// All problems and warnings, worst first.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        check::findings(self)
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
