//! Ending a subscription for its payer, or because its shop is gone.

use crate::platform::payments::Provider;

/// Stops the renewal of a subscription. While a declined payment is being retried, it ends at once: Stripe would try the
/// card again, although the payer was told that nothing more is charged.
pub(super) async fn stop(
    provider: &Provider,
    subscription: &str,
    key: &str,
) -> stripe_client::Result<()> {
    let client = &provider.client;
    let stopped = client
        .set_cancel_at_period_end(subscription, true, key)
        .await?;
    if matches!(stopped.status.as_str(), "past_due" | "unpaid") {
        client
            .cancel_subscription(subscription, &format!("{key}-now"))
            .await?;
    }
    Ok(())
}
