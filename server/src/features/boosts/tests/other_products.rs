//! Invoices that aren't for our product (D110): they are refused, and their payers can cancel.

use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};
use townperk::{catalog::entities::shop, features::boosts::prices};

use super::{
    amounts::{alarms, execute, newest, only_subscription, payments, this_month},
    desk::{Desk, INFO, MONTHLY, ONE_TIME, PAYER, VISA, days_from},
};

const OTHER: &str = "other@mail.example";

/// From the next month on, the subscription is for another product.
fn switch(desk: &Desk, cents: &str) {
    let price = [
        ("unit_amount", cents),
        ("currency", "usd"),
        ("recurring[interval]", "month"),
        ("product_data[name]", "Newsletter"),
    ];
    let price = desk.sandbox.call("POST", "prices", &price).unwrap();
    let subscription = &desk.subscriptions()[0];
    let item = &subscription["items"]["data"][0]["id"];
    let change = [
        ("items[0][id]", item.as_str().unwrap()),
        ("items[0][price]", price["id"].as_str().unwrap()),
    ];
    let path = format!("subscriptions/{}", subscription["id"].as_str().unwrap());
    desk.sandbox.call("POST", &path, &change).unwrap();
}

/// A monthly boost whose second month was billed for another product.
async fn buy_and_switch(desk: &mut Desk, cents: &str) -> shop::Model {
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    switch(desk, cents);
    desk.live(33).await;
    shop
}

both_engines!(
    another_product_of_the_same_price_is_refused_and_can_be_canceled,
    |mut desk: Desk| {
        let start = desk.clock.now();
        // Nor does a key that may not read products keep the rest from being read.
        desk.sandbox.order(Fault {
            times: 1000,
            ..Fault::once("GET", "/v1/products/", FaultKind::Refuse(403))
        });
        let shop = buy_and_switch(&mut desk, "500").await;
        assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 31));
        let refused = [(500, None), (500, Some("mismatch".to_owned()))];
        assert_eq!(payments(&desk).await, refused);
        assert_eq!(alarms(&desk).await, ["A payment doesn't match the order"]);
        let april = this_month(&desk).await;
        assert_eq!(
            [&april["taken"], &april["returned"]],
            ["5.00", "0.00"],
            "it was taken, and isn't refunded yet"
        );

        // Nobody else is sold a second one.
        for path in [MONTHLY, ONE_TIME] {
            let other = json!({ "userEmail": OTHER });
            let answer = desk.order(&desk.visitor(), path, &shop, other).await;
            let answer = answer.expect(409).text();
            assert!(answer.contains("reviewing its payment"), "{answer}");
        }
        let offers = format!("/api/coffee-shops/{}/boost-offers", shop.slug);
        let offers = desk.visitor().get(&offers).await.expect(200).json();
        assert_eq!(offers["subscription"]["isOffered"], false);
        assert_eq!(offers["oneTime"]["isOffered"], false);

        let listed = only_subscription(&desk).await;
        assert_eq!(listed["stateLabel"], "We're reviewing the payment.");
        assert_eq!(listed["cancelLabel"], "Nothing more is charged.");
        let payer = desk.signed_in(PAYER).await;
        let canceled = desk.cancel(&payer).await;
        assert_eq!(canceled["message"], "Nothing more is charged.");
        assert_eq!(desk.subscriptions()[0]["cancel_at_period_end"], true);
        let mails = desk.mails_to(PAYER).await;
        let told = mails.last().unwrap();
        assert!(told.contains("canceled the monthly boost"), "{told}");
        assert!(!told.contains("stays active"), "its time is over: {told}");

        let charge = newest(&desk, "charges", "payment_intent");
        desk.refund(&charge, None);
        desk.deliver().await;
        assert_eq!(this_month(&desk).await["returned"], "5.00");
        assert_eq!(
            desk.subjects(PAYER).await,
            [
                "Blue Door is boosted",
                "Your monthly boost for Blue Door is canceled"
            ]
        );
    }
);

both_engines!(
    a_refunded_payer_can_still_cancel_and_is_erased_after_that,
    |mut desk: Desk| {
        let shop = buy_and_switch(&mut desk, "500").await;
        let charge = newest(&desk, "charges", "payment_intent");
        desk.refund(&charge, None);
        desk.deliver().await;
        let listed = only_subscription(&desk).await;
        assert_eq!(listed["stateLabel"], "Refunded");
        let admin = desk.administrator().await;
        let person = json!({ "email": PAYER });
        let erased = admin.post("/api/admin/people/erase", &person).await;
        let erased = erased.expect(200).text();
        assert!(
            erased.contains("subscriptions that Stripe may still charge"),
            "{erased}"
        );
        only_subscription(&desk).await;

        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        desk.live(32).await;
        assert_eq!(desk.subscriptions()[0]["status"], "canceled");
        let payer = desk.signed_in(PAYER).await;
        let gone = payer.post(INFO, &person).await;
        gone.expect(404);
        assert!(!desk.is_boosted(&shop).await);
    }
);

both_engines!(
    another_product_that_costs_nothing_is_not_moved_to_our_price,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let dearer = |settings: &mut townperk::platform::settings::Settings| {
            settings.boost_monthly_cents = 600;
        };
        let node = desk.app.second_node_with(dearer).await;
        prices::announce(&node.services).await.unwrap();
        desk.work().await;
        switch(&desk, "0");
        desk.live(34).await;
        assert_eq!(desk.sandbox.money_taken(), 500);
        let price = &desk.subscriptions()[0]["items"]["data"][0]["price"];
        assert_eq!(price["unit_amount"], 0, "{price}");
        assert!(!desk.is_boosted(&shop).await);
        let told = desk.subjects(PAYER).await;
        assert!(
            !told.iter().any(|subject| subject.contains("ended")),
            "nothing was refunded: {told:?}"
        );
        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).text();
        assert!(inbox.contains("It cost nothing"), "{inbox}");

        only_subscription(&desk).await;
        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        desk.live(31).await;
        assert_eq!(desk.subscriptions()[0]["status"], "canceled");
        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).text();
        assert!(!inbox.contains("It cost nothing"), "{inbox}");
    }
);

both_engines!(
    an_end_is_told_beside_a_subscription_that_is_reviewed,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let other = json!({ "userEmail": OTHER });
        let once = desk.begin(ONE_TIME, &shop, other).await;
        desk.pay(&once.secret).await;
        desk.live(1).await;
        desk.buy(MONTHLY, &shop, VISA).await;
        switch(&desk, "500");
        // The month, then the 29 days that were kept.
        desk.live(31 + 24).await;
        assert!(desk.is_boosted(&shop).await);
        let subjects = desk.subjects(OTHER).await;
        assert_eq!(subjects.len(), 2, "{subjects:?}");
        assert!(
            subjects[1].starts_with("The boost for Blue Door ends on May"),
            "{subjects:?}"
        );
    }
);

both_engines!(
    a_reviewed_subscription_is_canceled_for_no_other_ones_sake,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        let stays = desk.shop(&city).name("Blue Door").await;
        let goes = desk.shop(&city).name("The Blue Door").await;
        let other = json!({ "userEmail": OTHER });
        let running = desk.begin(MONTHLY, &stays, other).await;
        desk.pay(&running.secret).await;
        desk.pass(24);
        desk.buy(MONTHLY, &goes, VISA).await;
        switch(&desk, "500");
        desk.live(33).await;
        let merge = format!("/api/admin/coffee-shops/{}/merge", stays.id);
        let administrator = desk.administrator().await;
        let order = json!({ "other": goes.id });
        administrator.post(&merge, &order).await.expect(200);
        desk.pass(1);
        desk.work().await;
        let listed = only_subscription(&desk).await;
        assert_eq!(listed["stateLabel"], "We're reviewing the payment.");
        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        let told = desk.subjects(PAYER).await;
        let canceled = "Your monthly boost for Blue Door is canceled";
        assert_eq!(told.last().map(String::as_str), Some(canceled), "{told:?}");
        assert!(desk.is_boosted(&stays).await);
    }
);

both_engines!(
    a_subscription_of_the_other_mode_keeps_no_purchase_away,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        let (running, reviewed) = (desk.shop(&city).await, desk.shop(&city).await);
        desk.buy(MONTHLY, &running, VISA).await;
        desk.pass(1);
        desk.buy(MONTHLY, &reviewed, VISA).await;
        switch(&desk, "500");
        desk.live(33).await;
        for is_other in [false, true] {
            if is_other {
                execute(&desk, "UPDATE boost_purchases SET is_live = TRUE").await;
            }
            for shop in [&running, &reviewed] {
                let offers = format!("/api/coffee-shops/{}/boost-offers", shop.slug);
                let offers = desk.visitor().get(&offers).await.expect(200).json();
                assert_eq!(offers["subscription"]["isOffered"], is_other, "{offers}");
                let other = json!({ "userEmail": OTHER });
                let answer = desk.order(&desk.visitor(), MONTHLY, shop, other).await;
                answer.expect(if is_other { 200 } else { 409 });
            }
        }
    }
);

both_engines!(
    a_price_that_cannot_be_read_now_is_judged_once_it_can,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let begun = desk.begin_monthly(&shop).await;
        // An earlier release left no mark on it, and a newer one has its key: its product tells.
        let price = format!("prices/{}", newest(&desk, "prices", "id"));
        let mark = [("metadata[townperk]", "")];
        desk.sandbox.call("POST", &price, &mark).unwrap();
        let newer = [
            ("unit_amount", "500"),
            ("currency", "usd"),
            ("recurring[interval]", "month"),
            ("product_data[name]", "Monthly boost"),
            ("lookup_key", "townperk_boost_monthly_500"),
            ("transfer_lookup_key", "true"),
        ];
        desk.sandbox.call("POST", "prices", &newer).unwrap();
        desk.sandbox.pay(&begun.secret, VISA).unwrap();
        desk.lose();
        // A key that has expired, which is no word about the price.
        desk.sandbox.order(Fault {
            times: 1000,
            ..Fault::once("GET", "/v1/products/", FaultKind::Refuse(401))
        });
        desk.pass(1);
        desk.work().await;
        assert!(payments(&desk).await.is_empty());
        assert_eq!(alarms(&desk).await, [] as [&str; 0]);
        desk.sandbox.clear_faults();
        desk.pass(1);
        desk.work().await;
        assert_eq!(payments(&desk).await, [(500, None)]);
        assert!(desk.is_boosted(&shop).await);
    }
);
