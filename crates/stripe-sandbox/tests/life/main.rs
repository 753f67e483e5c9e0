//! Money over time, and the events that an endpoint receives.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod bills;
mod past;
mod webhooks;

use std::sync::Arc;

use serde_json::Value;
use stripe_sandbox::{ApiError, Options, Sandbox};

const START: i64 = 1_790_000_000;
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const VISA: &str = "4242424242424242";

fn open() -> Sandbox {
    open_with(options())
}

fn options() -> Options {
    Options {
        seed: 3,
        secret_key: "sk_test_1".into(),
        publishable_key: "pk_test_1".into(),
        base_url: "http://sandbox.test".into(),
        clock: Arc::new(|| START),
        file: None,
    }
}

fn open_with(options: Options) -> Sandbox {
    Sandbox::open(options).unwrap()
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

/// A $5 subscription with an unpaid first month: its ID and the browser's secret.
fn subscribe(sandbox: &Sandbox) -> (String, String) {
    let price = [
        ("unit_amount", "500"),
        ("currency", "usd"),
        ("recurring[interval]", "month"),
        ("product_data[name]", "Boost"),
    ];
    let price = text(&sandbox.call("POST", "prices", &price).unwrap()["id"]);
    let customer = sandbox
        .call("POST", "customers", &[("email", "ann@example.com")])
        .unwrap();
    let asked = [
        ("customer", customer["id"].as_str().unwrap()),
        ("items[0][price]", &price),
        ("payment_behavior", "default_incomplete"),
        (
            "payment_settings[save_default_payment_method]",
            "on_subscription",
        ),
        ("expand[]", "latest_invoice.confirmation_secret"),
    ];
    let made = sandbox.call("POST", "subscriptions", &asked).unwrap();
    let secret = &made["latest_invoice"]["confirmation_secret"]["client_secret"];
    (text(&made["id"]), text(secret))
}

fn subscription(sandbox: &Sandbox, id: &str) -> Value {
    sandbox
        .call(
            "GET",
            &format!("subscriptions/{id}"),
            &[("expand[]", "latest_invoice")],
        )
        .unwrap()
}

fn one_time(sandbox: &Sandbox) -> String {
    let intent = sandbox.call(
        "POST",
        "payment_intents",
        &[("amount", "800"), ("currency", "usd")],
    );
    text(&intent.unwrap()["client_secret"])
}

fn code(refused: Result<Value, ApiError>) -> (u16, String) {
    let error = refused.unwrap_err();
    (error.status, text(&error.members["code"]))
}

#[test]
fn a_renewal_moves_the_period_before_it_is_paid() {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, VISA).unwrap();
    let first_end = subscription(&sandbox, &id)["items"]["data"][0]["current_period_end"]
        .as_i64()
        .unwrap();

    sandbox.advance(first_end - START + 60);
    let renewing = subscription(&sandbox, &id);
    assert!(
        renewing["items"]["data"][0]["current_period_end"]
            .as_i64()
            .unwrap()
            > first_end
    );
    assert_eq!(renewing["status"], "active");
    assert_eq!(renewing["latest_invoice"]["status"], "draft");
    assert_eq!(sandbox.money_taken(), 500);

    sandbox.advance(HOUR);
    assert_eq!(
        subscription(&sandbox, &id)["latest_invoice"]["status"],
        "paid"
    );
    assert_eq!(sandbox.money_taken(), 1000);
}

#[test]
fn a_renewal_that_fails_is_tried_again_and_then_given_up() {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, "4000000000000341").unwrap();
    sandbox.advance(31 * DAY + 2 * HOUR);
    assert_eq!(subscription(&sandbox, &id)["status"], "past_due");
    sandbox.advance(13 * DAY);
    assert_eq!(subscription(&sandbox, &id)["status"], "past_due");
    sandbox.advance(3 * DAY);
    let ended = subscription(&sandbox, &id);
    assert_eq!(ended["status"], "canceled");
    assert_eq!(ended["cancellation_details"]["reason"], "payment_failed");
    assert_eq!(ended["latest_invoice"]["attempt_count"], 4);
    assert_eq!(sandbox.money_taken(), 500);
}

#[test]
fn another_card_saves_a_subscription_that_is_past_due() {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, "4000000000000341").unwrap();
    sandbox.advance(31 * DAY + 2 * HOUR);
    let path = format!("subscriptions/{id}");
    sandbox
        .call("POST", &path, &[("default_payment_method", "pm_card_visa")])
        .unwrap();
    sandbox.advance(3 * DAY);
    assert_eq!(subscription(&sandbox, &id)["status"], "active");
    assert_eq!(sandbox.money_taken(), 1000);
}

#[test]
fn a_subscription_that_nobody_pays_expires_and_cannot_be_paid_later() {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.advance(23 * HOUR);
    assert_eq!(subscription(&sandbox, &id)["status"], "incomplete_expired");
    let refused = sandbox.pay(&secret, VISA);
    assert_eq!(
        code(refused),
        (400, "payment_intent_unexpected_state".to_owned())
    );
    assert_eq!(sandbox.money_taken(), 0);
}

#[test]
fn a_cancellation_at_the_period_end_can_be_taken_back_until_then() {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, VISA).unwrap();
    let path = format!("subscriptions/{id}");
    let ending = sandbox
        .call("POST", &path, &[("cancel_at_period_end", "true")])
        .unwrap();
    assert_eq!(
        ending["cancel_at"],
        ending["items"]["data"][0]["current_period_end"]
    );
    sandbox
        .call("POST", &path, &[("cancel_at_period_end", "false")])
        .unwrap();
    sandbox.advance(32 * DAY);
    assert_eq!(subscription(&sandbox, &id)["status"], "active");
    sandbox
        .call("POST", &path, &[("cancel_at_period_end", "true")])
        .unwrap();
    sandbox.advance(32 * DAY);
    assert_eq!(subscription(&sandbox, &id)["status"], "canceled");
    assert_eq!(sandbox.money_taken(), 1000);
}

#[test]
fn a_card_that_was_refused_can_be_replaced_in_the_same_payment() {
    let sandbox = open();
    let secret = one_time(&sandbox);
    assert_eq!(
        code(sandbox.pay(&secret, "4000000000000002")),
        (402, "card_declined".to_owned())
    );
    assert_eq!(
        code(sandbox.pay(&secret, "4111111111111111")),
        (402, "card_declined".to_owned())
    );
    assert_eq!(sandbox.pay(&secret, VISA).unwrap()["status"], "succeeded");
    assert_eq!(sandbox.money_taken(), 800);
}

#[test]
fn a_payment_is_tried_twenty_times_and_no_more() {
    let sandbox = open();
    let secret = one_time(&sandbox);
    for _ in 0..20 {
        let declined = sandbox.pay(&secret, "4000000000000002");
        assert_eq!(code(declined), (402, "card_declined".to_owned()));
    }
    let kept = sandbox.events().len();
    for number in ["4000000000000002", VISA] {
        let refused = code(sandbox.pay(&secret, number));
        let expected = "card_decline_rate_limit_exceeded".to_owned();
        assert_eq!(refused, (402, expected), "{number}");
    }
    assert_eq!(sandbox.events().len(), kept);
    // Another payment is not concerned.
    sandbox.pay(&one_time(&sandbox), VISA).unwrap();
}

#[test]
fn a_card_that_asks_its_holder_waits_for_the_answer() {
    let sandbox = open();
    for (agrees, status, money) in [
        (false, "requires_payment_method", 0),
        (true, "succeeded", 800),
    ] {
        let secret = one_time(&sandbox);
        let asked = sandbox.pay(&secret, "4000002500003155").unwrap();
        assert_eq!(asked["status"], "requires_action");
        sandbox
            .authenticate(asked["id"].as_str().unwrap(), agrees)
            .unwrap();
        let path = format!("payment_intents/{}", text(&asked["id"]));
        assert_eq!(sandbox.call("GET", &path, &[]).unwrap()["status"], status);
        assert_eq!(sandbox.money_taken(), money);
    }
}

#[test]
fn money_goes_back_once() {
    let sandbox = open();
    let secret = one_time(&sandbox);
    let paid = sandbox.pay(&secret, VISA).unwrap();
    let intent = [("payment_intent", paid["id"].as_str().unwrap())];
    let part = [intent[0], ("amount", "300")];
    sandbox.call("POST", "refunds", &part).unwrap();
    let rest = sandbox.call("POST", "refunds", &intent).unwrap();
    assert_eq!(rest["amount"], 500);
    assert_eq!(
        code(sandbox.call("POST", "refunds", &intent)),
        (400, "charge_already_refunded".to_owned())
    );
    assert_eq!(sandbox.money_taken(), 0);
    sandbox.fail_refund(rest["id"].as_str().unwrap()).unwrap();
    assert_eq!(sandbox.money_taken(), 500);
}

#[test]
fn a_dispute_is_decided_by_its_evidence() {
    let sandbox = open();
    let secret = one_time(&sandbox);
    let paid = sandbox.pay(&secret, "4000000000000259").unwrap();
    let found = sandbox
        .call(
            "GET",
            "disputes",
            &[("payment_intent", paid["id"].as_str().unwrap())],
        )
        .unwrap();
    let path = format!("disputes/{}", text(&found["data"][0]["id"]));
    let evidence = [("evidence[uncategorized_text]", "losing_evidence")];
    assert_eq!(
        sandbox.call("POST", &path, &evidence).unwrap()["status"],
        "lost"
    );
}

#[test]
fn a_parameter_that_does_not_exist_is_refused() {
    let sandbox = open();
    let asked = [("amount", "800"), ("currency", "usd"), ("custmer", "cus_1")];
    assert_eq!(
        code(sandbox.call("POST", "payment_intents", &asked)),
        (400, "parameter_unknown".to_owned())
    );
    let all = sandbox.call("GET", "payment_intents", &[]).unwrap();
    assert_eq!(all["data"], Value::Array(Vec::new()));
}

#[test]
fn lists_come_in_parts() {
    let sandbox = open();
    let ids: Vec<String> = (0..5)
        .map(|_| {
            text(
                &sandbox
                    .call("POST", "customers", &[("email", "a@example.com")])
                    .unwrap()["id"],
            )
        })
        .collect();
    let first = sandbox.call("GET", "customers", &[("limit", "2")]).unwrap();
    assert_eq!(
        (text(&first["data"][0]["id"]), &first["has_more"]),
        (ids[4].clone(), &Value::Bool(true))
    );
    let rest = [("limit", "3"), ("starting_after", ids[3].as_str())];
    let rest = sandbox.call("GET", "customers", &rest).unwrap();
    assert_eq!(
        (text(&rest["data"][2]["id"]), &rest["has_more"]),
        (ids[0].clone(), &Value::Bool(false))
    );
}

#[test]
fn a_restart_keeps_everything_and_repeats_no_identifier() {
    let folder = std::env::temp_dir().join(format!("stripe-sandbox-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("state.json");
    let _ = std::fs::remove_file(&file);
    let with_file = || Options {
        file: Some(file.clone()),
        ..options()
    };
    let (id, secret) = subscribe(&open_with(with_file()));
    let again = open_with(with_file());
    again.pay(&secret, VISA).unwrap();
    assert_eq!(subscription(&again, &id)["status"], "active");
    let (other, _) = subscribe(&again);
    assert_ne!(other, id);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn many_calls_are_saved_together_and_none_is_lost() {
    let folder = std::env::temp_dir().join(format!("stripe-sandbox-saves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sandbox.json");
    let _ = std::fs::remove_file(&file);
    let with_file = || Options {
        file: Some(file.clone()),
        ..options()
    };
    let began = std::time::Instant::now();
    let sandbox = open_with(with_file());
    let mut saved = std::collections::BTreeSet::new();
    let mut last = String::new();
    for number in 0..300 {
        let email = format!("ann{number}@example.com");
        let made = sandbox.call("POST", "customers", &[("email", &email)]);
        last = text(&made.unwrap()["id"]);
        saved.insert(std::fs::metadata(&file).unwrap().modified().unwrap());
    }
    let most = 2 + began.elapsed().as_secs() as usize;
    assert!(saved.len() <= most, "{} times", saved.len());
    drop(sandbox);
    let again = open_with(with_file());
    again
        .call("GET", &format!("customers/{last}"), &[])
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_saved_at_once_survives_a_kill() {
    let folder = std::env::temp_dir().join(format!("stripe-sandbox-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("state.json");
    let _ = std::fs::remove_file(&file);
    let with_file = || Options {
        file: Some(file.clone()),
        ..options()
    };
    let sandbox = open_with(with_file());
    let made = [(); 3].map(|()| subscribe(&sandbox).0);
    sandbox.save();
    // Never dropped, as in a program that is killed.
    std::mem::forget(sandbox);
    let again = open_with(with_file());
    for id in made {
        assert_eq!(text(&subscription(&again, &id)["id"]), id);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
