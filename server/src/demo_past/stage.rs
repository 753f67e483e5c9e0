//! Where the past is played: the whole server with a clock that stands where it was put.

use std::net::{IpAddr, SocketAddr};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, Request, StatusCode, header, request::Builder},
};
use chrono::{DateTime, TimeDelta, Utc};
use hyper::service::Service;
use tracing::{Dispatch, dispatcher};

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
        settings::Settings,
    },
};

/// Of an answer, in bytes.
const LARGEST: usize = 1 << 20;
/// Any, as of a browser.
const PORT: u16 = 50_000;
/// What most people send.
pub(super) const JSON: &str = "application/json";
/// The network of the payment provider, reserved for documentation (RFC 5737).
const PROVIDER: [u8; 4] = [192, 0, 2, 251];

/// The server at an earlier moment.
pub(super) struct Stage {
    app: App,
    front: Front,
    clock: Clock,
    sandbox: Option<PastSandbox>,
    /// Where the server logs.
    log: Dispatch,
}

impl Stage {
    /// The server of `app` with a clock of its own.
    pub(super) async fn of(app: &App, log: Dispatch) -> Result<Self> {
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
            log,
        })
    }

    /// Logs what this demo lacks: what is played isn't logged.
    pub(super) fn say(&self, lack: &str) {
        dispatcher::with_default(&self.log, || tracing::info!("{lack}"));
    }

    /// Puts the clock to `moment`.
    pub(super) fn go_to(&self, moment: DateTime<Utc>) {
        self.clock.advance(moment - self.clock.now());
    }

    /// Lets time pass.
    pub(super) fn wait(&self, time: TimeDelta) {
        self.clock.advance(time);
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
    pub(super) fn request(&self, method: Method, path: &str, kind: &str) -> Builder {
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
    pub(super) async fn send(
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
