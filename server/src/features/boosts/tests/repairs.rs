//! Repairs: lost webhooks, silence.

use chrono::TimeDelta;
use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};
use tokio::task::JoinSet;
use townperk::{
    features::boosts,
    platform::jobs::{self, NewJob, Worker},
};

use super::desk::{Desk, MONTHLY, ONE_TIME, PAYER, VISA, days_from, intent_of};
use crate::support::command::until;

both_engines!(a_lost_notice_is_made_good_within_the_hour, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    let once = desk.begin_one_time(&shop).await;
    desk.sandbox.pay(&once.secret, VISA).unwrap();
    desk.lose();
    assert!(!desk.is_boosted(&shop).await);
    desk.pass(1);
    desk.work().await;
    assert!(desk.is_boosted(&shop).await);
    assert_eq!(
        desk.boosts(&shop).await[0].ends_at,
        days_from(start, 30),
        "from the payment, not from the repair"
    );
    let told = desk.subjects("help@townperk.example").await;
    assert_eq!(told, ["Payment webhooks are missing"]);

    desk.refund(&once.secret, None);
    desk.lose();
    desk.pass(1);
    desk.work().await;
    assert!(!desk.is_boosted(&shop).await);
});

both_engines!(
    lost_renewals_and_cancellations_are_made_good,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let start = desk.clock.now();
        desk.buy(MONTHLY, &shop, VISA).await;
        for _ in 0..33 {
            desk.pass(24);
            desk.lose();
            desk.work().await;
            assert!(desk.is_boosted(&shop).await);
        }
        assert_eq!(
            desk.boosts(&shop).await[0].ends_at,
            days_from(start, 31 + 30 + 3)
        );
        let path = format!(
            "subscriptions/{}",
            desk.subscriptions()[0]["id"].as_str().unwrap()
        );
        desk.sandbox.call("DELETE", &path, &[]).unwrap();
        desk.lose();
        desk.pass(1);
        desk.work().await;
        // Ended at once by the operator: the paid time stays, the grace period goes.
        assert_eq!(
            desk.boosts(&shop).await[0].ends_at,
            days_from(start, 31 + 30)
        );
    }
);

both_engines!(the_operator_hears_of_two_days_of_silence, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.pass(60);
    desk.work().await;

    assert_eq!(
        desk.subjects("help@townperk.example").await,
        [] as [&str; 0],
        "nothing runs, nothing is expected"
    );
    desk.buy(MONTHLY, &shop, VISA).await;
    desk.pass(47);
    desk.work().await;
    assert_eq!(
        desk.subjects("help@townperk.example").await,
        [] as [&str; 0]
    );
    for _ in 0..3 {
        desk.pass(20);
        desk.work().await;
    }
    let told = desk.subjects("help@townperk.example").await;
    assert_eq!(
        told,
        ["No payment webhook for two days"],
        "once for each silence"
    );
});

both_engines!(
    one_unreadable_purchase_keeps_no_other_from_repair,
    |desk: Desk| {
        use sea_orm::{ConnectionTrait, Statement};
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        let shops = [desk.shop(&city).await, desk.shop(&city).await];
        let mut secrets = Vec::new();
        for shop in &shops {
            secrets.push(desk.begin_one_time(shop).await.secret);
        }
        let writes = desk.database.reads();
        let sql = format!(
            "UPDATE boost_purchases SET provider_id = 'pi_gone' WHERE provider_id = '{}'",
            intent_of(&secrets[0])
        );
        writes
            .execute_raw(Statement::from_string(writes.get_database_backend(), sql))
            .await
            .unwrap();
        desk.sandbox.pay(&secrets[1], VISA).unwrap();
        desk.lose();
        desk.pass(1);
        desk.work().await;
        assert!(desk.is_boosted(&shops[1]).await);
    }
);

both_engines!(
    payers_are_told_seven_days_before_the_end_once,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(ONE_TIME, &shop, VISA).await;
        desk.live(22).await;
        assert_eq!(desk.subjects(PAYER).await.len(), 1);
        desk.live(6).await;
        assert_eq!(
            desk.subjects(PAYER).await[1..],
            ["The boost for Blue Door ends on April 3, 2026"]
        );
        desk.live(5).await;
        assert_eq!(
            desk.subjects(PAYER).await[2..],
            ["The boost for Blue Door has ended"]
        );
    }
);

both_engines!(nobody_is_charged_for_a_shop_that_is_gone, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    let shops = [
        desk.shop(&city).name("Blue Door").await,
        desk.shop(&city).name("Red Door").await,
        desk.shop(&city).name("Green Door").await,
    ];
    for shop in &shops {
        desk.buy(MONTHLY, shop, VISA).await;
    }
    let now = desk.clock.now();
    desk.edit_shop(shops[0].id, |row| row.deleted_at = Some(now))
        .await;
    desk.edit_shop(shops[1].id, |row| row.closed_at = Some(now))
        .await;
    desk.edit_shop(shops[2].id, |row| row.is_active = false)
        .await;
    desk.live(20).await;
    let told = desk.subjects(PAYER).await;
    assert!(
        !told.contains(&"The boost for Green Door won't renew".to_owned()),
        "it may be published again"
    );
    desk.live(20).await;
    assert_eq!(desk.sandbox.money_taken(), 1500, "no renewal");
    let subjects = desk.subjects(PAYER).await;
    for name in ["Blue Door", "Red Door", "Green Door"] {
        let told = format!("The boost for {name} won't renew");
        assert_eq!(
            subjects.iter().filter(|subject| **subject == told).count(),
            1
        );
    }
});

both_engines!(
    a_crash_after_a_renewal_was_stopped_is_made_good_and_mailed_once,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let now = desk.clock.now();
        desk.edit_shop(shop.id, |row| row.closed_at = Some(now))
            .await;
        // Stripe does it, and the process ends before it hears of that.
        desk.sandbox.order(Fault::once(
            "POST",
            "/v1/subscriptions/",
            FaultKind::HangAfter,
        ));
        desk.pass(1);
        let worker = desk.services.job_worker();
        let node = tokio::spawn(async move { worker.run_due().await });
        until("the stop at Stripe", || async {
            desk.subscriptions()[0]["cancel_at_period_end"] == true
        })
        .await;
        node.abort();
        node.await.unwrap_err();
        desk.lose();
        desk.pass(1);
        for days in [0, 40] {
            desk.live(days).await;
            let subjects = desk.subjects(PAYER).await;
            let told = (subjects.iter()).filter(|subject| subject.ends_with("won't renew"));
            assert_eq!(told.count(), 1, "{subjects:?}");
        }
        assert_eq!(desk.sandbox.money_taken(), 500, "no renewal");
    }
);

both_engines!(a_subscription_moves_with_its_shop, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    let stays = desk.shop(&city).name("Blue Door").await;
    let goes = desk.shop(&city).name("The Blue Door").await;
    desk.buy(MONTHLY, &goes, VISA).await;
    let merge = format!("/api/admin/coffee-shops/{}/merge", stays.id);
    let administrator = desk.administrator().await;
    let order = json!({ "other": goes.id });
    administrator.post(&merge, &order).await.expect(200);
    desk.live(40).await;
    assert_eq!(desk.sandbox.money_taken(), 1000, "it was renewed");
    assert!(desk.is_boosted(&stays).await);
    let told = desk.subjects(PAYER).await;
    assert!(told.iter().all(|subject| !subject.contains("won't renew")));
    let payer = desk.signed_in(PAYER).await;
    let info = desk.look_up(&payer).await;
    assert_eq!(
        info["subscriptions"][0]["coffeeShop"]["slug"],
        stays.slug.as_str()
    );
    let visitor = desk.visitor();
    let refused = desk.order(&visitor, MONTHLY, &stays, json!({})).await;
    refused.expect(409);
});

both_engines!(
    two_subscriptions_of_merged_shops_become_one,
    |desk: Desk| {
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        let stays = desk.shop(&city).name("Blue Door").await;
        let goes = desk.shop(&city).name("The Blue Door").await;
        desk.buy(MONTHLY, &stays, VISA).await;
        desk.pass(24);
        desk.buy(MONTHLY, &goes, VISA).await;
        let merge = format!("/api/admin/coffee-shops/{}/merge", stays.id);
        let administrator = desk.administrator().await;
        let order = json!({ "other": goes.id });
        administrator.post(&merge, &order).await.expect(200);
        desk.live(20).await;
        let stop = "Your monthly boost for Blue Door won't renew".to_owned();
        assert!(
            !desk.subjects(PAYER).await.contains(&stop),
            "the merge may be undone"
        );
        desk.live(50).await;
        assert_eq!(
            desk.sandbox.money_taken(),
            2000,
            "two first months, then one subscription's two renewals"
        );
        let told = desk.subjects(PAYER).await;
        assert_eq!(told.iter().filter(|subject| **subject == stop).count(), 1);
        assert!(desk.is_boosted(&stays).await);
    }
);

both_engines!(
    a_cancellation_at_stripe_whose_notices_are_lost_is_mailed_once,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let id = desk.subscriptions()[0]["id"].as_str().unwrap().to_owned();
        let cancel = [("cancel_at_period_end", "true")];
        desk.sandbox
            .call("POST", &format!("subscriptions/{id}"), &cancel)
            .unwrap();
        desk.lose();
        for _ in 0..3 {
            desk.pass(1);
            desk.work().await;
        }
        let subjects = desk.subjects(PAYER).await;
        let told = (subjects.iter()).filter(|subject| subject.ends_with("is canceled"));
        assert_eq!(told.count(), 1, "{subjects:?}");
    }
);

both_engines!(
    the_comparison_with_stripe_holds_up_no_refund,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let once = desk.begin_one_time(&shop).await;
        desk.sandbox.pay(&once.secret, VISA).unwrap();
        desk.lose();
        desk.pass(1);
        let mut lanes = desk.services.job_worker().lanes().into_iter();
        lanes.next().unwrap().run_due().await.unwrap();
        assert!(
            !desk.is_boosted(&shop).await,
            "it isn't done beside refunds"
        );
        for lane in lanes {
            lane.run_due().await.unwrap();
        }
        assert!(desk.is_boosted(&shop).await);
    }
);

both_engines!(
    the_comparison_with_stripe_waits_for_no_run_of_hours,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let once = desk.begin_one_time(&shop).await;
        desk.sandbox.pay(&once.secret, VISA).unwrap();
        desk.lose();
        desk.pass(1);
        let services = desk.services.with_background_timeouts();
        let now = services.clock.now();
        let endless = NewJob {
            kind: "test.endless",
            payload: json!({}),
            unique_key: None,
            due_at: now - TimeDelta::hours(2),
        };
        let identifiers = services.identifiers.clone();
        let enqueued = services.database.transaction(move |transaction| {
            let (job, identifiers) = (endless.clone(), identifiers.clone());
            Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, now).await })
        });
        assert!(enqueued.await.unwrap());
        let handlers =
            (boosts::ROOM.jobs)(&services).with_long("test.endless", |_| std::future::pending());
        let worker = Worker::new(
            services.database.clone(),
            services.clock.clone(),
            services.identifiers.clone(),
            handlers,
        );
        let mut node = JoinSet::new();
        for lane in worker.lanes() {
            node.spawn(async move { lane.run_due().await });
        }
        until("the comparison", || desk.is_boosted(&shop)).await;
    }
);
