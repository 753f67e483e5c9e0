//! Making calls: encoding, retrying where that is safe, and parsing.

use std::{
    fmt,
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use outside_client::{Answer, Policy, Problem, may_pass};
use reqwest::Method;
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::{
    VERSION,
    error::{Error, Refusal, Result},
};

/// Stripe's answers are far smaller.
const LARGEST_ANSWER: usize = 8 << 20;
/// Somebody is waiting: whoever asks for a longer pause isn't waited for.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Options of a client.
#[derive(Clone)]
pub struct Options {
    /// Sends the requests.
    pub http: reqwest::Client,
    pub secret_key: String,
    /// `https://api.stripe.com`, or a sandbox's URL.
    pub api_url: String,
    /// Timeout of one attempt.
    pub attempt_time: Duration,
    /// Maximum attempts per call.
    pub attempts: u32,
    /// Delay before the second attempt; it doubles each time.
    pub first_pause: Duration,
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
    service: outside_client::Client,
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
        let policy = Policy {
            time: options.attempt_time,
            largest: LARGEST_ANSWER,
            attempts: options.attempts,
            first_pause: options.first_pause,
            longest_pause: LONGEST_PAUSE,
            again: is_open,
        };
        let (http, key) = (options.http.clone(), &options.secret_key);
        Ok(Self {
            service: outside_client::Client::new(http, policy, key),
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
        let base = self.options.api_url.trim_end_matches('/');
        let mut address = format!("{base}/v1/{path}");
        if method == Method::GET && !form.text.is_empty() {
            address = format!("{address}?{}", form.text);
        }
        let http = self.service.transport();
        let mut request = http
            .request(method.clone(), address)
            .bearer_auth(&self.options.secret_key)
            .header("stripe-version", VERSION)
            .header("accept", "application/json");
        if method == Method::POST {
            request = request
                .header("content-type", "application/x-www-form-urlencoded")
                .body(form.text.clone());
        }
        if let Some(key) = idempotency_key {
            request = request.header("idempotency-key", key);
        }
        let attempts = AtomicU32::new(0);
        let count = || {
            attempts.fetch_add(1, Ordering::Relaxed);
            ready(Ok::<_, Problem>(()))
        };
        let answer = match request.build() {
            Ok(request) => self.service.ask_counted(request, count).await,
            Err(error) => Err(error.into()),
        };
        let unavailable = |reason: String| Error::Unavailable {
            call: call.clone(),
            attempts: attempts.load(Ordering::Relaxed),
            reason,
        };
        let answer = answer.map_err(|problem| unavailable(problem.to_string()))?;
        if answer.is_success() {
            return understand(&answer.content, &call, unavailable);
        }
        let refusal = refusal(&answer);
        if is_open(&Ok(answer)) {
            return Err(unavailable(refusal.to_string()));
        }
        Err(Error::Refused {
            call,
            refusal: Box::new(refusal),
        })
    }
}

/// Whether it is open what came of a call, so that it is repeated: its idempotency key tells what happened. Stripe may
/// say so itself; a success without JSON is a truncated answer or a proxy's page.
fn is_open(result: &std::result::Result<Answer, Problem>) -> bool {
    let Ok(answer) = result else {
        return may_pass(result);
    };
    if answer.is_success() {
        return serde_json::from_slice::<IgnoredAny>(&answer.content).is_err();
    }
    match header(answer, "stripe-should-retry") {
        "true" => true,
        "false" => false,
        _ => may_pass(result),
    }
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let value = answer.headers.get(name);
    value.and_then(|it| it.to_str().ok()).unwrap_or_default()
}

fn understand<T: DeserializeOwned>(
    body: &[u8],
    call: &str,
    unavailable: impl Fn(String) -> Error,
) -> Result<T> {
    let mut json = serde_json::Deserializer::from_slice(body);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        if error.inner().is_syntax() || error.inner().is_eof() {
            return unavailable("the answer is no JSON".to_owned());
        }
        Error::Unreadable {
            call: call.to_owned(),
            path: error.path().to_string(),
            reason: error.inner().to_string(),
        }
    })
}

/// Stripe's reasons.
fn refusal(answer: &Answer) -> Refusal {
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
    let members = serde_json::from_slice::<Envelope>(&answer.content)
        .unwrap_or_default()
        .error;
    Refusal {
        status: answer.status,
        kind: members.r#type.unwrap_or_default(),
        code: members.code.unwrap_or_default(),
        message: members.message.unwrap_or_default(),
        param: members.param.unwrap_or_default(),
        request_id: header(answer, "request-id").to_owned(),
    }
}
