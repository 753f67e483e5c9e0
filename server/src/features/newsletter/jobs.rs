//! Sends issues, and removes old data.

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc, Weekday};
use uuid::Uuid;

use super::{
    digest::{Issue, Period},
    emails,
    entity::{issue, reader},
    rules, samples, store,
};
use crate::{
    features::{RetentionInfo, Services},
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        mail::{self, EmailAddress, Fault, NewMail, Refusal},
    },
};

/// Thursday morning in the whole country.
const WEEKLY: Schedule = Schedule::Weekly {
    day: Weekday::Thu,
    hour: 14,
};
/// The job that removes old data.
const TIDY: &str = "newsletter.tidy";
/// How many readers are handled between checks of the outbox.
const BATCH: u64 = 200;
/// Maximum newsletters in the outbox; the rest wait until these are sent.
const MAX_WAITING: u64 = 1000;
/// How long to wait then.
const OUTBOX_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// How long to wait while the newsletter is paused.
const PAUSED: TimeDelta = TimeDelta::minutes(1);
/// How long deliveries are kept: longer than an issue can repeat.
const KEPT: TimeDelta = TimeDelta::days(60);

/// When the latest issue at or before `now` was due.
#[must_use]
pub fn latest_turn(now: DateTime<Utc>) -> DateTime<Utc> {
    WEEKLY.latest_turn(now)
}

/// This room's jobs.
#[must_use]
pub fn handlers(services: &Services) -> Handlers {
    let (sending, tidying, hearing) = (services.clone(), services.clone(), services.clone());
    Handlers::default()
        .with_recurring(rules::SEND, WEEKLY, move |run| send(sending.clone(), run))
        .with_recurring(TIDY, Schedule::Hourly, move |_| tidy(tidying.clone()))
        .with(mail::REFUSED, move |run| hear(hearing.clone(), run))
}

/// Handles an issue that failed because of its reader (checklist E8): a missing mailbox gets no more issues, and one
/// that fails repeatedly gets none for a while.
async fn hear(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let refusal: Refusal = serde_json::from_value(run.payload)
        .map_err(|error| Error::Internal(format!("a refusal: {error}")))?;
    let (reader, now) = (refusal.about, services.clock.now());
    services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                match refusal.fault {
                    Fault::Gone => {
                        if store::give_up(transaction, reader, now).await? {
                            tracing::info!(%reader, "a reader's mailbox is gone: the subscription ends");
                        }
                        mail::withdraw(transaction, reader).await?;
                    }
                    Fault::Doubtful => {
                        if store::note_refusal(transaction, refusal.mail, reader, now).await? {
                            tracing::info!(%reader, "a reader's mail server refused several issues: none is sent for a while");
                        }
                    }
                }
                Ok(())
            })
        })
        .await?;
    Ok(JobOutcome::Done)
}

/// Puts this turn's issue into the outbox for every reader with news. Restarted after a crash, it skips the readers
/// already handled.
async fn send(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let turn: DateTime<Utc> = run
        .payload
        .get("turn")
        .cloned()
        .map_or_else(|| Ok(run.now), serde_json::from_value)
        .map_err(|error| Error::Internal(format!("the turn of an issue: {error}")))?;
    let id = services.identifiers.next();
    let issue = services
        .database
        .transaction(|transaction| Box::pin(store::issue_of(transaction, id, turn)))
        .await?;
    let period = (issue.starts_at, issue.ends_at);
    let changed = store::hours_changed(services.database.reads(), period).await?;
    let for_all = Issue::build(&services.catalog.view(), period, &[], &changed);
    let news = News {
        period,
        changed,
        for_all,
    };
    // A demo's readers are handled without an email, so that nothing is mailed by itself in its first night, or in any other.
    let last_invented = samples::last_turn(&services).await?;
    let gets_none = |reader: &reader::Model| {
        last_invented.is_some_and(|last| issue.turn > last) && samples::is_sample(&reader.email)
    };
    let (mut after, mut sent) = (Uuid::nil(), 0_u64);
    let mut seen = store::deliveries_of(&services.database, issue.id).await?;
    let all = seen + store::count_to_see(&services.database, &issue).await?;
    loop {
        run.progress.note(seen, all).await;
        if mail::lists_paused_since(services.database.reads())
            .await?
            .is_some()
        {
            return Ok(JobOutcome::MoreAfter(PAUSED));
        }
        if services.mail.waiting_bulk(&services.database).await? > MAX_WAITING {
            return Ok(JobOutcome::MoreAfter(OUTBOX_PAUSE));
        }
        let readers = store::readers_to_see(&services.database, &issue, after, BATCH).await?;
        let Some(last) = readers.last() else { break };
        after = last.id;
        for reader in &readers {
            let told = if gets_none(reader) {
                None
            } else {
                issue_for(&services, &news, reader.id).await?
            };
            sent += u64::from(send_issue_to(&services, &issue, reader, told.as_ref()).await?);
            seen += 1;
        }
        services.mail.wake();
    }
    let now = services.clock.now();
    services
        .database
        .transaction(|transaction| Box::pin(store::finish(transaction, issue.id, now)))
        .await?;
    tracing::info!(issue = %turn, sent, "the newsletter is in the outbox");
    Ok(JobOutcome::Done)
}

/// Input for the issues of one turn.
struct News {
    period: Period,
    /// The shops with new hours.
    changed: HashSet<Uuid>,
    /// For readers without chosen towns.
    for_all: Option<Issue>,
}

/// One reader's issue; `None` if there is nothing new.
async fn issue_for(services: &Services, news: &News, reader: Uuid) -> Result<Option<Issue>> {
    let towns = store::towns_of(services.database.reads(), reader).await?;
    Ok(if towns.is_empty() {
        news.for_all.clone()
    } else {
        Issue::build(&services.catalog.view(), news.period, &towns, &news.changed)
    })
}

/// Puts the issue into the outbox, unless the reader was already handled, has unsubscribed, or there is nothing new;
/// returns whether it did.
async fn send_issue_to(
    services: &Services,
    issue: &issue::Model,
    reader: &reader::Model,
    news: Option<&Issue>,
) -> Result<bool> {
    let mail = news
        .map(|news| mail_to(services, reader, news))
        .transpose()?;
    let (now, mail_id) = (services.clock.now(), services.identifiers.next());
    services
        .database
        .transaction(|transaction| {
            let (mail, outbox) = (mail.clone(), services.mail.clone());
            let (issue, reader) = (issue.id, reader.id);
            Box::pin(async move {
                let is_first = store::claim_delivery(transaction, issue, reader, now).await?;
                match mail {
                    Some(mail) if is_first => {
                        outbox.enqueue(transaction, &mail, mail_id, now).await?;
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            })
        })
        .await
}

fn mail_to(services: &Services, reader: &reader::Model, news: &Issue) -> Result<NewMail> {
    let pass = rules::pass_of(&services.keys, reader.id);
    let brand = services.brand();
    let (words, list) = emails::digest(&brand, &pass, news)?;
    Ok(NewMail {
        to: EmailAddress::parse(&reader.email, "email")?,
        words,
        about: Some(reader.id),
        list: Some(list),
    })
}

/// What the newsletter stores for a limited time.
pub(super) async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let reads = services.database.reads();
    let (pending, oldest_pending) = store::pending_kept(reads).await?;
    Ok(vec![RetentionInfo {
        what: "Newsletter sign-ups that nobody confirmed",
        time: "7 days".to_owned(),
        rows: pending,
        oldest: oldest_pending,
        job: Some(TIDY),
    }])
}

async fn tidy(services: Services) -> Result<JobOutcome> {
    let (database, now) = (&services.database, services.clock.now());
    let forgotten = store::forget_pending(database, now).await?;
    if forgotten > 0 {
        tracing::info!(forgotten, "addresses that nobody confirmed");
    }
    store::prune_deliveries(database, now - KEPT).await?;
    Ok(JobOutcome::Done)
}
