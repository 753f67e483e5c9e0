//! Stripe customers: one for each address and mode.

use super::{entity::purchase, refusal::refused, store};
use crate::{
    features::Services,
    platform::{error::Result, keys::hexadecimal, payments::Provider},
};

/// The customer for a purchase's payer, created at Stripe the first time.
pub(super) async fn customer(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
) -> Result<String> {
    let (now, id) = (services.clock.now(), services.identifiers.next());
    let (hash, is_live) = (row.payer_hash.clone(), row.is_live);
    let known = services
        .database
        .transaction(move |transaction| {
            let hash = hash.clone();
            Box::pin(
                async move { store::customer_of(transaction, id, (&hash, is_live), now).await },
            )
        })
        .await?;
    if let Some(customer) = known.customer {
        return Ok(customer);
    }
    // Simultaneous calls use the same idempotency key, so they get the same customer.
    let name = services.keys.keyed_hash(
        "customer's name",
        format!("{}\n{}", row.payer_email, row.payer_name).as_bytes(),
    );
    let key = format!(
        "customer-{}-{}",
        known.id,
        hexadecimal(name.get(..8).unwrap_or_default())
    );
    let made = provider
        .client
        .create_customer(&row.payer_email, &row.payer_name, &key)
        .await
        .map_err(|error| refused(row, &error))?;
    let (id, customer) = (known.id, made.id.clone());
    services
        .database
        .transaction(move |transaction| {
            let customer = customer.clone();
            Box::pin(async move { store::keep_customer(transaction, id, &customer).await })
        })
        .await?;
    Ok(made.id)
}

/// Forgets a customer that was deleted at Stripe, so that the next call creates a new one.
pub(super) async fn forget_customer(
    services: &Services,
    row: &purchase::Model,
    customer: &str,
) -> Result<()> {
    let (hash, is_live, gone) = (row.payer_hash.clone(), row.is_live, customer.to_owned());
    services
        .database
        .transaction(move |transaction| {
            let (hash, gone) = (hash.clone(), gone.clone());
            Box::pin(
                async move { store::forget_customer(transaction, (&hash, is_live), &gone).await },
            )
        })
        .await
}
