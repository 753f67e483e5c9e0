//! Writes the letters on the first days of each month, and hears when one can't be delivered.

use chrono::{DateTime, Datelike, TimeDelta, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::{
    content::{self, Letter},
    off, pass, store,
    to_do::ToDo,
};
use crate::{
    catalog::{Lookup, entities::shop, people},
    features::{
        Services,
        analytics::{
            month::Month,
            shop_figures::{self, Period},
        },
    },
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        mail::{self, Brand, EmailAddress, Fault, List, NewMail, Refusal, Sample, suppression},
        sessions,
    },
};

/// When it is morning at the site.
const HOUR: u8 = 9;
/// A letter that couldn't be written by then would be old news.
const LAST_DAY: u32 = 7;
/// Shops per batch.
const BATCH: u64 = 100;
/// Maximum list emails in the outbox; the rest wait until these are sent.
const MAX_WAITING: u64 = 1000;
/// How long to wait then.
const OUTBOX_PAUSE: TimeDelta = TimeDelta::seconds(30);
/// How long to wait while list emails are paused.
const PAUSED: TimeDelta = TimeDelta::minutes(10);

/// The letters' jobs.
pub(in crate::features::analytics) fn handlers(services: &Services) -> Handlers {
    let (writing, hearing) = (services.clone(), services.clone());
    let each_morning = Schedule::DailyIn {
        zone: services.settings.time_zone,
        hour: HOUR,
    };
    Handlers::default()
        .with_recurring("your-shop.write-letters", each_morning, move |_| {
            write(writing.clone())
        })
        .with(mail::LETTER_REFUSED, move |run| hear(hearing.clone(), run))
}

/// The month to write about: the last one, on the first days of the next, once it is over for the counts, too, whose days are
/// UTC's.
fn month_to_tell(now: DateTime<Utc>, zone: Tz) -> Option<Month> {
    let today = now.with_timezone(&zone).date_naive();
    let this_month = Month::of(today);
    let is_over = Month::of(now.date_naive()) == this_month;
    (is_over && today.day() <= LAST_DAY).then(|| this_month.before())
}

async fn write(services: Services) -> Result<JobOutcome> {
    let (mut after, mut written, mut failed) = (Uuid::nil(), 0_u64, 0_u64);
    loop {
        let Some(month) = month_to_tell(services.clock.now(), services.settings.time_zone) else {
            return Ok(JobOutcome::Done);
        };
        let reads = services.database.reads();
        if mail::lists_paused_since(reads).await?.is_some() {
            return Ok(JobOutcome::MoreAfter(PAUSED));
        }
        if services.mail.waiting_bulk(&services.database).await? > MAX_WAITING {
            return Ok(JobOutcome::MoreAfter(OUTBOX_PAUSE));
        }
        let shops = store::shops_to_write_about(reads, month.number(), (after, BATCH)).await?;
        let Some(last) = shops.last() else { break };
        after = last.id;
        for shop in &shops {
            match write_about(&services, shop, month).await {
                Ok(is_written) => written += u64::from(is_written),
                // One that fails doesn't keep the others waiting.
                Err(error) => {
                    failed += 1;
                    tracing::error!(%error, shop = %shop.id, "a monthly letter couldn't be written; the next morning tries again");
                }
            }
        }
        services.mail.wake();
    }
    if written > 0 || failed > 0 {
        tracing::info!(written, failed, "monthly letters are in the outbox");
    }
    Ok(JobOutcome::Done)
}

/// Writes to the owner of one shop; `false` if there is nothing to tell, or nobody who wants to hear it.
async fn write_about(services: &Services, shop: &shop::Model, month: Month) -> Result<bool> {
    let Some((owner, address)) = recipient(services, shop).await? else {
        return Ok(false);
    };
    let Some(letter) = letter_about(services, shop, month).await? else {
        return Ok(false);
    };
    let (row_id, mail_id) = (services.identifiers.next(), services.identifiers.next());
    let (id, services, now) = (shop.id, services.clone(), services.clock.now());
    let database = services.database.clone();
    database
        .transaction(move |transaction| {
            let (services, letter, address) = (services.clone(), letter.clone(), address.clone());
            Box::pin(async move {
                let row = people::lock_shop_row(transaction, id).await?;
                if row.and_then(|row| row.owner_id) != Some(owner) {
                    return Ok(false);
                }
                let letters = store::ensure(transaction, row_id, id).await?;
                if !store::claim(transaction, (letters.id, owner), month.number()).await? {
                    return Ok(false);
                }
                let mail = mail_of(&services, &letter, (letters.id, owner), address)?;
                services
                    .mail
                    .enqueue(transaction, &mail, mail_id, now)
                    .await?;
                Ok(true)
            })
        })
        .await
}

/// The shop's owner, if the address is proven and its mailbox exists, and the letter isn't off.
async fn recipient(
    services: &Services,
    shop: &shop::Model,
) -> Result<Option<(Uuid, EmailAddress)>> {
    let reads = services.database.reads();
    let Some(owner) = shop.owner_id else {
        return Ok(None);
    };
    let letters = store::of_shop(reads, shop.id).await?;
    if letters.is_some_and(|letters| letters.off_for == Some(owner)) {
        return Ok(None);
    }
    let person = sessions::find_person(reads, owner).await?;
    let Some(person) = person.filter(|person| person.confirmed_at.is_some()) else {
        return Ok(None);
    };
    let address = EmailAddress::parse(&person.email, "email")?;
    let is_gone = suppression::is_gone(reads, &services.keys, &address).await?;
    Ok((!is_gone).then_some((owner, address)))
}

async fn letter_about(
    services: &Services,
    shop: &shop::Model,
    month: Month,
) -> Result<Option<Letter>> {
    let figures = shop_figures::figures(services, shop.id, Period::Month(month)).await?;
    let waiting = store::count_suggestions(services.database.reads(), shop.id).await?;
    let view = services.catalog.view();
    let Lookup::Found(listed) = view.shop(shop.id) else {
        return Ok(None);
    };
    let to_do = ToDo::of((shop, &listed), &view, waiting, view.now());
    let page = (shop.name.as_str(), shop.slug.as_str());
    Ok(Letter::of(page, month.name(), &figures, to_do))
}

fn mail_of(
    services: &Services,
    letter: &Letter,
    (letters, owner): (Uuid, Uuid),
    to: EmailAddress,
) -> Result<NewMail> {
    let brand = services.brand();
    let pass = pass::pass_of(&services.keys, letters, owner);
    let off_url = off_url(&brand, &pass);
    Ok(NewMail {
        to,
        words: letter.words(&brand, &off_url)?,
        about: Some(letters),
        list: Some(List {
            name: mail::LETTERS,
            unsubscribe_url: off_url,
        }),
    })
}

fn off_url(brand: &Brand, pass: &str) -> String {
    format!("{}/monthly-letter/off?letter={pass}", brand.origin)
}

/// Ends the letters to a mailbox that doesn't exist (checklist E8). A letter a month is too few to conclude anything from a full
/// one.
async fn hear(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let refusal: Refusal = serde_json::from_value(run.payload)
        .map_err(|error| Error::Internal(format!("a refusal: {error}")))?;
    if refusal.fault != Fault::Gone {
        return Ok(JobOutcome::Done);
    }
    let reads = services.database.reads();
    let Some(letters) = store::find(reads, refusal.about).await? else {
        return Ok(JobOutcome::Done);
    };
    let shop = people::find_shop_row(reads, &letters.shop_id.to_string()).await?;
    let Some(owner) = shop.and_then(|shop| shop.owner_id) else {
        return Ok(JobOutcome::Done);
    };
    tracing::info!(shop = %letters.shop_id, "an owner's mailbox is gone: the monthly letter ends");
    if let Some(person) = sessions::find_person(reads, owner).await? {
        let address = EmailAddress::parse(&person.email, "email")?;
        let (keys, now) = (services.keys.clone(), services.clock.now());
        services
            .database
            .transaction(move |transaction| {
                let (keys, address) = (keys.clone(), address.clone());
                Box::pin(
                    async move { suppression::mark_gone(transaction, &keys, &address, now).await },
                )
            })
            .await?;
    }
    off::set(&services, (letters.id, owner), false).await?;
    Ok(JobOutcome::Done)
}

/// A sample of the letter.
pub(in crate::features::analytics) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let pass = pass::pass_of(&services.keys, Uuid::nil(), Uuid::nil());
    let words = content::sample().words(&brand, &off_url(&brand, &pass))?;
    Ok(vec![Sample::new("monthly-letter", words)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_written_on_the_first_days_of_the_sites_month() {
        for (now, month) in [
            ("2026-11-01T04:59:00Z", None),
            ("2026-11-01T15:00:00Z", Some("2026-10")),
            ("2026-11-08T05:59:00Z", Some("2026-10")),
            ("2026-11-08T06:00:00Z", None),
            ("2027-01-02T15:00:00Z", Some("2026-12")),
        ] {
            let told = month_to_tell(now.parse().unwrap(), Tz::America__Chicago);
            assert_eq!(
                told.map(|month| month.to_string()).as_deref(),
                month,
                "{now}"
            );
        }
        // On Guam it is November earlier than in the counts.
        let early = "2026-10-31T23:00:00Z".parse().unwrap();
        assert_eq!(month_to_tell(early, Tz::Pacific__Guam), None);
    }
}
