//! Which invoices are for a monthly boost: those with a line of one of our prices (D110).

use std::collections::HashMap;

use stripe_client::{Invoice, Line, Price, Subscription};

use crate::platform::payments::Provider;

/// The only currency we accept.
pub(super) const CURRENCY: &str = "usd";
/// The product's name at Stripe.
pub(super) const PRODUCT: &str = "Monthly boost";
/// Marks our prices, whatever becomes of their key.
pub(super) const MARK: [(&str, &str); 1] = [("townperk", "monthly_boost")];
/// How the lookup keys of our prices begin; the amount in cents follows.
const LOOKUP_KEY: &str = "townperk_boost_monthly_";

/// The lookup key of the monthly price.
pub(super) fn lookup_key(cents: i64) -> String {
    format!("{LOOKUP_KEY}{cents}")
}

/// What is known about prices, by ID, so that Stripe is asked about each at most once.
#[derive(Debug, Default)]
pub(super) struct OurPrices(HashMap<String, bool>);

impl OurPrices {
    /// Knows the prices of a subscription as far as it says what they are.
    pub(super) fn of(subscription: &Subscription) -> Self {
        let prices = subscription.items.data.iter().map(|item| &item.price);
        let known = prices.filter_map(|price| Some((price.id.clone(), is_ours(price)?)));
        Self(known.collect())
    }

    /// Whether a price is one of ours. Invoices name it by ID alone. What is gone, or what the key may not read, is none: the payment
    /// is refused, and the operator told, but what else there is to read goes on. Any other refusal may pass.
    pub(super) async fn contain(
        &mut self,
        provider: &Provider,
        id: &str,
    ) -> stripe_client::Result<bool> {
        if let Some(known) = self.0.get(id) {
            return Ok(*known);
        }
        let found = match read(provider, id).await {
            Err(error) if error.is_missing() || is_forbidden(&error) => {
                tracing::warn!(price = id, %error, "a price can't be read at Stripe");
                false
            }
            found => found?,
        };
        self.0.insert(id.to_owned(), found);
        Ok(found)
    }

    /// The end of the period that an invoice of ours is for, in seconds since 1970; `None` if it is for something else. What a
    /// line takes back pays for nothing.
    pub(super) async fn period_end(
        &mut self,
        provider: &Provider,
        invoice: &Invoice,
    ) -> stripe_client::Result<Option<i64>> {
        let mut end = None;
        for line in invoice.lines.data.iter().filter(|line| line.amount >= 0) {
            if let Some(id) = price_of(line)
                && self.contain(provider, id).await?
            {
                end = end.max(Some(line.period.end));
            }
        }
        Ok(end)
    }
}

fn price_of(line: &Line) -> Option<&str> {
    let details = line.pricing.as_ref()?.price_details.as_ref()?;
    Some(details.price.id())
}

fn is_forbidden(error: &stripe_client::Error) -> bool {
    (error.refusal()).is_some_and(|refusal| refusal.status == 403)
}

/// Whether the mark is on a price.
pub(super) fn is_marked(price: &Price) -> bool {
    MARK.iter()
        .all(|(name, value)| price.metadata.get(*name).map(String::as_str) == Some(*value))
}

/// Whether a price is ours; `None` if only its product can tell: an earlier release let a new price take over the key of one that was
/// archived, which subscriptions may still have, and left no mark on it.
fn is_ours(price: &Price) -> Option<bool> {
    if price.currency != CURRENCY {
        return Some(false);
    }
    let has_key = (price.lookup_key.as_deref()).is_some_and(|key| key.starts_with(LOOKUP_KEY));
    (has_key || is_marked(price)).then_some(true)
}

async fn read(provider: &Provider, id: &str) -> stripe_client::Result<bool> {
    let price = provider.client.price(id).await?;
    if let Some(known) = is_ours(&price) {
        return Ok(known);
    }
    let product = provider.client.product(price.product.id()).await?;
    Ok(product.name.as_deref() == Some(PRODUCT))
}
