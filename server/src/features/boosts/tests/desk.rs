//! A server, a payment sandbox with the same clock, and people who pay.

use std::{collections::BTreeSet, ops::Deref, sync::Arc};

use axum::body::Body;
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement};
use serde_json::{Value, json};
use stripe_sandbox::{Options, Sandbox, SignedEvent};
use townperk::{
    catalog::entities::{boost, shop},
    features::boosts,
    platform::settings::{InboxMail, Secret, Settings},
};
use uuid::Uuid;

use crate::support::{Engine, OnEngine, Response, Setup, TestApp, Visitor};

pub const VISA: &str = "4242424242424242";
pub const DECLINED: &str = "4000000000000002";
pub const FAILS_LATER: &str = "4000000000000341";
pub const STAYS_PROCESSING: &str = "4000000000008880";
pub const PAYER: &str = "jo@bluedoor.example";
const HOOK: &str = "whsec_test";

/// A server and its payment sandbox.
pub struct Desk {
    pub app: TestApp,
    pub sandbox: Sandbox,
    /// Delivered events.
    delivered: BTreeSet<String>,
}

/// A checkout in progress.
pub struct Checkout {
    pub visitor: Visitor,
    pub secret: String,
    pub purchase: Uuid,
}

impl Deref for Desk {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl OnEngine for Desk {
    async fn on(engine: Engine) -> Option<Self> {
        let setup = Setup::on(engine).await?;
        Some(Self::open(setup, |_| {}).await)
    }
}

impl Desk {
    pub async fn open(setup: Setup, change: impl FnOnce(&mut Settings)) -> Self {
        let clock = setup.clock();
        let sandbox = Sandbox::open(Options {
            seed: 11,
            secret_key: "sk_test_desk".into(),
            publishable_key: "pk_test_desk".into(),
            base_url: String::new(),
            clock: Arc::new(move || clock.now().timestamp()),
            file: None,
        })
        .unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        sandbox.set_base_url(&address);
        sandbox.hold_webhooks(true);
        sandbox.add_endpoint("http://127.0.0.1:9/", &[HOOK]);
        let router = sandbox.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        let app = setup
            .settings(|settings| {
                settings.stripe_secret_key = Secret::new("sk_test_desk".into());
                settings.stripe_publishable_key = "pk_test_desk".into();
                settings.stripe_webhook_secret = Secret::new(HOOK.into());
                settings.stripe_api_url = address;
                settings.support_email = "help@townperk.example".into();
                // Alarms come at once, whatever waits.
                settings.inbox_mail = InboxMail::Never;
                change(settings);
            })
            .start()
            .await;
        Self {
            app,
            sandbox,
            delivered: BTreeSet::new(),
        }
    }

    pub async fn new_shop(&self) -> shop::Model {
        let city = self.app.city("Alexandria", "LA").await;
        self.app.shop(&city).name("Blue Door").await
    }

    /// Sends an order for a boost, as the page does.
    pub async fn order(
        &self,
        visitor: &Visitor,
        path: &str,
        shop: &shop::Model,
        more: Value,
    ) -> Response {
        let mut body = json!({ "coffeeShopId": shop.id, "userEmail": PAYER, "userName": "Jo" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        visitor.post(path, &body).await
    }

    /// Starts a purchase that must succeed.
    pub async fn begin(&self, path: &str, shop: &shop::Model, more: Value) -> Checkout {
        let visitor = self.app.visitor();
        let answer = self.order(&visitor, path, shop, more).await.expect(200);
        let body = answer.json();
        Checkout {
            visitor: visitor.keeping_cookies_of(&answer),
            secret: body["clientSecret"].as_str().unwrap().to_owned(),
            purchase: body["purchaseId"].as_str().unwrap().parse().unwrap(),
        }
    }

    pub async fn begin_monthly(&self, shop: &shop::Model) -> Checkout {
        self.begin(MONTHLY, shop, json!({})).await
    }

    pub async fn begin_one_time(&self, shop: &shop::Model) -> Checkout {
        self.begin(ONE_TIME, shop, json!({})).await
    }

    /// Buys and pays, then delivers Stripe's events.
    pub async fn buy(&mut self, path: &str, shop: &shop::Model, card: &str) -> Checkout {
        let checkout = self.begin(path, shop, json!({})).await;
        self.sandbox.pay(&checkout.secret, card).unwrap();
        self.deliver().await;
        checkout
    }

    /// Pays for what was begun, then delivers Stripe's events.
    pub async fn pay(&mut self, secret: &str) {
        self.sandbox.pay(secret, VISA).unwrap();
        self.deliver().await;
    }

    /// The payer's subscriptions, as they see them.
    pub async fn look_up(&self, payer: &Visitor) -> Value {
        let body = json!({ "email": PAYER });
        payer.post(INFO, &body).await.expect(200).json()
    }

    /// Cancels the payer's subscription.
    pub async fn cancel(&self, payer: &Visitor) -> Value {
        let body = json!({ "email": PAYER });
        payer.post(CANCEL, &body).await.expect(200).json()
    }

    /// The undelivered events, oldest first.
    pub fn waiting(&self) -> Vec<SignedEvent> {
        self.sandbox
            .events_where(|event| !self.delivered.contains(event))
    }

    /// Delivers all pending events.
    pub async fn deliver(&mut self) {
        for event in self.waiting() {
            let status = self.post(&event).await.status();
            assert_eq!(
                status,
                200,
                "{} {}",
                event.kind,
                self.reason(&event.id).await
            );
            self.delivered.insert(event.id);
        }
    }

    /// Why an event couldn't be processed.
    async fn reason(&self, event: &str) -> String {
        let reads = self.app.database.reads();
        let sql = format!("SELECT last_error FROM stripe_events WHERE id = '{event}'");
        let asked = Statement::from_string(reads.get_database_backend(), sql);
        let row = reads.query_one_raw(asked).await.unwrap();
        row.map_or_else(String::new, |row| {
            row.try_get("", "last_error").unwrap_or_default()
        })
    }

    /// Drops all pending events.
    pub fn lose(&mut self) {
        let waiting: Vec<String> = self.waiting().into_iter().map(|event| event.id).collect();
        self.delivered.extend(waiting);
    }

    /// Posts an event as it is.
    pub async fn post(&self, event: &SignedEvent) -> Response {
        self.post_text(&event.body, &event.signature).await
    }

    pub async fn post_text(&self, body: &str, signature: &str) -> Response {
        self.app
            .visitor()
            .with("stripe-signature", signature)
            .with("content-type", "application/json")
            .send(
                "POST".parse().unwrap(),
                "/api/stripe/webhook",
                Body::from(body.to_owned()),
            )
            .await
    }

    /// The same, signed now with the endpoint's secret.
    pub async fn post_signed(&self, body: &str) -> Response {
        let at = self.app.clock.now().timestamp();
        let signature = stripe_sandbox::sign(body.as_bytes(), &[HOOK.to_owned()], at);
        self.post_text(body, &signature).await
    }

    /// Advances the clock by hours.
    pub fn pass(&self, hours: i64) {
        self.app.clock.advance(TimeDelta::hours(hours));
        self.sandbox.tick();
    }

    /// Advances the clock day by day, with all of Stripe's events and all due jobs about boosts; on the last day, also those about
    /// other things.
    pub async fn live(&mut self, days: i64) {
        let (jobs, mails) = (
            self.app.worker_of(&boosts::ROOM),
            self.app.services().mail_worker(),
        );
        for _ in 0..days {
            for _ in 0..4 {
                self.pass(6);
                self.deliver().await;
            }
            jobs.run_due().await.unwrap();
            mails.send_due().await.unwrap();
        }
        self.app.work().await;
    }

    /// A shop's purchased boosts, by start.
    pub async fn boosts(&self, shop: &shop::Model) -> Vec<boost::Model> {
        let mut rows = boost::Entity::find()
            .filter(boost::Column::ShopId.eq(shop.id))
            .all(self.app.database.reads())
            .await
            .unwrap();
        rows.retain(|row| row.source != boost::Source::Complimentary);
        rows.sort_by_key(|row| (row.starts_at, row.id));
        rows
    }

    /// When the boosts of a shop begin and end.
    pub async fn spans(&self, shop: &shop::Model) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let rows = self.boosts(shop).await;
        rows.iter()
            .map(|row| (row.starts_at, row.ends_at))
            .collect()
    }

    /// Whether visitors see the shop as boosted.
    pub async fn is_boosted(&self, shop: &shop::Model) -> bool {
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let answer = self.app.visitor().get(&path).await.expect(200).json();
        answer["isBoosted"].as_bool().unwrap()
    }

    /// The payment's state, as reported to the buyer's browser.
    pub async fn check(&self, checkout: &Checkout, shop: &shop::Model) -> Value {
        let body = json!({ "coffeeShopId": shop.slug });
        checkout
            .visitor
            .post("/api/check-boost", &body)
            .await
            .expect(200)
            .json()
    }

    /// The subjects of emails to an address, after running due jobs.
    pub async fn subjects(&self, to: &str) -> Vec<String> {
        let mails = self.app.mails().await;
        mails
            .iter()
            .filter(|mail| mail.data.contains(&format!("To: {to}")))
            .map(|mail| subject_of(&mail.data))
            .collect()
    }

    /// Loses all jobs of a kind.
    pub async fn delete_jobs(&self, kind: &'static str) {
        let deleted = self.app.database.transaction(move |transaction| {
            Box::pin(async move {
                let sql = format!("DELETE FROM jobs WHERE kind = '{kind}'");
                Ok(transaction.execute_unprepared(&sql).await?.rows_affected())
            })
        });
        assert!(deleted.await.unwrap() > 0);
    }

    /// Stripe's objects of one kind.
    pub fn stripe(&self, list: &str) -> Vec<Value> {
        let all = self.sandbox.call("GET", list, &[("limit", "100")]).unwrap();
        all["data"].as_array().unwrap().clone()
    }

    /// All subscriptions there are.
    pub fn subscriptions(&self) -> Vec<Value> {
        let asked = [("limit", "100"), ("status", "all")];
        let all = self.sandbox.call("GET", "subscriptions", &asked).unwrap();
        all["data"].as_array().unwrap().clone()
    }

    /// Refunds a payment at Stripe.
    pub fn refund(&self, secret: &str, cents: Option<i64>) {
        let intent = intent_of(secret);
        let cents = cents.map(|cents| cents.to_string());
        let mut asked = vec![("payment_intent", intent.as_str())];
        asked.extend(cents.as_deref().map(|cents| ("amount", cents)));
        self.sandbox.call("POST", "refunds", &asked).unwrap();
    }
}

pub const MONTHLY: &str = "/api/create-boost-subscription";
pub const ONE_TIME: &str = "/api/create-one-time-boost";
pub const INFO: &str = "/api/get-subscription-info";
pub const CANCEL: &str = "/api/cancel-subscription";

pub fn intent_of(secret: &str) -> String {
    secret.split("_secret_").next().unwrap().to_owned()
}

/// The charge of a payment.
pub fn charge_of(desk: &Desk, secret: &str) -> String {
    let path = format!("payment_intents/{}", intent_of(secret));
    let intent = desk.sandbox.call("GET", &path, &[]).unwrap();
    intent["latest_charge"].as_str().unwrap().to_owned()
}

pub fn days_from(start: DateTime<Utc>, days: i64) -> DateTime<Utc> {
    start + TimeDelta::days(days)
}

fn subject_of(mail: &str) -> String {
    let (_, rest) = mail.split_once("Subject: ").expect("a subject");
    let mut subject = String::new();
    for (number, line) in rest.lines().enumerate() {
        if number > 0 && !line.starts_with(' ') {
            break;
        }
        subject.push_str(if number > 0 { line } else { line.trim_end() });
    }
    subject
}
