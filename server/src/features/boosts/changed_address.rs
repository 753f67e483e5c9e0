//! A payer's address that was changed at Stripe. The one before is told, and stays in charge until it lets the new one take over
//! (`payer_address`). What stands at Stripe is read when it is asked for, and kept nowhere.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;

use super::{
    emails::{self, EmailKind},
    entity::{event, purchase},
    payer_info::{SubscriptionInfo, is_running},
    store::{self, NewEvent},
    sync,
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        error::{Error, Result},
        limits::table::{CALLS_FOR_A_PURCHASE, CHANGED_PAYER_ADDRESS, CHANGED_PAYER_ADDRESSES},
        limits_shared,
        mail::EmailAddress,
        payments::{Provider, UNAVAILABLE},
        sessions,
    },
};

/// Customers that are read from Stripe while someone waits.
const MAX_READ: usize = 6;

/// Names the new addresses in what a payer is shown. The list is shown without them while Stripe is away.
pub(super) async fn name_new(
    services: &Services,
    provider: &Provider,
    rows: &[purchase::Model],
    info: &mut SubscriptionInfo,
) {
    let mut known: HashMap<&str, Option<String>> = HashMap::new();
    for row in rows.iter().filter(|row| is_running(row)) {
        let Some(customer) = row.customer.as_deref() else {
            continue;
        };
        let new = match known.get(customer) {
            Some(new) => new.clone(),
            None => {
                let may_ask = services.limits.check(&CALLS_FOR_A_PURCHASE, customer);
                if known.len() >= MAX_READ || may_ask.is_err() {
                    continue;
                }
                let Ok(new) = at_stripe(services, provider, row).await else {
                    return;
                };
                let new = new.map(|new| new.as_text());
                known.insert(customer, new.clone());
                new
            }
        };
        if let Some(shown) = info.subscriptions.iter_mut().find(|it| it.id == row.id) {
            shown.new_address = new;
        }
    }
}

/// Stripe says that a customer was changed. If its address was, the one before is told.
pub(super) async fn tell(
    services: &Services,
    provider: &Provider,
    customer: &str,
    event: &NewEvent,
) -> Result<()> {
    let reads = services.database.reads();
    let living = store::living_of_customer(reads, customer, provider.is_live).await?;
    let Some(row) = living else {
        return sync::ignore(services, event).await;
    };
    let Some(new) = at_stripe(services, provider, &row).await? else {
        return sync::ignore(services, event).await;
    };
    let address = sessions::address_hash(&services.keys, &new);
    let (held, taken, now) = (services.clone(), event.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (services, event, row) = (held.clone(), taken.clone(), row.clone());
            let address = address.clone();
            Box::pin(async move {
                if !store::take_event(transaction, &event, event::State::Done, now).await? {
                    return Ok(());
                }
                let (keys, payer) = (&services.keys, row.payer_hash.as_str());
                let each = format!("{payer} {address}");
                // An address that isn't told today doesn't count as told.
                let all = &CHANGED_PAYER_ADDRESSES;
                let wait = limits_shared::wait(transaction, keys, all, payer, now).await?;
                if wait > TimeDelta::zero() {
                    return Ok(());
                }
                for (limit, caller) in [(&CHANGED_PAYER_ADDRESS, each.as_str()), (all, payer)] {
                    let wait = limits_shared::count_or_wait(transaction, keys, limit, caller, now);
                    if wait.await?.is_some() {
                        return Ok(());
                    }
                }
                mail(transaction, &services, EmailKind::AddressChanged, &row, now).await?;
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// The address that a purchase's payer has at Stripe, if it is another one.
pub(super) async fn at_stripe(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
) -> Result<Option<EmailAddress>> {
    let address = address_at_stripe(provider, row).await?;
    Ok(address.filter(|new| sessions::address_hash(&services.keys, new) != row.payer_hash))
}

/// The address that a purchase's payer has at Stripe, the same or another one.
pub(super) async fn address_at_stripe(
    provider: &Provider,
    row: &purchase::Model,
) -> Result<Option<EmailAddress>> {
    let Some(customer) = row.customer.as_deref() else {
        return Ok(None);
    };
    let found = match provider.client.customer(customer).await {
        Ok(found) => found,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => {
            tracing::warn!(purchase = %row.id, %error, "a customer can't be read at Stripe now");
            return Err(Error::unavailable(UNAVAILABLE));
        }
    };
    let address = found.email.unwrap_or_default();
    Ok(EmailAddress::parse(&address, "email").ok())
}

/// Mails the address of a purchase; `false` if its payer was erased, or its shop is gone.
pub(super) async fn mail(
    connection: &impl ConnectionTrait,
    services: &Services,
    letter: EmailKind,
    row: &purchase::Model,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(shop) = entities::shop_row(connection, row.shop_id).await? else {
        return Ok(false);
    };
    let Some(mail) = emails::write(services, letter, row, &shop, None)? else {
        return Ok(false);
    };
    let id = services.identifiers.next();
    services.mail.enqueue(connection, &mail, id, now).await?;
    Ok(true)
}
