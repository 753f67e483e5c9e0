//! Stripe customers. Whoever has proven an address buys as its customer, whose credits and cards are the payer's to use. An address
//! that was only typed gets a customer of its own for each purchase: nobody may spend what belongs to somebody else.

use stripe_client::Customer;

use super::{entity::purchase, refusal::refused, store};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        keys::hexadecimal,
        payments::Provider,
    },
};

/// What decides which customer at Stripe a purchase is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Payer<'a> {
    pub is_proven: bool,
    /// The one that was deleted at Stripe meanwhile.
    pub gone: Option<&'a str>,
}

/// The customer for a purchase, created at Stripe if necessary. It is noted with the purchase before anything is sold to it, so that
/// work that is done again is done for the same one.
pub(super) async fn customer(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    payer: Payer<'_>,
) -> Result<String> {
    if let Some(known) = &row.customer
        && payer.gone.is_none()
    {
        return Ok(known.clone());
    }
    let customer = if payer.is_proven {
        of_address(services, provider, row).await?
    } else {
        let key = format!("customer-of-{}-{}", row.id, payer.gone.unwrap_or_default());
        create(services, provider, row, &key).await?.id
    };
    note(services, row, customer).await
}

/// The customer of the payer's address.
async fn of_address(
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
    let made = create(services, provider, row, &format!("customer-{}", known.id)).await?;
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

/// Simultaneous calls use the same idempotency key, so they get the same customer.
async fn create(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    key: &str,
) -> Result<Customer> {
    let name = services.keys.keyed_hash(
        "customer's name",
        format!("{}\n{}", row.payer_email, row.payer_name).as_bytes(),
    );
    let key = format!("{key}-{}", hexadecimal(name.get(..8).unwrap_or_default()));
    provider
        .client
        .create_customer(&row.payer_email, &row.payer_name, &key)
        .await
        .map_err(|error| refused(row, &error))
}

/// Notes the customer with the purchase; the first one stays.
async fn note(services: &Services, row: &purchase::Model, customer: String) -> Result<String> {
    let (id, now) = (row.id, services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let customer = customer.clone();
            Box::pin(async move {
                let before = store::find_locked(transaction, id)
                    .await?
                    .ok_or_else(|| Error::Internal(format!("there is no purchase {id}")))?;
                if let Some(first) = &before.customer {
                    return Ok(first.clone());
                }
                let after = purchase::Model {
                    customer: Some(customer.clone()),
                    ..before.clone()
                };
                store::save(transaction, &before, after, now).await?;
                Ok(customer)
            })
        })
        .await
}

/// Forgets a customer that was deleted at Stripe, so that the next call creates a new one.
pub(super) async fn forget_customer(
    services: &Services,
    row: &purchase::Model,
    customer: &str,
) -> Result<()> {
    let (id, now) = (row.id, services.clock.now());
    let (hash, is_live, gone) = (row.payer_hash.clone(), row.is_live, customer.to_owned());
    services
        .database
        .transaction(move |transaction| {
            let (hash, gone) = (hash.clone(), gone.clone());
            Box::pin(async move {
                store::forget_customer(transaction, (&hash, is_live), &gone).await?;
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                if before.customer.as_ref() == Some(&gone) {
                    let after = purchase::Model {
                        customer: None,
                        ..before.clone()
                    };
                    store::save(transaction, &before, after, now).await?;
                }
                Ok(())
            })
        })
        .await
}
