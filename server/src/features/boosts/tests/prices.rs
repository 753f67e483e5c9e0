//! Announced prices: each payer has thirty days from the email.

use std::time::Duration;

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};
use townperk::{
    features::boosts::prices::{self, Announced},
    platform::jobs,
};

use super::desk::{Desk, INFO, MONTHLY, PAYER, VISA, days_from, intent_of};
use crate::support::TestApp;

const LATE: &str = "late@mail.example";
/// The job that tells payers.
const TELLING: &str = "boosts.announce-price";

/// The same installation with another monthly price.
async fn at_price(desk: &mut Desk, cents: i64) -> TestApp {
    desk.app
        .second_node_with(move |settings| settings.boost_monthly_cents = cents)
        .await
}

/// Announces the price of a node, and tells everybody.
async fn announce(desk: &Desk, node: &TestApp) -> Announced {
    let announced = prices::announce(&node.services).await.unwrap();
    desk.work().await;
    announced
}

async fn execute(desk: &Desk, sql: &str) {
    let writes = desk.database.reads();
    writes.execute_unprepared(sql).await.unwrap();
}

/// How many rows a table has that meet a condition.
async fn count(desk: &Desk, rows: &str) -> i64 {
    let reads = desk.database.reads();
    let sql = format!("SELECT COUNT(*) AS counted FROM {rows}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let row = reads.query_one_raw(asked).await.unwrap().unwrap();
    row.try_get("", "counted").unwrap()
}

/// How often a payer was told of a price of $6, from whenever on.
async fn told(desk: &Desk, payer: &str) -> usize {
    let subjects = desk.subjects(payer).await;
    let dearer = (subjects.iter()).filter(|subject| subject.contains("will cost $6"));
    dearer.count()
}

/// Sells a monthly boost to each payer, to each for a shop of their own.
async fn sell_to(desk: &mut Desk, payers: &[&str]) {
    let city = desk.city("Alexandria", "LA").await;
    for payer in payers {
        let shop = desk.shop(&city).await;
        let payer = json!({ "userEmail": payer });
        let checkout = desk.begin(MONTHLY, &shop, payer).await;
        desk.pay(&checkout.secret).await;
    }
}

both_engines!(an_announced_price_holds_after_thirty_days, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    desk.buy(MONTHLY, &shop, VISA).await;
    desk.live(10).await;
    let dearer = at_price(&mut desk, 600).await;
    let announced = announce(&desk, &dearer).await;
    assert_eq!((announced.told, announced.cents), (1, 600));
    assert_eq!(announced.from, days_from(start, 40));
    let again = announce(&desk, &dearer).await;
    assert_eq!(again.told, 0, "nobody is told twice");
    assert_eq!(
        desk.subjects(PAYER).await[1..],
        ["The monthly boost will cost $6 from April 13, 2026"]
    );
    // A renewal before the date costs the old price, the next one the new price.
    desk.live(25).await;
    assert_eq!(desk.sandbox.money_taken(), 1000);
    desk.live(30).await;
    assert_eq!(desk.sandbox.money_taken(), 1600);
    assert!(desk.is_boosted(&shop).await);
    assert_eq!(
        desk.boosts(&shop).await[0].ends_at,
        days_from(start, 31 + 30 + 31 + 3)
    );
    let owner = desk.signed_in(PAYER).await;
    let info = desk.look_up(&owner).await;
    assert_eq!(info["subscriptions"][0]["amount"], 600);
    let told = desk.subjects("help@townperk.example").await;
    assert!(
        told.iter()
            .all(|subject| subject == "No payment webhook for two days"),
        "{told:?}"
    );
});

both_engines!(who_has_cancelled_hears_of_no_price, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    let owner = desk.signed_in(PAYER).await;
    desk.cancel(&owner).await;
    let dearer = at_price(&mut desk, 600).await;
    assert_eq!(announce(&desk, &dearer).await.told, 0);
});

both_engines!(
    a_price_announced_again_has_thirty_days_of_its_own,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let start = desk.clock.now();
        let [dear, dearer] = [
            at_price(&mut desk, 600).await,
            at_price(&mut desk, 700).await,
        ];
        announce(&desk, &dear).await;
        desk.live(10).await;
        announce(&desk, &dearer).await;
        desk.live(10).await;
        let again = announce(&desk, &dear).await;
        assert_eq!((again.told, again.from), (1, days_from(start, 50)));
        // The first announcement of $6 comes due on day 30; this payer heard of it again on day 20.
        desk.live(20).await;
        assert_eq!(
            desk.sandbox.money_taken(),
            1000,
            "the renewal on day 31 costs the old price"
        );
        desk.live(30).await;
        assert_eq!(
            desk.sandbox.money_taken(),
            1600,
            "the one after day 50 the new one"
        );
    }
);

both_engines!(
    a_price_that_comes_back_is_told_and_the_withdrawn_one_is_never_charged,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let dearer = at_price(&mut desk, 600).await;
        announce(&desk, &dearer).await;
        desk.live(10).await;
        let back = announce(&desk, &desk.app).await;
        assert_eq!((back.told, back.withdrawn), (0, 1));
        let again = announce(&desk, &desk.app).await;
        assert_eq!((again.told, again.withdrawn), (0, 0));
        assert_eq!(
            desk.subjects(PAYER).await.last().unwrap(),
            "The monthly boost still costs $5"
        );
        desk.live(60).await;
        assert_eq!(desk.sandbox.money_taken(), 1500);
    }
);

both_engines!(
    one_subscription_that_cannot_be_changed_holds_up_no_other,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER, LATE]).await;
        let dearer = at_price(&mut desk, 600).await;
        announce(&desk, &dearer).await;
        let spoil = format!(
            "UPDATE boost_purchases SET provider_id = 'sub_gone' WHERE payer_email = '{PAYER}'"
        );
        execute(&desk, &spoil).await;
        let city = desk.city("Monroe", "LA").await;
        let shop = desk.shop(&city).await;
        let once = desk.begin_one_time(&shop).await;
        desk.pass(24 * 30);
        desk.work().await;
        // The first renewal after the announced date.
        for _ in 0..32 {
            desk.pass(24);
            desk.work().await;
        }
        let late = desk.signed_in(LATE).await;
        let asked = json!({ "email": LATE });
        let info = late.post(INFO, &asked).await.expect(200).json();
        assert_eq!(info["subscriptions"][0]["amount"], 600);
        // The rest of the hourly work is done, too: a payment that nobody made is given up.
        assert_eq!(desk.check(&once, &shop).await["status"], "awaiting_payment");
        let path = format!("payment_intents/{}", intent_of(&once.secret));
        let intent = desk.sandbox.call("GET", &path, &[]).unwrap();
        assert_eq!(intent["status"], "canceled");
    }
);

both_engines!(
    a_price_announced_while_an_older_one_is_applied_stays_announced,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let [dear, dearest] = [
            at_price(&mut desk, 600).await,
            at_price(&mut desk, 700).await,
        ];
        announce(&desk, &dear).await;
        for _ in 0..29 {
            desk.pass(24);
            desk.deliver().await;
        }
        // Stripe takes its time with the change of the subscription's price.
        desk.pass(25);
        desk.sandbox.order(Fault::once(
            "POST",
            "/v1/subscriptions",
            FaultKind::Delay(2000),
        ));
        let announcing = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            prices::announce(&dearest.services).await.unwrap()
        };
        let ((), announced) = tokio::join!(desk.app.work(), announcing);
        assert_eq!(announced.told, 1);
        desk.live(25).await;
        let before = desk.sandbox.money_taken();
        assert_eq!(before, 1000, "the second month still costs $5");
        desk.live(35).await;
        assert_eq!(desk.sandbox.money_taken() - before, 700);
    }
);

both_engines!(an_announcement_is_nothing_without_its_job, |desk: Desk| {
    let mut desk = desk;
    sell_to(&mut desk, &[PAYER]).await;
    let dearer = at_price(&mut desk, 600).await;
    execute(&desk, "ALTER TABLE jobs RENAME TO lost_jobs").await;
    prices::announce(&dearer.services).await.unwrap_err();
    execute(&desk, "ALTER TABLE lost_jobs RENAME TO jobs").await;
    assert_eq!(count(&desk, "boost_price_changes").await, 0);
    desk.work().await;
    assert_eq!(told(&desk, PAYER).await, 0);
    assert_eq!(announce(&desk, &dearer).await.told, 1);
    assert_eq!(told(&desk, PAYER).await, 1);
});

both_engines!(
    nobody_is_charged_a_price_that_could_not_be_mailed,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER, PAYER]).await;
        let dearer = at_price(&mut desk, 600).await;
        assert_eq!(prices::announce(&dearer.services).await.unwrap().told, 2);
        // Nothing can be mailed.
        execute(&desk, "ALTER TABLE outbox RENAME TO lost_outbox").await;
        desk.services.job_worker().run_due().await.unwrap();
        execute(&desk, "ALTER TABLE lost_outbox RENAME TO outbox").await;
        let promised = "boost_purchases WHERE next_amount_cents IS NOT NULL";
        assert_eq!(count(&desk, promised).await, 0);
        desk.pass(5 * 24);
        desk.work().await;
        assert_eq!(told(&desk, PAYER).await, 2, "they are told days later");
        assert_eq!(count(&desk, promised).await, 2);
        desk.live(30).await;
        assert_eq!(desk.sandbox.money_taken(), 2 * 1000);
        desk.live(30).await;
        assert_eq!(desk.sandbox.money_taken(), 2 * 1600);
    }
);

both_engines!(each_payer_is_told_for_oneself_and_once, |desk: Desk| {
    let mut desk = desk;
    sell_to(&mut desk, &[PAYER, PAYER, LATE]).await;
    desk.work().await;
    let dearer = at_price(&mut desk, 600).await;
    // The second email to an address can't be written.
    execute(&desk, "DELETE FROM outbox").await;
    execute(&desk, "CREATE UNIQUE INDEX ux_test ON outbox (recipient)").await;
    announce(&desk, &dearer).await;
    let kinds = jobs::overview(&desk.database).await.unwrap();
    let telling = kinds.iter().find(|kind| kind.kind == TELLING).unwrap();
    assert!(telling.last_error.is_some(), "{telling:?}");
    assert_eq!((told(&desk, PAYER).await, told(&desk, LATE).await), (1, 1));
    execute(&desk, "DROP INDEX ux_test").await;
    desk.clock.advance(TimeDelta::minutes(1));
    assert_eq!((told(&desk, PAYER).await, told(&desk, LATE).await), (2, 1));
});

both_engines!(
    an_announcement_goes_on_after_a_kill_and_tells_nobody_twice,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER, LATE]).await;
        desk.work().await;
        let dearer = at_price(&mut desk, 600).await;
        let set = |renews: &str| {
            format!("UPDATE boost_purchases SET renews = {renews} WHERE payer_email = '{LATE}'")
        };
        execute(&desk, &set("FALSE")).await;
        announce(&desk, &dearer).await;
        assert_eq!((told(&desk, PAYER).await, told(&desk, LATE).await), (1, 0));
        // What a process leaves that was killed after it had told one of two; its lease runs out.
        execute(&desk, &set("TRUE")).await;
        let reopen =
            format!("UPDATE jobs SET state = 'open', finished_at = NULL WHERE kind = '{TELLING}'");
        execute(&desk, &reopen).await;
        desk.clock.advance(TimeDelta::minutes(2));
        assert_eq!((told(&desk, PAYER).await, told(&desk, LATE).await), (1, 1));
    }
);

both_engines!(
    what_the_release_before_announced_applies_and_is_told_once,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER, LATE]).await;
        desk.work().await;
        let dearer = at_price(&mut desk, 600).await;
        announce(&desk, &dearer).await;
        // It told everybody without a job, at first without a date of each, and noted when it took the price for applied.
        desk.delete_jobs(TELLING).await;
        let undated = format!(
            "UPDATE boost_purchases SET next_amount_from = NULL WHERE payer_email = '{LATE}'"
        );
        execute(&desk, &undated).await;
        let applied = "UPDATE boost_price_changes SET finished_at = effective_at";
        execute(&desk, applied).await;
        assert_eq!(announce(&desk, &dearer).await.told, 0);
        desk.live(35).await;
        assert_eq!((told(&desk, PAYER).await, told(&desk, LATE).await), (1, 1));
        assert_eq!(desk.sandbox.money_taken(), 2 * (500 + 600));
    }
);

both_engines!(
    who_is_told_late_has_thirty_days_from_their_own_email,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER]).await;
        let dearer = at_price(&mut desk, 600).await;
        prices::announce(&dearer.services).await.unwrap();
        // No server does anything for twenty days.
        for _ in 0..20 {
            desk.pass(24);
            desk.deliver().await;
        }
        assert_eq!(
            desk.subjects(PAYER).await[1..],
            ["The monthly boost will cost $6 from April 23, 2026"]
        );
        desk.live(20).await;
        assert_eq!(desk.sandbox.money_taken(), 1000, "after day 31");
        desk.live(25).await;
        assert_eq!(desk.sandbox.money_taken(), 1600, "after day 61");
    }
);

both_engines!(
    an_announcement_gives_way_to_the_next_one_where_it_was_not_told,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER]).await;
        let [dearer, dearest] = [
            at_price(&mut desk, 600).await,
            at_price(&mut desk, 700).await,
        ];
        prices::announce(&dearer.services).await.unwrap();
        desk.clock.advance(TimeDelta::minutes(1));
        announce(&desk, &dearest).await;
        assert_eq!(
            desk.subjects(PAYER).await[1..],
            ["The monthly boost will cost $7 from April 3, 2026"]
        );
    }
);

both_engines!(
    a_price_that_is_set_back_before_it_was_told_is_told_to_nobody,
    |desk: Desk| {
        let mut desk = desk;
        sell_to(&mut desk, &[PAYER]).await;
        let dearer = at_price(&mut desk, 600).await;
        prices::announce(&dearer.services).await.unwrap();
        desk.clock.advance(TimeDelta::minutes(1));
        let back = announce(&desk, &desk.app).await;
        assert_eq!((back.told, back.withdrawn), (0, 0));
        assert_eq!(desk.subjects(PAYER).await.len(), 1, "only of the purchase");
        desk.live(35).await;
        assert_eq!(desk.sandbox.money_taken(), 1000);
    }
);
