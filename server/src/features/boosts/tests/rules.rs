//! Overlaps, refunds, disputes, declined renewals, cancellations, through the whole server (D47).

use chrono::TimeDelta;
use serde_json::json;
use townperk::catalog::entities::boost;

use super::desk::{
    Desk, FAILS_LATER, MONTHLY, ONE_TIME, PAYER, VISA, charge_of, days_from, intent_of,
};

both_engines!(
    a_second_one_time_boost_follows_the_first,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(ONE_TIME, &shop, VISA).await;
        desk.live(10).await;
        desk.buy(ONE_TIME, &shop, VISA).await;
        let spans = desk.spans(&shop).await;
        let day = |days| days_from(start, days);
        assert_eq!(spans, [(day(0), day(30)), (day(30), day(60))]);
    }
);

both_engines!(a_granted_boost_is_not_used_up, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    desk.app.boost(shop.id).await;
    let granted_until = desk.clock.now() + TimeDelta::days(30);
    desk.buy(ONE_TIME, &shop, VISA).await;
    assert_eq!(
        desk.boosts(&shop).await[0].ends_at,
        granted_until + TimeDelta::days(30)
    );
});

both_engines!(
    nothing_is_sold_beside_a_subscription_that_renews,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let visitor = desk.visitor();
        for path in [MONTHLY, ONE_TIME] {
            let refused = desk
                .order(&visitor, path, &shop, json!({}))
                .await
                .expect(409);
            assert!(
                refused.json()["message"]
                    .as_str()
                    .unwrap()
                    .contains("already has a monthly boost")
            );
        }
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

both_engines!(
    paid_days_follow_a_subscription_that_was_bought_during_them,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(ONE_TIME, &shop, VISA).await;
        desk.live(10).await;
        let checkout = desk.order(&desk.visitor(), MONTHLY, &shop, json!({})).await;
        let checkout = checkout.expect(200).json();
        // March 4 and 10 days, a month, and the 20 days that are left.
        let said = json!({ "monthUntil": "April 14, 2026", "lastsUntil": "May 4, 2026" });
        assert_eq!(checkout["keptDays"], said, "before anybody pays");
        desk.pay(checkout["clientSecret"].as_str().unwrap()).await;
        assert_eq!(desk.sandbox.money_taken(), 1300, "billed at once");
        let day = |days| days_from(start, days);
        let with_grace = [(day(0), day(41 + 3 + 20)), (day(10), day(41 + 3))];
        assert_eq!(desk.spans(&shop).await, with_grace);
        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        let said = [(day(0), day(41 + 20)), (day(10), day(41))];
        assert_eq!(desk.spans(&shop).await, said);

        desk.live(50).await;
        assert!(desk.is_boosted(&shop).await, "the last of the kept days");
        desk.live(1).await;
        assert!(!desk.is_boosted(&shop).await);
        assert_eq!(desk.sandbox.money_taken(), 1300);
        let subjects = desk.subjects(PAYER).await;
        let ends = (subjects.iter()).filter(|subject| subject.contains("ends on"));
        assert_eq!(
            ends.collect::<Vec<_>>(),
            [
                "The boost for Blue Door ends on April 14, 2026",
                "The boost for Blue Door ends on May 4, 2026"
            ]
        );
    }
);

both_engines!(
    an_end_that_moves_with_each_month_is_not_told,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(ONE_TIME, &shop, VISA).await;
        desk.live(29).await;
        let told = desk.subjects(PAYER).await.len();
        desk.buy(MONTHLY, &shop, VISA).await;
        // One day is left, and follows two months and the grace that a renewal has.
        desk.live(61).await;
        let subjects = desk.subjects(PAYER).await;
        assert_eq!(subjects[told..], ["Blue Door is boosted"], "{subjects:?}");
    }
);

both_engines!(
    a_cancellation_keeps_what_is_paid_and_loses_the_grace,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, VISA).await;
        desk.live(5).await;
        let payer = desk.signed_in(PAYER).await;
        let cancelled = desk.cancel(&payer).await;
        assert_eq!(
            cancelled["message"],
            "Boost stays until April 4, 2026. Nothing more is charged."
        );
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 31));
        desk.live(26).await;
        assert!(!desk.is_boosted(&shop).await);
        assert_eq!(desk.sandbox.money_taken(), 500);
        let subjects = desk.subjects(PAYER).await;
        assert_eq!(
            subjects,
            [
                "Blue Door is boosted",
                "Your monthly boost for Blue Door is canceled",
                "The boost for Blue Door ends on April 4, 2026",
                "The boost for Blue Door has ended"
            ]
        );
    }
);

both_engines!(
    a_one_time_boost_waits_for_the_end_of_a_cancelled_subscription,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, VISA).await;
        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        desk.deliver().await;
        let refused = desk
            .order(&desk.visitor(), MONTHLY, &shop, json!({}))
            .await
            .expect(409);
        assert!(
            refused.json()["message"]
                .as_str()
                .unwrap()
                .contains("until April 4, 2026")
        );
        desk.live(3).await;
        desk.buy(ONE_TIME, &shop, VISA).await;
        let spans = desk.spans(&shop).await;
        assert_eq!(spans[1], (days_from(start, 31), days_from(start, 61)));
    }
);

both_engines!(
    a_failed_renewal_has_three_days_and_ends_when_it_is_given_up,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(33).await;
        assert!(desk.is_boosted(&shop).await, "within the three days");
        assert_eq!(
            desk.subjects(PAYER).await[1],
            "The payment for the boost for Blue Door failed"
        );
        desk.live(2).await;
        assert!(!desk.is_boosted(&shop).await);
        desk.live(15).await;
        assert_eq!(desk.subscriptions()[0]["status"], "canceled");
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 31));
        let subjects = desk.subjects(PAYER).await;
        assert_eq!(subjects.len(), 3, "one mail for all attempts: {subjects:?}");
        assert_eq!(subjects[2], "The boost for Blue Door has ended");
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

both_engines!(
    a_renewal_that_succeeds_late_boosts_again,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(36).await;
        assert!(!desk.is_boosted(&shop).await);
        let path = format!(
            "subscriptions/{}",
            desk.subscriptions()[0]["id"].as_str().unwrap()
        );
        desk.sandbox
            .call("POST", &path, &[("default_payment_method", "pm_card_visa")])
            .unwrap();
        desk.live(4).await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(
            desk.boosts(&shop).await[0].ends_at,
            days_from(start, 31 + 30 + 3)
        );
    }
);

both_engines!(
    a_full_refund_ends_the_boost_and_a_partial_one_does_not,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        let checkout = desk.buy(ONE_TIME, &shop, VISA).await;
        desk.pass(48);
        desk.refund(&checkout.secret, Some(300));
        desk.deliver().await;
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 30));
        desk.refund(&checkout.secret, None);
        desk.deliver().await;
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 2));
        assert_eq!(
            desk.subjects(PAYER).await[1],
            "The boost for Blue Door has ended"
        );
    }
);

both_engines!(
    a_refund_that_the_bank_sends_back_boosts_again,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        let checkout = desk.buy(ONE_TIME, &shop, VISA).await;
        desk.refund(&checkout.secret, None);
        desk.deliver().await;
        assert!(!desk.is_boosted(&shop).await);
        let refund = desk.stripe("refunds")[0]["id"].as_str().unwrap().to_owned();
        desk.sandbox.fail_refund(&refund).unwrap();
        desk.deliver().await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 30));
    }
);

both_engines!(
    a_lost_dispute_ends_the_boost_and_a_won_one_does_not,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        for (won, is_boosted) in [(true, true), (false, false)] {
            let shop = desk.shop(&city).await;
            let checkout = desk.buy(ONE_TIME, &shop, VISA).await;
            let charge = charge_of(&desk, &checkout.secret);
            let dispute = desk.sandbox.open_dispute(&charge).unwrap();
            desk.deliver().await;
            assert!(desk.is_boosted(&shop).await, "the bank has not decided yet");
            desk.pass(24);
            desk.sandbox.close_dispute(&dispute, won).unwrap();
            desk.deliver().await;
            assert_eq!(desk.is_boosted(&shop).await, is_boosted, "won: {won}");
        }
    }
);

both_engines!(
    a_refunded_month_ends_a_subscription_until_the_next_is_paid,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        let checkout = desk.buy(MONTHLY, &shop, VISA).await;
        desk.live(3).await;
        desk.refund(&checkout.secret, None);
        desk.deliver().await;
        assert!(!desk.is_boosted(&shop).await);
        desk.live(29).await;
        assert!(desk.is_boosted(&shop).await, "the next month was paid");
        assert_eq!(
            desk.boosts(&shop).await[0].ends_at,
            days_from(start, 31 + 30 + 3)
        );
    }
);

both_engines!(
    of_two_subscriptions_paid_at_once_one_is_given_back,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let first = desk.begin_monthly(&shop).await;
        let second = desk
            .begin(MONTHLY, &shop, json!({ "userEmail": "other@mail.example" }))
            .await;
        let third = desk
            .begin(
                ONE_TIME,
                &shop,
                json!({ "userEmail": "third@mail.example" }),
            )
            .await;
        for checkout in [&first, &second, &third] {
            desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        }
        assert_eq!(desk.sandbox.money_taken(), 1800);
        desk.deliver().await;
        desk.work().await;
        desk.deliver().await;
        assert_eq!(desk.sandbox.money_taken(), 500, "two were given back");
        let mut running: Vec<_> = desk
            .subscriptions()
            .into_iter()
            .map(|subscription| subscription["status"].as_str().unwrap().to_owned())
            .collect();
        running.sort();
        assert_eq!(running, ["active", "canceled"]);
        let boosts = desk.boosts(&shop).await;
        assert_eq!(boosts.len(), 1);
        assert_eq!(boosts[0].source, boost::Source::Subscription);
        let told = "Your payment for Blue Door is being refunded";
        assert_eq!(desk.subjects("other@mail.example").await, [told]);
        assert_eq!(desk.subjects("third@mail.example").await, [told]);
        assert_eq!(desk.check(&third, &shop).await["status"], "given_back");
        // Running the job twice, and the refund's webhooks, change nothing.
        desk.live(2).await;
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

both_engines!(another_amount_is_held_and_told, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    let intent = format!("payment_intents/{}", intent_of(&checkout.secret));
    desk.sandbox
        .call("POST", &intent, &[("amount", "100")])
        .unwrap();
    desk.pay(&checkout.secret).await;
    assert!(!desk.is_boosted(&shop).await);
    assert_eq!(desk.check(&checkout, &shop).await["status"], "held");
    let told = desk.subjects("help@townperk.example").await;
    assert_eq!(told, ["A payment doesn't match the order"]);
    assert_eq!(desk.subjects(PAYER).await, [] as [&str; 0]);
    desk.refund(&checkout.secret, None);
    desk.deliver().await;
    assert_eq!(desk.check(&checkout, &shop).await["status"], "ended");
});

both_engines!(
    a_renewal_at_another_price_boosts_nothing,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, VISA).await;
        let cheap = [
            ("unit_amount", "100"),
            ("currency", "usd"),
            ("recurring[interval]", "month"),
            ("product_data[name]", "x"),
        ];
        let cheap = desk.sandbox.call("POST", "prices", &cheap).unwrap();
        let subscription = &desk.subscriptions()[0];
        let change = [
            (
                "items[0][id]",
                subscription["items"]["data"][0]["id"].as_str().unwrap(),
            ),
            ("items[0][price]", cheap["id"].as_str().unwrap()),
        ];
        let path = format!("subscriptions/{}", subscription["id"].as_str().unwrap());
        desk.sandbox.call("POST", &path, &change).unwrap();
        desk.live(35).await;
        assert_eq!(desk.sandbox.money_taken(), 600);
        assert!(!desk.is_boosted(&shop).await);
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 31));
        let told = desk.subjects("help@townperk.example").await;
        assert!(
            told.contains(&"A payment doesn't match the order".to_owned()),
            "{told:?}"
        );
    }
);
