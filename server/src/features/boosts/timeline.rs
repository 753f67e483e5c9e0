//! Calculates when each boost of a shop starts and ends (D47), each time from all facts together. So the order, number
//! and delay of events don't matter.
//!
//! - One-time: 30 days from its payment or the end of the shop's earlier boosts, whichever is later. If an earlier
//!   boost ends sooner after all, it moves forward, so no paid day is lost.
//! - Subscription: to the end of what is paid, plus three days while it is due to renew. Canceling removes the three
//!   days, never a paid one.
//! - Days of a one-time boost that are left when a subscription is bought follow the subscription's last period (D93).
//! - A payment that was refunded, or lost to a dispute, ends what it paid for at that moment.

use chrono::{DateTime, Months, TimeDelta, Utc};
use uuid::Uuid;

/// The length of a one-time boost.
pub(super) const ONE_TIME_LASTS: TimeDelta = TimeDelta::days(30);
/// How long a boost continues while a renewal is retried.
pub(super) const GRACE: TimeDelta = TimeDelta::days(3);

/// A time span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// A payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payment {
    pub paid_at: DateTime<Utc>,
    /// For a subscription, the end of the month that it pays for.
    pub period_end: Option<DateTime<Utc>>,
    /// When all of it had been returned: refunded, or lost to a dispute.
    pub void_at: Option<DateTime<Utc>>,
}

/// A source of a shop's boosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub id: Uuid,
    /// When it was bought or granted.
    pub began_at: DateTime<Utc>,
    pub facts: Facts,
}

/// What determines its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Facts {
    /// Granted: the span is used as it is.
    Granted(Span),
    OneTime(Payment),
    Subscription {
        payments: Vec<Payment>,
        /// Whether another month follows: it is active or a renewal is being retried, and it wasn't canceled.
        renews: bool,
    },
}

/// The span of each entry that has one. `entries` are all of one shop's, in any order. Subscriptions are billed at once and
/// wait for nothing; bought days begin after everything before them, pause while a subscription that was bought later runs,
/// and go on after its last period (D93). Then their span contains the subscription's, so that a shop's spans leave no gap.
pub(super) fn spans(entries: &[Entry]) -> Vec<(Uuid, Span)> {
    let mut ordered: Vec<&Entry> = entries.iter().collect();
    // A grant at the moment of a purchase counts as earlier.
    ordered.sort_by_key(|entry| {
        let is_bought = !matches!(entry.facts, Facts::Granted(_));
        (entry.began_at, is_bought, entry.id)
    });
    let mut monthly: Vec<Span> = ordered
        .iter()
        .filter_map(|entry| entry.subscription())
        .filter(|span| span.starts_at < span.ends_at)
        .collect();
    monthly.sort_by_key(|span| span.starts_at);
    let mut spans: Vec<(Uuid, Span)> = Vec::with_capacity(ordered.len());
    for entry in ordered {
        let before = spans.iter().map(|(_, span)| span.ends_at).max();
        let span = match &entry.facts {
            Facts::Granted(span) => Some(*span),
            Facts::OneTime(payment) => Some(one_time(*payment, before, &monthly)),
            Facts::Subscription { .. } => entry.subscription(),
        };
        spans.extend(span.map(|span| (entry.id, span)));
    }
    spans
}

/// Until when a monthly boost bought `now` is paid, and until when the days that were paid before it then last; `None` if there
/// are none left.
pub(super) fn kept_days(
    mut entries: Vec<Entry>,
    now: DateTime<Utc>,
) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let bought: Vec<Uuid> = (entries.iter())
        .filter(|entry| matches!(entry.facts, Facts::OneTime(_)))
        .map(|entry| entry.id)
        .collect();
    let last = |entries: &[Entry]| {
        let ends = spans(entries).into_iter();
        ends.filter(|(id, _)| bought.contains(id))
            .map(|(_, span)| span.ends_at)
            .max()
    };
    last(&entries).filter(|end| *end > now)?;
    let month_ends = now.checked_add_months(Months::new(1))?;
    let month = Payment {
        paid_at: now,
        period_end: Some(month_ends),
        void_at: None,
    };
    entries.push(Entry {
        id: Uuid::max(),
        began_at: now,
        facts: Facts::Subscription {
            payments: vec![month],
            renews: false,
        },
    });
    Some((month_ends, last(&entries)?))
}

impl Entry {
    /// When a subscription runs.
    fn subscription(&self) -> Option<Span> {
        match &self.facts {
            Facts::Subscription { payments, renews } => subscription(payments, *renews),
            Facts::Granted(_) | Facts::OneTime(_) => None,
        }
    }
}

/// `monthly` are the shop's subscriptions, by start.
fn one_time(payment: Payment, before: Option<DateTime<Utc>>, monthly: &[Span]) -> Span {
    let earliest = before.map_or(payment.paid_at, |end| end.max(payment.paid_at));
    let mut at = earliest;
    let mut left = ONE_TIME_LASTS;
    let mut began = None;
    let later = monthly.iter().filter(|span| span.ends_at > earliest);
    let mut pauses = later.peekable();
    loop {
        let pause = pauses.next_if(|pause| pause.starts_at < at + left);
        let goes_until = pause.map_or(at + left, |pause| pause.starts_at.max(at));
        if goes_until > at {
            began = began.or(Some(at));
        }
        // Refunded while it ran, or while it paused; before it began, it never existed.
        let void = payment.void_at.filter(|void| {
            *void <= goes_until || pause.is_some_and(|pause| *void <= pause.ends_at)
        });
        if let Some(void) = void {
            let ends_at = void.min(goes_until);
            return Span {
                starts_at: began.unwrap_or(ends_at).min(ends_at),
                ends_at,
            };
        }
        left -= goes_until - at;
        match pause {
            Some(pause) => at = goes_until.max(pause.ends_at),
            None => {
                return Span {
                    starts_at: began.unwrap_or(goes_until),
                    ends_at: goes_until,
                };
            }
        }
    }
}

fn subscription(payments: &[Payment], renews: bool) -> Option<Span> {
    let starts_at = payments.iter().map(|payment| payment.paid_at).min()?;
    let paid_until = paid_until(payments)?;
    // Several payments may share a month; one of them that wasn't returned keeps it.
    let newest = payments.iter().map(|payment| payment.period_end).max()?;
    let is_kept = |payment: &Payment| payment.period_end == newest && payment.void_at.is_none();
    let ends_at = if renews && payments.iter().any(is_kept) {
        paid_until + GRACE
    } else {
        paid_until
    };
    Some(Span {
        starts_at: starts_at.min(ends_at),
        ends_at,
    })
}

/// The end of what a subscription's payments pay for.
pub(super) fn paid_until(payments: &[Payment]) -> Option<DateTime<Utc>> {
    payments
        .iter()
        .filter_map(|payment| {
            let end = payment.period_end?;
            Some(payment.void_at.map_or(end, |void| end.min(void)))
        })
        .max()
}

#[cfg(test)]
mod tests;
