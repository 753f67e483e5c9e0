//! Where the past is played: the whole server with a clock that stands where it was put, and people who send it requests.

use std::net::{IpAddr, SocketAddr};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, StatusCode, header, request::Builder},
};
use chrono::{DateTime, TimeDelta, Utc};
use hyper::service::Service;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    app::App,
    features::{Room, Services, boosts, confirmations, imports},
    http::Front,
    platform::{
        clock::Clock,
        error::{Error, Result},
        jobs,
        mail::{self, EmailAddress},
        payment_sandbox::PastSandbox,
        payments::Payments,
        sessions::{self, Kind},
        settings::Settings,
        web::Client,
    },
};

/// Of an answer, in bytes.
const LARGEST: usize = 1 << 20;
/// Any, as of a browser.
const PORT: u16 = 50_000;
/// What people send: forms, and files.
const JSON: &str = "application/json";
const FILE: &str = "application/octet-stream";
/// What the people's sessions are named by.
const BROWSER: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
/// The network of the administrator, reserved for documentation (RFC 5737) as those of all these people.
const OFFICE: [u8; 4] = [192, 0, 2, 250];
/// The same of the payment provider.
const PROVIDER: [u8; 4] = [192, 0, 2, 251];

/// The server at an earlier moment.
pub(super) struct Stage {
    app: App,
    front: Front,
    clock: Clock,
    sandbox: Option<PastSandbox>,
}

impl Stage {
    /// The server of `app` with a clock of its own.
    pub(super) async fn of(app: &App) -> Result<Self> {
        let clock = Clock::manual(app.clock().now());
        let sandbox = match app.payment_sandbox() {
            Some(sandbox) => Some(PastSandbox::open(sandbox, &clock, app.clock()).await?),
            None => None,
        };
        let payments = match &sandbox {
            Some(sandbox) => {
                let mut settings = Settings::clone(&app.services().settings);
                sandbox.api_url().clone_into(&mut settings.stripe_api_url);
                Payments::open(&settings)?
            }
            None => app.services().payments.clone(),
        };
        let app = app.at(clock.clone(), payments)?;
        Ok(Self {
            front: app.front(),
            app,
            clock,
            sandbox,
        })
    }

    /// Puts the clock to `moment`.
    pub(super) fn go_to(&self, moment: DateTime<Utc>) {
        self.clock.advance(moment - self.clock.now());
    }

    /// Lets time pass.
    pub(super) fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// Somebody with this IP address and no session.
    pub(super) fn person(&self, address: [u8; 4]) -> Person<'_> {
        Person {
            stage: self,
            address: IpAddr::from(address),
            cookies: Vec::new(),
        }
    }

    /// The administrator, signed in as by a door of the demo.
    pub(super) async fn administrator(&self) -> Result<Person<'_>> {
        let services = self.services();
        let (held, now) = (services.clone(), self.clock.now());
        let token = services
            .database
            .transaction(move |transaction| {
                let services = held.clone();
                Box::pin(async move {
                    let by = (&services.keys, &services.identifiers);
                    let client = Client::unknown();
                    sessions::open_for_administrator(transaction, by, None, &client, now).await
                })
            })
            .await?;
        let mut administrator = self.person(OFFICE);
        administrator.keep(&sessions::set(Kind::Admin, &token, services.is_secure()));
        Ok(administrator)
    }

    /// The owner with this ID, signed in as by a door of the demo, which proves no address.
    pub(super) async fn owner(&self, id: Uuid, address: [u8; 4]) -> Result<Person<'_>> {
        let services = self.services();
        let (held, now) = (services.clone(), self.clock.now());
        let token = services
            .database
            .transaction(move |transaction| {
                let services = held.clone();
                Box::pin(async move {
                    let by = (&services.keys, &services.identifiers);
                    let whose = (Kind::Owner, Some(id));
                    sessions::open(transaction, by, whose, &Client::unknown(), now).await
                })
            })
            .await?;
        let mut owner = self.person(address);
        owner.keep(&sessions::set(Kind::Owner, &token, services.is_secure()));
        Ok(owner)
    }

    /// The code in the email to `address` that was written last.
    pub(super) async fn code_mailed_to(&self, address: &str) -> Result<String> {
        let behind = self.mailed_to(address, "Your code: ").await?;
        Ok(behind.chars().take(6).collect())
    }

    /// The token of the link with which a reader confirms the newsletter, from the email to `address` that was written last.
    pub(super) async fn token_mailed_to(&self, address: &str) -> Result<String> {
        let link = "/newsletter/confirm?token=";
        let behind = self.mailed_to(address, link).await?;
        let token = behind.chars().take_while(char::is_ascii_alphanumeric);
        Ok(token.collect())
    }

    /// What stands behind `words` in the email to `address` that was written last.
    async fn mailed_to(&self, address: &str, words: &str) -> Result<String> {
        let to = EmailAddress::parse(address, "email")?;
        let text = mail::newest_text(self.services().database.reads(), &to).await?;
        let parts = text.as_deref().and_then(|text| text.split_once(words));
        let behind = parts.map(|(_, behind)| behind.to_owned());
        behind.ok_or_else(|| Error::Internal(format!("no {words} was mailed to {address}")))
    }

    /// Sends what is due by now.
    pub(super) async fn send_mails(&self) -> Result<()> {
        self.services().mail_worker().send_due().await?;
        Ok(())
    }

    /// Sends what was mailed, also about decisions: those emails wait, so that undoing the decision recalls them.
    pub(super) async fn deliver(&self) -> Result<()> {
        let services = self.services();
        let worker = services.mail_worker();
        worker.send_due().await?;
        let held = i64::from(services.settings.decision_mail_seconds) + 1;
        self.wait(TimeDelta::seconds(held));
        worker.send_due().await?;
        Ok(())
    }

    /// Where payments go, if that is the demo's sandbox.
    pub(super) fn sandbox(&self) -> Option<&PastSandbox> {
        self.sandbox.as_ref()
    }

    /// Tells the product what has happened at the sandbox, as its webhooks do.
    pub(super) async fn receive_payment_events(&self) -> Result<()> {
        let Some(sandbox) = &self.sandbox else {
            return Ok(());
        };
        for event in sandbox.take_events() {
            let request = self
                .request(Method::POST, "/api/stripe/webhook", JSON)
                .header("stripe-signature", event.signature)
                .body(Body::from(event.body))
                .map_err(Error::failed)?;
            self.send(PROVIDER.into(), request, StatusCode::OK).await?;
        }
        Ok(())
    }

    /// Has the operator told of payments that something is wrong with.
    pub(super) async fn settle_alarms(&self) -> Result<()> {
        self.run_jobs_of(&boosts::ROOM).await?;
        self.deliver().await
    }

    /// Has the answers looked at that suggestions brought about, once they can't be taken back any more.
    pub(super) async fn settle_answers(&self) -> Result<()> {
        self.wait(TimeDelta::minutes(2));
        self.run_jobs_of(&confirmations::ROOM).await
    }

    /// Has the lists read that were uploaded, and the towns looked at that expansion was started for.
    pub(super) async fn run_imports(&self) -> Result<()> {
        self.run_jobs_of(&imports::ROOM).await
    }

    /// Runs what is due by now of a room's jobs.
    pub(super) async fn run_jobs_of(&self, room: &Room) -> Result<()> {
        let services = self.services().with_background_timeouts();
        let worker = jobs::Worker::new(
            services.database.clone(),
            services.clock.clone(),
            services.identifiers.clone(),
            (room.jobs)(&services),
        );
        worker.run_due().await?;
        Ok(())
    }

    /// What the server's parts are, at that moment.
    pub(super) fn services(&self) -> &Services {
        self.app.services()
    }

    /// A request with a body of this kind to come.
    fn request(&self, method: Method, path: &str, kind: &str) -> Builder {
        let origin = self.services().settings.origin();
        let host = origin
            .split_once("://")
            .map_or(origin.as_str(), |(_, host)| host);
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, host)
            .header(header::CONTENT_TYPE, kind)
    }

    /// Sends a request from an IP address, and returns headers and body of the answer.
    async fn send(
        &self,
        address: IpAddr,
        request: Request<Body>,
        expected: StatusCode,
    ) -> Result<(HeaderMap, Bytes)> {
        let path = request.uri().path().to_owned();
        // The acts of one record are in the order of their IDs.
        self.wait(TimeDelta::milliseconds(7));
        let peer = SocketAddr::new(address, PORT);
        let Ok(answer) = self.front.for_peer(peer).call(request).await;
        let (parts, body) = answer.map(Body::new).into_parts();
        let body = axum::body::to_bytes(body, LARGEST)
            .await
            .map_err(Error::failed)?;
        if parts.status != expected {
            let text = String::from_utf8_lossy(&body);
            let beginning: String = text.chars().take(300).collect();
            return Err(Error::Internal(format!(
                "{path} answered {} instead of {expected}: {beginning}",
                parts.status
            )));
        }
        Ok((parts.headers, body))
    }
}

/// Somebody with a browser.
pub(super) struct Person<'a> {
    stage: &'a Stage,
    address: IpAddr,
    /// As sent: name and value.
    cookies: Vec<String>,
}

impl Person<'_> {
    /// Posts `body`, and returns the answer.
    pub(super) async fn post(
        &mut self,
        path: &str,
        body: &Value,
        expected: StatusCode,
    ) -> Result<Value> {
        let body = Body::from(body.to_string());
        self.send((Method::POST, path), (JSON, body), expected)
            .await
    }

    /// Puts `body`, and returns the answer.
    pub(super) async fn put(
        &mut self,
        path: &str,
        body: &Value,
        expected: StatusCode,
    ) -> Result<Value> {
        let body = Body::from(body.to_string());
        self.send((Method::PUT, path), (JSON, body), expected).await
    }

    /// Gets what is at `path`.
    pub(super) async fn get(&mut self, path: &str) -> Result<Value> {
        let nothing = (JSON, Body::empty());
        self.send((Method::GET, path), nothing, StatusCode::OK)
            .await
    }

    /// Sends a file as it is, and returns the answer.
    pub(super) async fn upload(
        &mut self,
        to: (Method, &str),
        file: Vec<u8>,
        expected: StatusCode,
    ) -> Result<Value> {
        self.send(to, (FILE, Body::from(file)), expected).await
    }

    /// Says as the owner of a shop that its hours are right, and declines the monthly letter. Otherwise the first night would ask
    /// about old hours, and the first days of a month would bring a letter about the last one.
    pub(super) async fn leave_nothing_to_ask(&mut self, slug: &str) -> Result<()> {
        let path = |part: &str| format!("/api/your-shop/{slug}/{part}");
        self.post(&path("confirm-hours"), &json!({}), StatusCode::OK)
            .await?;
        let off = json!({ "isOn": false });
        self.put(&path("monthly-letter"), &off, StatusCode::OK)
            .await?;
        Ok(())
    }

    /// Ends the session at `path`.
    pub(super) async fn sign_out(mut self, path: &str) -> Result<()> {
        self.post(path, &json!({}), StatusCode::OK).await?;
        Ok(())
    }

    /// Sends a form as a page does that needs no script. The answer is a page.
    pub(super) async fn submit(&mut self, path: &str, form: String) -> Result<()> {
        let form = ("application/x-www-form-urlencoded", Body::from(form));
        self.call((Method::POST, path), form, StatusCode::OK)
            .await?;
        Ok(())
    }

    async fn send(
        &mut self,
        to: (Method, &str),
        content: (&'static str, Body),
        expected: StatusCode,
    ) -> Result<Value> {
        let answer = self.call(to, content, expected).await?;
        serde_json::from_slice(&answer).map_err(Error::failed)
    }

    async fn call(
        &mut self,
        (method, path): (Method, &str),
        (kind, body): (&'static str, Body),
        expected: StatusCode,
    ) -> Result<Bytes> {
        let origin = self.stage.services().settings.origin();
        let mut request = self
            .stage
            .request(method, path, kind)
            .header(header::ORIGIN, origin)
            .header(header::USER_AGENT, BROWSER);
        if !self.cookies.is_empty() {
            request = request.header(header::COOKIE, self.cookies.join("; "));
        }
        let request = request.body(body).map_err(Error::failed)?;
        let (headers, body) = self.stage.send(self.address, request, expected).await?;
        for cookie in headers.get_all(header::SET_COOKIE) {
            if let Ok(cookie) = cookie.to_str() {
                self.keep(cookie);
            }
        }
        Ok(body)
    }

    /// Keeps a cookie that was set.
    fn keep(&mut self, cookie: &str) {
        let pair = cookie.split(';').next();
        self.cookies.extend(pair.map(str::to_owned));
    }
}

/// The ID of what an answer is about.
pub(super) fn id_in(answer: &Value) -> Result<String> {
    text_in(answer, "id")
}

/// What an answer says in this field.
pub(super) fn text_in(answer: &Value, field: &str) -> Result<String> {
    let text = answer.get(field).and_then(Value::as_str);
    text.map(str::to_owned)
        .ok_or_else(|| Error::Internal(format!("an answer without {field}: {answer}")))
}
