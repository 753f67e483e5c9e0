//! Synchronizes a purchase with Stripe: one transaction for the event, the payments, the shop's boosts, the purchase
//! and the emails.
//!
//! Stripe is asked before the transaction, because transactions must be short. A purchase has a version: if another
//! node has changed it since it was read, Stripe is asked again, so an older answer never replaces a newer one.

use uuid::Uuid;

use super::{
    apply::{self, Applied, Change},
    entity::{event, purchase},
    reading, store,
    store::NewEvent,
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        limits::table::CALLS_FOR_A_PURCHASE,
        payments::UNAVAILABLE,
        web::Actor,
    },
};

/// How often Stripe is asked again because another node was faster.
const ATTEMPTS: usize = 5;

/// Whether a request may ask Stripe about this purchase now.
pub(super) fn may_ask(services: &Services, purchase: Uuid) -> bool {
    let asked = purchase.to_string();
    services.limits.check(&CALLS_FOR_A_PURCHASE, asked).is_ok()
}

/// Why a purchase is being synchronized.
#[derive(Clone, Debug, Default)]
pub(super) struct Cause {
    /// The event that caused it, recorded together with its effect.
    pub event: Option<NewEvent>,
    /// Stripe's ID for the purchase, in case the row doesn't have it yet.
    pub provider_id: Option<String>,
    /// The payment intent that it is about.
    pub intent: Option<String>,
}

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Synced {
    /// The current purchase, and whether anything changed.
    Now(Box<purchase::Model>, bool),
    /// The event was already processed.
    KnownEvent,
    /// Stripe has nothing yet.
    NothingThere,
}

/// Reads a purchase from Stripe and records the consequences.
pub(super) async fn sync(services: &Services, id: Uuid, cause: Cause) -> Result<Synced> {
    let provider = services.payments.provider()?;
    for _ in 0..ATTEMPTS {
        let row = store::find(services.database.reads(), id)
            .await?
            .ok_or_else(|| Error::Internal(format!("there is no purchase {id}")))?;
        let row = at_its_shop(services, row).await?;
        let Some(provider_id) = row
            .provider_id
            .clone()
            .or_else(|| cause.provider_id.clone())
        else {
            return Ok(Synced::NothingThere);
        };
        let now = services.clock.now();
        let read = reading::read(provider, &row, &provider_id, cause.intent.as_deref(), now).await;
        let reading = match read {
            Ok(reading) => reading,
            Err(error) => return Err(unreachable(&row, error)),
        };
        if reading.is_live != row.is_live {
            return Err(Error::Internal(format!(
                "{provider_id} is of the other mode than the purchase {id}"
            )));
        }
        let change = Change {
            purchase: row.id,
            shop: row.shop_id,
            version: row.version,
            reading,
            event: cause.event.clone(),
        };
        let (held, captured) = (services.clone(), change);
        let acted = services
            .ledger
            .act(Actor::System, "boost.sync", move |act| {
                let (services, change) = (held.clone(), captured.clone());
                Box::pin(async move { apply::apply(act, &services, &change).await })
            })
            .await?;
        services.mail.wake();
        match acted.value {
            Applied::Stale => {}
            Applied::KnownEvent => return Ok(Synced::KnownEvent),
            Applied::Now(row, changed) => return Ok(Synced::Now(row, changed)),
        }
    }
    Err(Error::Busy { seconds: 5 })
}

/// The purchase after it was read from Stripe; as it was, where Stripe has nothing new.
pub(super) async fn synced(services: &Services, row: &purchase::Model) -> Result<purchase::Model> {
    Ok(match sync(services, row.id, Cause::default()).await? {
        Synced::Now(row, _) => *row,
        Synced::KnownEvent | Synced::NothingThere => row.clone(),
    })
}

/// The purchase, moved to the shop that its boost is at: listings are merged, and mergers are undone.
async fn at_its_shop(services: &Services, row: purchase::Model) -> Result<purchase::Model> {
    let moved_to = store::shop_of_boost(services.database.reads(), row.id).await?;
    let Some(shop_id) = moved_to.filter(|shop| *shop != row.shop_id) else {
        return Ok(row);
    };
    let (id, now) = (row.id, services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let unread = row.clone();
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(unread);
                };
                let after = purchase::Model {
                    shop_id,
                    ..before.clone()
                };
                store::save(transaction, &before, after, now).await
            })
        })
        .await
}

/// Records an event that changes nothing here.
pub(super) async fn ignore(services: &Services, event: &NewEvent) -> Result<()> {
    let (now, taken) = (services.clock.now(), event.clone());
    services
        .database
        .transaction(move |transaction| {
            let event = taken.clone();
            Box::pin(async move {
                store::take_event(transaction, &event, event::State::Ignored, now).await?;
                Ok(())
            })
        })
        .await
}

/// An error from Stripe is a failure on our side: the person at the screen can't fix it.
fn unreachable(row: &purchase::Model, error: stripe_client::Error) -> Error {
    tracing::warn!(purchase = %row.id, %error, "a purchase can't be read at Stripe now");
    match error {
        stripe_client::Error::Unavailable { .. } => Error::unavailable(UNAVAILABLE),
        error => Error::failed(error),
    }
}
