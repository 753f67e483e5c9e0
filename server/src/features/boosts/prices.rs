//! Changing the price of the monthly boost (D47): active subscriptions keep theirs until 30 days after the email that
//! announces it.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    buy,
    emails::{self, Letter},
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
    /// How many payers were told.
    pub told: usize,
    /// The new monthly price in cents.
    pub cents: i64,
    pub from: DateTime<Utc>,
}

/// Tells every subscriber with a different price that the configured one will apply, and stores the date. Payers who
/// were already told about this price aren't told again.
///
/// # Errors
///
/// When payments are off, or the database fails.
pub async fn announce(services: &Services) -> Result<Announced> {
    let provider = services.payments.provider()?;
    let (now, cents) = (services.clock.now(), services.settings.boost_monthly_cents);
    let from = now + AHEAD;
    let rows: Vec<purchase::Model> =
        store::renewing_at_other_price(services.database.reads(), provider.is_live, cents)
            .await?
            .into_iter()
            .filter(|row| row.next_amount_cents != Some(cents))
            .collect();
    let mut told = 0;
    if !rows.is_empty() {
        let change = price_change::Model {
            id: services.identifiers.next(),
            amount_cents: cents,
            announced_at: now,
            effective_at: from,
            finished_at: None,
        };
        services
            .database
            .transaction(move |transaction| {
                let change = change.clone();
                Box::pin(async move { store::keep_change(transaction, &change).await })
            })
            .await?;
    }
    for row in rows {
        told += usize::from(tell(services, &row, cents, from).await?);
    }
    services.mail.wake();
    Ok(Announced { told, cents, from })
}

async fn tell(
    services: &Services,
    row: &purchase::Model,
    cents: i64,
    from: DateTime<Utc>,
) -> Result<bool> {
    let reads = services.database.reads();
    let Some(shop) = entities::shop_row(reads, row.shop_id).await? else {
        return Ok(false);
    };
    let letter = Letter::PriceChange { cents, from };
    let Some(mail) = emails::write(services, letter, row, (&shop).into(), None)? else {
        return Ok(false);
    };
    let (held, id, mail_id) = (services.clone(), row.id, services.identifiers.next());
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let (services, mail) = (held.clone(), mail.clone());
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(false);
                };
                if !before.renews || before.next_amount_cents == Some(cents) {
                    return Ok(false);
                }
                let after = purchase::Model {
                    next_amount_cents: Some(cents),
                    next_amount_from: Some(from),
                    ..before.clone()
                };
                store::save(transaction, &before, after, now).await?;
                services
                    .mail
                    .enqueue(transaction, &mail, mail_id, now)
                    .await?;
                Ok(true)
            })
        })
        .await
}

/// Applies an announced price to the subscriptions that were told about it, once its date has come.
pub(super) async fn apply_due(
    services: &Services,
    provider: &Provider,
    now: DateTime<Utc>,
) -> Result<()> {
    while let Some(change) = store::due_change(services.database.reads(), now).await? {
        let cents = change.amount_cents;
        let failed = |error: stripe_client::Error| Error::unavailable(error.to_string());
        let rows =
            store::renewing_at_other_price(services.database.reads(), provider.is_live, cents)
                .await?;
        // The row decides: a later announcement takes precedence, and each payer has 30 days from their own email.
        let is_due = |row: &&purchase::Model| {
            row.next_amount_cents == Some(cents)
                && row.next_amount_from.unwrap_or(change.effective_at) <= now
        };
        for row in rows.iter().filter(is_due) {
            move_to(provider, row, cents).await.map_err(failed)?;
            keep_price(services, row, cents, now).await?;
            sync::sync(services, row.id, Cause::default()).await?;
        }
        services
            .database
            .transaction(move |transaction| {
                Box::pin(async move { store::finish_change(transaction, change.id, now).await })
            })
            .await?;
        tracing::info!(cents, subscriptions = rows.len(), "price change applied");
    }
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
    let key = format!("boost-price-{}-{cents}", row.id);
    provider
        .client
        .set_price(id, &item.id, &price, &key)
        .await?;
    Ok(())
}

async fn keep_price(
    services: &Services,
    row: &purchase::Model,
    cents: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    let id = row.id;
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                let after = purchase::Model {
                    amount_cents: cents,
                    next_amount_cents: None,
                    next_amount_from: None,
                    ..before.clone()
                };
                store::save(transaction, &before, after, now).await?;
                Ok(())
            })
        })
        .await
}
