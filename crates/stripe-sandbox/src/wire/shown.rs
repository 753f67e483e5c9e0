//! Finds an object of any kind by ID.

use serde_json::Value;

use crate::{
    error::{ApiError, Result},
    state::State,
};

impl State {
    /// An object of any kind in Stripe's format, by ID.
    #[must_use]
    pub fn show(&self, id: &str) -> Option<Value> {
        let (prefix, _) = id.split_once('_')?;
        match prefix {
            "prod" => self.products.get(id).map(super::product),
            "price" => self.prices.get(id).map(super::price),
            "cus" => self.customers.get(id).map(super::customer),
            "pm" => self.payment_methods.get(id).map(super::payment_method),
            "pi" => self
                .payment_intents
                .get(id)
                .map(|intent| super::payment_intent(intent, self)),
            "ch" => self
                .charges
                .get(id)
                .map(|charge| super::charge(charge, self)),
            "re" => self.refunds.get(id).map(super::refund),
            "du" => self.disputes.get(id).map(super::dispute),
            "sub" => self
                .subscriptions
                .get(id)
                .map(|subscription| super::subscription(subscription, self)),
            "in" => self
                .invoices
                .get(id)
                .map(|invoice| super::invoice(invoice, self)),
            "evt" => self.events.get(id).map(|event| super::event(event, self)),
            "we" => self.endpoints.get(id).map(super::webhook_endpoint),
            "clock" => self.clocks.get(id).map(super::test_clock),
            _ => None,
        }
    }

    /// The same for an object that was just created or changed.
    ///
    /// # Errors
    ///
    /// When there is no such object.
    pub fn shown(&self, id: &str) -> Result<Value> {
        self.show(id)
            .ok_or_else(|| ApiError::new(500, "api_error", format!("{id} has gone")))
    }
}
