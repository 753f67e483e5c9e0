//! Invoices of ours that were paid with another amount than the price: they cover their period (D110).

use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use super::desk::{Desk, FAILS_LATER, MONTHLY, PAYER, VISA, days_from, intent_of};

const OPERATOR: &str = "help@townperk.example";

/// A member of Stripe's newest object of a kind.
pub(super) fn newest(desk: &Desk, list: &str, member: &str) -> String {
    let objects = desk.stripe(list);
    objects[0][member].as_str().unwrap().to_owned()
}

/// The amounts of all payments, oldest first, and why those don't count that don't.
pub(super) async fn payments(desk: &Desk) -> Vec<(i64, Option<String>)> {
    let reads = desk.database.reads();
    let sql = "SELECT amount_cents, void_reason FROM boost_payments ORDER BY paid_at, amount_cents";
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let rows = reads.query_all_raw(asked).await.unwrap();
    let row = |row: &sea_orm::QueryResult| {
        let amount = row.try_get("", "amount_cents").unwrap();
        (amount, row.try_get("", "void_reason").unwrap())
    };
    rows.iter().map(row).collect()
}

pub(super) async fn execute(desk: &Desk, sql: &str) {
    let writes = desk.database.reads();
    writes.execute_unprepared(sql).await.unwrap();
}

/// What the operator was told; that days pass without a webhook is the test's doing.
pub(super) async fn alarms(desk: &Desk) -> Vec<String> {
    let mut told = desk.subjects(OPERATOR).await;
    told.retain(|subject| subject != "No payment webhook for two days");
    told
}

/// The current month in the administrator's figures.
pub(super) async fn this_month(desk: &Desk) -> Value {
    let admin = desk.administrator().await;
    let months = admin.get("/api/admin/boosts/months").await.expect(200);
    months.json()["months"][11].clone()
}

/// What the payer is offered to cancel.
pub(super) async fn only_subscription(desk: &Desk) -> Value {
    let payer = desk.signed_in(PAYER).await;
    let info = desk.look_up(&payer).await;
    assert_eq!(info["status"], "has_active_subscriptions", "{info}");
    assert_eq!(info["subscriptions"].as_array().unwrap().len(), 1);
    info["subscriptions"][0].clone()
}

both_engines!(
    a_credit_a_coupon_or_tax_doesnt_end_a_boost,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        let start = desk.clock.now();
        let mut shops = Vec::new();
        // A credit in cents, a coupon, tax.
        let bills = [
            ("-200", 0, 0),
            ("-500", 0, 0),
            ("0", 100, 0),
            ("0", 500, 0),
            ("0", 0, 41),
        ];
        for (number, (credit, discount, tax)) in bills.into_iter().enumerate() {
            let shop = desk.shop(&city).await;
            let email = format!("payer{number}@mail.example");
            let checkout = desk
                .begin(MONTHLY, &shop, json!({ "userEmail": email }))
                .await;
            desk.pay(&checkout.secret).await;
            let subscription = newest(&desk, "subscriptions", "id");
            desk.sandbox.bill(&subscription, discount, tax).unwrap();
            let customer = format!("customers/{}", newest(&desk, "subscriptions", "customer"));
            desk.sandbox
                .call("POST", &customer, &[("balance", credit)])
                .unwrap();
            shops.push((shop, email));
        }
        desk.live(33).await;
        for (shop, email) in &shops {
            assert!(desk.is_boosted(shop).await, "{email}");
            let end = desk.boosts(shop).await[0].ends_at;
            assert_eq!(end, days_from(start, 31 + 30 + 3), "{email}");
            let subjects = desk.subjects(email).await;
            assert_eq!(subjects.len(), 1, "it began, and no more: {subjects:?}");
        }
        assert_eq!(alarms(&desk).await, [] as [&str; 0]);
        let renewals = payments(&desk).await.split_off(5);
        let came = [0, 0, 300, 400, 541].map(|cents| (cents, None));
        assert_eq!(renewals, came);
        assert_eq!(desk.sandbox.money_taken(), 5 * 500 + 1241);
        let april = this_month(&desk).await;
        assert_eq!(april["taken"], "12.41");
        assert_eq!(april["returned"], "0.00");
        assert_eq!(april["payments"], 3);
    }
);

both_engines!(
    a_renewal_paid_outside_of_stripe_covers_its_month,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(32).await;
        let path = format!("invoices/{}/pay", newest(&desk, "invoices", "id"));
        desk.sandbox
            .call("POST", &path, &[("paid_out_of_band", "true")])
            .unwrap();
        desk.deliver().await;
        assert_eq!(desk.subscriptions()[0]["status"], "active");
        let end = desk.boosts(&shop).await[0].ends_at;
        assert_eq!(end, days_from(start, 31 + 30 + 3));
        assert_eq!(payments(&desk).await, [(500, None), (500, None)]);
        assert_eq!(desk.sandbox.money_taken(), 500, "Stripe took the first");
        assert_eq!(this_month(&desk).await["taken"], "5.00");
        assert_eq!(alarms(&desk).await, [] as [&str; 0]);
    }
);

both_engines!(
    a_renewal_paid_in_two_parts_covers_its_month_once_both_are_there,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(32).await;
        let invoice = newest(&desk, "invoices", "id");
        desk.sandbox
            .pay_part(&invoice, 200, "pm_card_visa")
            .unwrap();
        desk.deliver().await;
        let part = newest(&desk, "charges", "payment_intent");
        assert_eq!(desk.sandbox.money_taken(), 700);
        let end = desk.boosts(&shop).await[0].ends_at;
        assert_eq!(end, days_from(start, 31 + 3), "a part covers nothing");

        let path = format!("invoices/{invoice}/pay");
        desk.pass(1);
        desk.sandbox
            .call("POST", &path, &[("payment_method", "pm_card_visa")])
            .unwrap();
        desk.deliver().await;
        let rest = newest(&desk, "charges", "payment_intent");
        let covered = days_from(start, 31 + 30 + 3);
        assert_eq!(desk.boosts(&shop).await[0].ends_at, covered);
        let parts = [(500, None), (200, None), (300, None)];
        assert_eq!(payments(&desk).await, parts);

        desk.refund(&rest, None);
        desk.deliver().await;
        let end = desk.boosts(&shop).await[0].ends_at;
        assert_eq!(end, covered, "a part of the month was refunded");
        desk.refund(&part, None);
        desk.deliver().await;
        assert!(!desk.is_boosted(&shop).await);
    }
);

both_engines!(an_archived_price_stays_ours, |mut desk: Desk| {
    let city = desk.city("Alexandria", "LA").await;
    let (first, second) = (desk.shop(&city).await, desk.shop(&city).await);
    let start = desk.clock.now();
    desk.buy(MONTHLY, &first, VISA).await;
    let archived = format!("prices/{}", newest(&desk, "prices", "id"));
    // An earlier release left no mark on it.
    let change = [("active", "false"), ("metadata[townperk]", "")];
    desk.sandbox.call("POST", &archived, &change).unwrap();
    desk.live(2).await;
    // The new price takes over the key.
    desk.buy(MONTHLY, &second, VISA).await;
    let archived = desk.sandbox.call("GET", &archived, &[]).unwrap();
    assert_eq!(archived["lookup_key"], Value::Null);
    // Its mark tells, whatever the product is called.
    let product = format!("products/{}", archived["product"].as_str().unwrap());
    let renamed = [("name", "Coffee boost")];
    desk.sandbox.call("POST", &product, &renamed).unwrap();
    desk.live(31).await;
    let end = desk.boosts(&first).await[0].ends_at;
    assert_eq!(end, days_from(start, 31 + 30 + 3));
    assert_eq!(alarms(&desk).await, [] as [&str; 0]);
});

/// What a node of an earlier release makes of a month that cost nothing.
async fn refuse_free_month(desk: &Desk) {
    for sql in [
        "UPDATE boost_payments SET void_at = paid_at, void_reason = 'mismatch' WHERE amount_cents = 0",
        "UPDATE boosts SET ends_at = (SELECT period_end FROM boost_payments WHERE amount_cents = 500)",
        "UPDATE boost_purchases SET state = 'ended', end_reason = 'refunded', version = version + 1, \
            paid_until = (SELECT period_end FROM boost_payments WHERE amount_cents = 500)",
    ] {
        execute(desk, sql).await;
    }
}

both_engines!(
    what_an_earlier_release_refuses_is_judged_anew_within_the_hour,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, VISA).await;
        let subscription = newest(&desk, "subscriptions", "id");
        desk.sandbox.bill(&subscription, 500, 0).unwrap();
        desk.live(33).await;
        let before = alarms(&desk).await;
        // Again, because nodes of both releases may run for a while.
        for _ in 0..2 {
            refuse_free_month(&desk).await;
            let refused = [(500, None), (0, Some("mismatch".to_owned()))];
            assert_eq!(payments(&desk).await, refused);
            desk.pass(1);
            desk.work().await;
            assert!(desk.is_boosted(&shop).await);
            let end = desk.boosts(&shop).await[0].ends_at;
            assert_eq!(end, days_from(start, 31 + 30 + 3));
            assert_eq!(payments(&desk).await, [(500, None), (0, None)]);
        }
        assert_eq!(alarms(&desk).await, before, "no webhook was lost");
        let listed = only_subscription(&desk).await;
        assert_eq!(listed["stateLabel"], "Renews May 4, 2026 for $5.00");
    }
);

both_engines!(
    a_payment_that_is_listed_late_is_counted_once,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        // The invoice was paid, but its list of payments was still empty.
        execute(&desk, "UPDATE boost_payments SET payment_intent = invoice").await;
        desk.pass(1);
        desk.work().await;
        assert_eq!(payments(&desk).await, [(500, None)]);
        assert_eq!(this_month(&desk).await["taken"], "5.00");
        assert!(desk.is_boosted(&shop).await);
        let charge = newest(&desk, "charges", "payment_intent");
        desk.refund(&charge, None);
        desk.deliver().await;
        assert!(!desk.is_boosted(&shop).await);
    }
);

both_engines!(
    an_invoice_of_another_shop_pays_for_nothing,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        let (shop, other) = (desk.shop(&city).await, desk.shop(&city).await);
        let start = desk.clock.now();
        let bought = desk.buy(MONTHLY, &shop, VISA).await;
        desk.pass(24);
        let begun = desk.begin_monthly(&other).await;
        desk.sandbox.pay(&begun.secret, VISA).unwrap();
        desk.lose();
        let event = json!({
            "id": "evt_of_another_shop",
            "type": "payment_intent.succeeded",
            "created": desk.clock.now().timestamp(),
            "livemode": false,
            "data": { "object": {
                "id": intent_of(&begun.secret),
                "object": "payment_intent",
                "metadata": { "purchase": bought.purchase },
            } },
        });
        desk.post_signed(&event.to_string()).await.expect(200);
        assert_eq!(payments(&desk).await, [(500, None)]);
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 34));
        assert!(!desk.is_boosted(&other).await);
        desk.pass(1);
        desk.work().await;
        assert!(desk.is_boosted(&other).await, "it is its own shop's");
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 34));
    }
);
