//! HTTPS of our own, without a proxy: a certificate that is replaced while connections go on.

mod acme;
mod certificate;
mod der;
mod files;
mod own_server;
mod rules;
mod store;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use arc_swap::ArcSwapOption;
use chrono::{DateTime, Utc};
use rustls::{
    ServerConfig,
    crypto::ring,
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};
use sea_orm::DatabaseTransaction;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;

use super::{
    background::Stopping,
    database::Database,
    error::{Error, Result},
    settings::{Settings, TlsSource},
};
pub use acme::{Acme, Outcome, host_of};
pub use certificate::{Certificate, CertificateError};
use files::CertificateFiles;
pub use own_server::to_own_server;

/// The protocols that we speak over TLS, as named in the handshake (RFC 7301).
pub const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// This server's own HTTPS. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tls(Arc<Shared>);

struct Shared {
    current: Arc<Current>,
    acceptor: TlsAcceptor,
    source: TlsSource,
    files: CertificateFiles,
    /// Somebody wants the files to be read now.
    files_asked_for: Notify,
    /// Which stored certificate is in use.
    installed: Mutex<Option<DateTime<Utc>>>,
    /// Why there is no plain HTTP beside it.
    plain_http_problem: Mutex<Option<String>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Tls({:?})", self.current)
    }
}

/// The certificate in use.
#[derive(Debug, Default)]
struct Current(ArcSwapOption<Certificate>);

impl ResolvesServerCert for Current {
    /// The same for every name: which names it is good for is for the client to judge.
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.0.load().as_ref().map(|current| current.key().clone())
    }
}

impl Tls {
    /// Reads the certificate files; `None` if the settings ask for no HTTPS. A certificate that the server orders is
    /// installed by [`Tls::follow_stored`].
    ///
    /// # Errors
    ///
    /// When the files can't be read or don't fit together.
    pub fn open(settings: &Settings) -> Result<Option<Self>> {
        if settings.tls == TlsSource::Off {
            return Ok(None);
        }
        let files = CertificateFiles::of(settings);
        let certificate = match settings.tls {
            TlsSource::Files => Some(
                files
                    .load()
                    .map_err(|(setting, reason)| Error::Setup(format!("{setting}: {reason}")))?,
            ),
            TlsSource::Off | TlsSource::Acme => None,
        };
        let current = Arc::new(Current::default());
        let tls = Self(Arc::new(Shared {
            acceptor: acceptor(current.clone())?,
            current,
            source: settings.tls,
            files,
            files_asked_for: Notify::new(),
            installed: Mutex::default(),
            plain_http_problem: Mutex::default(),
        }));
        if let Some(certificate) = certificate {
            tls.install(certificate);
        }
        Ok(Some(tls))
    }

    /// Begins connections, each with the certificate that is then in use.
    #[must_use]
    pub fn acceptor(&self) -> TlsAcceptor {
        self.0.acceptor.clone()
    }

    /// The certificate in use.
    #[must_use]
    pub fn certificate(&self) -> Option<Arc<Certificate>> {
        self.0.current.0.load_full()
    }

    fn install(&self, certificate: Certificate) {
        self.0.current.0.store(Some(Arc::new(certificate)));
    }

    /// Where the certificate comes from.
    #[must_use]
    pub fn source(&self) -> TlsSource {
        self.0.source
    }

    /// Installs the newest stored certificate for `host`; returns whether it is a new one.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn follow_stored(&self, database: &Database, host: &str) -> Result<bool> {
        let row = store::certificate_of(database.reads(), host).await?;
        let Some(row) = row.filter(|row| row.issued_at != *lock(&self.0.installed)) else {
            return Ok(false);
        };
        *lock(&self.0.installed) = row.issued_at;
        let Some(certificate) = acme::parsed(&row) else {
            return Ok(false);
        };
        self.install(certificate);
        Ok(true)
    }

    /// Why plain HTTP isn't served beside it, as text for the operator.
    #[must_use]
    pub fn plain_http_problem(&self) -> Option<String> {
        lock(&self.0.plain_http_problem).clone()
    }

    /// Notes why, or that it is served.
    pub fn set_plain_http_problem(&self, problem: Option<String>) {
        *lock(&self.0.plain_http_problem) = problem;
    }

    /// Has [`Tls::follow_files`] read the files now.
    pub fn read_files_again(&self) {
        self.0.files_asked_for.notify_one();
    }

    /// Uses the files' new content when they change, until the server stops.
    pub async fn follow_files(self, stopping: Stopping) {
        files::follow(&self, stopping).await;
    }
}

fn lock<T>(value: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answer to a challenge of the certificate authority. Without the database there is none.
pub async fn challenge(database: &Database, token: &str) -> Option<String> {
    match store::challenge(database.reads(), token).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::warn!(%error, "the certificate authority's challenge can't be answered now");
            None
        }
    }
}

/// What went wrong with the last order for `host`, and when that was.
///
/// # Errors
///
/// When the database fails.
pub async fn last_problem(
    database: &Database,
    host: &str,
) -> Result<Option<(DateTime<Utc>, String)>> {
    let row = store::certificate_of(database.reads(), host).await?;
    Ok(row.and_then(|row| row.ordered_at.zip(row.problem)))
}

/// Claims the right to warn of the certificate for `host` that ends at `end`: `true` for the first of all nodes.
///
/// # Errors
///
/// When the database fails.
pub async fn claim_warning(
    transaction: &DatabaseTransaction,
    host: &str,
    end: DateTime<Utc>,
) -> Result<bool> {
    store::claim_warning(transaction, host, end).await
}

fn acceptor(current: Arc<Current>) -> Result<TlsAcceptor> {
    let failed = |error: rustls::Error| Error::Internal(format!("TLS: {error}"));
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(failed)?
        .with_no_client_auth()
        .with_cert_resolver(current);
    config.alpn_protocols = vec![HTTP2.to_vec(), HTTP1.to_vec()];
    // Clients keep what resumes their session, so that it costs us no memory.
    config.ticketer = ring::Ticketer::new().map_err(failed)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Checks the settings of HTTPS, and reads the files.
pub(super) fn check(settings: &Settings) -> Vec<(&'static str, String)> {
    let mut wrong = Vec::new();
    if settings.tls == TlsSource::Off {
        return wrong;
    }
    if settings.public_url.starts_with("http:") {
        wrong.push((
            "public_url",
            "must start with https://, since tls is on".to_owned(),
        ));
    }
    if settings.tls == TlsSource::Files {
        wrong.extend(CertificateFiles::of(settings).load().err());
        return wrong;
    }
    if host_of(settings).is_none() {
        wrong.push((
            "public_url",
            "must name your host for tls = \"acme\", such as https://your.domain".to_owned(),
        ));
    }
    if !settings.acme_email.contains('@') {
        wrong.push((
            "acme_email",
            "is required with tls = \"acme\": the certificate authority writes there".to_owned(),
        ));
    }
    if !settings.acme_url.starts_with("https://") {
        wrong.push((
            "acme_url",
            "must be the https URL of an authority's directory".to_owned(),
        ));
    }
    if let Err(error) = acme::check_authority(&settings.acme_ca_file) {
        wrong.push(("acme_ca_file", error.to_string()));
    }
    wrong
}
