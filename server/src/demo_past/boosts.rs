//! Boosts: one in each state, bought on the payment page's requests and paid with test cards at the demo's own sandbox, whose events
//! arrive as they do later.

use axum::http::StatusCode;
use chrono::{DateTime, Months, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{Cast, MAIL, READING, days, people::Person, stage::Stage};
use crate::{
    catalog::entities::shop,
    features::demo::people::{
        CANCELED, DECLINED, REFUNDED, SECOND_OWNER, SUBSCRIBER, UNDER_REVIEW,
    },
    platform::{
        error::{Error, Result},
        payment_sandbox::PastSandbox,
    },
};

const MONTHLY: &str = "/api/create-boost-subscription";
const ONE_TIME: &str = "/api/create-one-time-boost";

const VISA: &str = "4242424242424242";
/// Pays while its holder is present, and is declined when a month is over.
const DECLINED_LATER: &str = "4000000000000341";

/// How long people take to enter a card.
const PAYING: TimeDelta = TimeDelta::minutes(2);
/// How long after the end of a month the card has been charged for the next one: an hour, and a moment for the events.
const CHARGED_AFTER: TimeDelta = TimeDelta::minutes(65);
/// How long ago the month ended whose next one was declined. The card is tried again after three and eight days, which is more than
/// 30 hours from now for either.
const MONTH_ENDED: [TimeDelta; 2] = [TimeDelta::hours(35), TimeDelta::hours(107)];
/// How long after that the card is tried again.
const TRIED_AGAIN_AFTER: TimeDelta = TimeDelta::days(3);
/// What was paid instead of what a boost costs, in cents.
const LOWERED: i64 = 100;

/// Who pays.
struct Payer<'a> {
    name: &'a str,
    mailbox: &'a str,
    /// The IP address.
    from: [u8; 4],
}

impl Payer<'_> {
    fn email(&self) -> String {
        format!("{}@{MAIL}", self.mailbox)
    }
}

pub(super) async fn play(stage: &Stage, cast: &Cast, now: DateTime<Utc>) -> Result<()> {
    let Some(sandbox) = stage.sandbox() else {
        stage.say(
            "nobody has bought a boost in this demo: its payments don't go to its own sandbox",
        );
        return Ok(());
    };
    let checkout = Checkout { stage, sandbox };
    // In the order of time: the sandbox charges for each month that is over when it is asked next.
    let bought = now - days(45, 96);
    let subscriber = Payer {
        name: "Irene Castle",
        mailbox: SUBSCRIBER,
        from: [198, 51, 100, 31],
    };
    stage.go_to(bought);
    let order = (MONTHLY, &cast.monthly);
    checkout.buy(order, &subscriber, VISA).await?;

    let (month_began, month_ended) = last_month(now)?;
    let declined = Payer {
        name: "Carla Mendes",
        mailbox: DECLINED,
        from: [203, 0, 113, 32],
    };
    stage.go_to(month_began);
    let order = (MONTHLY, &cast.declined);
    checkout.buy(order, &declined, DECLINED_LATER).await?;

    refund(&checkout, &cast.refunded, now).await?;

    let renewed = bought.checked_add_months(Months::new(1)).unwrap_or(bought);
    stage.go_to(renewed + CHARGED_AFTER);
    checkout.receive_events().await?;

    cancel(&checkout, &cast.canceled, now).await?;
    let charged = month_ended + CHARGED_AFTER;
    // Declined a second time by now, if that month ended days ago.
    let again = charged + TRIED_AGAIN_AFTER;
    if again < now {
        stage.go_to(charged);
        checkout.receive_events().await?;
        pay_too_little(&checkout, &cast.under_review, now).await?;
        stage.go_to(again);
    } else {
        pay_too_little(&checkout, &cast.under_review, now).await?;
        stage.go_to(charged);
    }
    checkout.receive_events().await?;

    // By who has owned it since yesterday, so that a door of the demo leads to a receipt.
    let owner = Payer {
        name: "Nora Whitfield",
        mailbox: SECOND_OWNER,
        from: [198, 51, 100, 58],
    };
    stage.go_to(now - TimeDelta::minutes(9 * 60 + 13));
    let order = (ONE_TIME, &cast.owned);
    checkout.buy(order, &owner, VISA).await?;
    Ok(())
}

/// Somebody got the money back two days later.
async fn refund(checkout: &Checkout<'_>, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    let payer = Payer {
        name: "Owen Park",
        mailbox: REFUNDED,
        from: [192, 0, 2, 33],
    };
    checkout.stage.go_to(now - days(26, 211));
    let secret = checkout.buy((ONE_TIME, shop), &payer, VISA).await?;
    checkout.stage.go_to(now - days(24, 75));
    checkout.sandbox.refund(&secret)?;
    checkout.receive_events().await
}

/// Somebody pays by the month, and cancels a week later: the month that is paid stays.
async fn cancel(checkout: &Checkout<'_>, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    let payer = Payer {
        name: "Priya Raman",
        mailbox: CANCELED,
        from: [198, 51, 100, 34],
    };
    let stage = checkout.stage;
    stage.go_to(now - days(12, 158));
    checkout.buy((MONTHLY, shop), &payer, VISA).await?;

    stage.go_to(now - days(5, 64));
    let mut browser = Person::at(stage, payer.from);
    let asked = json!({ "email": payer.email() });
    let path = "/api/get-subscription-info";
    browser.post(path, &asked, StatusCode::ACCEPTED).await?;
    stage.wait(READING);
    let code = stage.code_mailed_to(&payer.email()).await?;
    let proof = json!({ "email": payer.email(), "code": code });
    browser
        .post("/api/sign-in/code", &proof, StatusCode::OK)
        .await?;
    browser
        .post("/api/cancel-subscription", &asked, StatusCode::OK)
        .await?;
    browser.sign_out("/api/sign-out").await?;
    checkout.receive_events().await
}

/// The amount was lowered in the provider's dashboard before it was paid, so the payment has to be looked at.
async fn pay_too_little(
    checkout: &Checkout<'_>,
    shop: &shop::Model,
    now: DateTime<Utc>,
) -> Result<()> {
    let payer = Payer {
        name: "Hank Dubois",
        mailbox: UNDER_REVIEW,
        from: [203, 0, 113, 35],
    };
    checkout.stage.go_to(now - days(3, 187));
    let secret = checkout.order((ONE_TIME, shop), &payer).await?;
    checkout.sandbox.change_amount(&secret, LOWERED)?;
    checkout.pay(&secret, VISA).await?;
    checkout.stage.settle_alarms().await
}

/// The payment page, at a moment of the past.
struct Checkout<'a> {
    stage: &'a Stage,
    sandbox: &'a PastSandbox,
}

impl Checkout<'_> {
    /// Orders and pays, and returns the secret of the payment.
    async fn buy(
        &self,
        order: (&str, &shop::Model),
        payer: &Payer<'_>,
        card: &str,
    ) -> Result<String> {
        let secret = self.order(order, payer).await?;
        self.pay(&secret, card).await?;
        Ok(secret)
    }

    /// Orders a boost at `path`, and returns the secret that it is paid with.
    async fn order(&self, (path, shop): (&str, &shop::Model), payer: &Payer<'_>) -> Result<String> {
        let mut browser = Person::at(self.stage, payer.from);
        let form = json!({
            "coffeeShopId": shop.slug,
            "userEmail": payer.email(),
            "userName": payer.name,
        });
        let begun = browser.post(path, &form, StatusCode::OK).await?;
        let secret = begun.get("clientSecret").and_then(Value::as_str);
        secret
            .map(str::to_owned)
            .ok_or_else(|| Error::Internal(format!("{path} answered without a secret")))
    }

    async fn pay(&self, secret: &str, card: &str) -> Result<()> {
        self.stage.wait(PAYING);
        self.sandbox.pay(secret, card)?;
        self.receive_events().await
    }

    /// Tells the product what has happened, and sends what it mails about it.
    async fn receive_events(&self) -> Result<()> {
        self.stage.receive_payment_events().await?;
        self.stage.deliver().await
    }
}

/// The month whose next one was declined, from its beginning to its end. A month that begins on the last days of one has an earlier end
/// where the next one is shorter.
fn last_month(now: DateTime<Utc>) -> Result<(DateTime<Utc>, DateTime<Utc>)> {
    let mut months = MONTH_ENDED.into_iter().filter_map(|ago| {
        let end = now - ago;
        let begin = end.checked_sub_months(Months::new(1))?;
        let is_whole = begin.checked_add_months(Months::new(1)) == Some(end);
        is_whole.then_some((begin, end))
    });
    months
        .next()
        .ok_or_else(|| Error::Internal("no month has ended lately".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_ended_on_every_day_of_a_year() {
        let start: DateTime<Utc> = "2027-12-31T22:41:07Z".parse().expect("a moment");
        for day in 0..800 {
            let now = start + TimeDelta::days(day);
            let (begin, end) = last_month(now).expect("a month");
            assert_eq!(begin.checked_add_months(Months::new(1)), Some(end));
            // The card is charged an hour later, and tried again after three days and after five more.
            let tried = [3, 8].map(|days| end + TimeDelta::hours(1) + TimeDelta::days(days));
            let next = tried.into_iter().find(|moment| *moment > now);
            assert!(
                next.expect("another attempt") > now + TimeDelta::hours(30),
                "{now}"
            );
        }
    }
}
