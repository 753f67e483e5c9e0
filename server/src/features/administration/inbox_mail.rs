//! The email to the support address about what waits (D101): each morning, or soon after something new came. It has numbers
//! and times, and no names. Payments that need attention are mailed by the room that sells boosts, at once.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use super::inbox::{self, InboxCounts};
use crate::{
    features::{Services, WaitingCount, room::RemovedSamples},
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
        marks,
        settings::InboxMail,
    },
};

/// The job that writes it.
const KIND: &str = "inbox.mail";
/// When it was last written, and the newest items that it counted.
const MARK: &str = "inbox-mail";
/// The hour of the daily one, in the site's time zone.
const MORNING: u8 = 8;
/// How often it is checked whether something new came, in minutes.
const SOON: u8 = 5;

/// Since when the last item of each kind has waited.
type Newest = BTreeMap<String, DateTime<Utc>>;

/// The job. It is also known where nothing is mailed: another node may have had other settings.
pub(super) fn handlers(services: &Services) -> Handlers {
    let settings = &services.settings;
    let held = services.clone();
    let handle = move |run| tell(held.clone(), run);
    let schedule = match settings.inbox_mail {
        InboxMail::AtOnce => Schedule::Minutes(SOON),
        InboxMail::Daily => Schedule::DailyIn {
            zone: settings.time_zone,
            hour: MORNING,
        },
        InboxMail::Never => return Handlers::default().with(KIND, handle),
    };
    Handlers::default().with_recurring(KIND, schedule, handle)
}

/// What the job was enqueued with.
#[derive(Debug, Deserialize)]
struct Turn {
    turn: DateTime<Utc>,
}

async fn tell(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let settings = &services.settings;
    let how = settings.inbox_mail;
    let address = settings.support_email.trim();
    let Ok(to) = EmailAddress::parse(address, "support_email") else {
        return Ok(JobOutcome::Done);
    };
    let counts = inbox::counts(&services).await?;
    if how == InboxMail::Never || counts.total == 0 {
        return Ok(JobOutcome::Done);
    }
    let Turn { turn } = serde_json::from_value(run.payload).map_err(Error::failed)?;
    let now = services.clock.now();
    let brand = services.brand();
    let mail = NewMail {
        to,
        words: words(&brand, &counts, (how, settings.time_zone, now))?,
        about: None,
        list: None,
    };
    let newest = newest_of(&counts);
    let (held, id) = (services.clone(), run.id);
    services
        .database
        .transaction(move |transaction| {
            let (services, mail, newest) = (held.clone(), mail.clone(), newest.clone());
            Box::pin(async move {
                let told = marks::last(transaction, MARK).await?;
                let is_due = match (&told, how) {
                    (None, _) => true,
                    // A node that takes this job over finds it written.
                    (Some((at, _)), InboxMail::Daily) => *at < turn,
                    (Some((_, known)), _) => brings_something(&newest, known),
                };
                if !is_due {
                    return Ok(());
                }
                let newest = serde_json::to_string(&newest).map_err(Error::failed)?;
                marks::set(transaction, MARK, now, &newest).await?;
                services.mail.enqueue(transaction, &mail, id, now).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(JobOutcome::Done)
}

/// Has nothing mailed until `until` about what waits by now: a demo begins with things to decide, and whoever tries it hasn't asked
/// to be mailed about them. Where the inbox is mailed at once, what comes later is.
///
/// # Errors
///
/// If the database fails.
pub async fn hold_inbox_mail(services: &Services, until: DateTime<Utc>) -> Result<()> {
    let newest = newest_of(&inbox::counts(services).await?);
    let newest = serde_json::to_string(&newest).map_err(Error::failed)?;
    services
        .database
        .transaction(move |transaction| {
            let newest = newest.clone();
            Box::pin(async move { marks::set(transaction, MARK, until, &newest).await })
        })
        .await
}

/// Ends that when the demo is removed: what waits from then on isn't invented.
pub(super) async fn release(services: Services) -> Result<Vec<RemovedSamples>> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let told = marks::last(transaction, MARK).await?;
                if told.is_some_and(|(at, _)| at > now) {
                    marks::forget(transaction, MARK).await?;
                }
                Ok(())
            })
        })
        .await?;
    Ok(Vec::new())
}

fn newest_of(counts: &InboxCounts) -> Newest {
    let kinds = counts.kinds.iter();
    kinds
        .filter_map(|(kind, of)| Some(((*kind).to_owned(), of.newest?)))
        .collect()
}

/// Whether an item of some kind came after the ones that were there at the last email.
fn brings_something(newest: &Newest, known: &str) -> bool {
    let known: Newest = serde_json::from_str(known).unwrap_or_default();
    (newest.iter()).any(|(kind, at)| known.get(kind).is_none_or(|known| at > known))
}

fn words(
    brand: &Brand,
    counts: &InboxCounts,
    (how, zone, now): (InboxMail, Tz, DateTime<Utc>),
) -> Result<MailText> {
    let total = counts.total;
    let (waits, verb) = if total == 1 {
        ("1 item waits".to_owned(), "waits")
    } else {
        (format!("{total} items wait"), "wait")
    };
    let mut lines: BTreeMap<(DateTime<Utc>, &str), u64> = BTreeMap::new();
    let mut groups: BTreeMap<&str, (u64, Option<DateTime<Utc>>)> = BTreeMap::new();
    for (kind, of) in &counts.kinds {
        let group = groups.entry(group_of(kind)).or_default();
        group.0 += of.count;
        group.1 = [group.1, of.oldest].into_iter().flatten().min();
    }
    for (group, (count, oldest)) in groups {
        lines.insert((oldest.unwrap_or(now), group), count);
    }
    let told = lines.into_iter().map(|((oldest, group), count)| {
        let name = name_of(group, count);
        let day = oldest.with_timezone(&zone).format("%b %-d, %Y");
        let since = if count == 1 {
            "since"
        } else {
            "the oldest since"
        };
        format!("{count} {name}, {since} {day} ({})", age(now - oldest))
    });
    let often = match how {
        InboxMail::AtOnce => "soon after something new has come",
        InboxMail::Daily | InboxMail::Never => "once a day, if anything waits",
    };
    Notice {
        subject: format!("{waits} in the inbox of {}", brand.name),
        preview: "What waits for your decision, and since when.".to_owned(),
        heading: format!("{waits} for you"),
        paragraphs: std::iter::once(format!("This {verb} for your decision:"))
            .chain(told)
            .collect(),
        quote: None,
        button: Some(("Open the inbox", "/admin".to_owned())),
        why: format!(
            "You're receiving this because it is the support address of {}. We write {often}; the setting inbox_mail changes that.",
            brand.name
        ),
        ..Notice::default()
    }
    .words(brand)
}

/// Kinds that one line counts together.
fn group_of(kind: &str) -> &str {
    match kind {
        "takedown_page" | "takedown_closed" | "takedown_photo" | "takedown_other" => "takedown",
        "boost_payment" | "payment_notice" => "payment",
        "listing_not_mine" | "claim_not_mine" => "not_mine",
        kind => kind,
    }
}

/// As the inbox calls them.
fn name_of(group: &str, count: u64) -> String {
    let (one, many) = match group {
        "story" => ("local story", "local stories"),
        "claim" => ("business claim", "business claims"),
        "shop" => ("unconfirmed listing", "unconfirmed listings"),
        "listing" => ("new listing", "new listings"),
        "import" => ("import question", "import questions"),
        "suggestion" => ("suggested edit", "suggested edits"),
        "closed_reports" => ("shop reported closed", "shops reported closed"),
        "chain_report" => ("shop reported as a chain", "shops reported as chains"),
        "chain_objection" => ("chain objection", "chain objections"),
        "duplicate_objection" => ("duplicate objection", "duplicate objections"),
        "takedown" => ("take-down request", "take-down requests"),
        "not_mine" => ("address used by another", "addresses used by others"),
        "boost_link" => ("payer\u{2019}s link", "payers\u{2019} links"),
        "payment" => ("payment to look at", "payments to look at"),
        "visitors_doubt" => ("shop that visitors doubt", "shops that visitors doubt"),
        "mail" => ("failed email", "failed emails"),
        "mail_service" => (
            "email that can\u{2019}t be sent",
            "emails that can\u{2019}t be sent",
        ),
        _ => ("other item", "other items"),
    };
    if count == 1 { one } else { many }.to_owned()
}

fn age(waited: TimeDelta) -> String {
    match (waited.num_days(), waited.num_hours()) {
        (0, 0) => "less than an hour".to_owned(),
        (0, 1) => "1 hour".to_owned(),
        (0, hours) => format!("{hours} hours"),
        (1, _) => "1 day".to_owned(),
        (days, _) => format!("{days} days"),
    }
}

/// A sample of the email.
pub(super) fn sample(services: &Services) -> Result<Sample> {
    let now = services.clock.now();
    let mut counts = InboxCounts::default();
    for (kind, count, days) in [("claim", 2, 4), ("story", 1, 1), ("import", 212, 9)] {
        let since = Some(now - TimeDelta::days(days));
        counts.add(&WaitingCount {
            kind,
            count,
            oldest: since,
            newest: since,
        });
    }
    let zone = services.settings.time_zone;
    let brand = services.brand();
    let words = words(&brand, &counts, (InboxMail::Daily, zone, now))?;
    Ok(Sample::new("inbox-waiting", words))
}
