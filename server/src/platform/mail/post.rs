//! The way out: a mail server, or a folder.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::TimeDelta;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    transport::smtp::{self, PoolConfig, extension::ClientId},
};

use super::entity::Model;
use crate::platform::error::{Error, Result};

/// An idle connection is closed after this long; servers close theirs after five minutes.
const IDLE: Duration = Duration::from_secs(30);

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Cheap to clone.
#[derive(Clone)]
pub(super) enum Post {
    Server {
        url: Arc<str>,
        host: Arc<str>,
        /// A server that has not taken a mail by then hangs.
        patience: Duration,
        transport: Arc<Mutex<Transport>>,
    },
    Folder(Arc<PathBuf>),
}

/// Why a mail did not go out.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It may go out later.
    Passing(String),
    /// The server can't be reached at all: no other mail would go out now either.
    Unreachable(String),
    /// This mail is refused for good.
    Refused(String),
}

impl fmt::Debug for Post {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.describe())
    }
}

impl Post {
    pub(super) fn new(url: &str, host: &str, patience: Duration, folder: &Path) -> Result<Self> {
        if url.is_empty() {
            return Ok(Self::Folder(Arc::new(folder.to_path_buf())));
        }
        Ok(Self::Server {
            transport: Arc::new(Mutex::new(transport(url, host, patience)?)),
            url: url.into(),
            host: host.into(),
            patience,
        })
    }

    /// Whether `url` names a mail server, if anything.
    pub(super) fn check(url: &str) -> Result<()> {
        if url.is_empty() {
            return Ok(());
        }
        transport(url, "localhost", Duration::ZERO).map(|_| ())
    }

    pub(super) fn describe(&self) -> String {
        match self {
            Self::Server { url, .. } => {
                let host = url::Url::parse(url)
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
            Self::Server { patience, .. } => *patience,
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
                    .map_err(|error| Trouble::Passing(error.to_string()))?
                    .map_err(|error| Trouble::Unreachable(format!("{}: {error}", self.describe())))
            }
            Self::Server {
                transport,
                patience,
                ..
            } => {
                let present = transport
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .clone();
                let bytes = message.formatted();
                let sent = present.send_raw(message.envelope(), &bytes);
                let sent = tokio::time::timeout(*patience, sent);
                match sent.await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(error)) => Err(judge(&error)),
                    Err(_) => {
                        self.hang_up();
                        Err(Trouble::Unreachable(format!(
                            "the mail server did not answer within {} s",
                            patience.as_secs()
                        )))
                    }
                }
            }
        }
    }

    /// Starts anew with fresh connections: nobody knows where in its conversation the old one stopped.
    fn hang_up(&self) {
        if let Self::Server {
            url,
            host,
            patience,
            transport: present,
        } = self
            && let Ok(fresh) = transport(url, host, *patience)
        {
            *present.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
        }
    }
}

fn transport(url: &str, host: &str, patience: Duration) -> Result<Transport> {
    let wrong = |reason: String| {
        // The address may hold a password, so it is not repeated.
        Error::Setup(format!(
            "smtp_url: {reason}. Write it as smtps://USER:PASSWORD@HOST, or smtp://HOST:PORT?tls=required"
        ))
    };
    let scheme = url.split("://").next().unwrap_or_default();
    if !matches!(scheme, "smtp" | "smtps") {
        return Err(wrong("must start with smtp:// or smtps://".to_owned()));
    }
    let builder = Transport::from_url(url).map_err(|error| wrong(error.to_string()))?;
    Ok(builder
        .hello_name(ClientId::Domain(host.to_owned()))
        .timeout(Some(patience))
        .pool_config(PoolConfig::new().max_size(2).idle_timeout(IDLE))
        .build())
}

/// Replies by which a server says that it will never take this mail for this person (RFC 5321, 4.2.3). Others of the
/// 5xx kind speak of the server's set-up or its mood: wrong passwords, full boxes, suspicion.
const NEVER: &[u16] = &[550, 551, 553, 555, 556];

fn judge(error: &smtp::Error) -> Trouble {
    let words = match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    };
    match error.status().map(u16::from) {
        Some(code) if NEVER.contains(&code) => Trouble::Refused(words),
        Some(_) => Trouble::Passing(words),
        None => Trouble::Unreachable(words),
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
    fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!(".{name}"));
    fs::write(&unfinished, bytes)?;
    fs::rename(unfinished, folder.join(name))
}
