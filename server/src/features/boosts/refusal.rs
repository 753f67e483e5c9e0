//! What a payer is told when Stripe refuses.

use super::entity::purchase::{self, Plan};
use crate::platform::{error::Error, payments::UNAVAILABLE};

/// The error for the person, with details for the operator in the log.
pub(super) fn refused(row: &purchase::Model, error: &stripe_client::Error) -> Error {
    tracing::error!(purchase = %row.id, %error, "couldn't start a payment at Stripe");
    let message = match (error, row.plan) {
        (stripe_client::Error::Unavailable { .. }, _) => UNAVAILABLE,
        (_, Plan::Subscription) => "Failed to create subscription. Please try again.",
        (_, Plan::OneTime) => "Failed to create one-time boost. Please try again.",
    };
    Error::unavailable(message)
}
