//! Whatever happens, in whatever order webhooks arrive, and however many are lost: the boosts match a simple model
//! based only on the purchases.

use chrono::{DateTime, Months, TimeDelta, Utc};
use serde_json::json;
use townperk::catalog::entities::shop;

use super::desk::{Desk, MONTHLY, ONE_TIME, VISA, charge_of};

/// A purchase in the model: what was done, and when.
#[derive(Debug)]
struct Bought {
    secret: String,
    monthly: bool,
    paid_at: DateTime<Utc>,
    void_at: Option<DateTime<Utc>>,
    /// Stripe doesn't refund anything itself then.
    disputed: bool,
    cancelled: bool,
}

impl Bought {
    fn is_untouched(&self) -> bool {
        self.void_at.is_none() && !self.disputed
    }
}

/// The end of all of a shop's boosts: bought hours are used one by one, but for those of the subscription (D93).
fn expected_end(bought: &[Bought]) -> Option<DateTime<Utc>> {
    let monthly = bought.iter().find(|one| one.monthly).map(|one| {
        let month = one.paid_at + Months::new(1);
        let paid = one.void_at.map_or(month, |void| void.min(month));
        let is_ending = one.cancelled || one.void_at.is_some();
        let grace = if is_ending { 0 } else { 3 };
        (one.paid_at, paid + TimeDelta::days(grace))
    });
    let mut end: Option<DateTime<Utc>> = None;
    for one in bought.iter().filter(|one| !one.monthly) {
        let mut hour = end.map_or(one.paid_at, |end| end.max(one.paid_at));
        let mut last = one.void_at.map_or(hour, |void| void.min(hour));
        let mut left = 30 * 24;
        while left > 0 && one.void_at.is_none_or(|void| hour < void) {
            let next = hour + TimeDelta::hours(1);
            if monthly.is_none_or(|(from, to)| hour < from || hour >= to) {
                left -= 1;
                last = next;
            }
            hour = next;
        }
        end = Some(end.map_or(last, |end| end.max(last)));
    }
    let end_of_months = monthly.map(|(_, to)| to);
    end.max(end_of_months)
}

both_engines!(
    any_sequence_of_events_ends_as_the_model_says,
    |desk: Desk| {
        let mut desk = desk;
        let city = desk.city("Alexandria", "LA").await;
        for seed in 0..12_u64 {
            let shop = desk.shop(&city).await;
            run(&mut desk, &shop, seed).await;
        }
    }
);

async fn run(desk: &mut Desk, shop: &shop::Model, seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut bought: Vec<Bought> = Vec::new();
    let mut log = Vec::new();
    for step in 0..10 {
        let has_monthly = bought.iter().any(|one| one.monthly);
        match dice.roll(8) {
            0 | 1 if !has_monthly => {
                bought.push(buy(desk, shop, ONE_TIME, seed, step).await);
            }
            2 if !has_monthly => bought.push(buy(desk, shop, MONTHLY, seed, step).await),
            3 => {
                if let Some(one) = bought.iter_mut().rfind(|one| one.is_untouched()) {
                    desk.refund(&one.secret, None);
                    one.void_at = Some(desk.clock.now());
                }
            }
            4 => {
                if let Some(one) = bought.iter_mut().find(|one| one.is_untouched()) {
                    let charge = charge_of(desk, &one.secret);
                    let dispute = desk.sandbox.open_dispute(&charge).unwrap();
                    let won = dice.roll(2) == 0;
                    desk.sandbox.close_dispute(&dispute, won).unwrap();
                    one.disputed = true;
                    one.void_at = (!won).then(|| desk.clock.now());
                }
            }
            5 => {
                if let Some(one) = bought.iter_mut().find(|one| one.monthly && !one.cancelled) {
                    cancel(desk, shop).await;
                    one.cancelled = true;
                }
            }
            _ => {}
        }
        log.push(format!("{step}: {bought:?}"));
        tell(desk, &mut dice).await;
        // Less than a month in total, so that nothing renews.
        desk.pass(i64::try_from(dice.roll(48)).unwrap());
    }
    desk.work().await;
    let end = desk.boosts(shop).await.iter().map(|row| row.ends_at).max();
    // Lost events are made up for within the hour.
    let expected = expected_end(&bought);
    let difference = match (end, expected) {
        (Some(end), Some(expected)) => (end - expected).abs(),
        (None, None) => TimeDelta::zero(),
        other => panic!("seed {seed}: {other:?}\n{}", log.join("\n")),
    };
    assert!(
        difference <= TimeDelta::zero(),
        "seed {seed}: {end:?} instead of {expected:?}\n{}",
        log.join("\n")
    );
}

async fn buy(desk: &Desk, shop: &shop::Model, path: &str, seed: u64, step: u32) -> Bought {
    let visitor = desk.visitor().from(&format!("10.{seed}.{step}.1"));
    let payer = json!({ "userEmail": format!("p{seed}@mail.example") });
    let answer = desk
        .order(&visitor, path, shop, payer)
        .await
        .expect(200)
        .json();
    let secret = answer["clientSecret"].as_str().unwrap().to_owned();
    desk.sandbox.pay(&secret, VISA).unwrap();
    Bought {
        secret,
        monthly: path == MONTHLY,
        paid_at: desk.clock.now(),
        void_at: None,
        disputed: false,
        cancelled: false,
    }
}

async fn cancel(desk: &Desk, shop: &shop::Model) {
    let mine = desk
        .subscriptions()
        .into_iter()
        .find(|one| one["metadata"]["shop"] == json!(shop.id.to_string()))
        .unwrap();
    let path = format!("subscriptions/{}", mine["id"].as_str().unwrap());
    desk.sandbox
        .call("POST", &path, &[("cancel_at_period_end", "true")])
        .unwrap();
}

/// The webhooks of one step: in any order, some twice, but at least one arrives.
async fn tell(desk: &mut Desk, dice: &mut Dice) {
    let mut events = desk.waiting();
    desk.lose();
    for place in (1..events.len()).rev() {
        events.swap(place, dice.roll(place as u64 + 1) as usize);
    }
    // Several events report each kind of object; the first of each step is never lost.
    let mut kept = Vec::new();
    for (place, event) in events.iter().enumerate() {
        if place == 0 || dice.roll(3) > 0 || !event.kind.contains("created") {
            kept.push(event);
        }
    }
    for event in kept {
        for _ in 0..=dice.roll(2) {
            desk.post(event).await.expect(200);
        }
    }
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }
}
