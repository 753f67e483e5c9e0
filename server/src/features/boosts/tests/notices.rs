//! Stripe's webhooks: forged, old, repeated, in any order, for the wrong mode, unreadable (checklist X9).

use serde_json::Value;

use super::desk::{Desk, MONTHLY, ONE_TIME, PAYER, VISA, days_from};

both_engines!(a_forged_notice_is_refused, |desk: Desk| {
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    for event in desk.waiting() {
        let forged = event.body.replace("800", "801");
        for (body, signature) in [
            (event.body.as_str(), ""),
            (event.body.as_str(), "t=1,v1=00"),
            (forged.as_str(), event.signature.as_str()),
        ] {
            if body != event.body || signature != event.signature {
                desk.post_text(body, signature).await.expect(400);
            }
        }
        let at = desk.clock.now().timestamp();
        let other = stripe_sandbox::sign(event.body.as_bytes(), &["whsec_other".to_owned()], at);
        desk.post_text(&event.body, &other).await.expect(400);
    }
    assert!(!desk.is_boosted(&shop).await);
    assert!(
        desk.metric("townperk_payment_notices_total{outcome=\"refused\"}")
            .await
            > 0.0
    );
});

both_engines!(
    a_notice_that_was_signed_long_ago_is_refused,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        let checkout = desk.begin_one_time(&shop).await;
        desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        let events = desk.waiting();
        let paid = events
            .iter()
            .find(|event| event.kind == "payment_intent.succeeded")
            .unwrap();
        desk.clock.advance(chrono::TimeDelta::seconds(301));
        desk.post(paid).await.expect(400);
        assert!(!desk.is_boosted(&shop).await);
        // Stripe signs each attempt again.
        desk.post_signed(&paid.body).await.expect(200);
        assert!(desk.is_boosted(&shop).await);
    }
);

both_engines!(a_notice_that_comes_twice_changes_nothing, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    let events = desk.waiting();
    desk.deliver().await;
    let before = desk.boosts(&shop).await;
    for _ in 0..2 {
        for event in &events {
            desk.post(event).await.expect(200);
        }
    }
    assert_eq!(desk.boosts(&shop).await, before);
    assert_eq!(desk.subjects(PAYER).await.len(), 1);
});

both_engines!(the_order_of_notices_does_not_matter, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    let checkout = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    let mut events = desk.waiting();
    desk.lose();
    desk.pass(24);
    desk.refund(&checkout.secret, None);
    let refunded_at = desk.clock.now();
    events.extend(desk.waiting());
    events.reverse();
    for event in &events {
        desk.post_signed(&event.body).await.expect(200);
    }
    let boosts = desk.boosts(&shop).await;
    assert_eq!(
        (boosts[0].starts_at, boosts[0].ends_at),
        (start, refunded_at)
    );
    assert!(!desk.is_boosted(&shop).await);
});

both_engines!(
    a_notice_faster_than_our_own_call_finds_its_purchase,
    |desk: Desk| {
        use sea_orm::{ConnectionTrait, Statement};
        let mut desk = desk;
        let shop = desk.new_shop().await;
        for path in [ONE_TIME, MONTHLY] {
            let checkout = desk.begin(path, &shop, serde_json::json!({})).await;
            // As if the server was killed before it stored Stripe's answer.
            let writes = desk.database.reads();
            let sql = "UPDATE boost_purchases SET provider_id = NULL";
            let statement = Statement::from_string(writes.get_database_backend(), sql);
            writes.execute_raw(statement).await.unwrap();
            desk.sandbox.pay(&checkout.secret, VISA).unwrap();
            desk.deliver().await;
            let boosts = desk.boosts(&shop).await;
            assert!(
                boosts.iter().any(|boost| boost.id == checkout.purchase),
                "{path}"
            );
        }
    }
);

both_engines!(two_nodes_and_one_notice, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let checkout = desk.begin_monthly(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    let other = desk.app.second_node().await;
    let events = desk.waiting();
    for event in &events {
        let posts = [desk.app.visitor(), other.visitor(), desk.app.visitor()].map(|visitor| {
            let (body, signature) = (event.body.clone(), event.signature.clone());
            tokio::spawn(async move {
                let sent = visitor
                    .with("stripe-signature", &signature)
                    .with("content-type", "application/json");
                let path = "/api/stripe/webhook";
                sent.send("POST".parse().unwrap(), path, axum::body::Body::from(body))
                    .await
            })
        });
        for post in posts {
            let status = post.await.unwrap().status();
            // A node that lost the race too often lets Stripe send it again.
            assert!(status == 200 || status == 503, "{status}");
        }
    }
    assert_eq!(desk.boosts(&shop).await.len(), 1);
    assert_eq!(desk.subjects(PAYER).await, ["Blue Door is boosted"]);
});

both_engines!(a_notice_of_the_other_mode_is_kept_and_told, |desk: Desk| {
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    for event in desk.waiting() {
        let mut live: Value = serde_json::from_str(&event.body).unwrap();
        live["livemode"] = true.into();
        desk.post_signed(&live.to_string()).await.expect(200);
    }
    assert!(!desk.is_boosted(&shop).await);
    let subjects = desk.subjects("help@townperk.example").await;
    assert!(
        subjects.contains(&"A payment webhook was not understood".to_owned()),
        "{subjects:?}"
    );
});

both_engines!(a_signed_notice_of_unknown_shape_is_kept, |desk: Desk| {
    for body in [
        r#"{"id":"evt_odd","type":"payment_intent.succeeded"}"#,
        r#"{"id":"evt_odd","type":"payment_intent.succeeded"}"#,
        "not json",
        "[]",
        "",
    ] {
        desk.post_signed(body).await.expect(200);
    }
    let kept = kept(&desk).await;
    assert_eq!(kept.len(), 4, "{kept:?}");
    assert!(kept.contains(&("evt_odd".to_owned(), "kept".to_owned())));
    desk.metric("townperk_payment_notices_total{outcome=\"kept\"}")
        .await;
});

both_engines!(
    a_notice_that_is_none_of_ours_is_noted_and_forgotten,
    |desk: Desk| {
        let mut desk = desk;
        desk.sandbox
            .call(
                "POST",
                "payment_intents",
                &[
                    ("amount", "5000"),
                    ("currency", "usd"),
                    ("confirm", "true"),
                    ("payment_method", "pm_card_visa"),
                ],
            )
            .unwrap();
        desk.sandbox
            .call("POST", "products", &[("name", "Mugs")])
            .unwrap();
        let events = desk.waiting().len();
        desk.deliver().await;
        let kept = kept(&desk).await;
        assert_eq!(kept.len(), events);
        assert!(kept.iter().all(|(_, state)| state == "ignored"), "{kept:?}");
    }
);

both_engines!(a_notice_waits_while_stripe_does_not_answer, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    let checkout = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    let events = desk.waiting();
    let paid = events
        .iter()
        .find(|event| event.kind == "payment_intent.succeeded")
        .unwrap();
    desk.sandbox.order(stripe_sandbox::Fault {
        times: 3,
        ..stripe_sandbox::Fault::once(
            "GET",
            "/v1/payment_intents",
            stripe_sandbox::FaultKind::Refuse(503),
        )
    });
    desk.post(paid).await.expect(503);
    assert!(!desk.is_boosted(&shop).await);
    assert!(
        kept(&desk)
            .await
            .contains(&(paid.id.clone(), "failed".to_owned()))
    );
    desk.post(paid).await.expect(200);
    assert!(
        kept(&desk)
            .await
            .contains(&(paid.id.clone(), "done".to_owned()))
    );
    assert_eq!(desk.boosts(&shop).await[0].ends_at, days_from(start, 30));
    desk.deliver().await;
});

both_engines!(a_notice_that_is_too_long_is_refused, |desk: Desk| {
    let body = format!("{{\"id\":\"{}\"}}", "x".repeat(256 * 1024));
    desk.post_signed(&body).await.expect(413);
});

/// Events and their states.
async fn kept(desk: &Desk) -> Vec<(String, String)> {
    use sea_orm::{ConnectionTrait, Statement};
    let reads = desk.database.reads();
    let sql = "SELECT id, state FROM stripe_events ORDER BY id";
    let statement = Statement::from_string(reads.get_database_backend(), sql);
    let rows = reads.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| {
            (
                row.try_get("", "id").unwrap(),
                row.try_get("", "state").unwrap(),
            )
        })
        .collect()
}
