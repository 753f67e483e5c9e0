//! Email (D50): every email is a row in the outbox, written in the transaction that causes it, and sent by a worker
//! with retries. Without a mail server, emails are saved as files in `mail/` in the data folder.
//!
//! The bytes of an email, including `Message-ID` and `Date`, are the same for every attempt, so an email that had to be
//! sent twice is recognizable as one.

mod address;
mod brand;
mod demo;
mod entity;
mod health;
mod held;
mod message;
mod notice;
mod outbox;
mod pause;
mod refusal;
mod store;
pub mod suppression;
mod transport;
mod worker;

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use lettre::{Address, message::Mailbox};
use sea_orm::ConnectionTrait;
use tokio::sync::Notify;
use uuid::Uuid;

pub use address::{EmailAddress, EmailText};
pub use brand::{Brand, BrandColors, BrandLogo};
pub use demo::{KeptMail, forget_sent_texts, forget_unreachable, kept_html, kept_mails, kept_text};
pub use entity::Stream;
pub use health::{MailHealth, UnsentMail, health};
pub use held::{DecisionMail, HELD, of_decision, recall};
pub use notice::Notice;
pub use outbox::{
    MailCounts, MailReason, MailState, OutboxMail, Retry, counts, dismiss, dismiss_all, failures,
    forget_address, hold_back, list, list_mails_between, send_again, send_to, sent_kept,
    to_address, undismiss,
};
pub use pause::{lists_paused_since, pause_lists, resume_lists};
pub use refusal::{Fault, LETTER_REFUSED, LETTERS, REFUSED, Refusal};
pub use store::{newest_text, prune, withdraw};
pub use worker::Worker;

use super::{
    data_folder::DataFolder,
    database::{Database, RowCount},
    error::{Error, Result},
    limits::{InDatabase, Limit, table},
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
    /// How long the text has a point, such as the time that a code is valid.
    pub lasts: Option<TimeDelta>,
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
}

/// Sends emails.
#[derive(Clone)]
pub struct Mail {
    /// As the settings have it; a name that they don't give is asked for with each email.
    from: Mailbox,
    name: Arc<dyn Fn() -> String + Send + Sync>,
    /// Whether this is a demo at the moment. It ends while the server runs when the invented shops are removed.
    is_demo: Arc<dyn Fn() -> bool + Send + Sync>,
    /// Where replies to emails other than list emails go.
    reply_to: Option<Address>,
    host: Arc<str>,
    transport: MailTransport,
    bulk_per_minute: u32,
    /// How long an email about a decision waits.
    held_for: TimeDelta,
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
            name: site_name(settings.name.clone()),
            is_demo: Arc::new(|| false),
            reply_to: settings.support_email.trim().parse().ok(),
            transport: MailTransport::new(server_of(settings, &host)?, &folder.join(FOLDER))?,
            host: host.into(),
            bulk_per_minute: settings.newsletter_mails_per_minute.max(1),
            held_for: held_for(settings),
            written: Arc::default(),
        })
    }

    /// Asks `name` for the sender's name where the settings give none.
    #[must_use]
    pub fn named_by(self, name: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self {
            name: Arc::new(name),
            ..self
        }
    }

    /// Asks `is_demo` with each email whether this is a demo. Without it, it is none.
    #[must_use]
    pub fn in_demo_while(self, is_demo: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self {
            is_demo: Arc::new(is_demo),
            ..self
        }
    }

    /// The same emails as files in the data folder, whatever the settings say: for people who are made up.
    #[must_use]
    pub fn in_folder(self, folder: &DataFolder) -> Self {
        Self {
            transport: MailTransport::Folder(Arc::new(folder.join(FOLDER))),
            ..self
        }
    }

    /// Whether emails keep their text once they are sent: a demo shows what it has mailed. Elsewhere a text may hold secrets, and
    /// nobody needs it any more.
    fn keeps_texts(&self) -> bool {
        (self.is_demo)()
    }

    /// Whether an email isn't handed to the mail server: the invented people of a demo have addresses that are nobody's, so
    /// the server would bounce them.
    fn withholds(&self, recipient: &str) -> bool {
        matches!(self.transport, MailTransport::Server { .. })
            && (self.is_demo)()
            && demo::is_reserved(recipient)
    }

    /// Whether a demo's email fails for good, as one does whose recipient mistyped the address.
    fn bounces(&self, recipient: &str) -> bool {
        (self.is_demo)() && demo::is_unreachable(recipient)
    }

    /// The sender of an email written now.
    fn sender(&self) -> Mailbox {
        let name = self.from.name.clone().unwrap_or_else(|| (self.name)());
        Mailbox::new(Some(name), self.from.email.clone())
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

    /// The same, or nothing by the same statements: what isn't wanted is taken out again in the transaction, so that the time
    /// doesn't tell which it was (D90).
    ///
    /// # Errors
    ///
    /// As [`Mail::enqueue`].
    pub async fn enqueue_if(
        &self,
        connection: &impl ConnectionTrait,
        (mail, is_wanted): (&NewMail, bool),
        id: Uuid,
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.enqueue(connection, mail, id, now).await?;
        // No email has the nil ID.
        let unwanted = if is_wanted { Uuid::nil() } else { id };
        store::remove(connection, unwanted).await
    }

    fn row(&self, mail: &NewMail, id: Uuid, now: DateTime<Utc>) -> Result<entity::Model> {
        let from = self.sender();
        message::row(mail, id, (&from, self.reply_to.as_ref()), &self.host, now)
    }

    fn bulk_rate(&self) -> Limit<InDatabase> {
        table::list_mails(self.bulk_per_minute)
    }

    /// The number of waiting list emails.
    pub async fn waiting_bulk(&self, database: &Database) -> Result<u64> {
        store::waiting_bulk(database).await
    }

    /// Tells this node's worker that there is an email to send.
    pub fn wake(&self) {
        self.written.notify_one();
    }

    /// Connects and signs in to the mail server, and says what it did. `sends`: also sends an email to our own address.
    ///
    /// # Errors
    ///
    /// When the server can't be reached or refuses, in its own words.
    pub async fn probe(&self, sends: bool) -> Result<String> {
        let refused = |reason: String| {
            Error::Setup(format!(
                "{reason}. Check TOWNPERK_SMTP_URL: host, port, TLS, user and password"
            ))
        };
        self.transport.sign_in().await.map_err(refused)?;
        if !sends {
            return Ok("connected and signed in".to_owned());
        }
        let to = self.reply_to.clone().unwrap_or(self.from.email.clone());
        let message = lettre::Message::builder()
            .from(self.sender())
            .to(Mailbox::new(None, to.clone()))
            .subject("Your mail server works")
            .body("`townperk check --send-mail` sent this.\n".to_owned())
            .map_err(|error| Error::Internal(error.to_string()))?;
        self.transport.send_now(&message).await.map_err(refused)?;
        Ok(format!("connected, signed in, and sent an email to {to}"))
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

/// How many failed emails there are, and since when the first of them.
pub async fn count_dead(database: &Database) -> Result<RowCount> {
    store::count_dead(database).await
}

/// Retries all failed emails that still have a point, and returns how many.
pub async fn retry_failed(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    store::retry_failed(database, now).await
}

fn site_name(name: String) -> Arc<dyn Fn() -> String + Send + Sync> {
    Arc::new(move || name.clone())
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (formatter.debug_struct("Mail"))
            .field("from", &self.from)
            .field("transport", &self.transport)
            .finish_non_exhaustive()
    }
}

fn held_for(settings: &Settings) -> TimeDelta {
    TimeDelta::seconds(i64::from(settings.decision_mail_seconds))
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
        "" => format!("hello@{host}"),
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
    if settings.is_production() && held_for(settings) < HELD {
        wrong.push((
            "decision_mail_seconds",
            format!(
                "must be {} or more in production, or undoing a decision comes too late to cancel its email",
                HELD.num_seconds()
            ),
        ));
    }
    wrong
}
