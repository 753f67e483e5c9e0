//! The client against the sandbox over HTTP: every call, and its behavior during failures.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::{sync::Arc, time::Duration};

use stripe_client::{
    Client, Error, NewPaymentIntent, NewPrice, NewRefund, NewSubscription, Options,
};
use stripe_sandbox::{Fault, FaultKind, Sandbox};

const NOW: i64 = 1_790_000_000;
const VISA: &str = "4242424242424242";

struct Shop {
    sandbox: Sandbox,
    stripe: Client,
}

async fn open() -> Shop {
    let sandbox = Sandbox::open(stripe_sandbox::Options {
        seed: 7,
        secret_key: "sk_test_1".into(),
        publishable_key: "pk_test_1".into(),
        base_url: String::new(),
        clock: Arc::new(|| NOW),
        file: None,
    })
    .unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    sandbox.set_base_url(&address);
    let router = sandbox.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let stripe = client(&address, "sk_test_1");
    Shop { sandbox, stripe }
}

fn client(address: &str, key: &str) -> Client {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(rustls::RootCertStore::empty())
        .with_no_client_auth();
    let http = reqwest::Client::builder().tls_backend_preconfigured(tls);
    Client::new(Options {
        http: http.build().unwrap(),
        secret_key: key.into(),
        api_url: address.into(),
        attempt_time: Duration::from_millis(500),
        attempts: 4,
        first_pause: Duration::from_millis(5),
    })
    .unwrap()
}

impl Shop {
    async fn customer(&self) -> String {
        let made = self
            .stripe
            .create_customer("ann@example.com", "Ann", "customer-1")
            .await;
        made.unwrap().id
    }

    async fn subscription(&self) -> stripe_client::Subscription {
        let price = NewPrice {
            product: "Boost",
            amount: 500,
            currency: "usd",
            lookup_key: "boost_monthly",
            monthly: true,
            metadata: &[("kind", "boost")],
        };
        let price = self.stripe.create_price(&price, "price-1").await.unwrap();
        let new = NewSubscription {
            customer: &self.customer().await,
            price: &price.id,
            description: "Boost of a shop",
            metadata: &[("purchase", "42")],
        };
        self.stripe
            .create_subscription(&new, "subscription-1")
            .await
            .unwrap()
    }

    async fn intent(&self, key: &str) -> stripe_client::Result<stripe_client::PaymentIntent> {
        let customer = self.customer().await;
        let new = NewPaymentIntent {
            amount: 800,
            currency: "usd",
            customer: &customer,
            description: "Boost & more = 30 days",
            metadata: &[("purchase", "42")],
        };
        self.stripe.create_payment_intent(&new, key).await
    }
}

fn secret_of(subscription: &stripe_client::Subscription) -> String {
    let invoice = subscription
        .latest_invoice
        .as_ref()
        .unwrap()
        .object()
        .unwrap();
    invoice
        .confirmation_secret
        .as_ref()
        .unwrap()
        .client_secret
        .clone()
}

#[tokio::test]
async fn a_subscription_is_bought_renewed_and_cancelled() {
    let shop = open().await;
    let waiting = shop.subscription().await;
    assert_eq!(waiting.status, "incomplete");
    assert_eq!(waiting.metadata["purchase"], "42");
    shop.sandbox.pay(&secret_of(&waiting), VISA).unwrap();

    let running = shop.stripe.subscription(&waiting.id).await.unwrap();
    assert_eq!(running.status, "active");
    shop.sandbox.advance(32 * 24 * 3600);
    let invoices = shop.stripe.invoices(&waiting.id).await.unwrap().data;
    assert_eq!(invoices.len(), 2);
    assert!(
        invoices
            .iter()
            .all(|invoice| invoice.status.as_deref() == Some("paid"))
    );
    assert_eq!(
        invoices[0].lines.data[0].period.start,
        invoices[1].lines.data[0].period.end
    );
    assert_eq!(invoices[0].subscription(), Some(waiting.id.as_str()));

    let payments = shop
        .stripe
        .payments_of_invoice(&invoices[0].id)
        .await
        .unwrap()
        .data;
    let intent = payments[0].payment.payment_intent.as_ref().unwrap();
    let charge = intent.object().unwrap().latest_charge.as_ref().unwrap();
    assert!(charge.object().unwrap().paid);
    let found = shop
        .stripe
        .invoice_of_payment(intent.id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found.id, invoices[0].id);

    let ending = shop
        .stripe
        .set_cancel_at_period_end(&waiting.id, true, "cancel-1")
        .await
        .unwrap();
    assert!(ending.cancel_at_period_end);
    shop.sandbox.advance(32 * 24 * 3600);
    let ended = shop.stripe.subscription(&waiting.id).await.unwrap();
    assert_eq!(ended.status, "canceled");
    assert_eq!(shop.sandbox.money_taken(), 1000);
}

#[tokio::test]
async fn a_one_time_payment_is_made_and_given_back() {
    let shop = open().await;
    let intent = shop.intent("intent-1").await.unwrap();
    shop.sandbox
        .pay(intent.client_secret.as_ref().unwrap(), VISA)
        .unwrap();
    let paid = shop.stripe.payment_intent(&intent.id).await.unwrap();
    assert_eq!(
        (paid.status.as_str(), paid.amount_received),
        ("succeeded", 800)
    );
    assert_eq!(shop.stripe.invoice_of_payment(&intent.id).await, Ok(None));

    let refund = NewRefund {
        payment_intent: &intent.id,
        reason: "requested_by_customer",
        metadata: &[],
    };
    shop.stripe
        .create_refund(&refund, "refund-1")
        .await
        .unwrap();
    let charge = paid.latest_charge.unwrap();
    let charge = shop.stripe.charge(charge.id()).await.unwrap();
    assert!(charge.refunded);
    assert_eq!(shop.sandbox.money_taken(), 0);
}

#[tokio::test]
async fn a_price_is_found_by_its_key_and_replaced() {
    let shop = open().await;
    assert_eq!(shop.stripe.find_price("boost_monthly").await, Ok(None));
    let subscription = shop.subscription().await;
    let dearer = NewPrice {
        product: "Boost",
        amount: 600,
        currency: "usd",
        lookup_key: "boost_monthly",
        monthly: true,
        metadata: &[],
    };
    let dearer = shop.stripe.create_price(&dearer, "price-2").await.unwrap();
    let found = shop
        .stripe
        .find_price("boost_monthly")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found.id, dearer.id);
    let item = &subscription.items.data[0];
    assert_ne!(item.price.id, dearer.id);
    let first = shop.stripe.price(&item.price.id).await.unwrap();
    assert_eq!(first.lookup_key, None, "the new one took it over");
    assert_eq!(first.metadata["kind"], "boost");
    let product = shop.stripe.product(first.product.id()).await.unwrap();
    assert_eq!(product.name.as_deref(), Some("Boost"));
    let mark = [("kind", "old boost")];
    let marked = shop.stripe.mark_price(&first.id, &mark, "mark-1").await;
    assert_eq!(marked.unwrap().metadata["kind"], "old boost");
    let moved = shop
        .stripe
        .set_price(&subscription.id, &item.id, &dearer.id, "move-1")
        .await
        .unwrap();
    assert_eq!(moved.items.data[0].price.unit_amount, Some(600));
}

#[tokio::test]
async fn a_lost_answer_charges_nobody_twice() {
    for kind in [
        FaultKind::LoseAnswer(500),
        FaultKind::LoseAnswer(503),
        FaultKind::Refuse(500),
        FaultKind::Refuse(429),
        FaultKind::Refuse(409),
        FaultKind::HangAfter,
        FaultKind::Hang,
        FaultKind::Delay(700),
        FaultKind::Garble,
    ] {
        let shop = open().await;
        shop.sandbox
            .order(Fault::once("POST", "/v1/payment_intents", kind));
        let intent = shop.intent("intent-1").await.unwrap();
        let all = shop.sandbox.call("GET", "payment_intents", &[]).unwrap();
        assert_eq!(all["data"].as_array().unwrap().len(), 1, "{kind:?}");
        assert_eq!(all["data"][0]["id"], intent.id.as_str(), "{kind:?}");
        let keys: Vec<_> = shop
            .sandbox
            .calls()
            .into_iter()
            .filter(|call| call.path == "/v1/payment_intents")
            .map(|call| call.idempotency_key.unwrap())
            .collect();
        assert_eq!(keys, ["intent-1", "intent-1"], "{kind:?}");
    }
}

#[tokio::test]
async fn a_provider_that_stays_away_is_given_up_after_four_attempts() {
    let shop = open().await;
    let fault = Fault {
        times: 9,
        ..Fault::once("POST", "/v1/payment_intents", FaultKind::Refuse(503))
    };
    shop.sandbox.order(fault);
    let error = shop.intent("intent-1").await.unwrap_err();
    assert!(
        matches!(error, Error::Unavailable { attempts: 4, .. }),
        "{error}"
    );
    let asked = shop
        .sandbox
        .calls()
        .iter()
        .filter(|call| call.path == "/v1/payment_intents")
        .count();
    assert_eq!(asked, 4);
}

#[tokio::test]
async fn a_refusal_is_final_and_says_why() {
    let shop = open().await;
    let error = shop.stripe.subscription("sub_unknown").await.unwrap_err();
    assert!(error.is_missing(), "{error}");
    let refusal = error.refusal().unwrap();
    assert_eq!(refusal.message, "No such subscription: 'sub_unknown'");
    assert!(refusal.request_id.starts_with("req_"));
    assert_eq!(shop.sandbox.calls().len(), 1);
}

#[tokio::test]
async fn a_wrong_key_is_refused_and_not_printed() {
    let shop = open().await;
    let stranger = client(&shop.sandbox.base_url(), "sk_test_of_somebody_else");
    let error = stranger.find_price("boost_monthly").await.unwrap_err();
    assert_eq!(error.refusal().unwrap().status, 401);
    assert!(!format!("{stranger:?} {error}").contains("somebody_else"));
}

#[tokio::test]
async fn an_identifier_cannot_leave_its_place() {
    let shop = open().await;
    let error = shop
        .stripe
        .charge("../customers?email=x")
        .await
        .unwrap_err();
    assert!(error.is_missing(), "{error}");
    assert_eq!(
        shop.sandbox.calls()[0].path,
        "/v1/charges/..%2Fcustomers%3Femail%3Dx"
    );
}

#[tokio::test]
async fn a_field_that_is_missing_is_named() {
    use axum::{Router, routing::get};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let body = r#"{"data":[{"id":"ip_1","invoice":{"id":"in_1"},"status":"paid","payment":{}}],"has_more":false}"#;
    let router = Router::new().fallback(get(move || async move { body }));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let error = client(&address, "sk_test_1")
        .invoice_of_payment("pi_1")
        .await
        .unwrap_err();
    let Error::Unreadable { path, reason, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(path, "data[0].invoice");
    assert!(
        reason.contains("missing field `status`") || reason.contains("missing field `created`"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_portal_and_undelivered_events_are_there() {
    let shop = open().await;
    let customer = shop.customer().await;
    let portal = shop
        .stripe
        .create_portal_session(&customer, "https://example.com/", "portal-1")
        .await;
    assert!(portal.unwrap().url.starts_with(&shop.sandbox.base_url()));
    shop.sandbox
        .add_endpoint("http://127.0.0.1:9/", &["whsec_1"]);
    shop.intent("intent-1").await.unwrap();
    let events = shop.stripe.undelivered_events(NOW - 10).await.unwrap().data;
    assert_eq!(events[0].kind, "payment_intent.created");
    assert_eq!(events[0].text("customer"), Some(customer.as_str()));
}
