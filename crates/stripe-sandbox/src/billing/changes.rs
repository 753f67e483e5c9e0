//! Subscription changes that Stripe reports as events.

use crate::{
    error::Result,
    state::{State, objects::Subscription},
};

impl State {
    /// Changes a subscription and emits an event.
    ///
    /// # Errors
    ///
    /// When there is no such subscription.
    pub fn change_subscription(
        &mut self,
        id: &str,
        change: impl FnOnce(&mut Subscription),
    ) -> Result<()> {
        self.change_as("customer.subscription.updated", id, change)
    }

    /// Changes a subscription and emits the given kind of event.
    ///
    /// # Errors
    ///
    /// When there is no such subscription.
    pub fn change_as(
        &mut self,
        event: &str,
        id: &str,
        change: impl FnOnce(&mut Subscription),
    ) -> Result<()> {
        let before = self.shown(id)?;
        if let Some(subscription) = self.subscriptions.get_mut(id) {
            change(subscription);
        }
        let after = self.shown(id)?;
        if before != after || event != "customer.subscription.updated" {
            self.emit_change(event, &before, after);
        }
        Ok(())
    }
}
