//! Email (D50): every email is a row in the outbox, written in the transaction that causes it, and sent by a worker
//! with retries. Without a mail server, emails are saved as files in `mail/` in the data folder.
//!
//! The bytes of an email, including `Message-ID` and `Date`, are the same for every attempt, so an email that had to be
//! sent twice is recognizable as one.

mod address;
mod brand;
mod entity;
mod held;
mod message;
mod notice;
mod outbox;
mod pause;
mod refusal;
mod store;
mod transport;
mod worker;

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use lettre::{Address, message::Mailbox};
use sea_orm::ConnectionTrait;
use tokio::sync::Notify;
use uuid::Uuid;

pub use address::{EmailAddress, EmailText};
pub use brand::Brand;
pub use entity::Stream;
pub use held::{DecisionMail, HELD, of_decision, recall};
pub use notice::Notice;
pub use outbox::{
    MailCounts, MailState, OutboxMail, counts, forget_address, last_sent_and_oldest_due, list,
    list_mails_between, send_again, sent_kept, to_address,
};
pub use pause::{lists_paused_since, pause_lists, resume_lists};
pub use refusal::{Fault, REFUSED, Refusal};
pub use store::{prune, withdraw};
pub use worker::Worker;

use super::{
    data_folder::DataFolder,
    database::Database,
    error::{Error, Result},
    limits::Limit,
    settings::Settings,
};
use transport::{MailTransport, Server};

/// The folder for emails, in the data folder, when there is no mail server.
pub const FOLDER: &str = "mail";

/// The text of an email, in its two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    pub subject: String,
    /// What the panel shows instead of the subject, if that holds a secret.
    pub public_subject: Option<String>,
    pub text: String,
    pub html: String,
}

/// A sample of one kind of email with made-up data, for tests and for people to look at.
#[derive(Clone, Debug)]
pub struct Sample {
    /// For example `newsletter-digest`.
    pub name: &'static str,
    pub words: MailText,
}

impl Sample {
    /// A sample of the email `name`.
    #[must_use]
    pub fn new(name: &'static str, words: MailText) -> Self {
        Self { name, words }
    }
}

/// An email to one person.
#[derive(Clone, Debug)]
pub struct NewMail {
    pub to: EmailAddress,
    pub words: MailText,
    /// Who it is about, so it can be recalled while it waits.
    pub about: Option<Uuid>,
    pub list: Option<List>,
}

/// Makes an email a list email (checklist E4). Emails caused by the recipient's own action have none.
#[derive(Clone, Debug)]
pub struct List {
    /// For example `weekly`; the site's host is added.
    pub name: &'static str,
    /// Accepts a POST without cookies from anyone who knows it (RFC 8058).
    pub unsubscribe_url: String,
    /// The subject of an email to the list's address that unsubscribes.
    pub unsubscribe_subject: String,
}

/// Sends emails.
#[derive(Clone, Debug)]
pub struct Mail {
    from: Mailbox,
    /// Where replies to emails other than list emails go.
    reply_to: Option<Address>,
    host: Arc<str>,
    transport: MailTransport,
    bulk_per_minute: u32,
    written: Arc<Notify>,
}

impl Mail {
    /// Reads the settings; doesn't connect yet.
    ///
    /// # Errors
    ///
    /// When the mail server's URL, its certificate file or the sender is invalid.
    pub fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let host = host_of(settings);
        Ok(Self {
            from: sender(settings, &host)?,
            reply_to: settings.support_email.trim().parse().ok(),
            transport: MailTransport::new(server_of(settings, &host)?, &folder.join(FOLDER))?,
            host: host.into(),
            bulk_per_minute: settings.newsletter_mails_per_minute.max(1),
            written: Arc::default(),
        })
    }

    /// Puts an email into the outbox in the caller's transaction. Call [`Mail::wake`] after the commit.
    ///
    /// # Errors
    ///
    /// When the email can't be composed, or the database fails.
    pub async fn enqueue(
        &self,
        connection: &impl ConnectionTrait,
        mail: &NewMail,
        id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        store::insert(connection, self.row(mail, id, now)?).await
    }

    fn row(&self, mail: &NewMail, id: Uuid, now: DateTime<Utc>) -> Result<entity::Model> {
        let from = (&self.from, self.reply_to.as_ref());
        message::row(mail, id, from, &self.host, now)
    }

    /// Spreads list emails evenly across all servers, so that no minute exceeds the limit.
    fn bulk_rate(&self) -> Limit {
        Limit {
            name: "list mails",
            count: 1,
            period: TimeDelta::minutes(1) / i32::try_from(self.bulk_per_minute).unwrap_or(i32::MAX),
            message: "",
        }
    }

    /// The number of waiting list emails.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn waiting_bulk(&self, database: &Database) -> Result<u64> {
        store::waiting_bulk(database).await
    }

    /// Tells this node's worker that there is an email to send.
    pub fn wake(&self) {
        self.written.notify_one();
    }

    /// Where emails go, as text for the operator.
    #[must_use]
    pub fn destination(&self) -> String {
        self.transport.describe()
    }
}

/// An email that failed for good.
#[derive(Clone, Debug)]
pub struct BouncedMail {
    pub id: Uuid,
    pub message_id: String,
    pub recipient: String,
    pub subject: String,
    pub error: String,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// Failed emails, newest first. They are kept until they are retried.
///
/// # Errors
///
/// When the database fails.
pub async fn dead(database: &Database) -> Result<Vec<BouncedMail>> {
    let rows = store::dead(database).await?;
    Ok(rows
        .into_iter()
        .map(|row| BouncedMail {
            id: row.id,
            created_at: row.created_at,
            message_id: row.message_id,
            recipient: row.recipient,
            subject: row.public_subject.unwrap_or(row.subject),
            error: row.last_error.unwrap_or_default(),
            attempts: row.attempts,
            finished_at: row.finished_at,
        })
        .collect())
}

/// Retries all failed emails and returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn revive(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    store::revive(database, now).await
}

/// The host used in the site's emails and their IDs.
fn host_of(settings: &Settings) -> String {
    url::Url::parse(&settings.origin())
        .ok()
        .and_then(|url| url.domain().map(str::to_owned))
        .unwrap_or_else(|| "localhost".to_owned())
}

/// The configured mail server, if any.
fn server_of(settings: &Settings, host: &str) -> Result<Server> {
    Ok(Server {
        url: settings.smtp_url.reveal().to_owned(),
        host: host.to_owned(),
        timeout: Duration::from_secs(settings.smtp_timeout_seconds.max(1)),
        authority: transport::authority_in(&settings.smtp_ca_file)?,
    })
}

/// The sender of all emails. In development there is a default.
pub(super) fn sender(settings: &Settings, host: &str) -> Result<Mailbox> {
    let text = match settings.mail_from.trim() {
        "" => format!("{} <hello@{host}>", settings.name),
        text => text.to_owned(),
    };
    text.parse().map_err(|error| {
        Error::Setup(format!(
            "mail_from: \"{text}\" is no sender: {error}. Write it as Townperk <hello@your.domain>"
        ))
    })
}

/// Checks the mail settings.
pub(super) fn check(settings: &Settings) -> Vec<(&'static str, String)> {
    let mut wrong = Vec::new();
    let host = host_of(settings);
    if let Err(error) = sender(settings, &host) {
        wrong.push(("mail_from", error.to_string()));
    }
    match server_of(settings, &host) {
        Err(error) => wrong.push(("smtp_ca_file", error.to_string())),
        Ok(server) => {
            let unusable = server.check().err();
            wrong.extend(unusable.map(|error| ("smtp_url", error.to_string())));
        }
    }
    wrong
}
