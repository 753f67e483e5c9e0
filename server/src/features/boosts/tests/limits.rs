//! How often one may begin a checkout, and how often Stripe is asked.

use serde_json::json;

use super::desk::{Desk, MONTHLY, ONE_TIME, PAYER, VISA};

both_engines!(trying_cards_is_stopped, |desk: Desk| {
    let shop = desk.new_shop().await;
    let visitor = desk.visitor();
    for number in 0..12 {
        let payer = json!({ "userEmail": format!("p{number}@mail.example") });
        desk.order(&visitor, ONE_TIME, &shop, payer)
            .await
            .expect(200);
    }
    let payer = json!({ "userEmail": "p13@mail.example" });
    let refused = desk
        .order(&visitor, ONE_TIME, &shop, payer)
        .await
        .expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 60);
    // Another network has its own quota; a single payer's is even smaller.
    let elsewhere = desk.visitor().from("198.51.100.7");
    for _ in 0..6 {
        desk.order(&elsewhere, ONE_TIME, &shop, json!({}))
            .await
            .expect(200);
    }
    desk.order(&elsewhere, ONE_TIME, &shop, json!({}))
        .await
        .expect(429);
    assert_eq!(desk.stripe("payment_intents").len(), 18);
});

both_engines!(asking_about_a_payment_asks_stripe_seldom, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    let before = desk.sandbox.calls().len();
    for _ in 0..20 {
        let state = desk.check(&checkout, &shop).await;
        assert_eq!(state["status"], "awaiting_payment");
    }
    let calls = desk.sandbox.calls().len() - before;
    assert!((1..=18).contains(&calls), "{calls} calls for 20 questions");
    desk.pay(&checkout.secret).await;
    let before = desk.sandbox.calls().len();
    for _ in 0..5 {
        assert_eq!(desk.check(&checkout, &shop).await["status"], "active");
    }
    assert_eq!(desk.sandbox.calls().len(), before, "the ledger knows");
});

both_engines!(
    strangers_unpaid_checkouts_close_nothing_for_others,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        for address in ["198.51.100.7", "203.0.113.8", "192.0.2.9"] {
            let stranger = desk.visitor().from(address);
            for number in 0..12 {
                let payer = json!({ "userEmail": format!("p{number}@mail.example") });
                desk.order(&stranger, ONE_TIME, &shop, payer)
                    .await
                    .expect(200);
            }
            let payer = json!({ "userEmail": "p12@mail.example" });
            desk.order(&stranger, ONE_TIME, &shop, payer)
                .await
                .expect(429);
        }
        // Even in a network that has used up its allowance.
        let owner = owner.from("192.0.2.9");
        desk.order(&owner, ONE_TIME, &shop, json!({}))
            .await
            .expect(200);
        // A form sent again and again counts, too.
        let again = json!({ "checkoutId": "0190a8b2-0000-4000-8000-00000000000a" });
        let visitor = desk.visitor();
        let mut statuses = Vec::new();
        for _ in 0..62 {
            statuses.push(
                desk.order(&visitor, ONE_TIME, &shop, again.clone())
                    .await
                    .status(),
            );
        }
        assert_eq!((statuses[0], statuses[60], statuses[61]), (200, 200, 429));
    }
);

both_engines!(looking_at_ones_boosts_asks_stripe_seldom, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    desk.pass(1);
    let payer = desk.signed_in(PAYER).await;
    let before = desk.sandbox.calls().len();
    for _ in 0..20 {
        desk.look_up(&payer).await;
    }
    let asked: Vec<_> = desk.sandbox.calls().split_off(before);
    let read = asked
        .iter()
        .filter(|call| call.path.contains("/subscriptions/"));
    let times = read.count();
    assert!(
        (1..=3).contains(&times),
        "{times} readings for 20 questions"
    );
});

both_engines!(a_paid_checkout_counts_no_longer, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    let visitor = desk.visitor();
    for _ in 0..14 {
        let shop = desk.shop(&city).await;
        let answer = desk.order(&visitor, ONE_TIME, &shop, json!({})).await;
        let secret = answer.expect(200).json()["clientSecret"]
            .as_str()
            .unwrap()
            .to_owned();
        desk.pay(&secret).await;
    }
    // The unpaid ones of the same payer and network still do.
    let shop = desk.shop(&city).await;
    for _ in 0..6 {
        desk.order(&visitor, ONE_TIME, &shop, json!({}))
            .await
            .expect(200);
    }
    desk.order(&visitor, ONE_TIME, &shop, json!({}))
        .await
        .expect(429);
});

both_engines!(
    what_an_owner_pays_for_or_sends_again_is_no_further_checkout,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        for number in 0..14 {
            let form = json!({ "checkoutId": format!("0190a8b2-0000-4000-8000-{number:012}") });
            let mut secret = String::new();
            for _ in 0..3 {
                let answer = desk.order(&owner, ONE_TIME, &shop, form.clone()).await;
                let checkout = answer.expect(200).json();
                secret = checkout["clientSecret"].as_str().unwrap().to_owned();
            }
            desk.pay(&secret).await;
        }
        assert_eq!(desk.sandbox.money_taken(), 14 * 800);
        // Those that nobody pays count.
        for _ in 0..12 {
            desk.order(&owner, ONE_TIME, &shop, json!({}))
                .await
                .expect(200);
        }
        desk.order(&owner, ONE_TIME, &shop, json!({}))
            .await
            .expect(429);
    }
);
