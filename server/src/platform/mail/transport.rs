//! Delivers emails to a mail server or a folder.

use std::{
    fmt, fs,
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    transport::smtp::{
        self, PoolConfig,
        client::{Certificate, Tls, TlsParameters},
        extension::ClientId,
    },
};

use super::{
    entity::Model,
    refusal::{self, Fault},
};
use crate::platform::{
    data_folder,
    error::{Error, Result},
};

/// How long an idle connection stays open; servers close theirs after five minutes.
const IDLE: Duration = Duration::from_secs(30);

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Cheap to clone.
#[derive(Clone)]
pub(super) enum MailTransport {
    Server {
        server: Arc<Server>,
        transport: Arc<Mutex<Transport>>,
    },
    Folder(Arc<PathBuf>),
}

/// A mail server, and how to connect to it.
#[derive(Clone)]
pub(super) struct Server {
    /// As configured; may contain a password.
    pub(super) url: String,
    /// The name we give in EHLO.
    pub(super) host: String,
    /// How long the server may take to accept an email.
    pub(super) timeout: Duration,
    /// An additional authority for the server's certificate, besides the usual ones.
    pub(super) authority: Option<Certificate>,
}

/// Why an email wasn't sent, with a fault if the server said that it was the recipient's.
#[derive(Debug)]
pub(super) enum SendError {
    /// A later attempt may succeed.
    Passing(String, Option<Fault>),
    /// The server can't be reached, so other emails would fail, too.
    Unreachable(String),
    /// The email was rejected for good.
    Refused(String, Option<Fault>),
}

impl fmt::Debug for MailTransport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.describe())
    }
}

impl MailTransport {
    /// Delivers to `server`, or to `folder` if none is configured. Doesn't connect yet.
    pub(super) fn new(server: Server, folder: &Path) -> Result<Self> {
        if server.url.is_empty() {
            return Ok(Self::Folder(Arc::new(folder.to_path_buf())));
        }
        Ok(Self::Server {
            transport: Arc::new(Mutex::new(server.transport()?)),
            server: Arc::new(server),
        })
    }

    pub(super) fn describe(&self) -> String {
        match self {
            Self::Server { server, .. } => {
                let host = url::Url::parse(&server.url)
                    .ok()
                    .and_then(|url| url.host_str().map(str::to_owned));
                format!("sent by {}", host.unwrap_or_default())
            }
            Self::Folder(folder) => format!(
                "written to {} (set TOWNPERK_SMTP_URL to send them)",
                folder.display()
            ),
        }
    }

    /// Longer than any attempt, so that two running nodes never send the same email.
    pub(super) fn lease(&self) -> TimeDelta {
        let timeout = match self {
            Self::Server { server, .. } => server.timeout,
            Self::Folder(_) => Duration::from_secs(30),
        };
        TimeDelta::from_std(timeout * 2).unwrap_or(TimeDelta::MAX)
    }

    /// What to call a delivered email.
    pub(super) fn verb(&self) -> &'static str {
        match self {
            Self::Server { .. } => "sent",
            Self::Folder(_) => "written to its folder",
        }
    }

    /// Delivers one email.
    pub(super) async fn deliver(
        &self,
        row: &Model,
        message: &Message,
    ) -> std::result::Result<(), SendError> {
        match self {
            Self::Folder(folder) => {
                let (folder, name, bytes) = (folder.clone(), file_name(row), message.formatted());
                tokio::task::spawn_blocking(move || write(&folder, &name, &bytes))
                    .await
                    .map_err(|error| SendError::Passing(error.to_string(), None))?
                    .map_err(|error| {
                        SendError::Unreachable(format!("{}: {error}", self.describe()))
                    })
            }
            Self::Server { server, transport } => {
                let present = transport
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                let bytes = message.formatted();
                let sent = present.send_raw(message.envelope(), &bytes);
                let sent = tokio::time::timeout(server.timeout, sent);
                match sent.await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(error)) => Err(judge(&error)),
                    Err(_) => {
                        self.hang_up();
                        Err(SendError::Unreachable(format!(
                            "the mail server did not answer within {} s",
                            server.timeout.as_secs()
                        )))
                    }
                }
            }
        }
    }

    /// Connects and signs in, unless emails go to a folder.
    pub(super) async fn sign_in(&self) -> std::result::Result<(), String> {
        let Self::Server { server, .. } = self else {
            return Ok(());
        };
        let transport = server.transport().map_err(|error| error.to_string())?;
        match transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the mail server closed the connection".to_owned()),
            Err(error) => Err(in_words(&error)),
        }
    }

    /// Sends an email that isn't in the outbox, if there is a server.
    pub(super) async fn send_now(&self, message: &Message) -> std::result::Result<(), String> {
        let Self::Server { server, .. } = self else {
            return Ok(());
        };
        let transport = server.transport().map_err(|error| error.to_string())?;
        let bytes = message.formatted();
        let sent = transport.send_raw(message.envelope(), &bytes);
        sent.await.map(drop).map_err(|error| in_words(&error))
    }

    /// Opens new connections from now on, because the state of the old conversation is unknown.
    fn hang_up(&self) {
        if let Self::Server {
            server,
            transport: present,
        } = self
            && let Ok(fresh) = server.transport()
        {
            *present.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
        }
    }
}

impl Server {
    /// Whether the setting names a mail server, if anything.
    pub(super) fn check(&self) -> Result<()> {
        if self.url.is_empty() {
            return Ok(());
        }
        self.transport().map(|_| ())
    }

    fn transport(&self) -> Result<Transport> {
        let wrong = |reason: String| {
            // The URL may contain a password, so it isn't repeated.
            Error::Setup(format!(
                "smtp_url: {reason}. Write it as smtps://USER:PASSWORD@HOST, or smtp://HOST:PORT?tls=required"
            ))
        };
        let scheme = self.url.split("://").next().unwrap_or_default();
        if !matches!(scheme, "smtp" | "smtps") {
            return Err(wrong("must start with smtp:// or smtps://".to_owned()));
        }
        let mut builder =
            Transport::from_url(&self.url).map_err(|error| wrong(error.to_string()))?;
        if let Some(authority) = &self.authority {
            let tls = tls_with(authority, &self.url).map_err(|error| wrong(error.to_string()))?;
            builder = builder.tls(tls);
        }
        Ok(builder
            .hello_name(ClientId::Domain(self.host.clone()))
            .timeout(Some(self.timeout))
            .pool_config(PoolConfig::new().max_size(2).idle_timeout(IDLE))
            .build())
    }
}

/// The TLS mode in `url`, as lettre reads it, with one more trusted authority.
fn tls_with(
    authority: &Certificate,
    url: &str,
) -> std::result::Result<Tls, Box<dyn std::error::Error>> {
    let url = url::Url::parse(url)?;
    let parameters = TlsParameters::builder(url.host_str().unwrap_or_default().to_owned())
        .add_root_certificate(authority.clone())
        .build_rustls()?;
    let asked = url.query_pairs().find(|(name, _)| name == "tls");
    let asked = asked.map(|(_, value)| value.into_owned());
    Ok(match (url.scheme(), asked.as_deref()) {
        ("smtps", _) => Tls::Wrapper(parameters),
        (_, Some("required")) => Tls::Required(parameters),
        (_, Some("opportunistic")) => Tls::Opportunistic(parameters),
        _ => Tls::None,
    })
}

/// The certificate in a PEM file; `None` if no file is configured.
pub(super) fn authority_in(file: &Path) -> Result<Option<Certificate>> {
    if file.as_os_str().is_empty() {
        return Ok(None);
    }
    let wrong =
        |reason: String| Error::Setup(format!("smtp_ca_file: {}: {reason}", file.display()));
    let text = fs::read(file).map_err(|error| wrong(error.to_string()))?;
    if !String::from_utf8_lossy(&text).contains("-----BEGIN CERTIFICATE-----") {
        return Err(wrong("holds no certificate in PEM".to_owned()));
    }
    let found = Certificate::from_pem(&text).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(found))
}

/// Reply codes that reject this email to this recipient for good (RFC 5321, 4.2.3). Other 5xx codes concern the
/// server's setup or state: wrong passwords, full mailboxes, suspected spam.
const NEVER: &[u16] = &[550, 551, 553, 555, 556];

/// The error with its cause.
fn in_words(error: &smtp::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

fn judge(error: &smtp::Error) -> SendError {
    let words = in_words(error);
    let Some(code) = error.status().map(u16::from) else {
        return SendError::Unreachable(words);
    };
    let fault = refusal::fault(code, &words);
    if NEVER.contains(&code) || fault == Some(Fault::Gone) {
        SendError::Refused(words, fault)
    } else {
        SendError::Passing(words, fault)
    }
}

/// Sorts by time. The same email gets the same name, so a repeat replaces its file.
fn file_name(row: &Model) -> String {
    format!(
        "{}-{}.eml",
        row.created_at.format("%Y%m%dT%H%M%S"),
        row.id.simple()
    )
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    data_folder::close_folder(folder)?;
    let unfinished = folder.join(format!(".{name}"));
    let mut file = data_folder::private_file()
        .create(true)
        .truncate(true)
        .open(&unfinished)?;
    file.write_all(bytes)?;
    fs::rename(unfinished, folder.join(name))
}
