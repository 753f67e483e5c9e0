//! A past that is played first.

use std::sync::Arc;

use serde_json::Value;
use stripe_sandbox::{Clock, sign};

use super::{DAY, HOUR, START, VISA, open, subscribe, subscription};

/// A clock that stands still.
fn at(moment: i64) -> Clock {
    Arc::new(move || moment)
}

fn created(body: &str) -> i64 {
    let event: Value = serde_json::from_str(body).unwrap();
    event["created"].as_i64().unwrap()
}

#[tokio::test]
async fn what_is_paid_in_the_past_goes_on_in_the_present() {
    let sandbox = open();
    sandbox.add_endpoint("http://127.0.0.1:9/", &["whsec_1"]);
    let began = START - 40 * DAY;
    sandbox.set_clock(at(began));
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, VISA).unwrap();
    assert_eq!(subscription(&sandbox, &id)["created"], began);

    let first = sandbox.take_due();
    assert!(first.iter().any(|event| event.kind == "invoice.paid"));
    let expected = sign(first[0].body.as_bytes(), &["whsec_1".to_owned()], began);
    assert_eq!(first[0].signature, expected);
    assert!(first.iter().all(|event| created(&event.body) == began));
    assert!(sandbox.take_due().is_empty(), "each event is given once");

    // An earlier moment takes nothing back, and what is due waits for its time.
    sandbox.set_clock(at(began - DAY));
    assert_eq!((sandbox.now(), sandbox.money_taken()), (began - DAY, 500));

    sandbox.set_clock(at(START));
    assert_eq!(sandbox.money_taken(), 1000);
    let end = subscription(&sandbox, &id)["items"]["data"][0]["current_period_end"].clone();
    assert!(end.as_i64().unwrap() > START);
    let later = sandbox.take_due();
    assert!(later.iter().any(|event| event.kind == "invoice.paid"));
    let renewed = began + 28 * DAY..=began + 31 * DAY + HOUR;
    assert!(
        later
            .iter()
            .all(|event| renewed.contains(&created(&event.body)))
    );
    assert_eq!(sandbox.send_due().await, 0, "what was given isn't sent");
}
