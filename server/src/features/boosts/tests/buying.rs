//! From clicking the button to the boost, and what is refused on the way.

use serde_json::{Value, json};
use townperk::{catalog::entities::boost::Source, platform::settings::Secret};

use super::desk::{
    DECLINED, Desk, MONTHLY, ONE_TIME, PAYER, STAYS_PROCESSING, VISA, days_from, intent_of,
};
use crate::support::{Setup, TestApp};

both_engines!(a_one_time_boost_is_bought_and_active, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    let checkout = desk.begin_one_time(&shop).await;
    assert!(!desk.is_boosted(&shop).await, "nothing is paid yet");
    assert_eq!(
        desk.check(&checkout, &shop).await["status"],
        "awaiting_payment"
    );

    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    assert!(
        !desk.is_boosted(&shop).await,
        "the browser's word is not enough"
    );
    desk.deliver().await;
    assert!(desk.is_boosted(&shop).await);
    let boosts = desk.boosts(&shop).await;
    assert_eq!(boosts.len(), 1);
    assert_eq!(boosts[0].source, Source::OneTime);
    assert_eq!(
        (boosts[0].starts_at, boosts[0].ends_at),
        (start, days_from(start, 30))
    );
    assert_eq!(desk.check(&checkout, &shop).await["status"], "active");
    assert_eq!(desk.sandbox.money_taken(), 800);
    assert_eq!(desk.subjects(PAYER).await, ["Blue Door is boosted"]);

    desk.pass(30 * 24);
    assert!(!desk.is_boosted(&shop).await);
    desk.work().await;
    assert_eq!(
        desk.subjects(PAYER).await[1..],
        ["The boost for Blue Door has ended"]
    );
});

both_engines!(a_monthly_boost_is_bought_and_active, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    let checkout = desk.buy(MONTHLY, &shop, VISA).await;
    let boosts = desk.boosts(&shop).await;
    assert_eq!(boosts[0].source, Source::Subscription);
    // March has 31 days, plus three while it renews.
    assert_eq!(
        (boosts[0].starts_at, boosts[0].ends_at),
        (start, days_from(start, 34))
    );
    assert_eq!(boosts[0].id, checkout.purchase);
    assert_eq!(desk.sandbox.money_taken(), 500);
    assert_eq!(desk.subjects(PAYER).await, ["Blue Door is boosted"]);

    desk.live(32).await;
    assert_eq!(
        desk.boosts(&shop).await[0].ends_at,
        days_from(start, 31 + 30 + 3)
    );
    assert_eq!(desk.sandbox.money_taken(), 1000);
    assert_eq!(
        desk.subjects(PAYER).await.len(),
        1,
        "a renewal needs no mail of ours"
    );
});

both_engines!(
    the_returning_visitor_activates_the_boost_without_a_notice,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let checkout = desk.begin_monthly(&shop).await;
        desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        let answer = desk.check(&checkout, &shop).await;
        assert_eq!(answer["status"], "active");
        assert!(answer["boostedUntil"].is_string());
        assert!(desk.is_boosted(&shop).await);
        // The webhooks arrive anyway, and change nothing.
        let before = desk.boosts(&shop).await;
        desk.deliver().await;
        assert_eq!(desk.boosts(&shop).await, before);
        assert_eq!(desk.subjects(PAYER).await, ["Blue Door is boosted"]);
    }
);

both_engines!(
    a_payment_that_takes_days_boosts_when_it_has_arrived,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let checkout = desk.begin_one_time(&shop).await;
        desk.sandbox
            .pay(&checkout.secret, STAYS_PROCESSING)
            .unwrap();
        desk.deliver().await;
        assert_eq!(desk.check(&checkout, &shop).await["status"], "processing");
        desk.live(2).await;
        desk.sandbox
            .settle(&intent_of(&checkout.secret), true)
            .unwrap();
        let paid_at = desk.clock.now();
        desk.deliver().await;
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(paid_at, 30));
    }
);

both_engines!(
    a_declined_card_boosts_nothing_and_another_one_pays,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let checkout = desk.begin_monthly(&shop).await;
        desk.sandbox.pay(&checkout.secret, DECLINED).unwrap_err();
        desk.deliver().await;
        assert!(!desk.is_boosted(&shop).await);
        assert_eq!(desk.subjects(PAYER).await, [] as [&str; 0]);
        desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        desk.deliver().await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

both_engines!(the_same_form_sent_twice_is_one_purchase, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let form = json!({ "checkoutId": "0190a8b2-0000-4000-8000-000000000001" });
    for path in [MONTHLY, ONE_TIME] {
        let first = desk.begin(path, &shop, form.clone()).await;
        let second = desk.begin(path, &shop, form.clone()).await;
        assert_eq!(
            (first.purchase, &first.secret),
            (second.purchase, &second.secret),
            "{path}"
        );
    }
    assert_eq!(desk.subscriptions().len(), 1);
    let visitor = desk.visitor();
    let at_once: Vec<_> = (0..4)
        .map(|_| {
            let other = json!({ "checkoutId": "0190a8b2-0000-4000-8000-000000000002", "coffeeShopId": shop.id,
                "userEmail": PAYER, "userName": "Jo" });
            let visitor = visitor.clone();
            tokio::spawn(async move { visitor.post(MONTHLY, &other).await })
        })
        .collect();
    for answer in at_once {
        answer.await.unwrap().expect(200);
    }
    assert_eq!(desk.subscriptions().len(), 2, "of two forms");
    // Nobody has proven the address, so each purchase has a customer of its own.
    assert_eq!(desk.stripe("customers").len(), 3);
    assert_eq!(desk.stripe("prices").len(), 1);
    // Once paid, the same form buys nothing more.
    let checkout = desk.begin(ONE_TIME, &shop, form.clone()).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    desk.order(&visitor, ONE_TIME, &shop, form)
        .await
        .expect(409);
    desk.deliver().await;
    assert_eq!(desk.sandbox.money_taken(), 800);
});

both_engines!(name_and_address_are_needed, |desk: Desk| {
    let shop = desk.new_shop().await;
    let visitor = desk.visitor();
    const MISSING: &str = "Missing Information: Please provide your name and email address first.";
    for (fields, field, message) in [
        (json!({ "userName": " " }), "userName", MISSING),
        (json!({ "userEmail": "" }), "userEmail", MISSING),
        (json!({ "userEmail": "jo" }), "userEmail", ""),
        (
            json!({ "onlineStoreUrl": "javascript:alert(1)" }),
            "onlineStoreUrl",
            "",
        ),
        (
            json!({ "onlineStoreName": "x".repeat(101) }),
            "onlineStoreName",
            "",
        ),
        (json!({ "userName": "x".repeat(121) }), "userName", ""),
    ] {
        for path in [MONTHLY, ONE_TIME] {
            let answer = desk
                .order(&visitor, path, &shop, fields.clone())
                .await
                .expect(400);
            let body = answer.json();
            assert_eq!(body["field"], field, "{fields}");
            assert!(
                body["message"].as_str().unwrap().contains(message),
                "{body}"
            );
            assert_eq!(answer.header("set-cookie"), "");
        }
    }
    assert!(
        desk.sandbox.calls().is_empty(),
        "Stripe hears of none of it"
    );
});

both_engines!(
    a_shop_that_is_not_there_or_closed_is_not_boosted,
    |desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        let visitor = desk.visitor();
        for (shop, status) in [
            (desk.shop(&city).hidden().await, 404),
            (desk.shop(&city).deleted().await, 404),
            (desk.shop(&city).closed().await, 409),
        ] {
            let answer = desk.order(&visitor, ONE_TIME, &shop, json!({})).await;
            answer.expect(status);
        }
        let nowhere = json!({ "coffeeShopId": "nowhere", "userEmail": PAYER, "userName": "Jo" });
        let answer = visitor.post(MONTHLY, &nowhere).await.expect(404).json();
        assert_eq!(
            answer["message"],
            "Coffee shop not found. Please check the URL and try again."
        );
    }
);

both_engines!(another_site_cannot_begin_a_payment, |desk: Desk| {
    let shop = desk.new_shop().await;
    let stranger = desk.visitor().with("sec-fetch-site", "cross-site");
    desk.order(&stranger, MONTHLY, &shop, json!({}))
        .await
        .expect(403);
});

both_engines!(a_stale_payment_is_given_up, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let [once, monthly] = [
        desk.begin_one_time(&shop).await,
        desk.begin_monthly(&shop).await,
    ];
    desk.pass(5);
    desk.work().await;
    assert_eq!(
        desk.stripe("payment_intents")[1]["status"],
        "requires_payment_method"
    );
    desk.pass(2);
    desk.work().await;
    for secret in [&once.secret, &monthly.secret] {
        desk.sandbox.pay(secret, VISA).unwrap_err();
    }
    desk.deliver().await;
    assert_eq!(desk.subscriptions()[0]["status"], "incomplete_expired");
    assert_eq!(desk.check(&once, &shop).await["status"], "awaiting_payment");
    assert_eq!(desk.sandbox.money_taken(), 0);
});

#[tokio::test(flavor = "multi_thread")]
async fn without_keys_payment_is_unavailable() {
    let app: TestApp = Setup::on_sqlite().await.start().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let site = app.visitor().get("/api/site").await.json();
    assert_eq!(site["payments"], Value::Null);
    let order = json!({ "coffeeShopId": shop.id, "userEmail": PAYER, "userName": "Jo" });
    for path in [MONTHLY, ONE_TIME] {
        let refused = app.visitor().post(path, &order).await.expect(503);
        assert_eq!(
            refused.json()["message"],
            "Payment processing is currently unavailable. Please try again later."
        );
    }
    app.visitor()
        .post("/api/stripe/webhook", &json!({}))
        .await
        .expect(503);
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_come_from_the_settings() {
    let desk = Desk::open(Setup::on_sqlite().await, |settings| {
        settings.boost_monthly_cents = 650;
        settings.boost_one_time_cents = 1000;
    })
    .await;
    let shop = desk.new_shop().await;
    let site = desk.visitor().get("/api/site").await.json();
    assert_eq!(site["monthlyBoostPrice"], "$6.50");
    assert_eq!(site["oneTimeBoostPrice"], "$10");
    assert_eq!(site["payments"]["publishableKey"], "pk_test_desk");
    desk.begin_monthly(&shop).await;
    desk.begin_one_time(&shop).await;
    let amounts: Vec<i64> = desk
        .stripe("payment_intents")
        .iter()
        .map(|intent| intent["amount"].as_i64().unwrap())
        .collect();
    assert_eq!(amounts, [1000, 650]);
}

#[tokio::test]
async fn test_keys_are_told_to_the_pages() {
    for (key, is_told) in [("sk_test_desk", true), ("sk_live_desk", false)] {
        let setup = Setup::on_sqlite().await;
        let desk = Desk::open(setup, |settings| {
            settings.stripe_secret_key = Secret::new(key.into());
        })
        .await;
        let site = desk.visitor().get("/api/site").await.expect(200).json();
        assert_eq!(site["payments"]["isSandbox"], is_told, "{key}");
    }
}
