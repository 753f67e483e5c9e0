//! Whose customer at Stripe a purchase is for: what belongs to a payer is used by nobody who has only typed their address.

use serde_json::{Value, json};

use super::{
    amounts::{newest, payments},
    desk::{Desk, FAILS_LATER, MONTHLY, ONE_TIME, PAYER, VISA},
};

const PORTAL: &str = "/api/create-customer-portal-session";

/// The payer, who has proven the address and has bought something, with a credit in cents and a card for whatever comes.
pub(super) async fn payer_with_credit(
    desk: &mut Desk,
    cents: &str,
) -> (crate::support::Visitor, String) {
    let shop = desk.new_shop().await;
    let payer = desk.signed_in(PAYER).await;
    let answer = desk.order(&payer, ONE_TIME, &shop, json!({})).await;
    let secret = answer.expect(200).json()["clientSecret"].clone();
    desk.pay(secret.as_str().unwrap()).await;
    let customer = newest(desk, "customers", "id");
    let change = [
        ("balance", cents),
        ("invoice_settings[default_payment_method]", "pm_card_visa"),
    ];
    let path = format!("customers/{customer}");
    desk.sandbox.call("POST", &path, &change).unwrap();
    (payer, customer)
}

fn balance(desk: &Desk, customer: &str) -> Value {
    let path = format!("customers/{customer}");
    desk.sandbox.call("GET", &path, &[]).unwrap()["balance"].clone()
}

/// Whose portal was opened last.
fn portal_of(desk: &Desk) -> Value {
    let events = desk.stripe("events");
    let opened = events
        .iter()
        .find(|event| event["type"] == "billing_portal.session.created");
    opened.unwrap()["data"]["object"]["customer"].clone()
}

both_engines!(
    a_stranger_gets_nothing_of_a_payers_credit_or_card,
    |mut desk: Desk| {
        let (payer, customer) = payer_with_credit(&mut desk, "-700").await;
        let city = desk.city("Baton Rouge", "LA").await;
        let shop = desk.shop(&city).await;
        desk.pass(1);
        let stranger = desk.visitor();
        let answer = desk.order(&stranger, MONTHLY, &shop, json!({})).await;
        let begun = answer.expect(200).json();
        assert_eq!(begun["amountCents"], 500);
        assert!(!desk.is_boosted(&shop).await);
        assert_eq!(balance(&desk, &customer), -700);
        let other = newest(&desk, "customers", "id");
        assert_ne!(other, customer);

        let secret = begun["clientSecret"].as_str().unwrap();
        desk.sandbox.pay(secret, FAILS_LATER).unwrap();
        desk.deliver().await;
        assert!(desk.is_boosted(&shop).await);
        // The payer, whose address it is, sees and opens both.
        let info = desk.look_up(&payer).await;
        assert_eq!(info["subscriptions"].as_array().unwrap().len(), 1);
        assert_eq!(info["oneTimeBoosts"].as_array().unwrap().len(), 1);
        let places = [
            (info["subscriptions"][0]["id"].clone(), &other),
            (info["oneTimeBoosts"][0]["id"].clone(), &customer),
            (Value::Null, &other),
        ];
        for (id, opened) in places {
            let asked = json!({ "email": PAYER, "purchaseId": id });
            payer.post(PORTAL, &asked).await.expect(200);
            assert_eq!(portal_of(&desk), opened.as_str());
            desk.pass(1);
        }
        let unknown = json!({ "email": PAYER, "purchaseId": shop.id });
        payer.post(PORTAL, &unknown).await.expect(404);

        desk.live(33).await;
        assert_eq!(desk.sandbox.money_taken(), 800 + 500, "no other card pays");
        assert_eq!(balance(&desk, &customer), -700);
    }
);

both_engines!(a_payers_own_credit_pays_what_it_can, |mut desk: Desk| {
    let (payer, customer) = payer_with_credit(&mut desk, "-700").await;
    let city = desk.city("Baton Rouge", "LA").await;
    let shops = [desk.shop(&city).await, desk.shop(&city).await];
    desk.pass(1);
    let answer = desk.order(&payer, MONTHLY, &shops[0], json!({})).await;
    let answer = answer.expect(409).text();
    assert!(answer.contains("nothing left to pay"), "{answer}");
    assert!(desk.is_boosted(&shops[0]).await);
    assert_eq!(payments(&desk).await, [(800, None), (0, None)]);
    let again = desk.order(&payer, MONTHLY, &shops[0], json!({})).await;
    again.expect(409);

    let answer = desk.order(&payer, MONTHLY, &shops[1], json!({})).await;
    let begun = answer.expect(200).json();
    assert_eq!(begun["amountCents"], 300, "two dollars were left");
    desk.sandbox
        .pay(begun["clientSecret"].as_str().unwrap(), VISA)
        .unwrap();
    desk.deliver().await;
    assert!(desk.is_boosted(&shops[1]).await);
    assert_eq!(desk.sandbox.money_taken(), 800 + 300);
    assert_eq!(balance(&desk, &customer), 0);
    assert_eq!(desk.stripe("customers").len(), 1);
});
