//! What happens over time: months end, drafts become due, declined renewals are retried.

use super::{
    attempts::Holder,
    subscriptions::{self, FIRST_PAYMENT_TIME},
};
use crate::{error::Result, state::State};

/// Something that is due.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Finalize(String),
    Retry(String),
    GiveUp(String),
    Cancel(String),
    Renew(String),
}

/// Advances to `target` for the customers of one test clock, or for all others without one. Everything happens at its
/// own time, oldest first.
///
/// # Errors
///
/// When an object in the state is missing.
pub fn run(state: &mut State, clock: Option<&str>, target: i64) -> Result<()> {
    while let Some((moment, due)) = next(state, clock, target) {
        state.now = moment;
        match due {
            Due::Finalize(invoice) => {
                subscriptions::finalize(state, &invoice)?;
                subscriptions::collect(state, &invoice, Holder::Absent)?;
            }
            Due::Retry(invoice) => subscriptions::collect(state, &invoice, Holder::Absent)?,
            Due::GiveUp(subscription) => {
                subscriptions::end(state, &subscription, "payment_failed")?;
            }
            Due::Cancel(subscription) => {
                subscriptions::end(state, &subscription, "cancellation_requested")?;
            }
            Due::Renew(subscription) => subscriptions::renew(state, &subscription)?,
        }
    }
    state.now = target;
    Ok(())
}

fn next(state: &State, clock: Option<&str>, target: i64) -> Option<(i64, Due)> {
    let lives_by = |customer: &str| {
        state
            .customers
            .get(customer)
            .and_then(|customer| customer.test_clock.as_deref())
            == clock
    };
    let subscribed = state
        .subscriptions
        .iter()
        .filter(|subscription| lives_by(&subscription.customer))
        .filter_map(|subscription| {
            let id = subscription.id.clone();
            match subscription.status.as_str() {
                "incomplete" => Some((subscription.created + FIRST_PAYMENT_TIME, Due::GiveUp(id))),
                "active" | "past_due" => Some(match subscription.cancel_at {
                    Some(at) if at <= subscription.period_end => (at, Due::Cancel(id)),
                    _ if subscription.cancel_at_period_end => {
                        (subscription.period_end, Due::Cancel(id))
                    }
                    _ => (subscription.period_end, Due::Renew(id)),
                }),
                _ => None,
            }
        });
    let invoiced = state
        .invoices
        .iter()
        .filter(|invoice| lives_by(&invoice.customer))
        .filter_map(|invoice| match invoice.status.as_str() {
            "draft" => Some((invoice.finalizes_at?, Due::Finalize(invoice.id.clone()))),
            "open" => Some((invoice.next_attempt?, Due::Retry(invoice.id.clone()))),
            _ => None,
        });
    invoiced
        .chain(subscribed)
        .filter(|(moment, _)| *moment <= target)
        .min()
}
