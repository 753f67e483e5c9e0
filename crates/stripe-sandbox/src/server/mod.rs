//! The sandbox over HTTP: the API, the browser script, the customer portal, and control endpoints.

mod control;
mod portal;
mod script;

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header},
    routing::get,
};
use serde_json::Value;

use crate::{
    VERSION,
    api::{self, Call},
    error::{ApiError, Result},
    faults::FaultKind,
    params::Params,
    sandbox::{RecordedCall, Sandbox},
};

/// Far more than any call of Stripe's own scripts, and little enough for strangers' calls to a demo.
const LARGEST_BODY: usize = 16 * 1024;

impl Sandbox {
    /// All routes, to be served on their own port or under a path of another server.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/portal/{token}", get(portal::show).post(portal::change))
            .route("/v3", get(script::main))
            .route("/v3/", get(script::main))
            .route("/endive/stripe.js", get(script::main))
            .route("/v3/{file}", get(script::file))
            .fallback(api)
            .with_state(self.clone())
    }
}

async fn api(State(sandbox): State<Sandbox>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if parts.method == Method::OPTIONS {
        return for_any_site(answer(StatusCode::NO_CONTENT.as_u16(), &Value::Null));
    }
    let Ok(body) = axum::body::to_bytes(body, LARGEST_BODY).await else {
        return answer(413, &ApiError::invalid("Request too large.").body());
    };
    let path = parts.uri.path().to_owned();
    let query = parts.uri.query().unwrap_or_default();
    let call = Received {
        method: parts.method.as_str(),
        path: &path,
        query,
        headers: &parts.headers,
        body: &body,
    };
    for_any_site(call.answer(&sandbox).await)
}

struct Received<'a> {
    method: &'a str,
    path: &'a str,
    query: &'a str,
    headers: &'a HeaderMap,
    body: &'a Bytes,
}

impl Received<'_> {
    async fn answer(&self, sandbox: &Sandbox) -> Response<Body> {
        let mut params = Params::parse(&[self.query.as_bytes(), self.body]);
        let key = self.key(&mut params);
        if let Some(order) = self.path.strip_prefix("/sandbox/") {
            let done = sandbox
                .key_kind(&key)
                .and_then(|kind| control::carry_out(sandbox, self.method, order, &params, kind));
            return respond(done);
        }
        let idempotency_key = self.header("idempotency-key").filter(|key| !key.is_empty());
        sandbox.record(RecordedCall {
            method: self.method.to_owned(),
            path: self.path.to_owned(),
            idempotency_key: idempotency_key.clone(),
        });
        let fault = sandbox.take_fault(self.method, self.path);
        match fault {
            Some(FaultKind::Refuse(status)) => return refused(status),
            Some(FaultKind::Hang) => return std::future::pending().await,
            _ => {}
        }
        let running = match &idempotency_key {
            Some(key) if self.method != "GET" => match sandbox.begin(key) {
                Some(running) => Some(running),
                None => return in_use(key),
            },
            _ => None,
        };
        let done = self.carry_out(sandbox, &key, params, idempotency_key);
        match fault {
            Some(FaultKind::LoseAnswer(status)) => return refused(status),
            Some(FaultKind::Delay(millis)) => {
                tokio::time::sleep(std::time::Duration::from_millis(millis)).await;
            }
            // The call itself is done and only its response is lost, so its key is free.
            Some(FaultKind::HangAfter) => {
                drop(running);
                return std::future::pending().await;
            }
            Some(FaultKind::Garble) => return garbled(),
            _ => {}
        }
        done
    }

    fn carry_out(
        &self,
        sandbox: &Sandbox,
        key: &str,
        params: Params,
        idempotency_key: Option<String>,
    ) -> Response<Body> {
        let Some(path) = self.path.strip_prefix("/v1/") else {
            return respond(Err(ApiError::no_route(self.method, self.path)));
        };
        let kind = match self.check_version().and_then(|()| sandbox.key_kind(key)) {
            Ok(kind) => kind,
            Err(refusal) => return respond(Err(refusal)),
        };
        let asked = format!("{} {path}?{}", self.method, params.fingerprint());
        let base = sandbox.base_url();
        let repeatable = idempotency_key.filter(|_| self.method != "GET");
        let response = sandbox.with(|state| {
            let request_id = state.id("req");
            let earlier = match &repeatable {
                Some(key) => state.answers.find(key, &asked, state.now),
                None => Ok(None),
            };
            match earlier {
                Err(refusal) => return respond(Err(refusal)),
                Ok(Some(earlier)) => {
                    let mut response = answer(earlier.status, &earlier.body);
                    set(&mut response, "idempotent-replayed", "true");
                    set(&mut response, "original-request", &earlier.request);
                    set(&mut response, "request-id", &request_id);
                    return response;
                }
                Ok(None) => {}
            }
            state.request = Some((request_id.clone(), repeatable.clone()));
            let now = state.now;
            let call = Call {
                method: self.method,
                path,
                params,
                key: kind,
                base: &base,
            };
            let (status, body) = match api::answer(state, &call) {
                Ok(body) => (200, body),
                Err(error) => (error.status, error.body()),
            };
            state.request = None;
            state.forget_oldest();
            let mut response = answer(status, &body);
            set(&mut response, "request-id", &request_id);
            set(&mut response, "stripe-version", VERSION);
            if let Some(key) = &repeatable {
                set(&mut response, "idempotency-key", key);
                state
                    .answers
                    .keep(key, &asked, status, body, request_id, now);
            }
            response
        });
        sandbox.wake();
        response
    }

    fn check_version(&self) -> Result<()> {
        match self.header("stripe-version") {
            Some(version) if version != VERSION => Err(ApiError::invalid(format!(
                "Invalid Stripe API version: {version}. The sandbox speaks {VERSION}."
            ))),
            _ => Ok(()),
        }
    }

    /// From the header, or among the parameters as browsers send it.
    fn key(&self, params: &mut Params) -> String {
        let sent = params.text("key");
        // Sent along by the official script and client.
        for name in ["_stripe_version", "_stripe_account"] {
            params.ignore(name);
        }
        self.header("authorization")
            .and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned))
            .or(sent)
            .unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned)
    }
}

fn respond(done: Result<Value>) -> Response<Body> {
    match done {
        Ok(body) => answer(200, &body),
        Err(error) => answer(error.status, &error.body()),
    }
}

fn refused(status: u16) -> Response<Body> {
    let error = match status {
        429 => ApiError::new(
            429,
            "invalid_request_error",
            "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
        )
        .code("rate_limit"),
        409 => ApiError::new(409, "invalid_request_error", "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.")
            .code("lock_timeout"),
        status => ApiError::new(
            status,
            "api_error",
            "An unknown error occurred.",
        ),
    };
    answer(error.status, &error.body())
}

fn in_use(key: &str) -> Response<Body> {
    let error = ApiError::new(
        409,
        "idempotency_error",
        format!(
            "There is currently another in-progress request using this Idempotent Key: {key}. Please wait for that to finish before trying again."
        ),
    )
    .code("idempotency_key_in_use");
    answer(409, &error.body())
}

fn garbled() -> Response<Body> {
    let mut response = Response::new(Body::from("<html>Bad gateway"));
    set(&mut response, "content-type", "text/html");
    response
}

fn answer(status: u16, body: &Value) -> Response<Body> {
    let text = if body.is_null() {
        String::new()
    } else {
        format!("{body:#}")
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    set(&mut response, "content-type", "application/json");
    set(&mut response, "cache-control", "no-cache, no-store");
    response
}

/// Pages of any site may call the API, because the publishable key is public.
fn for_any_site(mut response: Response<Body>) -> Response<Body> {
    set(&mut response, "access-control-allow-origin", "*");
    set(
        &mut response,
        "access-control-allow-methods",
        "GET, POST, DELETE",
    );
    set(
        &mut response,
        "access-control-allow-headers",
        "authorization, content-type, stripe-version, idempotency-key",
    );
    response
}

fn set(response: &mut Response<Body>, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response
            .headers_mut()
            .insert(header::HeaderName::from_static(name), value);
    }
}
