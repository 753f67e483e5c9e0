//! Calculates when each boost of a shop starts and ends (D47), each time from all facts together. So the order, number
//! and delay of events don't matter.
//!
//! - One-time: 30 days from its payment or the end of the shop's earlier boosts, whichever is later. If an earlier
//!   boost ends sooner after all, it moves forward, so no paid day is lost.
//! - Subscription: to the end of what is paid, plus three days while it is due to renew. Canceling removes the three
//!   days, never a paid one.
//! - A payment that was refunded, or lost to a dispute, ends what it paid for at that moment.

use chrono::{DateTime, TimeDelta, Utc};
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

/// The span of each entry that has one. `entries` are all of one shop's, in any order.
pub(super) fn spans(entries: &[Entry]) -> Vec<(Uuid, Span)> {
    let mut ordered: Vec<&Entry> = entries.iter().collect();
    // A grant at the moment of a purchase counts as earlier.
    ordered.sort_by_key(|entry| {
        let is_bought = !matches!(entry.facts, Facts::Granted(_));
        (entry.began_at, is_bought, entry.id)
    });
    let mut spans: Vec<(Uuid, Span)> = Vec::with_capacity(ordered.len());
    for entry in ordered {
        let before = spans.iter().map(|(_, span)| span.ends_at).max();
        let span = match &entry.facts {
            Facts::Granted(span) => Some(*span),
            Facts::OneTime(payment) => Some(one_time(*payment, before)),
            Facts::Subscription { payments, renews } => subscription(payments, *renews),
        };
        spans.extend(span.map(|span| (entry.id, span)));
    }
    spans
}

fn one_time(payment: Payment, before: Option<DateTime<Utc>>) -> Span {
    let starts_at = before.map_or(payment.paid_at, |end| end.max(payment.paid_at));
    let full = starts_at + ONE_TIME_LASTS;
    let ends_at = payment.void_at.map_or(full, |void| full.min(void));
    // Refunded before it began: it never existed.
    Span {
        starts_at: starts_at.min(ends_at),
        ends_at,
    }
}

fn subscription(payments: &[Payment], renews: bool) -> Option<Span> {
    let starts_at = payments.iter().map(|payment| payment.paid_at).min()?;
    let paid_until = paid_until(payments)?;
    let newest = payments.iter().max_by_key(|payment| payment.period_end)?;
    let ends_at = if renews && newest.void_at.is_none() {
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
mod tests {
    use chrono::TimeZone;
    use proptest::prelude::*;

    use super::*;

    fn day(day: i64) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).unwrap() + TimeDelta::days(day)
    }

    fn entry(number: u128, began: i64, facts: Facts) -> Entry {
        Entry {
            id: Uuid::from_u128(number),
            began_at: day(began),
            facts,
        }
    }

    fn bought(number: u128, paid: i64, void: Option<i64>) -> Entry {
        let payment = Payment {
            paid_at: day(paid),
            period_end: None,
            void_at: void.map(day),
        };
        entry(number, paid, Facts::OneTime(payment))
    }

    fn month(paid: i64, end: i64, void: Option<i64>) -> Payment {
        Payment {
            paid_at: day(paid),
            period_end: Some(day(end)),
            void_at: void.map(day),
        }
    }

    fn granted(number: u128, from: i64, to: i64) -> Entry {
        let span = Span {
            starts_at: day(from),
            ends_at: day(to),
        };
        entry(number, from, Facts::Granted(span))
    }

    /// Starts and ends in days, by entry number.
    fn days(entries: &[Entry]) -> Vec<(u128, i64, i64)> {
        let mut days: Vec<_> = spans(entries)
            .into_iter()
            .map(|(id, span)| {
                let since = |at: DateTime<Utc>| (at - day(0)).num_days();
                (id.as_u128(), since(span.starts_at), since(span.ends_at))
            })
            .collect();
        days.sort_unstable();
        days
    }

    #[test]
    fn a_one_time_boost_lasts_thirty_days() {
        assert_eq!(days(&[bought(1, 5, None)]), [(1, 5, 35)]);
    }

    #[test]
    fn a_second_one_follows_the_first() {
        assert_eq!(
            days(&[bought(1, 0, None), bought(2, 10, None)]),
            [(1, 0, 30), (2, 30, 60)]
        );
        assert_eq!(
            days(&[bought(1, 0, None), bought(2, 40, None)]),
            [(1, 0, 30), (2, 40, 70)]
        );
    }

    #[test]
    fn one_that_was_granted_is_not_used_up_by_one_that_was_bought() {
        assert_eq!(
            days(&[granted(1, 0, 20), bought(2, 10, None)]),
            [(1, 0, 20), (2, 20, 50)]
        );
    }

    #[test]
    fn what_follows_a_refunded_one_begins_at_the_refund() {
        assert_eq!(
            days(&[bought(1, 0, Some(12)), bought(2, 10, None)]),
            [(1, 0, 12), (2, 12, 42)]
        );
    }

    #[test]
    fn a_refund_of_one_that_has_ended_changes_nothing() {
        assert_eq!(
            days(&[bought(1, 0, Some(35)), bought(2, 10, None)]),
            [(1, 0, 30), (2, 30, 60)]
        );
    }

    #[test]
    fn one_that_was_refunded_before_it_began_never_was() {
        let entries = [
            bought(1, 0, None),
            bought(2, 10, Some(15)),
            bought(3, 20, None),
        ];
        assert_eq!(days(&entries), [(1, 0, 30), (2, 15, 15), (3, 30, 60)]);
    }

    #[test]
    fn a_subscription_lasts_three_days_longer_than_paid_while_it_is_renewed() {
        let payments = vec![month(0, 31, None), month(31, 59, None)];
        let renews = |renews| {
            let payments = payments.clone();
            days(&[entry(1, 0, Facts::Subscription { payments, renews })])
        };
        assert_eq!(renews(true), [(1, 0, 62)]);
        assert_eq!(renews(false), [(1, 0, 59)]);
    }

    #[test]
    fn a_refunded_month_ends_a_subscription_without_grace() {
        let payments = vec![month(0, 31, None), month(31, 59, Some(32))];
        let facts = Facts::Subscription {
            payments,
            renews: true,
        };
        assert_eq!(days(&[entry(1, 0, facts)]), [(1, 0, 32)]);
    }

    #[test]
    fn a_refund_of_an_older_month_takes_nothing_from_the_present_one() {
        let payments = vec![month(0, 31, Some(40)), month(31, 59, None)];
        let facts = Facts::Subscription {
            payments,
            renews: false,
        };
        assert_eq!(days(&[entry(1, 0, facts)]), [(1, 0, 59)]);
    }

    #[test]
    fn a_subscription_beside_a_one_time_boost_lasts_by_itself() {
        let facts = Facts::Subscription {
            payments: vec![month(10, 41, None)],
            renews: true,
        };
        assert_eq!(
            days(&[bought(1, 0, None), entry(2, 10, facts)]),
            [(1, 0, 30), (2, 10, 44)]
        );
    }

    #[test]
    fn a_one_time_boost_waits_for_the_end_of_a_cancelled_subscription() {
        let facts = Facts::Subscription {
            payments: vec![month(0, 31, None)],
            renews: false,
        };
        assert_eq!(
            days(&[entry(1, 0, facts), bought(2, 10, None)]),
            [(1, 0, 31), (2, 31, 61)]
        );
    }

    #[test]
    fn what_was_never_paid_has_no_span() {
        let facts = Facts::Subscription {
            payments: Vec::new(),
            renews: true,
        };
        assert_eq!(days(&[entry(1, 0, facts)]), []);
    }

    /// The rule for one-time boosts again, as a calendar filled in day by day: each bought day goes to the first day
    /// after its purchase that earlier entries leave free.
    fn by_calendar(boosts: &[(i64, Option<i64>)]) -> Vec<i64> {
        let mut taken = std::collections::BTreeSet::new();
        let mut ordered: Vec<_> = boosts.to_vec();
        ordered.sort_by_key(|(paid, _)| *paid);
        for (paid, void) in ordered {
            let mut left = 30;
            let mut today = paid;
            // A boost isn't split: it begins after everything before it.
            while taken.range(today..).next().is_some() {
                today += 1;
            }
            while left > 0 && void.is_none_or(|void| today < void) {
                taken.insert(today);
                today += 1;
                left -= 1;
            }
        }
        taken.into_iter().collect()
    }

    proptest! {
        #[test]
        fn one_time_boosts_fill_the_calendar(
            boosts in proptest::collection::vec((0_i64..200, proptest::option::of(0_i64..120)), 0..8)
        ) {
            // Purchases on the same day would only be ordered by their IDs.
            let mut boosts: Vec<(i64, Option<i64>)> = boosts
                .into_iter()
                .map(|(paid, void)| (paid, void.map(|after| paid + after)))
                .collect();
            boosts.sort_unstable();
            boosts.dedup_by_key(|(paid, _)| *paid);
            let entries: Vec<Entry> = boosts
                .iter()
                .zip(1..)
                .map(|((paid, void), number)| bought(number, *paid, *void))
                .collect();
            let covered: Vec<i64> = days(&entries)
                .into_iter()
                .flat_map(|(_, start, end)| start..end)
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect();
            prop_assert_eq!(covered, by_calendar(&boosts));
        }

        #[test]
        fn the_order_of_the_facts_does_not_matter(
            seeds in proptest::collection::vec((0_i64..100, 0_u8..3, proptest::option::of(0_i64..60)), 1..7),
            turn in 0_usize..7,
        ) {
            let entries: Vec<Entry> = seeds
                .iter()
                .zip(1..)
                .map(|((began, kind, void), number)| match kind {
                    0 => bought(number, *began, void.map(|after| began + after)),
                    1 => granted(number, *began, began + 20),
                    _ => entry(number, *began, Facts::Subscription {
                        payments: vec![month(*began, began + 31, void.map(|after| began + after))],
                        renews: void.is_none(),
                    }),
                })
                .collect();
            let mut turned = entries.clone();
            turned.rotate_left(turn % entries.len());
            turned.reverse();
            prop_assert_eq!(days(&entries), days(&turned));
        }
    }
}
