//! Changing the price of the monthly boost (D47): active subscriptions keep theirs until 30 days after the email that
//! announces it.
//!
//! An announcement is a row and a job, written together. The job tells each payer in a short transaction of their own, with the
//! email; the purchase then says of which price, so an interrupted job goes on, and nobody is told twice.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    buy,
    emails::{self, EmailKind},
    entity::{price_change, purchase},
    our_prices::OurPrices,
    store,
    sync::{self, Cause},
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{self, JobAttempt, JobOutcome, NewJob},
        payments::Provider,
    },
};

/// The job that tells the payers of an announcement.
pub(super) const TELL: &str = "boosts.announce-price";

/// How far ahead payers hear about a new price.
const AHEAD: TimeDelta = TimeDelta::days(30);

/// The job's payload.
#[derive(Debug, Serialize, Deserialize)]
struct Announcement {
    change: Uuid,
    is_live: bool,
}

/// The result of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// How many payers will be told of the new price.
    pub told: usize,
    /// How many will be told that the price which was announced to them before doesn't apply, because it is theirs again.
    pub withdrawn: usize,
    /// The new monthly price in cents.
    pub cents: i64,
    /// From when it applies to those who are told now; each payer has 30 days from their own email.
    pub from: DateTime<Utc>,
}

/// Announces the configured price: the running server tells every subscriber with a different one, and those who pay it but were
/// told of another that theirs stays. Payers who were already told about this price aren't told again. An announcement that wasn't
/// told to everybody yet gives way to this one.
///
/// # Errors
///
/// When payments are off, or the database fails; then nothing is announced.
pub async fn announce(services: &Services) -> Result<Announced> {
    let provider = services.payments.provider()?;
    let (now, cents, is_live) = (
        services.clock.now(),
        services.settings.boost_monthly_cents,
        provider.is_live,
    );
    let from = now + AHEAD;
    let reads = services.database.reads();
    let latest = store::latest_change(reads).await?;
    let is_other = latest.is_some_and(|latest| latest.amount_cents != cents);
    let rows = store::to_be_told_of(reads, is_live, cents).await?;
    let (mut told, mut withdrawn) = (0, 0);
    for letter in rows.iter().filter_map(|row| letter_for(row, cents, from)) {
        if is_new(letter) {
            told += 1;
        } else {
            withdrawn += 1;
        }
    }
    // Also if nobody has to hear of it: then nobody else hears of the price before it, either.
    if is_other || told + withdrawn > 0 {
        let change = price_change::Model {
            id: services.identifiers.next(),
            amount_cents: cents,
            announced_at: now,
            effective_at: from,
        };
        keep(services, change, is_live).await?;
    }
    Ok(Announced {
        told,
        withdrawn,
        cents,
        from,
    })
}

/// Writes the announcement and its job.
async fn keep(services: &Services, change: price_change::Model, is_live: bool) -> Result<()> {
    let now = change.announced_at;
    let announcement = Announcement {
        change: change.id,
        is_live,
    };
    let job = NewJob {
        kind: TELL,
        payload: serde_json::to_value(announcement).map_err(Error::failed)?,
        unique_key: None,
        due_at: now,
    };
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let (services, change, job) = (held.clone(), change.clone(), job.clone());
            Box::pin(async move {
                store::keep_change(transaction, &change).await?;
                jobs::enqueue(transaction, &job, &services.identifiers, now).await?;
                Ok(())
            })
        })
        .await
}

/// Tells the payers of an announcement, as far as they weren't. One that can't be told doesn't hold up the others.
///
/// # Errors
///
/// The last error, once all were tried; the next attempt tells those who are left.
pub(super) async fn tell_all(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let announcement: Announcement = serde_json::from_value(run.payload)
        .map_err(|error| Error::Internal(format!("an announced price: {error}")))?;
    let reads = services.database.reads();
    let latest = store::latest_change(reads).await?;
    let Some(change) = latest.filter(|latest| latest.id == announcement.change) else {
        // Another announcement came since, and has a job of its own.
        return Ok(JobOutcome::Done);
    };
    let rows = store::to_be_told_of(reads, announcement.is_live, change.amount_cents).await?;
    let mut failed = None;
    for (row, done) in rows.iter().zip(0..) {
        run.progress.note(done, rows.len() as u64).await;
        if let Err(error) = tell(&services, row.id, &change).await {
            tracing::warn!(purchase = %row.id, %error, "a payer can't be told of a price now");
            failed = Some(error);
        }
    }
    failed.map_or(Ok(JobOutcome::Done), Err)
}

/// Tells one payer, in one transaction with the email, unless they were told or another announcement came since.
async fn tell(services: &Services, id: Uuid, change: &price_change::Model) -> Result<()> {
    let (held, announced, now) = (services.clone(), change.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (services, change) = (held.clone(), announced.clone());
            Box::pin(async move {
                let latest = store::latest_change(transaction).await?;
                if latest.is_none_or(|latest| latest.id != change.id) {
                    return Ok(());
                }
                let (cents, from) = (change.amount_cents, now + AHEAD);
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                let Some(letter) = letter_for(&before, cents, from) else {
                    return Ok(());
                };
                let Some(shop) = entities::shop_row(transaction, before.shop_id).await? else {
                    return Ok(());
                };
                let Some(mail) = emails::write(&services, letter, &before, &shop, None)? else {
                    return Ok(());
                };
                let mail_id = services.identifiers.next();
                services
                    .mail
                    .enqueue(transaction, &mail, mail_id, now)
                    .await?;
                let after = purchase::Model {
                    next_amount_cents: is_new(letter).then_some(cents),
                    next_amount_from: is_new(letter).then_some(from),
                    ..before.clone()
                };
                store::save(transaction, &before, after, now).await?;
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Whether an email about a price tells of a new one.
fn is_new(letter: EmailKind) -> bool {
    matches!(letter, EmailKind::PriceChange { .. })
}

/// What a payer has to hear of the price, if anything.
fn letter_for(row: &purchase::Model, cents: i64, from: DateTime<Utc>) -> Option<EmailKind> {
    if !row.renews || row.next_amount_cents == Some(cents) {
        return None;
    }
    if row.amount_cents != cents {
        return Some(EmailKind::PriceChange { cents, from });
    }
    let withdrawn = row.next_amount_cents?;
    Some(EmailKind::PriceStays { withdrawn })
}

/// Applies the announced price to the subscriptions whose payers were told of it 30 days ago. One that can't be changed at Stripe now
/// doesn't hold up the others, and is tried again the next time.
pub(super) async fn apply_due(
    services: &Services,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<()> {
    let reads = services.database.reads();
    // Whoever was told of an earlier one hears of this one first.
    let Some(change) = store::latest_change(reads).await? else {
        return Ok(());
    };
    let cents = change.amount_cents;
    // The row decides: each payer has 30 days from their own email.
    let is_due =
        |row: &&purchase::Model| row.next_amount_from.unwrap_or(change.effective_at) <= now;
    let rows = store::told_of_price(reads, provider.is_live, cents).await?;
    let (mut applied, mut failed) = (0, 0);
    for row in rows.iter().filter(is_due) {
        match apply_to(services, provider, row, cents).await {
            Ok(is_applied) => applied += u32::from(is_applied),
            Err(error) => {
                tracing::warn!(purchase = %row.id, %error, "a price change can't be applied now");
                failed += 1;
            }
        }
    }
    if applied + failed > 0 {
        tracing::info!(cents, applied, failed, "price change applied");
    }
    Ok(())
}

/// Applies a price; `false` if the subscription is for something else by now. That is looked at again until its next invoice, which
/// is refused, or until it is ours again.
async fn apply_to(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    cents: i64,
) -> Result<bool> {
    let failed = |error: stripe_client::Error| Error::unavailable(error.to_string());
    if !move_to(provider, row, cents).await.map_err(failed)? {
        return Ok(false);
    }
    let kept = keep_price(services, row.id, cents).await?;
    if let Some(row) = kept.filter(|row| row.amount_cents != cents) {
        // Another announcement came meanwhile, so this price doesn't apply after all.
        let price = row.amount_cents;
        move_to(provider, &row, price).await.map_err(failed)?;
    }
    sync::sync(services, row.id, Cause::default()).await?;
    Ok(true)
}

/// Makes a subscription renew at a price; `false` if it is for something else by now, which keeps its own price.
async fn move_to(
    provider: &Provider,
    row: &purchase::Model,
    cents: i64,
) -> stripe_client::Result<bool> {
    let Some(id) = row.provider_id.as_deref() else {
        return Ok(true);
    };
    let price = buy::monthly_price(provider, cents).await?;
    let subscription = provider.client.subscription(id).await?;
    let mut ours = OurPrices::of(&subscription);
    let mut found = None;
    for item in &subscription.items.data {
        if found.is_none() && ours.contain(provider, &item.price.id).await? {
            found = Some(item);
        }
    }
    let Some(item) = found else {
        return Ok(false);
    };
    if item.price.id == price {
        return Ok(true);
    }
    // Each state of the row makes a different call: a price may be applied, withdrawn and applied again within a day.
    let key = format!("boost-price-{}-{cents}-{}", row.id, row.version);
    provider
        .client
        .set_price(id, &item.id, &price, &key)
        .await?;
    Ok(true)
}

/// Writes that the subscription has the price, if it is still the announced one; returns the current row.
async fn keep_price(services: &Services, id: Uuid, cents: i64) -> Result<Option<purchase::Model>> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(None);
                };
                let latest = store::latest_change(transaction).await?;
                let is_latest = latest.is_some_and(|latest| latest.amount_cents == cents);
                if !is_latest || before.next_amount_cents != Some(cents) {
                    return Ok(Some(before));
                }
                let after = purchase::Model {
                    amount_cents: cents,
                    next_amount_cents: None,
                    next_amount_from: None,
                    ..before.clone()
                };
                store::save(transaction, &before, after, now)
                    .await
                    .map(Some)
            })
        })
        .await
}
