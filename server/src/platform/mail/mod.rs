//! Mail (D50): every mail is a row of the outbox, written in the transaction that caused it, and sent by a worker with
//! retries. Without a mail server the mails are files in `mail/` of the data folder.
//!
//! A mail's bytes are the same at each attempt, its `Message-ID` and `Date` too, so that a mail which had to be sent twice
//! is recognised as one.

mod address;
mod brand;
mod entity;
mod held;
mod message;
mod notice;
mod outbox;
mod pause;
mod post;
mod refusal;
mod store;
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
use post::{Post, Server};

/// The folder in the data folder that mails go to while there is no mail server.
pub const FOLDER: &str = "mail";

/// The words of a mail, in the two forms that every mail has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// One mail of its kind, with invented facts: tests render it, and people look at it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Such as `newsletter-digest`.
    pub name: &'static str,
    pub words: Words,
}

impl Sample {
    /// A sample of the mail `name`.
    #[must_use]
    pub fn new(name: &'static str, words: Words) -> Self {
        Self { name, words }
    }
}

/// A mail to one person.
#[derive(Clone, Debug)]
pub struct NewMail {
    pub to: EmailAddress,
    pub words: Words,
    /// Whom it is about, so that it can be called back while it waits.
    pub about: Option<Uuid>,
    pub list: Option<List>,
}

/// What makes a mail one of a list (checklist E4). Mails that somebody asked for by an action of theirs have none of it.
#[derive(Clone, Debug)]
pub struct List {
    /// Such as `weekly`; the host of the site is added.
    pub name: &'static str,
    /// Takes a POST without cookies, from anybody who has the address (RFC 8058).
    pub unsubscribe_url: String,
    /// What a mail to the list's address must say to end it.
    pub unsubscribe_subject: String,
}

/// How mails get out of the house.
#[derive(Clone, Debug)]
pub struct Mail {
    from: Mailbox,
    /// Where answers to what is no list mail go.
    reply_to: Option<Address>,
    host: Arc<str>,
    post: Post,
    bulk_per_minute: u32,
    written: Arc<Notify>,
}

impl Mail {
    /// Reads the settings; connects to nothing yet.
    pub fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let host = host_of(settings);
        Ok(Self {
            from: sender(settings, &host)?,
            reply_to: settings.support_email.trim().parse().ok(),
            post: Post::new(server_of(settings, &host)?, &folder.join(FOLDER))?,
            host: host.into(),
            bulk_per_minute: settings.newsletter_mails_per_minute.max(1),
            written: Arc::default(),
        })
    }

    /// Puts a mail into the outbox, in the caller's transaction. Call [`Mail::wake`] after the commit.
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

    /// One list mail after the other, on all servers together, so that no minute has more than it may.
    fn bulk_rate(&self) -> Limit {
        Limit {
            name: "list mails",
            count: 1,
            period: TimeDelta::minutes(1) / i32::try_from(self.bulk_per_minute).unwrap_or(i32::MAX),
            message: "",
        }
    }

    /// List mails that wait to be sent.
    pub async fn waiting_bulk(&self, database: &Database) -> Result<u64> {
        store::waiting_bulk(database).await
    }

    /// Tells this node's worker that there is something to send.
    pub fn wake(&self) {
        self.written.notify_one();
    }

    /// Where mails go, in words for the operator.
    #[must_use]
    pub fn destination(&self) -> String {
        self.post.describe()
    }
}

/// A mail that was given up.
#[derive(Clone, Debug)]
pub struct DeadMail {
    pub id: Uuid,
    pub message_id: String,
    pub recipient: String,
    pub subject: String,
    pub error: String,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// Mails that were given up, the newest first. They are kept until they are tried again.
pub async fn dead(database: &Database) -> Result<Vec<DeadMail>> {
    let rows = store::dead(database).await?;
    Ok(rows
        .into_iter()
        .map(|row| DeadMail {
            id: row.id,
            created_at: row.created_at,
            message_id: row.message_id,
            recipient: row.recipient,
            subject: row.subject,
            error: row.last_error.unwrap_or_default(),
            attempts: row.attempts,
            finished_at: row.finished_at,
        })
        .collect())
}

/// Has all mails that were given up tried again. Gives their number.
pub async fn revive(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    store::revive(database, now).await
}

/// The host that the site's mails and their identifiers are named after.
fn host_of(settings: &Settings) -> String {
    url::Url::parse(&settings.origin())
        .ok()
        .and_then(|url| url.domain().map(str::to_owned))
        .unwrap_or_else(|| "localhost".to_owned())
}

/// The mail server of the settings, if they name one.
fn server_of(settings: &Settings, host: &str) -> Result<Server> {
    Ok(Server {
        url: settings.smtp_url.reveal().to_owned(),
        host: host.to_owned(),
        patience: Duration::from_secs(settings.smtp_timeout_seconds.max(1)),
        authority: post::authority_in(&settings.smtp_ca_file)?,
    })
}

/// The sender of all mails. In development there is one without a setting.
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

/// Looks at the settings of mail.
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
