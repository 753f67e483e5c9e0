//! Settings: compiled-in defaults, then a TOML file, then environment variables.

mod choices;
mod layers;
mod listen;
mod map_tiles;

use std::{
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use chrono_tz::Tz;
use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use serde::{Deserialize, Deserializer};

pub use choices::{AiPublish, InboxMail, LogFormat, Mode, Pooler, TlsSource};
pub use layers::Source;
pub use listen::Listen;
pub use map_tiles::{MapTiles, TileKind};

use super::error::{Error, Result};
use layers::SecretFiles;

/// The defaults with their comments, printed by `townperk settings`.
pub const DEFAULTS: &str = include_str!("../../../settings.default.toml");

/// All settings. The comments in `settings.default.toml` explain them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub name: String,
    #[serde(deserialize_with = "listen_place")]
    pub listen: Listen,
    #[serde(deserialize_with = "text_or_number")]
    pub socket_mode: String,
    pub public_url: String,
    pub mode: Mode,
    pub node_name: String,
    pub drain_seconds: u64,
    pub data_dir: PathBuf,
    pub database_url: Secret,
    pub database_connections: u32,
    pub database_timeout_ms: u64,
    pub database_pooler: Pooler,
    pub trusted_proxies: String,
    pub metrics_token: Secret,
    pub secret: Secret,
    pub admin_password: Secret,
    pub geoip_file: PathBuf,
    pub prompt_for_location: bool,
    pub events_kept_days: u32,
    pub support_email: String,
    pub inbox_mail: InboxMail,
    pub claims_auto_approve: bool,
    #[serde(deserialize_with = "named_zone")]
    pub time_zone: Tz,
    pub smtp_url: Secret,
    pub smtp_ca_file: PathBuf,
    pub smtp_timeout_seconds: u64,
    pub mail_from: String,
    pub postal_address: String,
    pub newsletter_mails_per_minute: u32,
    pub decision_mail_seconds: u32,
    pub blog_category: String,
    pub log: String,
    pub log_format: LogFormat,
    pub access_log: bool,
    pub slow_query_ms: u64,
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
    /// Whether this is a demo. Not a setting: `serve --demo` says so.
    #[serde(skip)]
    pub demo: bool,
    pub demo_doors: bool,
    pub storage_url: Secret,
    pub backup_url: Secret,
    pub backup_key: Secret,
    pub nominatim_url: String,
    pub overpass_url: String,
    pub overpass_timeout_seconds: u64,
    pub overpass_pause_seconds: u32,
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
    pub ai_max_tokens: u32,
    pub ai_reasoning_effort: String,
    pub ai_publish: AiPublish,
    pub ai_calls_per_day: u32,
    pub outbound_allow: String,
    pub tls: TlsSource,
    pub tls_certificate_file: PathBuf,
    pub tls_key_file: PathBuf,
    pub acme_email: String,
    pub acme_url: String,
    pub acme_ca_file: PathBuf,
    #[serde(deserialize_with = "optional_address")]
    pub http_listen: Option<SocketAddr>,
    pub hsts_subdomains: bool,
    /// The files behind these settings.
    #[serde(skip)]
    pub source: Source,
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
fn listen_place<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Listen, D::Error> {
    let text = text_or_number(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}

/// Digits alone, such as a port, are a number in a file and in a variable.
fn text_or_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Text(String),
        Number(i64),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::Text(text) => text,
        Written::Number(number) => number.to_string(),
    })
}

/// Names the invalid value, and what one looks like.
fn named_zone<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Tz, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.trim().parse().map_err(|_| {
        serde::de::Error::custom(format!(
            "\"{name}\" is no time zone. Use a name such as America/Chicago"
        ))
    })
}

/// The name of this machine.
fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "localhost".to_owned(),
        name => name.to_owned(),
    }
}

/// `None` if it is empty.
fn optional_address<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() {
        return Ok(None);
    }
    listen::parse(&text)
        .map(Some)
        .map_err(serde::de::Error::custom)
}

/// The port of HTTPS, and the one for plain HTTP beside it.
const HTTPS_PORT: u16 = 443;
const HTTP_PORT: u16 = 80;

/// The default of `wikipedia_url`.
const WIKIPEDIA: &str = "https://en.wikipedia.org";

/// Variables with our prefix that aren't server settings.
const NOT_SETTINGS: &[&str] = &["test_postgres_url", "config", "commit"];

impl Settings {
    /// Reads the defaults, `file` if given, and the environment.
    ///
    /// # Errors
    ///
    /// When the file or a value can't be parsed, or a setting is unknown.
    pub fn load(file: Option<&Path>) -> Result<Self> {
        let files = SecretFiles::default();
        if let Some(path) = file.filter(|path| !path.is_file()) {
            return Err(Error::Setup(format!(
                "there is no settings file {}",
                path.display()
            )));
        }
        let figment = Self::layers(file, &files);
        let mut settings: Self = figment.extract().map_err(|errors| {
            Error::Setup(format!(
                "settings: {}. `townperk settings` prints all of them.",
                layers::sentences(errors, &figment)
            ))
        })?;
        settings.source = Source::of(&figment, file, files);
        if settings.node_name.trim().is_empty() {
            settings.node_name = host_name();
        }
        Ok(settings)
    }

    /// The defaults, `file`, and the environment.
    fn layers(file: Option<&Path>, files: &SecretFiles) -> Figment {
        let mut figment = Figment::from(Toml::string(DEFAULTS));
        if let Some(path) = file {
            figment = figment.merge(files.read_in(Toml::file_exact(path)));
        }
        let variables = Env::prefixed("TOWNPERK_")
            .ignore(NOT_SETTINGS)
            .lowercase(true);
        figment.merge(files.read_in(variables))
    }

    /// The setting of that name, also where others can't be read.
    #[must_use]
    pub fn log_format(file: Option<&Path>) -> LogFormat {
        let read = |file| {
            let layers = Self::layers(file, &SecretFiles::default());
            layers.extract_inner("log_format").ok()
        };
        // An unreadable file keeps its layer from being merged, but not the environment's.
        read(file).or_else(|| read(None)).unwrap_or(LogFormat::Text)
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

    /// The names of all settings, and of those that name a file with a secret.
    #[must_use]
    pub fn names() -> Vec<String> {
        let settings = DEFAULTS.lines().filter_map(|line| {
            let (name, _) = line.split_once(" = ")?;
            (!name.starts_with('#')).then(|| name.to_owned())
        });
        let files = layers::SECRETS.iter().map(|name| format!("{name}_file"));
        settings.chain(files).collect()
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
            "" => {
                let scheme = match self.tls {
                    TlsSource::Off => "http",
                    TlsSource::Files | TlsSource::Acme => "https",
                };
                match &self.listen {
                    Listen::Network(address) => format!("{scheme}://{address}"),
                    Listen::Socket(_) => format!("{scheme}://localhost"),
                }
            }
            address => address.to_owned(),
        }
    }

    /// Where plain HTTP is served beside our own HTTPS.
    #[must_use]
    pub fn plain_http_address(&self) -> Option<SocketAddr> {
        let listens = self.listen.network();
        let usual = listens
            .filter(|it| it.port() == HTTPS_PORT || self.tls == TlsSource::Acme)
            .map(|it| SocketAddr::new(it.ip(), HTTP_PORT));
        self.http_listen
            .or(usual)
            .filter(|_| self.tls != TlsSource::Off)
    }

    /// Who may use the Unix socket, as the system counts permissions.
    ///
    /// # Errors
    ///
    /// When the setting isn't such a number.
    pub fn socket_mode(&self) -> Result<u32> {
        let digits = self.socket_mode.trim();
        let mode = u32::from_str_radix(digits, 8).ok();
        mode.filter(|mode| digits.len() >= 3 && *mode <= 0o777)
            .ok_or_else(|| {
                Error::Setup(format!(
                    "socket_mode: \"{digits}\" is no permission such as 660"
                ))
            })
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
}
