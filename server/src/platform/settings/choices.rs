//! Settings with a few possible values.

use serde::Deserialize;

/// Whether unsafe settings are allowed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// On one's own machine: everything has a working default.
    Development,
    /// On the internet: unsafe or unlawful settings are refused.
    Production,
}

/// What is between us and PostgreSQL.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Pooler {
    /// Nothing, or something that keeps our sessions apart.
    None,
    /// PgBouncer in transaction mode: a session lasts as long as a transaction.
    Transaction,
}

/// Where the certificate comes from.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum TlsSource {
    /// There is none: HTTPS, if any, is spoken by a proxy.
    Off,
    /// The operator's files.
    Files,
    /// The server orders it.
    Acme,
}

/// When the administrator is mailed what waits (D101).
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum InboxMail {
    /// A few minutes after something new came.
    AtOnce,
    Daily,
    Never,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// What becomes of a model's texts that have passed the checks (D78).
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum AiPublish {
    /// They wait for the administrator.
    Review,
    Auto,
}
