//! The worker that sends the outbox.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    Mail,
    entity::{Model, Stream},
    message, pause,
    refusal::{self, Fault},
    store::{self, Ending, Taken},
    transport::SendError,
};
use crate::platform::{
    background::Stopping,
    clock::Clock,
    database::Database,
    error::Result,
    id_generator::IdGenerator,
    jobs::pause_after,
    keys::Keys,
    limits::{InDatabase, Limit},
};

/// How often an idle worker checks for emails from other nodes.
const PAUSE: Duration = Duration::from_secs(2);
/// Delay while the mail server or the database is down.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(10);
/// Attempts before an email fails for good: with the delays in between, about two days.
const ATTEMPTS: i32 = 12;
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(1);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(12);

/// Sends a node's emails one at a time.
#[derive(Clone, Debug)]
pub struct Worker {
    mail: Mail,
    database: Database,
    keys: Keys,
    clock: Clock,
    identifiers: IdGenerator,
}

/// Why a code wasn't sent.
const EXPIRED: &str = "The code in it expired before it could be sent.";
/// What a mail server says of an address whose host doesn't exist (RFC 3463, 3.2), in the words of the others.
const NO_SUCH_HOST: &str = "permanent error (550): 5.1.2 Host unknown: domain doesn't exist";

/// What the worker did in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Nothing,
    Transactional,
    Bulk,
    /// List emails have to wait this long because of the rate limit across all servers.
    Later(Duration),
    /// No email can be sent at the moment.
    Stuck,
}

impl Worker {
    /// Creates a worker without starting it.
    #[must_use]
    pub fn new(
        mail: Mail,
        database: Database,
        keys: Keys,
        clock: Clock,
        identifiers: IdGenerator,
    ) -> Self {
        Self {
            mail,
            database,
            keys,
            clock,
            identifiers,
        }
    }

    /// Sends until the server stops. An interrupted email is sent again when its lease expires.
    pub async fn run(self, stopping: Stopping) {
        let mut bulk_at = Instant::now();
        loop {
            let streams: &[Stream] = if Instant::now() < bulk_at {
                &[Stream::Transactional]
            } else {
                &[Stream::Transactional, Stream::Bulk]
            };
            let turn = tokio::select! {
                turn = self.send_one(streams, Some(self.mail.bulk_rate())) => turn,
                () = stopping.asked() => return,
            };
            let pause = match turn {
                Ok(Turn::Transactional | Turn::Bulk) => continue,
                Ok(Turn::Later(wait)) => {
                    bulk_at = Instant::now() + wait.min(PAUSE);
                    continue;
                }
                Ok(Turn::Nothing) if streams.len() == 1 => {
                    bulk_at.saturating_duration_since(Instant::now())
                }
                Ok(Turn::Nothing) => PAUSE,
                Ok(Turn::Stuck) => PAUSE_AFTER_ERROR,
                Err(error) => {
                    tracing::warn!(%error, "the outbox can't be read or kept now");
                    PAUSE_AFTER_ERROR
                }
            };
            tokio::select! {
                () = stopping.asked() => return,
                () = tokio::time::sleep(pause) => {}
                () = self.mail.written.notified() => {}
            }
        }
    }

    /// Tries every email that is due now, ignoring the rate limit, and returns the number of attempts.
    pub async fn send_due(&self) -> Result<usize> {
        let mut attempts = 0;
        while self
            .send_one(&[Stream::Transactional, Stream::Bulk], None)
            .await?
            != Turn::Nothing
        {
            attempts += 1;
        }
        Ok(attempts)
    }

    async fn send_one(&self, streams: &[Stream], rate: Option<Limit<InDatabase>>) -> Result<Turn> {
        let (now, lease) = (self.clock.now(), self.identifiers.next());
        let is_paused = pause::lists_paused_since(self.database.reads())
            .await?
            .is_some();
        let streams = if is_paused {
            &[Stream::Transactional][..]
        } else {
            streams
        };
        let rate = rate.map(|limit| (&self.keys, limit));
        let lease_until = (lease, self.mail.transport.lease());
        let mail = match store::take(&self.database, streams, rate, lease_until, now).await? {
            Taken::Mail(mail) => *mail,
            Taken::Later(wait) => return Ok(Turn::Later(wait.to_std().unwrap_or_default())),
            Taken::Nothing => return Ok(Turn::Nothing),
        };
        let is_withheld = self.mail.withholds(&mail.recipient);
        let is_bounced = self.mail.bounces(&mail.recipient);
        let delivered = match message::compose(&mail, &self.mail.sender()) {
            // Whoever waited for it has asked for another one.
            Ok(_) if mail.expires_at.is_some_and(|end| end <= now) => {
                Err(SendError::Refused(EXPIRED.to_owned(), None))
            }
            Ok(_) if is_bounced => {
                let words = NO_SUCH_HOST.to_owned();
                Err(SendError::Refused(words, Some(Fault::Gone)))
            }
            Ok(_) if is_withheld => Ok(()),
            Ok(message) => self.mail.transport.deliver(&mail, &message).await,
            Err(error) => Err(SendError::Refused(error.to_string(), None)),
        };
        let now = self.clock.now();
        let again = |error: String| {
            Ending::Again(
                now + pause_after(mail.attempts, FIRST_PAUSE, LONGEST_PAUSE),
                error,
            )
        };
        let (ending, fault, is_stuck) = match delivered {
            Ok(()) => (Ending::Sent, None, false),
            Err(SendError::Refused(error, fault)) => (Ending::Dead(error), fault, false),
            Err(SendError::Passing(error, fault)) if mail.attempts >= ATTEMPTS => {
                (Ending::Dead(error), fault, false)
            }
            Err(SendError::Unreachable(error)) if mail.attempts >= ATTEMPTS => {
                (Ending::Dead(error), None, false)
            }
            Err(SendError::Passing(error, _)) => (again(error), None, false),
            Err(SendError::Unreachable(error)) => (again(error), None, true),
        };
        let ending = ending.without(&mail.recipient);
        log(&mail, &ending, (&self.mail, is_withheld || is_bounced));
        self.end(&mail, lease, ending, fault).await?;
        Ok(match mail.stream {
            _ if is_stuck => Turn::Stuck,
            Stream::Transactional => Turn::Transactional,
            Stream::Bulk => Turn::Bulk,
        })
    }

    /// Records the result of an attempt, and enqueues what follows from it in the same transaction.
    async fn end(
        &self,
        mail: &Model,
        lease: Uuid,
        ending: Ending,
        fault: Option<Fault>,
    ) -> Result<()> {
        let keeps_text = self.mail.keeps_texts();
        self.database
            .transaction(|transaction| {
                let (mail, ending) = (mail.clone(), ending.clone());
                let (identifiers, clock) = (self.identifiers.clone(), self.clock.clone());
                Box::pin(async move {
                    let now = clock.now();
                    let ended = (&ending, keeps_text);
                    let is_ours = store::end(transaction, mail.id, lease, ended, now).await?;
                    match fault {
                        Some(fault) if is_ours => {
                            refusal::tell(transaction, &mail, fault, (&identifiers, &clock)).await
                        }
                        _ => Ok(()),
                    }
                })
            })
            .await
    }
}

/// Doesn't log the recipient, which is in the outbox: more people read logs.
fn log(mail: &Model, ending: &Ending, (way, is_for_nobody): (&Mail, bool)) {
    let (id, attempt) = (mail.message_id.as_str(), mail.attempts);
    match ending {
        Ending::Sent if is_for_nobody => {
            tracing::info!(
                mail = id,
                attempt,
                "mail kept back: its address is one for examples"
            );
        }
        Ending::Sent => tracing::info!(mail = id, attempt, "mail {}", way.transport.verb()),
        // Nobody has to do anything about it.
        Ending::Dead(error) if is_for_nobody => {
            tracing::info!(mail = id, attempt, %error, "mail of a demo failed for good, as an example");
        }
        Ending::Again(due_at, error) => {
            tracing::warn!(mail = id, attempt, %error, again = %due_at, "email not sent; it will be retried");
        }
        Ending::Dead(error) => {
            tracing::error!(mail = id, attempt, %error, "an email failed for good; list such emails with `townperk mail dead` and resend them with `townperk mail retry`");
        }
    }
}
