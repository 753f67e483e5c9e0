//! What a credit, a part and a payment outside of Stripe leave of an invoice.

use serde_json::Value;
use stripe_sandbox::Sandbox;

use super::{DAY, HOUR, open, subscribe, subscription, text};

/// A subscription whose second month is owed, after a credit of $2: the customer's and the invoice's path.
fn owing() -> (Sandbox, String, String) {
    let sandbox = open();
    let (id, secret) = subscribe(&sandbox);
    sandbox.pay(&secret, "4000000000000341").unwrap();
    let customer = text(&subscription(&sandbox, &id)["customer"]);
    let customer = format!("customers/{customer}");
    sandbox
        .call("POST", &customer, &[("balance", "-200")])
        .unwrap();
    sandbox.advance(31 * DAY + 2 * HOUR);
    let invoice = text(&subscription(&sandbox, &id)["latest_invoice"]["id"]);
    (sandbox, customer, format!("invoices/{invoice}"))
}

fn members(sandbox: &Sandbox, path: &str, names: [&str; 4]) -> [i64; 4] {
    let object = sandbox.call("GET", path, &[]).unwrap();
    names.map(|name| object[name].as_i64().unwrap_or_else(|| panic!("{name}")))
}

const AMOUNTS: [&str; 4] = [
    "amount_due",
    "amount_paid",
    "amount_remaining",
    "attempt_count",
];

#[test]
fn a_credit_pays_first_and_is_given_back_with_a_void_invoice() {
    let (sandbox, customer, invoice) = owing();
    assert_eq!(members(&sandbox, &invoice, AMOUNTS), [300, 0, 300, 1]);
    let balance = || sandbox.call("GET", &customer, &[]).unwrap()["balance"].clone();
    assert_eq!(balance(), 0);
    let shown = sandbox.call("GET", &invoice, &[]).unwrap();
    assert_eq!(shown["starting_balance"], -200);
    assert_eq!(shown["ending_balance"], 0);
    let path = format!("{invoice}/void");
    sandbox.call("POST", &path, &[]).unwrap();
    assert_eq!(balance(), -200);
}

#[test]
fn a_part_leaves_the_rest_which_is_paid_outside() {
    let (sandbox, _, invoice) = owing();
    let id = invoice.split('/').next_back().unwrap();
    sandbox.pay_part(id, 100, "pm_card_visa").unwrap();
    assert_eq!(members(&sandbox, &invoice, AMOUNTS), [300, 100, 200, 1]);
    let outside = [("paid_out_of_band", "true")];
    let path = format!("{invoice}/pay");
    let paid = sandbox.call("POST", &path, &outside).unwrap();
    assert_eq!(paid["status"], "paid");
    assert_eq!(members(&sandbox, &invoice, AMOUNTS), [300, 300, 0, 1]);
    let payments = [("invoice", id)];
    let payments = sandbox.call("GET", "invoice_payments", &payments).unwrap();
    let mut found: Vec<(&str, i64)> = (payments["data"].as_array().unwrap().iter())
        .map(|one| {
            let payment = &one["payment"];
            let kind = payment["type"].as_str().unwrap();
            (kind, one["amount_paid"].as_i64().unwrap_or_default())
        })
        .collect();
    found.sort_unstable();
    let whole = ("payment_intent", 0);
    let part = ("payment_intent", 100);
    assert_eq!(found, [whole, part, ("payment_record", 200)]);
    let events = [("type", "invoice_payment.paid"), ("limit", "100")];
    let events = sandbox.call("GET", "events", &events).unwrap();
    let is_paid = |event: &Value| event["data"]["object"]["status"] == "paid";
    assert!(events["data"].as_array().unwrap().iter().all(is_paid));
}
