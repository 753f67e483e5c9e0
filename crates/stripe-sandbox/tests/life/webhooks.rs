//! Which events an endpoint receives, when, and how often.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicI64, Ordering},
};

use serde_json::Value;

use super::{HOUR, START, VISA, one_time, open, text};

/// An endpoint that answers with `status` and records what it gets.
struct Endpoint {
    url: String,
    status: Arc<AtomicI64>,
    heard: Arc<Mutex<Vec<(String, String)>>>,
}

async fn endpoint() -> Endpoint {
    let status = Arc::new(AtomicI64::new(200));
    let heard: Arc<Mutex<Vec<(String, String)>>> = Arc::default();
    let (answer, list) = (status.clone(), heard.clone());
    let handler = move |headers: axum::http::HeaderMap, body: String| {
        let event: Value = serde_json::from_str(&body).unwrap();
        let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
        list.lock().unwrap().push((text(&event["type"]), signature));
        let status = u16::try_from(answer.load(Ordering::Relaxed)).unwrap();
        async move { axum::http::StatusCode::from_u16(status).unwrap() }
    };
    let router = axum::Router::new().fallback(handler);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    Endpoint { url, status, heard }
}

impl Endpoint {
    fn kinds(&self) -> Vec<String> {
        self.heard
            .lock()
            .unwrap()
            .iter()
            .map(|(kind, _)| kind.clone())
            .collect()
    }
}

#[tokio::test]
async fn an_endpoint_hears_everything_once_and_signed() {
    let sandbox = open();
    let endpoint = endpoint().await;
    sandbox.add_endpoint(&endpoint.url, &["whsec_1"]);
    let secret = one_time(&sandbox);
    sandbox.pay(&secret, VISA).unwrap();
    assert_eq!(sandbox.send_due().await, 3);
    assert_eq!(sandbox.send_due().await, 0);
    assert_eq!(
        endpoint.kinds(),
        [
            "payment_intent.created",
            "charge.succeeded",
            "payment_intent.succeeded"
        ]
    );
    let sent = &sandbox.events()[2];
    let expected = stripe_sandbox::sign(sent.body.as_bytes(), &["whsec_1".to_owned()], START);
    assert_eq!(sent.signature, expected);
}

#[tokio::test]
async fn an_event_that_was_refused_comes_again_for_three_days() {
    let sandbox = open();
    let endpoint = endpoint().await;
    sandbox.add_endpoint(&endpoint.url, &["whsec_1"]);
    one_time(&sandbox);
    endpoint.status.store(503, Ordering::Relaxed);
    assert_eq!(sandbox.send_due().await, 0);
    sandbox.advance(4 * 60);
    sandbox.send_due().await;
    assert_eq!(endpoint.kinds().len(), 1, "it is too early");
    sandbox.advance(2 * 60);
    sandbox.send_due().await;
    assert_eq!(endpoint.kinds().len(), 2);
    for _ in 0..20 {
        sandbox.advance(12 * HOUR);
        sandbox.send_due().await;
    }
    let tried = endpoint.kinds().len();
    assert!((6..=8).contains(&tried), "{tried} attempts");
    endpoint.status.store(200, Ordering::Relaxed);
    sandbox.advance(12 * HOUR);
    assert_eq!(sandbox.send_due().await, 0, "it was given up");
}

#[tokio::test]
async fn events_are_held_back_on_order() {
    let sandbox = open();
    let endpoint = endpoint().await;
    sandbox.add_endpoint(&endpoint.url, &["whsec_1"]);
    sandbox.hold_webhooks(true);
    one_time(&sandbox);
    assert_eq!(sandbox.send_due().await, 0);
    sandbox.hold_webhooks(false);
    assert_eq!(sandbox.send_due().await, 1);
}
