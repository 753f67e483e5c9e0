//! What changes the amount of an invoice, for tests: a real account's dashboard does it.

use super::Sandbox;
use crate::{api, billing::subscriptions, error::Result};

impl Sandbox {
    /// From now on, a coupon takes `discount` cents off each further invoice of a subscription, and tax adds `tax` cents.
    ///
    /// # Errors
    ///
    /// When there is no such subscription.
    pub fn bill(&self, subscription: &str, discount: i64, tax: i64) -> Result<()> {
        self.with(|state| {
            state.change_subscription(subscription, |subscription| {
                subscription.discount = discount;
                subscription.tax = tax;
            })
        })
    }

    /// Pays a part of an open invoice with a card, such as `pm_card_visa`.
    ///
    /// # Errors
    ///
    /// When there is no such invoice or card.
    pub fn pay_part(&self, invoice: &str, cents: i64, card: &str) -> Result<()> {
        self.with(|state| {
            let method = api::usable(state, card)?;
            subscriptions::pay_part(state, invoice, cents, &method)
        })
    }
}
