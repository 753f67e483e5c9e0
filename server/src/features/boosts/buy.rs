//! Buying: a row first, then Stripe under keys that the row's identifier gives, then Stripe's answer into the row. Whatever is
//! cut in between can be done again, and nothing is there twice.

use chrono::{DateTime, TimeDelta, Utc};
use stripe_client::{NewPaymentIntent, NewPrice, NewSubscription, PaymentIntent, Subscription};
use uuid::Uuid;

use super::{
    customers::{customer, forget_customer},
    entity::purchase::{self, Plan, State},
    reading::CURRENCY,
    rules, store,
    sync::{self, Cause},
};
use crate::{
    catalog::entities::shop,
    features::Services,
    platform::{
        error::{Error, Result},
        keys::hexadecimal,
        limits::{Caller, Limit},
        limits_shared,
        mail::EmailAddress,
        network::Network,
        payments::{Provider, UNAVAILABLE},
        sessions,
    },
};

const TOO_MANY: &str = "There were many payments in a short time. Please try again in an hour.";
/// Whoever tries stolen cards needs many payments; whoever boosts a shop needs one.
const OF_A_NETWORK: Limit = Limit {
    name: "boost checkouts of a network",
    count: 12,
    period: TimeDelta::hours(1),
    message: TOO_MANY,
};
const OF_A_PAYER: Limit = Limit {
    name: "boost checkouts of a payer",
    count: 6,
    period: TimeDelta::hours(1),
    message: TOO_MANY,
};
const OF_A_SHOP: Limit = Limit {
    name: "boost checkouts of a shop",
    count: 30,
    period: TimeDelta::hours(1),
    message: TOO_MANY,
};

/// What somebody wants to buy, checked.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub plan: Plan,
    pub shop: shop::Model,
    pub payer: EmailAddress,
    pub payer_name: String,
    pub store_url: Option<String>,
    pub store_name: Option<String>,
    /// Whether the link waits for the proof of the payer's address.
    pub store_waits: bool,
    /// Made by the page for one form: sent again, it is one purchase.
    pub request: Option<Uuid>,
    pub network: Network,
    /// The kept form of the browser's token.
    pub checkout_hash: String,
}

/// What the browser needs to pay.
#[derive(Debug)]
pub(super) struct Checkout {
    pub purchase: Uuid,
    pub amount_cents: i64,
    pub client_secret: String,
}

/// Begins a purchase, or goes on with the one of the same form.
pub(super) async fn begin(services: &Services, order: Order) -> Result<Checkout> {
    let provider = services.payments.provider()?;
    let row = reserve(services, provider, order).await?;
    if row.state != State::Pending {
        return Err(Error::Conflict("This boost is paid already.".into()));
    }
    let made = match row.provider_id.clone() {
        Some(id) => again(services, provider, &row, &id).await?,
        None => first(services, provider, &row).await?,
    };
    let (provider_id, customer, client_secret) = made;
    if row.provider_id.is_none() {
        keep_provider_id(services, row.id, provider_id, customer).await?;
    }
    Ok(Checkout {
        purchase: row.id,
        amount_cents: row.amount_cents,
        client_secret,
    })
}

/// Writes the row, unless something stands in the way.
async fn reserve(
    services: &Services,
    provider: &Provider,
    order: Order,
) -> Result<purchase::Model> {
    let (now, is_live) = (services.clock.now(), provider.is_live);
    let (id, held) = (services.identifiers.next(), services.clone());
    services
        .database
        .transaction(move |transaction| {
            let (services, order) = (held.clone(), order.clone());
            Box::pin(async move {
                let row = new_row(&services, &order, (id, is_live), now);
                if let Some(running) =
                    store::running_subscription(transaction, order.shop.id, None).await?
                {
                    let until = running.paid_until.map(rules::day);
                    let refused =
                        rules::refuse_beside(order.plan, running.renews, until.as_deref());
                    if let Some(refused) = refused {
                        return Err(refused);
                    }
                }
                let kept = store::begin(transaction, &row).await?;
                if kept.id != row.id {
                    return store::renew(transaction, &kept, &row, now).await;
                }
                for (limit, caller) in [
                    (&OF_A_NETWORK, Caller::from(order.network)),
                    (&OF_A_PAYER, order.payer.mailbox().into()),
                    (&OF_A_SHOP, order.shop.id.to_string().into()),
                ] {
                    limits_shared::count(transaction, &services.keys, limit, caller, now).await?;
                }
                Ok(kept)
            })
        })
        .await
}

fn new_row(
    services: &Services,
    order: &Order,
    (id, is_live): (Uuid, bool),
    now: DateTime<Utc>,
) -> purchase::Model {
    let settings = &services.settings;
    let payer_hash = sessions::address_hash(&services.keys, &order.payer);
    let request_hash = order.request.map(|request| {
        let form = format!(
            "{request}\n{}\n{:?}\n{payer_hash}",
            order.shop.id, order.plan
        );
        hexadecimal(&services.keys.keyed_hash("boost request", form.as_bytes()))
    });
    purchase::Model {
        id,
        shop_id: order.shop.id,
        plan: order.plan,
        state: State::Pending,
        end_reason: None,
        is_live,
        payer_email: order.payer.as_text(),
        payer_hash,
        payer_name: order.payer_name.clone(),
        amount_cents: match order.plan {
            Plan::Subscription => settings.boost_monthly_cents,
            Plan::OneTime => settings.boost_one_time_cents,
        },
        next_amount_cents: None,
        customer: None,
        provider_id: None,
        provider_status: None,
        renews: false,
        cancels_at: None,
        first_paid_at: None,
        paid_until: None,
        store_url: order.store_url.clone(),
        store_name: order.store_name.clone(),
        store_waits: order.store_waits,
        link_review_since: None,
        checkout_hash: order.checkout_hash.clone(),
        request_hash,
        mailed_failure: None,
        mailed_ending: None,
        created_at: now,
        updated_at: now,
        version: 1,
    }
}

/// Stripe's identifier, the customer, and the browser's secret.
type Made = (String, String, String);

async fn first(services: &Services, provider: &Provider, row: &purchase::Model) -> Result<Made> {
    let known = customer(services, provider, row).await?;
    match make(provider, row, &known).await {
        // The operator has deleted the customer in Stripe's dashboard.
        Err(error) if error.is_missing() => {
            forget_customer(services, row, &known).await?;
            let new = customer(services, provider, row).await?;
            make(provider, row, &new)
                .await
                .map_err(|error| refused(row, &error))
        }
        made => made.map_err(|error| refused(row, &error)),
    }
}

async fn make(
    provider: &Provider,
    row: &purchase::Model,
    customer: &str,
) -> stripe_client::Result<Made> {
    let (purchase, shop) = (row.id.to_string(), row.shop_id.to_string());
    let metadata = [("purchase", purchase.as_str()), ("shop", shop.as_str())];
    // Another customer is another call.
    let key = format!("boost-{}-{customer}", row.id);
    match row.plan {
        Plan::OneTime => {
            let new = NewPaymentIntent {
                amount: row.amount_cents,
                currency: CURRENCY,
                customer,
                description: "One-time boost, 30 days",
                metadata: &metadata,
            };
            let intent = provider.client.create_payment_intent(&new, &key).await?;
            let secret = intent.client_secret.clone().unwrap_or_default();
            Ok((intent.id, customer.to_owned(), secret))
        }
        Plan::Subscription => {
            let price = monthly_price(provider, row.amount_cents).await?;
            let new = NewSubscription {
                customer,
                price: &price,
                description: "Monthly boost",
                metadata: &metadata,
            };
            let subscription = provider.client.create_subscription(&new, &key).await?;
            let secret = secret_of(&subscription).unwrap_or_default();
            Ok((subscription.id, customer.to_owned(), secret))
        }
    }
}

/// The price of a month, made at Stripe the first time that it is asked for. Its key holds the amount, so a new amount is a new
/// price, and running subscriptions keep theirs.
pub(super) async fn monthly_price(
    provider: &Provider,
    cents: i64,
) -> stripe_client::Result<String> {
    let lookup_key = format!("townperk_boost_monthly_{cents}");
    let is_right = |price: &stripe_client::Price| {
        price.unit_amount == Some(cents)
            && price.currency == CURRENCY
            && price
                .recurring
                .as_ref()
                .is_some_and(|every| every.interval == "month" && every.interval_count == 1)
    };
    if let Some(price) = provider
        .client
        .find_price(&lookup_key)
        .await?
        .filter(is_right)
    {
        return Ok(price.id);
    }
    let new = NewPrice {
        product: "Monthly boost",
        amount: cents,
        currency: CURRENCY,
        lookup_key: &lookup_key,
        monthly: true,
    };
    Ok(provider.client.create_price(&new, &lookup_key).await?.id)
}

fn secret_of(subscription: &Subscription) -> Option<String> {
    let invoice = subscription.latest_invoice.as_ref()?.object()?;
    let secret = invoice.confirmation_secret.as_ref()?;
    Some(secret.client_secret.clone())
}

/// What a purchase that was begun before is paid with.
async fn again(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    id: &str,
) -> Result<Made> {
    let customer = row.customer.clone().unwrap_or_default();
    let secret = match row.plan {
        Plan::OneTime => {
            let intent: PaymentIntent = provider
                .client
                .payment_intent(id)
                .await
                .map_err(|error| refused(row, &error))?;
            let waits = !matches!(intent.status.as_str(), "succeeded" | "canceled");
            intent.client_secret.filter(|_| waits)
        }
        Plan::Subscription => {
            let subscription = provider
                .client
                .subscription_to_pay(id)
                .await
                .map_err(|error| refused(row, &error))?;
            secret_of(&subscription).filter(|_| subscription.status == "incomplete")
        }
    };
    let Some(secret) = secret else {
        // Paid, or given up: the ledger learns of it here, when no notice was faster.
        sync::sync(services, row.id, Cause::default()).await?;
        return Err(Error::Conflict(
            "This payment is over. Reload the page to see how it stands.".into(),
        ));
    };
    Ok((id.to_owned(), customer, secret))
}

/// Keeps Stripe's identifier, unless an event brought it before.
async fn keep_provider_id(
    services: &Services,
    id: Uuid,
    provider_id: String,
    customer: String,
) -> Result<()> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let (provider_id, customer) = (provider_id.clone(), customer.clone());
            Box::pin(async move {
                let Some(row) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                let after = purchase::Model {
                    provider_id: row.provider_id.clone().or(Some(provider_id)),
                    customer: Some(customer),
                    ..row.clone()
                };
                if after != row {
                    store::save(transaction, &row, after, now).await?;
                }
                Ok(())
            })
        })
        .await
}

/// What the person at the screen is told, and what the operator reads of it in the log.
pub(super) fn refused(row: &purchase::Model, error: &stripe_client::Error) -> Error {
    tracing::error!(purchase = %row.id, %error, "a payment can't be begun at Stripe");
    let message = match (error, row.plan) {
        (stripe_client::Error::Unavailable { .. }, _) => UNAVAILABLE,
        (_, Plan::Subscription) => "Failed to create subscription. Please try again.",
        (_, Plan::OneTime) => "Failed to create one-time boost. Please try again.",
    };
    Error::unavailable(message)
}
