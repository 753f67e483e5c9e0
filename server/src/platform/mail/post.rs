//! The way out: a mail server, or a folder.

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

/// An idle connection is closed after this long; servers close theirs after five minutes.
const IDLE: Duration = Duration::from_secs(30);

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Cheap to clone.
#[derive(Clone)]
pub(super) enum Post {
    Server {
        server: Arc<Server>,
        transport: Arc<Mutex<Transport>>,
    },
    Folder(Arc<PathBuf>),
}

/// A mail server, and how to speak with it.
#[derive(Clone)]
pub(super) struct Server {
    /// As the setting says it; may hold a password.
    pub(super) url: String,
    /// Whom we say to be.
    pub(super) host: String,
    /// A server that has not taken a mail by then hangs.
    pub(super) patience: Duration,
    /// Vouches for the server's certificate beside the authorities that everybody trusts.
    pub(super) authority: Option<Certificate>,
}

/// Why a mail did not go out. A fault is given where the server said that it lies with the recipient.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It may go out later.
    Passing(String, Option<Fault>),
    /// The server can't be reached at all: no other mail would go out now either.
    Unreachable(String),
    /// This mail is refused for good.
    Refused(String, Option<Fault>),
}

impl fmt::Debug for Post {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.describe())
    }
}

impl Post {
    /// A way to `server`, or to `folder` where none is set. Connects to nothing yet.
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

    /// Longer than any attempt lasts, so that no two nodes send one mail while both are alive.
    pub(super) fn lease(&self) -> TimeDelta {
        let patience = match self {
            Self::Server { server, .. } => server.patience,
            Self::Folder(_) => Duration::from_secs(30),
        };
        TimeDelta::from_std(patience * 2).unwrap_or(TimeDelta::MAX)
    }

    /// What became of a mail that went out.
    pub(super) fn verb(&self) -> &'static str {
        match self {
            Self::Server { .. } => "sent",
            Self::Folder(_) => "written to its folder",
        }
    }

    /// Delivers one mail.
    pub(super) async fn deliver(
        &self,
        row: &Model,
        message: &Message,
    ) -> std::result::Result<(), Trouble> {
        match self {
            Self::Folder(folder) => {
                let (folder, name, bytes) = (folder.clone(), file_name(row), message.formatted());
                tokio::task::spawn_blocking(move || write(&folder, &name, &bytes))
                    .await
                    .map_err(|error| Trouble::Passing(error.to_string(), None))?
                    .map_err(|error| Trouble::Unreachable(format!("{}: {error}", self.describe())))
            }
            Self::Server { server, transport } => {
                let present = transport
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                let bytes = message.formatted();
                let sent = present.send_raw(message.envelope(), &bytes);
                let sent = tokio::time::timeout(server.patience, sent);
                match sent.await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(error)) => Err(judge(&error)),
                    Err(_) => {
                        self.hang_up();
                        Err(Trouble::Unreachable(format!(
                            "the mail server did not answer within {} s",
                            server.patience.as_secs()
                        )))
                    }
                }
            }
        }
    }

    /// Starts anew with fresh connections: nobody knows where in its conversation the old one stopped.
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
    /// Whether it names a mail server, if anything.
    pub(super) fn check(&self) -> Result<()> {
        if self.url.is_empty() {
            return Ok(());
        }
        self.transport().map(|_| ())
    }

    fn transport(&self) -> Result<Transport> {
        let wrong = |reason: String| {
            // The address may hold a password, so it is not repeated.
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
            .timeout(Some(self.patience))
            .pool_config(PoolConfig::new().max_size(2).idle_timeout(IDLE))
            .build())
    }
}

/// What `url` says of TLS, as lettre reads it, with one more authority to trust.
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

/// The certificate in a file of PEM. No file: none.
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

/// Replies by which a server says that it will never take this mail for this person (RFC 5321, 4.2.3). Others of the
/// 5xx kind speak of the server's set-up or its mood: wrong passwords, full boxes, suspicion.
const NEVER: &[u16] = &[550, 551, 553, 555, 556];

fn judge(error: &smtp::Error) -> Trouble {
    let words = match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    let Some(code) = error.status().map(u16::from) else {
        return Trouble::Unreachable(words);
    };
    let fault = refusal::fault(code, &words);
    if NEVER.contains(&code) || fault == Some(Fault::Gone) {
        Trouble::Refused(words, fault)
    } else {
        Trouble::Passing(words, fault)
    }
}

/// Sorts by time; the same for the same mail, so that a repeat replaces its file.
fn file_name(row: &Model) -> String {
    format!(
        "{}-{}.eml",
        row.created_at.format("%Y%m%dT%H%M%S"),
        row.id.simple()
    )
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    data_folder::make_private_folder(folder)?;
    let unfinished = folder.join(format!(".{name}"));
    let mut file = data_folder::private_file()
        .create(true)
        .truncate(true)
        .open(&unfinished)?;
    file.write_all(bytes)?;
    fs::rename(unfinished, folder.join(name))
}
