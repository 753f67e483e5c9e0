//! The state of payments, for the operator.

use chrono::{DateTime, Utc};

use super::{
    jobs::{FAILING, SILENCE},
    store,
};
use crate::{
    features::{Health, Services},
    platform::{error::Result, metrics::Figure},
};

/// Whether payments are set up, and whether webhooks work.
pub(super) async fn lines(services: Services) -> Result<Vec<Health>> {
    let now = services.clock.now();
    let reads = services.database.reads();
    let last = store::last_received(reads).await?;
    let Some(provider) = services.payments.configured() else {
        return Ok(vec![Health {
            name: "Payments",
            text: "Not set up: boosts can't be bought.".to_owned(),
            last,
            advice: Some(
                "Set TOWNPERK_STRIPE_SECRET_KEY, _PUBLISHABLE_KEY and _WEBHOOK_SECRET to sell boosts."
                    .to_owned(),
            ),
        }]);
    };
    let failed = store::count_failed(reads, now - FAILING).await?;
    let running = store::count_running(reads, provider.is_live).await?;
    let text = match (provider.is_live, running) {
        (true, running) => format!("Stripe charges cards; {running} subscriptions run."),
        (false, running) => format!("Test keys, nothing is charged; {running} subscriptions run."),
    };
    // The demo's sandbox is in the same process, and tells nothing for most of a month.
    let awaited = if provider.is_sandbox { 0 } else { running };
    Ok(vec![Health {
        name: "Payments",
        text,
        last,
        advice: advice(failed, awaited, last, now),
    }])
}

/// How many refunds Stripe hasn't done yet.
pub(super) async fn figures(services: Services) -> Result<Vec<Figure>> {
    let Some(provider) = services.payments.configured() else {
        return Ok(Vec::new());
    };
    let open = store::open_refunds(services.database.reads(), provider.is_live).await?;
    let open = u64::try_from(open.len()).unwrap_or(u64::MAX);
    Ok(vec![("townperk_payment_refunds_open", open).into()])
}

fn advice(
    failed: u64,
    running: u64,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Option<String> {
    if failed > 0 {
        Some(format!(
            "Stripe webhooks that failed: {failed}. See the server's log."
        ))
    } else if running > 0 && last.is_none_or(|at| at < now - SILENCE) {
        Some(
            "No webhook from Stripe for two days. Check the webhook URL and secret in Stripe's dashboard."
                .to_owned(),
        )
    } else {
        None
    }
}
