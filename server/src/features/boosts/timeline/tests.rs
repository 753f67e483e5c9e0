//! Spans, from payments alone.

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

fn monthly(number: u128, payments: Vec<Payment>, renews: bool) -> Entry {
    let began = payments.iter().map(|payment| payment.paid_at).min();
    let began = (began.unwrap() - day(0)).num_days();
    entry(number, began, Facts::Subscription { payments, renews })
}

#[test]
fn paid_days_follow_a_subscription_that_was_bought_during_them() {
    let first = || bought(1, 0, None);
    let month_ends = |renews| monthly(2, vec![month(10, 41, None)], renews);
    // Ten days before the subscription, twenty after it.
    assert_eq!(
        days(&[first(), month_ends(false)]),
        [(1, 0, 61), (2, 10, 41)]
    );
    assert_eq!(
        days(&[first(), month_ends(true)]),
        [(1, 0, 64), (2, 10, 44)]
    );
    let longer = vec![month(10, 41, None), month(41, 69, None)];
    assert_eq!(
        days(&[first(), monthly(2, longer, false)]),
        [(1, 0, 89), (2, 10, 69)]
    );
    let refunded = monthly(2, vec![month(10, 41, Some(12))], false);
    assert_eq!(days(&[first(), refunded]), [(1, 0, 32), (2, 10, 12)]);
}

#[test]
fn the_form_knows_both_dates_before_anybody_pays() {
    let entries = vec![bought(1, 0, None), granted(2, 5, 300)];
    // January 11, for a month; twenty days are left.
    assert_eq!(
        kept_days(entries.clone(), day(10)),
        Some((day(41), day(61)))
    );
    assert_eq!(kept_days(entries, day(30)), None);
    assert_eq!(kept_days(vec![granted(2, 0, 300)], day(10)), None);
}

#[test]
fn days_that_wait_behind_others_follow_the_subscription_too() {
    let entries = [
        bought(1, 0, None),
        bought(2, 5, None),
        monthly(3, vec![month(10, 41, None)], false),
        monthly(4, vec![month(50, 78, None)], false),
    ];
    // The second subscription was bought when eleven of the first boost's days were left.
    assert_eq!(
        days(&entries),
        [(1, 0, 89), (2, 89, 119), (3, 10, 41), (4, 50, 78)]
    );
}

#[test]
fn a_refund_takes_only_the_days_that_are_left() {
    let with = |void| {
        days(&[
            bought(1, 0, Some(void)),
            monthly(2, vec![month(10, 41, None)], false),
        ])
    };
    assert_eq!(with(5), [(1, 0, 5), (2, 10, 41)]);
    assert_eq!(with(20), [(1, 0, 10), (2, 10, 41)], "while it pauses");
    assert_eq!(with(50), [(1, 0, 50), (2, 10, 41)]);
    assert_eq!(with(70), [(1, 0, 61), (2, 10, 41)]);
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

/// The rule for one-time boosts again, as a calendar filled in day by day: each bought day goes to the first day after its
/// purchase that earlier entries leave free, and none to a day of a subscription.
fn by_calendar(boosts: &[(i64, Option<i64>)], months: &[(i64, i64)]) -> Vec<i64> {
    let is_monthly = |day: i64| months.iter().any(|(from, to)| (*from..*to).contains(&day));
    let mut taken = std::collections::BTreeSet::new();
    let mut ordered: Vec<_> = boosts.to_vec();
    ordered.sort_by_key(|(paid, _)| *paid);
    for (paid, void) in ordered {
        let mut left = 30;
        let mut today = paid;
        // It begins after all bought before it.
        while taken.range(today..).next().is_some() {
            today += 1;
        }
        while left > 0 && void.is_none_or(|void| today < void) {
            if !is_monthly(today) {
                taken.insert(today);
                left -= 1;
            }
            today += 1;
        }
    }
    taken.into_iter().collect()
}

proptest! {
    #[test]
    fn one_time_boosts_fill_the_calendar(
        boosts in proptest::collection::vec((0_i64..200, proptest::option::of(0_i64..120)), 0..8),
        subscription in proptest::option::of((0_i64..200, 1_i64..90)),
    ) {
        // Purchases on the same day would only be ordered by their IDs; nothing is sold beside a subscription.
        let months: Vec<(i64, i64)> = subscription
            .iter()
            .map(|(from, length)| (*from, from + length))
            .collect();
        let mut boosts: Vec<(i64, Option<i64>)> = boosts
            .into_iter()
            .filter(|(paid, _)| months.iter().all(|(from, to)| paid < from || paid >= to))
            .map(|(paid, void)| (paid, void.map(|after| paid + after)))
            .collect();
        boosts.sort_unstable();
        boosts.dedup_by_key(|(paid, _)| *paid);
        let mut entries: Vec<Entry> = boosts
            .iter()
            .zip(1..)
            .map(|((paid, void), number)| bought(number, *paid, *void))
            .collect();
        entries.extend(months.iter().map(|(from, to)| {
            monthly(100, vec![month(*from, *to, None)], false)
        }));
        let covered: Vec<i64> = days(&entries)
            .into_iter()
            .flat_map(|(_, start, end)| start..end)
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        let mut expected = by_calendar(&boosts, &months);
        expected.extend(months.iter().flat_map(|(from, to)| *from..*to));
        expected.sort_unstable();
        expected.dedup();
        prop_assert_eq!(covered, expected);
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
