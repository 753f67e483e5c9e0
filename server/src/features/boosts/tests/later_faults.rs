//! Stripe responding with errors, late or never after the purchase: at webhooks, visitors' returns, cancellations,
//! portals, refunds.

use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};

use super::desk::{CANCEL, Desk, MONTHLY, ONE_TIME, PAYER, VISA, days_from};

const READS: &[(&str, &str)] = &[
    (MONTHLY, "/v1/subscriptions"),
    (MONTHLY, "/v1/invoices"),
    (MONTHLY, "/v1/invoice_payments"),
    (ONE_TIME, "/v1/payment_intents"),
];

const PORTAL: &str = "/api/create-customer-portal-session";

both_engines!(a_bad_or_slow_answer_to_a_notice_is_mended, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    for (path, call) in READS {
        for kind in [
            FaultKind::Refuse(500),
            FaultKind::Refuse(429),
            FaultKind::Garble,
            FaultKind::Delay(300),
        ] {
            let shop = desk.shop(&city).await;
            let start = desk.clock.now();
            let payer = json!({ "userEmail": format!("{}@mail.example", shop.slug) });
            let visitor = desk.visitor().from(&format!("10.7.{}.1", shop.slug.len()));
            let answer = desk.order(&visitor, path, &shop, payer).await.expect(200);
            let secret = answer.json()["clientSecret"].as_str().unwrap().to_owned();
            desk.sandbox.pay(&secret, VISA).unwrap();
            desk.sandbox.order(Fault::once("GET", call, kind));
            desk.deliver().await;
            desk.sandbox.clear_faults();
            let end = if *path == MONTHLY { 34 } else { 30 };
            let boosts = desk.boosts(&shop).await;
            assert_eq!(boosts.len(), 1, "{call} {kind:?}");
            assert_eq!(boosts[0].ends_at, days_from(start, end), "{call} {kind:?}");
            desk.pass(2);
        }
    }
});

both_engines!(
    the_visitors_return_survives_a_bad_answer_and_a_provider_that_is_away,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        let checkout = desk.begin_one_time(&shop).await;
        desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        let away = |times| Fault {
            times,
            ..Fault::once("GET", "/v1/payment_intents", FaultKind::Refuse(500))
        };
        desk.sandbox.order(away(3));
        let question = json!({ "coffeeShopId": shop.slug });
        checkout
            .visitor
            .post("/api/check-boost", &question)
            .await
            .expect(503);
        assert!(!desk.is_boosted(&shop).await);
        desk.sandbox.order(away(1));
        assert_eq!(desk.check(&checkout, &shop).await["status"], "active");
        assert!(desk.is_boosted(&shop).await);
    }
);

both_engines!(
    a_cancellation_whose_answer_is_lost_cancels_once,
    |desk: Desk| {
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        let payer = desk.signed_in(PAYER).await;
        for kind in [
            FaultKind::LoseAnswer(500),
            FaultKind::Refuse(429),
            FaultKind::Garble,
            FaultKind::Delay(300),
        ] {
            let shop = desk.shop(&city).await;
            let checkout = desk.buy(MONTHLY, &shop, VISA).await;
            desk.sandbox
                .order(Fault::once("POST", "/v1/subscriptions", kind));
            let asked = json!({ "email": PAYER, "subscriptionId": checkout.purchase });
            let answer = payer.post(CANCEL, &asked).await.expect(200).json();
            assert_eq!(answer["status"], "cancelled", "{kind:?}");
            desk.sandbox.clear_faults();
            desk.pass(2);
            desk.deliver().await;
        }
        let cancelled = desk.subscriptions();
        assert!(
            cancelled
                .iter()
                .all(|subscription| subscription["cancel_at_period_end"] == true)
        );
        desk.live(32).await;
        assert_eq!(
            desk.sandbox.money_taken(),
            4 * 500,
            "nobody is charged again"
        );
    }
);

both_engines!(
    the_portal_is_opened_after_a_bad_answer_and_refused_in_stripes_words,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let payer = desk.signed_in(PAYER).await;
        let asked = json!({ "email": PAYER });
        let session = "/v1/billing_portal/sessions";
        for kind in [FaultKind::Refuse(500), FaultKind::Garble] {
            desk.sandbox.order(Fault::once("POST", session, kind));
            payer.post(PORTAL, &asked).await.expect(200);
        }
        desk.sandbox.order(Fault {
            times: 3,
            ..Fault::once("POST", session, FaultKind::Refuse(503))
        });
        let refused = payer.post(PORTAL, &asked).await.expect(503).json();
        assert_eq!(
            refused["message"],
            "Unable to access subscription management. Please check your email address."
        );
    }
);

both_engines!(money_goes_back_although_stripe_stumbles, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let checkouts = [
        desk.begin_monthly(&shop).await,
        desk.begin(MONTHLY, &shop, json!({ "userEmail": "late@mail.example" }))
            .await,
    ];
    for checkout in &checkouts {
        desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    }
    desk.sandbox.order(Fault::once(
        "DELETE",
        "/v1/subscriptions",
        FaultKind::LoseAnswer(500),
    ));
    desk.sandbox.order(Fault::once(
        "POST",
        "/v1/refunds",
        FaultKind::LoseAnswer(500),
    ));
    desk.deliver().await;
    desk.work().await;
    desk.deliver().await;
    assert_eq!(
        desk.sandbox.money_taken(),
        500,
        "one of two was given back, once"
    );
    assert_eq!(desk.boosts(&shop).await.len(), 1);
});
