//! Payments that came too late are refunded, however long Stripe or the bank refuses.

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use sea_orm_migration::{MigratorTrait, SchemaManager};
use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};
use townperk::{
    catalog::entities::shop,
    platform::{database::migrations::Migrator, jobs},
};

use super::{
    amounts::{alarms, execute},
    customers::payer_with_credit,
    desk::{Checkout, Desk, MONTHLY, VISA},
};

/// Pays for several subscriptions of one shop, an hour after each other: all but the first are to be refunded.
async fn pay_for(desk: &mut Desk, shop: &shop::Model, count: usize) -> Vec<Checkout> {
    let mut checkouts = Vec::new();
    for number in 0..count {
        let payer = json!({ "userEmail": format!("payer{number}@mail.example") });
        checkouts.push(desk.begin(MONTHLY, shop, payer).await);
    }
    for checkout in &checkouts {
        desk.pay(&checkout.secret).await;
        desk.pass(1);
    }
    checkouts
}

/// How many subscriptions may still charge a card.
fn charging(desk: &Desk) -> usize {
    let subscriptions = desk.subscriptions();
    let active = subscriptions.iter().filter(|one| one["status"] == "active");
    active.count()
}

/// What the metrics say about open refunds.
async fn open_refunds(node: &crate::support::TestApp) -> String {
    let text = node.visitor().get("/metrics").await.expect(200).text();
    let mut lines = text.lines();
    let line = lines.find(|line| line.starts_with("townperk_payment_refunds_open "));
    line.unwrap_or_default().to_owned()
}

/// The error that the operator reads of the hourly reconciliation.
async fn told_of_reconciliation(desk: &Desk) -> Option<String> {
    let kinds = jobs::overview(&desk.database).await.unwrap();
    let mut kinds = kinds.into_iter();
    let kind = kinds.find(|kind| kind.kind == "boosts.reconcile");
    kind.and_then(|kind| kind.last_error)
}

both_engines!(
    one_refund_that_cannot_be_tried_keeps_no_other_waiting,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        for unreadable in ["provider_id = 'sub_gone'", "is_live = TRUE"] {
            let shop = desk.shop(&city).await;
            let checkouts = pay_for(&mut desk, &shop, 3).await;
            desk.delete_jobs("boosts.give-back").await;
            let oldest = "payer_email = 'payer1@mail.example' AND refund_since IS NOT NULL";
            let spoil = format!("UPDATE boost_purchases SET {unreadable} WHERE {oldest}");
            let writes = desk.database.reads();
            writes.execute_unprepared(&spoil).await.unwrap();
            desk.pass(1);
            desk.work().await;
            let purchase = json!(checkouts[2].purchase.to_string());
            let mut subscriptions = desk.subscriptions().into_iter();
            let later = subscriptions.find(|one| one["metadata"]["purchase"] == purchase);
            assert_eq!(later.unwrap()["status"], "canceled", "{unreadable}");
            desk.lose();
        }
    }
);

both_engines!(
    a_refund_that_fails_on_our_side_is_told_once_the_others_were_tried,
    |mut desk: Desk| {
        let city = desk.city("Alexandria", "LA").await;
        for _ in 0..2 {
            let shop = desk.shop(&city).await;
            pay_for(&mut desk, &shop, 2).await;
        }
        desk.delete_jobs("boosts.give-back").await;
        let writes = desk.database.reads();
        let oldest = "SELECT id FROM boost_purchases WHERE refund_since IS NOT NULL \
            ORDER BY refund_since LIMIT 1";
        let spoil = format!(
            "UPDATE boost_payments SET void_reason = 'unreadable' WHERE purchase_id IN ({oldest})"
        );
        writes.execute_unprepared(&spoil).await.unwrap();
        desk.pass(1);
        // It is still told when it isn't attempted again before the next hour.
        for _ in 0..3 {
            desk.work().await;
            desk.clock.advance(TimeDelta::minutes(5));
        }
        assert_eq!(desk.sandbox.money_taken(), 1500, "one was refunded");
        let told = told_of_reconciliation(&desk).await.unwrap_or_default();
        assert!(told.contains("open refunds can't be tried"), "{told}");

        let mend = "UPDATE boost_payments SET void_reason = NULL WHERE void_reason = 'unreadable'";
        writes.execute_unprepared(mend).await.unwrap();
        desk.pass(1);
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 1000);
        assert_eq!(told_of_reconciliation(&desk).await, None);
    }
);

both_engines!(
    a_subscription_that_stripe_does_not_cancel_is_not_taken_for_canceled,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.sandbox.order(Fault {
            times: 10_000,
            ..Fault::once("DELETE", "/v1/subscriptions", FaultKind::Refuse(402))
        });
        pay_for(&mut desk, &shop, 2).await;
        for _ in 0..6 {
            desk.pass(1);
            desk.work().await;
        }
        assert_eq!(charging(&desk), 2);
        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).text();
        assert!(inbox.contains("a refund that Stripe refuses"), "{inbox}");

        desk.sandbox.clear_faults();
        desk.pass(1);
        desk.work().await;
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 500));
        let inbox = admin.get("/api/admin/inbox").await.expect(200).text();
        assert!(!inbox.contains("a refund that Stripe refuses"), "{inbox}");
    }
);

both_engines!(
    a_refund_that_the_bank_sends_back_is_tried_again,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        pay_for(&mut desk, &shop, 2).await;
        desk.work().await;
        desk.deliver().await;
        assert_eq!(desk.sandbox.money_taken(), 500);
        let refund = desk.stripe("refunds")[0]["id"].as_str().unwrap().to_owned();
        desk.pass(24);
        desk.sandbox.fail_refund(&refund).unwrap();
        desk.deliver().await;
        assert_eq!(desk.sandbox.money_taken(), 1000);
        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).text();
        assert!(inbox.contains("bank didn't take the refund"), "{inbox}");
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

both_engines!(
    a_credit_that_a_refund_leaves_out_is_told,
    |mut desk: Desk| {
        let (payer, _) = payer_with_credit(&mut desk, "-200").await;
        let city = desk.city("Baton Rouge", "LA").await;
        let (shop, other) = (desk.shop(&city).await, desk.shop(&city).await);
        desk.pass(1);
        let first = json!({ "userEmail": "other@mail.example" });
        let first = desk.begin(MONTHLY, &shop, first).await;
        let second = desk.order(&payer, MONTHLY, &shop, json!({})).await;
        let second = second.expect(200).json();
        assert_eq!(second["amountCents"], 300);
        desk.pay(&first.secret).await;
        desk.pay(second["clientSecret"].as_str().unwrap()).await;
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 800 + 500);
        let left_out = "A refund left out a credit";
        assert_eq!(alarms(&desk).await, [left_out]);
        let told = desk.mails_to("help@townperk.example").await;
        assert!(told[0].contains("but $2 of it"), "{told:?}");
        // A payment of the whole price is refunded as a whole.
        pay_for(&mut desk, &other, 2).await;
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 800 + 500 + 500);
        assert_eq!(alarms(&desk).await, [left_out]);
    }
);

both_engines!(
    a_payment_that_is_listed_late_is_no_credit,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        pay_for(&mut desk, &shop, 2).await;
        let late = "UPDATE boost_payments SET payment_intent = invoice WHERE purchase_id IN \
        (SELECT id FROM boost_purchases WHERE refund_since IS NOT NULL)";
        execute(&desk, late).await;
        for _ in 0..2 {
            desk.work().await;
        }
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 500));
        assert_eq!(alarms(&desk).await, [] as [&str; 0]);
    }
);

both_engines!(
    the_metrics_know_open_refunds_on_every_node_and_after_a_restart,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        assert_eq!(
            open_refunds(&desk.app).await,
            "townperk_payment_refunds_open 0"
        );
        desk.sandbox.order(Fault {
            times: 10_000,
            ..Fault::once("POST", "/v1/refunds", FaultKind::Refuse(402))
        });
        pay_for(&mut desk, &shop, 2).await;
        desk.work().await;
        let restarted = desk.app.second_node().await;
        for node in [&desk.app, &restarted] {
            assert_eq!(open_refunds(node).await, "townperk_payment_refunds_open 1");
        }
        desk.sandbox.clear_faults();
        desk.pass(1);
        desk.work().await;
        for node in [&desk.app, &restarted] {
            assert_eq!(open_refunds(node).await, "townperk_payment_refunds_open 0");
        }
    }
);

both_engines!(
    a_refund_that_stripe_refuses_is_tried_until_it_is_done,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let first = desk.begin_monthly(&shop).await;
        let second = desk
            .begin(MONTHLY, &shop, json!({ "userEmail": "other@mail.example" }))
            .await;
        desk.sandbox.order(Fault {
            times: 10_000,
            ..Fault::once("POST", "/v1/refunds", FaultKind::Refuse(402))
        });
        for checkout in [&first, &second] {
            desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        }
        desk.deliver().await;
        for _ in 0..36 {
            desk.clock.advance(TimeDelta::minutes(20));
            desk.work().await;
        }
        assert_eq!(desk.sandbox.money_taken(), 1000, "twelve hours later");
        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        let items = inbox["items"].as_array().unwrap();
        let refund = items.iter().find(|item| {
            let title = item["title"].as_str().unwrap();
            title == "Blue Door: a refund that Stripe refuses"
        });
        let refund = refund.expect("it stands in the inbox");
        assert!(
            refund["text"].as_str().unwrap().contains("is owed $5"),
            "{refund}"
        );
        let check = format!(
            "/api/admin/boost-payments/{}/check",
            refund["id"].as_str().unwrap()
        );
        admin.post(&check, &json!({})).await.expect(409);

        desk.sandbox.clear_faults();
        desk.clock.advance(TimeDelta::hours(1));
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 500);
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        assert!(
            !inbox.to_string().contains("a refund that Stripe refuses"),
            "{inbox}"
        );
    }
);

both_engines!(
    a_lost_refund_job_is_made_good_by_the_reconciliation,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let first = desk.begin_monthly(&shop).await;
        let second = desk
            .begin(MONTHLY, &shop, json!({ "userEmail": "other@mail.example" }))
            .await;
        for checkout in [&first, &second] {
            desk.sandbox.pay(&checkout.secret, VISA).unwrap();
        }
        desk.deliver().await;
        desk.delete_jobs("boosts.give-back").await;
        desk.clock.advance(TimeDelta::hours(1));
        desk.work().await;
        assert_eq!(desk.sandbox.money_taken(), 500);
    }
);

/// Runs a migration that fills rows again, as an upgrade does.
async fn migrate(desk: &Desk, name: &'static str) {
    let migrated = desk.database.transaction(move |transaction| {
        Box::pin(async move {
            let all = Migrator::migrations();
            let filling = all.iter().find(|it| it.name() == name).unwrap();
            Ok(filling.up(&SchemaManager::new(transaction)).await?)
        })
    });
    migrated.await.unwrap();
}

both_engines!(
    a_refund_that_nobody_noted_is_made_as_long_as_its_subscription_lives,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        pay_for(&mut desk, &shop, 2).await;
        desk.lose();
        let forget = "UPDATE boost_purchases SET refund_since = NULL";
        let writes = desk.database.reads();
        writes.execute_unprepared(forget).await.unwrap();
        for _ in 0..2 {
            desk.work().await;
            desk.pass(1);
        }
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 500));
    }
);

both_engines!(
    a_refund_that_was_due_before_an_upgrade_is_made_after_it,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let checkouts = pay_for(&mut desk, &shop, 2).await;
        // An earlier release had canceled the subscription, noted no refund in the row, and its job has ended.
        let purchase = json!(checkouts[1].purchase.to_string());
        let mut subscriptions = desk.subscriptions().into_iter();
        let second = subscriptions.find(|one| one["metadata"]["purchase"] == purchase);
        let second = format!("subscriptions/{}", second.unwrap()["id"].as_str().unwrap());
        desk.sandbox.call("DELETE", &second, &[]).unwrap();
        desk.lose();
        let forget = "UPDATE boost_purchases SET refund_since = NULL, provider_status = 'canceled' \
            WHERE end_reason = 'conflict'";
        let writes = desk.database.reads();
        writes.execute_unprepared(forget).await.unwrap();
        for _ in 0..2 {
            desk.work().await;
            desk.pass(1);
        }
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 1000));

        migrate(&desk, "m0086_claims_and_refunds").await;
        desk.work().await;
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 500));
        // Nothing is due a second time, and the subscription that was first goes on.
        migrate(&desk, "m0086_claims_and_refunds").await;
        desk.pass(1);
        desk.work().await;
        assert_eq!((charging(&desk), desk.sandbox.money_taken()), (1, 500));
        assert_eq!(
            open_refunds(&desk.app).await,
            "townperk_payment_refunds_open 0"
        );
    }
);
