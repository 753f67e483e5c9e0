//! Making calls: encoding, retrying where that is safe, and parsing.

use std::{fmt, sync::Arc, time::Duration};

use reqwest::{Method, StatusCode, header::HeaderMap};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    VERSION,
    error::{Error, Refusal, Result},
};

/// Stripe's answers are far smaller.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;
/// The maximum delay, whatever a server asks for.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Options of a client.
#[derive(Clone)]
pub struct Options {
    pub secret_key: String,
    /// `https://api.stripe.com`, or a sandbox's URL.
    pub api_url: String,
    /// Timeout of one attempt.
    pub attempt_time: Duration,
    /// Maximum attempts per call.
    pub attempts: u32,
    /// Delay before the second attempt; it doubles each time.
    pub first_pause: Duration,
    /// Random numbers between 0 and 1, so that many callers don't retry at the same time.
    pub jitter: Arc<dyn Fn() -> f64 + Send + Sync>,
}

impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("api_url", &self.api_url)
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
}

/// A client. Clones share its connections.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    options: Arc<Options>,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options.fmt(formatter)
    }
}

/// Form parameters, in order.
#[derive(Debug, Default)]
pub(crate) struct Form {
    text: String,
}

impl Form {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn add(mut self, name: &str, value: &str) -> Self {
        let from = self.text.len();
        let mut pairs = form_urlencoded::Serializer::for_suffix(self.text, from);
        if from > 0 {
            // The serializer starts from scratch each time, so the separator between pairs is added here.
            self.text = pairs.finish();
            self.text.push('&');
            let from = self.text.len();
            pairs = form_urlencoded::Serializer::for_suffix(self.text, from);
        }
        self.text = pairs.append_pair(name, value).finish();
        self
    }

    pub fn metadata(self, metadata: &[(&str, &str)]) -> Self {
        metadata.iter().fold(self, |form, (name, value)| {
            form.add(&format!("metadata[{name}]"), value)
        })
    }
}

/// The path of a call. IDs are separate parts, so that they can be encoded.
pub(crate) trait Path {
    fn text(&self) -> String;
}

impl Path for &str {
    fn text(&self) -> String {
        (*self).to_owned()
    }
}

/// Alternating fixed text and IDs.
impl<const PARTS: usize> Path for &[&str; PARTS] {
    fn text(&self) -> String {
        self.iter()
            .enumerate()
            .map(|(place, part)| {
                if place % 2 == 0 {
                    (*part).to_owned()
                } else {
                    form_urlencoded::byte_serialize(part.as_bytes()).collect()
                }
            })
            .collect()
    }
}

/// The result of one attempt.
enum Attempt<T> {
    Done(T),
    Failed(Error),
    /// Worth another attempt, after the requested delay.
    Again(String, Option<Duration>),
}

impl Client {
    /// Creates a client. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// When a URL or key in the options is invalid.
    pub fn new(options: Options) -> Result<Self> {
        url::Url::parse(&options.api_url).map_err(|error| {
            Error::Setup(format!("{} is not a valid URL: {error}", options.api_url))
        })?;
        let roots =
            rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| Error::Setup(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            .timeout(options.attempt_time)
            .build()
            .map_err(|error| Error::Setup(error.to_string()))?;
        Ok(Self {
            http,
            options: Arc::new(options),
        })
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: impl Path, form: Form) -> Result<T> {
        self.call(Method::GET, &path.text(), &form, None).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: impl Path,
        form: Form,
        idempotency_key: &str,
    ) -> Result<T> {
        self.call(Method::POST, &path.text(), &form, Some(idempotency_key))
            .await
    }

    pub(crate) async fn delete<T: DeserializeOwned>(
        &self,
        path: impl Path,
        idempotency_key: &str,
    ) -> Result<T> {
        self.call(
            Method::DELETE,
            &path.text(),
            &Form::new(),
            Some(idempotency_key),
        )
        .await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        form: &Form,
        idempotency_key: Option<&str>,
    ) -> Result<T> {
        let call = format!("{method} /v1/{path}");
        let mut pause = self.options.first_pause;
        let mut reason = String::new();
        for attempt in 1..=self.options.attempts {
            let asked = match self
                .attempt(&method, path, form, idempotency_key, &call)
                .await
            {
                Attempt::Done(value) => return Ok(value),
                Attempt::Failed(error) => return Err(error),
                Attempt::Again(why, asked) => {
                    reason = why;
                    asked
                }
            };
            if attempt < self.options.attempts {
                let chance = (self.options.jitter)().clamp(0.0, 1.0);
                let wait = asked.unwrap_or(pause).mul_f64(0.5 + chance / 2.0);
                tokio::time::sleep(wait.min(LONGEST_PAUSE)).await;
                pause *= 2;
            }
        }
        Err(Error::Unavailable {
            call,
            attempts: self.options.attempts,
            reason,
        })
    }

    async fn attempt<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        form: &Form,
        idempotency_key: Option<&str>,
        call: &str,
    ) -> Attempt<T> {
        let base = self.options.api_url.trim_end_matches('/');
        let mut address = format!("{base}/v1/{path}");
        if *method == Method::GET && !form.text.is_empty() {
            address = format!("{address}?{}", form.text);
        }
        let mut request = self
            .http
            .request(method.clone(), address)
            .bearer_auth(&self.options.secret_key)
            .header("stripe-version", VERSION)
            .header("accept", "application/json");
        if *method == Method::POST {
            request = request
                .header("content-type", "application/x-www-form-urlencoded")
                .body(form.text.clone());
        }
        if let Some(key) = idempotency_key {
            request = request.header("idempotency-key", key);
        }
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Attempt::Again(chain(&error.without_url()), None),
        };
        let (status, headers) = (response.status(), response.headers().clone());
        let body = match read(response).await {
            Ok(body) => body,
            Err(reason) => return Attempt::Again(reason, None),
        };
        if status.is_success() {
            return understand(&body, call);
        }
        judge(status, &headers, &body, call)
    }
}

async fn read(mut response: reqwest::Response) -> std::result::Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(part) = response
        .chunk()
        .await
        .map_err(|error| chain(&error.without_url()))?
    {
        body.extend_from_slice(&part);
        if body.len() > LARGEST_ANSWER {
            return Err("the answer is too large".to_owned());
        }
    }
    Ok(body)
}

fn understand<T: DeserializeOwned>(body: &[u8], call: &str) -> Attempt<T> {
    match serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(body)) {
        Ok(value) => Attempt::Done(value),
        // A truncated answer or a proxy's page: the call may be repeated, because its idempotency key tells what
        // happened.
        Err(error) if error.inner().is_syntax() || error.inner().is_eof() => {
            Attempt::Again("the answer is no JSON".to_owned(), None)
        }
        Err(error) => Attempt::Failed(Error::Unreadable {
            call: call.to_owned(),
            path: error.path().to_string(),
            reason: error.inner().to_string(),
        }),
    }
}

/// Whether a refusal is final. Stripe may say so itself.
fn judge<T>(status: StatusCode, headers: &HeaderMap, body: &[u8], call: &str) -> Attempt<T> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let by_itself = matches!(status.as_u16(), 409 | 429) || status.is_server_error();
    let again = match header("stripe-should-retry") {
        Some("true") => true,
        Some("false") => false,
        _ => by_itself,
    };
    let refusal = Refusal {
        request_id: header("request-id").unwrap_or_default().to_owned(),
        ..refusal(status, body)
    };
    if again {
        let seconds = header("retry-after").and_then(|value| value.parse().ok());
        return Attempt::Again(refusal.to_string(), seconds.map(Duration::from_secs));
    }
    Attempt::Failed(Error::Refused {
        call: call.to_owned(),
        refusal: Box::new(refusal),
    })
}

fn refusal(status: StatusCode, body: &[u8]) -> Refusal {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Envelope {
        error: Members,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Members {
        r#type: Option<String>,
        code: Option<String>,
        message: Option<String>,
        param: Option<String>,
    }
    let members = serde_json::from_slice::<Envelope>(body)
        .unwrap_or_default()
        .error;
    Refusal {
        status: status.as_u16(),
        kind: members.r#type.unwrap_or_default(),
        code: members.code.unwrap_or_default(),
        message: members.message.unwrap_or_default(),
        param: members.param.unwrap_or_default(),
        request_id: String::new(),
    }
}

/// An error with its causes: "error sending request: connection refused".
fn chain(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        words.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    words
}
