//! Announced prices: each payer has thirty days from the email.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use serde_json::json;
use stripe_sandbox::{Fault, FaultKind};
use townperk::features::boosts::prices;

use super::desk::{Desk, INFO, MONTHLY, PAYER, VISA, days_from, intent_of};
use crate::support::TestApp;

/// The same installation with another monthly price.
async fn at_price(desk: &mut Desk, cents: i64) -> TestApp {
    desk.app
        .second_node_with(move |settings| settings.boost_monthly_cents = cents)
        .await
}

async fn execute(desk: &Desk, sql: &str) {
    let writes = desk.database.reads();
    writes.execute_unprepared(sql).await.unwrap();
}

both_engines!(an_announced_price_holds_after_thirty_days, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let start = desk.clock.now();
    desk.buy(MONTHLY, &shop, VISA).await;
    desk.live(10).await;
    let dearer = desk
        .app
        .second_node_with(|settings| settings.boost_monthly_cents = 600)
        .await;
    let announced = prices::announce(&dearer.services).await.unwrap();
    assert_eq!((announced.told, announced.cents), (1, 600));
    assert_eq!(announced.from, days_from(start, 40));
    let again = prices::announce(&dearer.services).await.unwrap();
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
    let dearer = desk
        .app
        .second_node_with(|settings| settings.boost_monthly_cents = 600)
        .await;
    assert_eq!(prices::announce(&dearer.services).await.unwrap().told, 0);
});

both_engines!(
    a_price_announced_again_has_thirty_days_of_its_own,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let start = desk.clock.now();
        let nodes = [600, 700].map(|cents| (cents, desk.app.clock.clone()));
        let mut announcers = Vec::new();
        for (cents, _) in nodes {
            let node = desk
                .app
                .second_node_with(move |settings| settings.boost_monthly_cents = cents)
                .await;
            announcers.push(node);
        }
        prices::announce(&announcers[0].services).await.unwrap();
        desk.live(10).await;
        prices::announce(&announcers[1].services).await.unwrap();
        desk.live(10).await;
        let again = prices::announce(&announcers[0].services).await.unwrap();
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

both_engines!(an_announcement_that_fails_has_told_nobody, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    for _ in 0..2 {
        let shop = desk.shop(&city).await;
        desk.buy(MONTHLY, &shop, VISA).await;
    }
    let told = desk.subjects(PAYER).await.len();
    let dearer = at_price(&mut desk, 600).await;
    // Nothing can be mailed.
    execute(&desk, "ALTER TABLE outbox RENAME TO lost_outbox").await;
    prices::announce(&dearer.services).await.unwrap_err();
    execute(&desk, "ALTER TABLE lost_outbox RENAME TO outbox").await;
    desk.live(35).await;
    assert_eq!(desk.sandbox.money_taken(), 2000, "two months at $5");
    assert!(!desk.subjects(PAYER).await[told..].join("\n").contains("$6"));
    let announced = prices::announce(&dearer.services).await.unwrap();
    assert_eq!(announced.told, 2);
});

both_engines!(
    a_price_that_comes_back_is_told_and_the_withdrawn_one_is_never_charged,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let dearer = at_price(&mut desk, 600).await;
        prices::announce(&dearer.services).await.unwrap();
        desk.live(10).await;
        let back = prices::announce(&desk.services).await.unwrap();
        assert_eq!((back.told, back.withdrawn), (0, 1));
        let again = prices::announce(&desk.services).await.unwrap();
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
        let city = desk.city("Alexandria", "LA").await;
        for payer in [PAYER, "late@mail.example"] {
            let shop = desk.shop(&city).await;
            let payer = json!({ "userEmail": payer });
            let checkout = desk.begin(MONTHLY, &shop, payer).await;
            desk.pay(&checkout.secret).await;
        }
        let dearer = at_price(&mut desk, 600).await;
        prices::announce(&dearer.services).await.unwrap();
        let spoil = format!(
            "UPDATE boost_purchases SET provider_id = 'sub_gone' WHERE payer_email = '{PAYER}'"
        );
        execute(&desk, &spoil).await;
        let shop = desk.shop(&city).await;
        let once = desk.begin_one_time(&shop).await;
        desk.pass(24 * 30);
        desk.work().await;
        // The first renewal after the announced date.
        for _ in 0..32 {
            desk.pass(24);
            desk.work().await;
        }
        let late = desk.signed_in("late@mail.example").await;
        let asked = json!({ "email": "late@mail.example" });
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
        prices::announce(&dear.services).await.unwrap();
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
