//! Stripe responding with errors, late or never at each call, and interruptions at each of them: one purchase, one
//! charge, the right end.

use std::time::Duration;

use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};

use super::desk::{Desk, MONTHLY, ONE_TIME, PAYER, VISA, days_from};

/// The calls that start a purchase.
const CALLS: &[(&str, &str, &str)] = &[
    (MONTHLY, "POST", "/v1/customers"),
    (MONTHLY, "GET", "/v1/prices"),
    (MONTHLY, "POST", "/v1/prices"),
    (MONTHLY, "POST", "/v1/subscriptions"),
    (ONE_TIME, "POST", "/v1/customers"),
    (ONE_TIME, "POST", "/v1/payment_intents"),
];

/// The calls caused by a webhook or a visitor's return.
const READS: &[(&str, &str)] = &[
    (MONTHLY, "/v1/subscriptions"),
    (MONTHLY, "/v1/invoices"),
    (MONTHLY, "/v1/invoice_payments"),
    (ONE_TIME, "/v1/payment_intents"),
];

both_engines!(a_bad_answer_is_asked_for_again, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    for (number, (path, method, call)) in CALLS.iter().enumerate() {
        for (turn, kind) in [
            FaultKind::Refuse(500),
            FaultKind::Refuse(429),
            FaultKind::LoseAnswer(500),
            FaultKind::Garble,
        ]
        .into_iter()
        .enumerate()
        {
            let shop = desk.shop(&city).await;
            let payer = json!({ "userEmail": format!("p{number}-{turn}@mail.example") });
            let visitor = desk.visitor().from(&format!("10.{number}.{turn}.1"));
            desk.sandbox.order(Fault::once(method, call, kind));
            let taken = desk.sandbox.money_taken();
            let answer = desk
                .order(&visitor, path, &shop, payer)
                .await
                .expect(200)
                .json();
            desk.sandbox
                .pay(answer["clientSecret"].as_str().unwrap(), VISA)
                .unwrap();
            desk.deliver().await;
            assert!(desk.is_boosted(&shop).await, "{call} {kind:?}");
            let cost = if *path == MONTHLY { 500 } else { 800 };
            assert_eq!(desk.sandbox.money_taken() - taken, cost, "{call} {kind:?}");
        }
        desk.sandbox.clear_faults();
    }
});

both_engines!(
    a_provider_that_stays_away_is_told_to_the_person,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        desk.sandbox.order(Fault {
            times: 3,
            ..Fault::once("POST", "/v1/subscriptions", FaultKind::Refuse(503))
        });
        let form = json!({ "checkoutId": "0190a8b2-0000-4000-8000-000000000009" });
        let visitor = desk.visitor();
        let refused = desk
            .order(&visitor, MONTHLY, &shop, form.clone())
            .await
            .expect(503);
        assert_eq!(
            refused.json()["message"],
            "Payment processing is currently unavailable. Please try again later."
        );
        desk.order(&visitor, MONTHLY, &shop, form).await.expect(200);
        assert_eq!(desk.subscriptions().len(), 1);
    }
);

both_engines!(
    a_refusal_of_stripe_is_told_in_the_specified_words,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        for (path, call, words) in [
            (
                MONTHLY,
                "/v1/subscriptions",
                "Failed to create subscription. Please try again.",
            ),
            (
                ONE_TIME,
                "/v1/payment_intents",
                "Failed to create one-time boost. Please try again.",
            ),
        ] {
            desk.sandbox
                .order(Fault::once("POST", call, FaultKind::Refuse(400)));
            let refused = desk
                .order(&desk.visitor(), path, &shop, json!({}))
                .await
                .expect(503);
            assert_eq!(refused.json()["message"], words);
        }
    }
);

both_engines!(
    a_customer_that_was_deleted_at_stripe_is_made_anew,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let payer = desk.signed_in(PAYER).await;
        let order = json!({});
        let begun = desk.order(&payer, ONE_TIME, &shop, order.clone()).await;
        begun.expect(200);
        let customer = desk.stripe("customers")[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        desk.sandbox
            .call("DELETE", &format!("customers/{customer}"), &[])
            .unwrap();
        let answer = desk.order(&payer, ONE_TIME, &shop, order).await;
        let answer = answer.expect(200).json();
        desk.pay(answer["clientSecret"].as_str().unwrap()).await;
        assert!(desk.is_boosted(&shop).await);
    }
);

both_engines!(
    work_that_is_cut_at_any_call_is_done_again_and_charges_once,
    |desk: Desk| {
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        for (number, (path, method, call)) in CALLS.iter().enumerate() {
            for (turn, kind) in [FaultKind::Hang, FaultKind::HangAfter]
                .into_iter()
                .enumerate()
            {
                let shop = desk.shop(&city).await;
                let start = desk.clock.now();
                let (subscriptions, taken) =
                    (desk.subscriptions().len(), desk.sandbox.money_taken());
                let visitor = desk.visitor().from(&format!("10.{number}.{turn}.1"));
                let form = json!({
                    "checkoutId": format!("0190a8b2-0000-4000-8000-0000000{number:03}{turn:02}"),
                    "userEmail": format!("p{number}-{turn}@mail.example"),
                });
                // Prices exist already except the first time.
                desk.sandbox.order(Fault::once(method, call, kind));
                cut(desk.order(&visitor, path, &shop, form.clone())).await;
                desk.sandbox.clear_faults();
                let answer = desk
                    .order(&visitor, path, &shop, form)
                    .await
                    .expect(200)
                    .json();
                desk.sandbox
                    .pay(answer["clientSecret"].as_str().unwrap(), VISA)
                    .unwrap();
                desk.deliver().await;
                let (cost, end) = if *path == MONTHLY {
                    (500, 34)
                } else {
                    (800, 30)
                };
                assert_eq!(desk.sandbox.money_taken() - taken, cost, "{call} {kind:?}");
                let boosts = desk.boosts(&shop).await;
                assert_eq!(boosts.len(), 1, "{call} {kind:?}");
                assert_eq!(boosts[0].ends_at, days_from(start, end), "{call} {kind:?}");
                let made = desk.subscriptions().len() - subscriptions;
                assert_eq!(made, usize::from(*path == MONTHLY), "{call} {kind:?}");
            }
        }
    }
);

both_engines!(
    a_notice_that_is_cut_at_any_call_is_carried_out_the_next_time,
    |desk: Desk| {
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        for (path, call) in READS {
            let shop = desk.shop(&city).await;
            let start = desk.clock.now();
            let checkout = desk.begin(path, &shop, json!({})).await;
            desk.sandbox.pay(&checkout.secret, VISA).unwrap();
            let events = desk.waiting();
            let paid = events
                .iter()
                .find(|event| event.kind.ends_with("succeeded"))
                .unwrap();
            desk.sandbox
                .order(Fault::once("GET", call, FaultKind::Hang));
            cut(desk.post(paid)).await;
            desk.sandbox.clear_faults();
            assert!(!desk.is_boosted(&shop).await, "{call}");
            desk.deliver().await;
            let end = if *path == MONTHLY { 34 } else { 30 };
            assert_eq!(
                desk.boosts(&shop).await[0].ends_at,
                days_from(start, end),
                "{call}"
            );
        }
        let mails = desk.subjects(PAYER).await;
        assert_eq!(mails.len(), READS.len(), "{mails:?}");
    }
);

/// The process ends before Stripe has answered: the running work is dropped.
async fn cut<T>(work: impl Future<Output = T>) {
    let ended = tokio::time::timeout(Duration::from_millis(400), work).await;
    drop(ended);
}
