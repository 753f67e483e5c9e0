//! The invented people: each sends what a browser would, with the cookies it was given.

use std::net::IpAddr;

use axum::{
    body::{Body, Bytes},
    http::{Method, StatusCode, header},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::stage::{JSON, Stage};
use crate::platform::{
    error::{Error, Result},
    sessions::{self, Kind},
    web::Client,
};

/// What people send besides forms.
const FILE: &str = "application/octet-stream";
/// What the people's sessions are named by.
const BROWSER: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
/// The network of the administrator, reserved for documentation (RFC 5737) as those of all these people.
const OFFICE: [u8; 4] = [192, 0, 2, 250];

/// Somebody with a browser.
pub(super) struct Person<'a> {
    stage: &'a Stage,
    address: IpAddr,
    /// As sent: name and value.
    cookies: Vec<String>,
}

impl<'a> Person<'a> {
    /// Somebody with this IP address and no session.
    pub(super) fn at(stage: &'a Stage, address: [u8; 4]) -> Self {
        Self {
            stage,
            address: IpAddr::from(address),
            cookies: Vec::new(),
        }
    }

    /// The administrator, signed in as by a door of the demo.
    pub(super) async fn administrator(stage: &'a Stage) -> Result<Self> {
        let services = stage.services();
        let (held, now) = (services.clone(), services.clock.now());
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
        let mut administrator = Self::at(stage, OFFICE);
        administrator.keep(&sessions::set(Kind::Admin, &token, services.is_secure()));
        Ok(administrator)
    }

    /// The owner with this ID, signed in as by a door of the demo, which proves no address.
    pub(super) async fn owner(stage: &'a Stage, id: Uuid, address: [u8; 4]) -> Result<Self> {
        let services = stage.services();
        let (held, now) = (services.clone(), services.clock.now());
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
        let mut owner = Self::at(stage, address);
        owner.keep(&sessions::set(Kind::Owner, &token, services.is_secure()));
        Ok(owner)
    }

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

    /// Patches with `body`, and returns the answer.
    pub(super) async fn patch(
        &mut self,
        path: &str,
        body: &Value,
        expected: StatusCode,
    ) -> Result<Value> {
        let body = Body::from(body.to_string());
        self.send((Method::PATCH, path), (JSON, body), expected)
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
