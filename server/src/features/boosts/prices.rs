//! Changing the price of the monthly boost (D47): active subscriptions keep theirs until 30 days after the email that
//! announces it.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::DatabaseTransaction;
use uuid::Uuid;

use super::{
    buy,
    emails::{self, EmailKind},
    entity::{price_change, purchase},
    store,
    sync::{self, Cause},
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        error::{Error, Result},
        payments::Provider,
    },
};

/// How far ahead payers hear about a new price.
const AHEAD: TimeDelta = TimeDelta::days(30);

/// The result of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// How many payers were told of the new price.
    pub told: usize,
    /// How many were told that the price which was announced to them before doesn't apply, because it is theirs again.
    pub withdrawn: usize,
    /// The new monthly price in cents.
    pub cents: i64,
    pub from: DateTime<Utc>,
}

/// Tells every subscriber with a different price that the configured one will apply, and stores the date; those who pay it but
/// were told of another hear that theirs stays. Payers who were already told about this price aren't told again. All of it is
/// one transaction: nobody is charged by an announcement that was mailed to some.
///
/// # Errors
///
/// When payments are off, or the database fails; then nobody was told.
pub async fn announce(services: &Services) -> Result<Announced> {
    let provider = services.payments.provider()?;
    let (now, cents, is_live) = (
        services.clock.now(),
        services.settings.boost_monthly_cents,
        provider.is_live,
    );
    let (held, from) = (services.clone(), now + AHEAD);
    let announced = services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            Box::pin(async move {
                let mut announced = Announced {
                    told: 0,
                    withdrawn: 0,
                    cents,
                    from,
                };
                for id in store::to_be_told_of(transaction, is_live, cents).await? {
                    let Some(before) = store::find_locked(transaction, id).await? else {
                        continue;
                    };
                    let Some(letter) = letter_for(&before, cents, from) else {
                        continue;
                    };
                    if !tell(transaction, &services, &before, letter, now).await? {
                        continue;
                    }
                    let is_new = matches!(letter, EmailKind::PriceChange { .. });
                    announced.told += usize::from(is_new);
                    announced.withdrawn += usize::from(!is_new);
                    let after = purchase::Model {
                        next_amount_cents: is_new.then_some(cents),
                        next_amount_from: is_new.then_some(from),
                        ..before.clone()
                    };
                    store::save(transaction, &before, after, now).await?;
                }
                if announced.told > 0 {
                    let change = price_change::Model {
                        id: services.identifiers.next(),
                        amount_cents: cents,
                        announced_at: now,
                        effective_at: from,
                        finished_at: None,
                    };
                    store::keep_change(transaction, &change).await?;
                }
                Ok(announced)
            })
        })
        .await?;
    services.mail.wake();
    Ok(announced)
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

/// Puts the email into the outbox; `false` if there is nobody to tell.
async fn tell(
    transaction: &DatabaseTransaction,
    services: &Services,
    row: &purchase::Model,
    letter: EmailKind,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(shop) = entities::shop_row(transaction, row.shop_id).await? else {
        return Ok(false);
    };
    let Some(mail) = emails::write(services, letter, row, (&shop).into(), None)? else {
        return Ok(false);
    };
    let id = services.identifiers.next();
    services.mail.enqueue(transaction, &mail, id, now).await?;
    Ok(true)
}

/// Applies announced prices to the subscriptions that were told about them, once their date has come. One that can't be changed
/// at Stripe now doesn't hold up the others; its announcement stays open, so that the next run tries again.
pub(super) async fn apply_due(
    services: &Services,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<()> {
    for change in store::due_changes(services.database.reads(), now).await? {
        let cents = change.amount_cents;
        let rows =
            store::renewing_at_other_price(services.database.reads(), provider.is_live, cents)
                .await?;
        // The row decides: a later announcement takes precedence, and each payer has 30 days from their own email.
        let is_due = |row: &&purchase::Model| {
            row.next_amount_cents == Some(cents)
                && row.next_amount_from.unwrap_or(change.effective_at) <= now
        };
        let (mut applied, mut failed) = (0, 0);
        for row in rows.iter().filter(is_due) {
            match apply_to(services, provider, row, cents).await {
                Ok(()) => applied += 1,
                Err(error) => {
                    tracing::warn!(purchase = %row.id, %error, "a price change can't be applied now");
                    failed += 1;
                }
            }
        }
        tracing::info!(cents, applied, failed, "price change applied");
        if failed > 0 {
            continue;
        }
        services
            .database
            .transaction(move |transaction| {
                Box::pin(async move { store::finish_change(transaction, change.id, now).await })
            })
            .await?;
    }
    Ok(())
}

async fn apply_to(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    cents: i64,
) -> Result<()> {
    let failed = |error: stripe_client::Error| Error::unavailable(error.to_string());
    move_to(provider, row, cents).await.map_err(failed)?;
    let kept = keep_price(services, row.id, cents).await?;
    if let Some(row) = kept.filter(|row| row.amount_cents != cents) {
        // Another announcement came meanwhile, so this price doesn't apply after all.
        let price = row.amount_cents;
        move_to(provider, &row, price).await.map_err(failed)?;
    }
    sync::sync(services, row.id, Cause::default()).await?;
    Ok(())
}

async fn move_to(
    provider: &Provider,
    row: &purchase::Model,
    cents: i64,
) -> stripe_client::Result<()> {
    let Some(id) = row.provider_id.as_deref() else {
        return Ok(());
    };
    let price = buy::monthly_price(provider, cents).await?;
    let subscription = provider.client.subscription(id).await?;
    let item = subscription.items.data.first();
    let Some(item) = item.filter(|item| item.price.id != price) else {
        return Ok(());
    };
    // Each state of the row makes a different call: a price may be applied, withdrawn and applied again within a day.
    let key = format!("boost-price-{}-{cents}-{}", row.id, row.version);
    provider
        .client
        .set_price(id, &item.id, &price, &key)
        .await?;
    Ok(())
}

/// Writes that the subscription has the price, if it is still the one that was announced; returns the current row.
async fn keep_price(services: &Services, id: Uuid, cents: i64) -> Result<Option<purchase::Model>> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(None);
                };
                if before.next_amount_cents != Some(cents) {
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
