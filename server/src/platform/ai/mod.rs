//! A language model behind an OpenAI-compatible endpoint (`ai_url`): OpenAI's own, or a server on this machine such as
//! Ollama, llama.cpp or vLLM (D65). What is asked, and what may be done with an answer, is up to the rooms; an answer is
//! always untrusted text.

mod answer;
mod calls;

use std::{sync::Arc, time::Duration};

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{StatusCode, header};
use serde_json::{Value, json};

use super::{
    clock::Clock,
    database::Database,
    error::{Error, Result},
    keys::Keys,
    limits::Limit,
    limits_shared, outbound,
    settings::{Secret, Settings},
};

pub use calls::AiCalls;

/// For one attempt. Models on small machines are slow.
const ATTEMPT_TIME: Duration = Duration::from_secs(50);
/// How often a call is made before the service counts as down. A retry is a second call, which costs as much.
const ATTEMPTS: u32 = 3;
/// Delay after the first failed attempt; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// A service that wants a longer pause isn't waited for.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
/// The longest response in bytes.
const LARGEST: usize = 1 << 20;
/// What a limit of the setting `ai_calls_per_day` applies to: all nodes together.
const EVERYONE: &str = "";

/// The names that servers use for the limit on an answer's length.
pub const TOKEN_FIELDS: [&str; 2] = ["max_completion_tokens", "max_tokens"];

/// Access to the model, if one is configured. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ai {
    model: Option<Arc<Model>>,
    calls: Arc<AiCalls>,
}

/// The configured model.
#[derive(Debug)]
pub struct Model {
    client: reqwest::Client,
    /// Of `/chat/completions`.
    address: String,
    key: Secret,
    /// Its name, such as `gpt-5-mini`.
    pub name: String,
    /// Whether it understands pictures.
    pub reads_images: bool,
    token_field: String,
    calls_per_day: u32,
    database: Database,
    keys: Keys,
    clock: Clock,
    calls: Arc<AiCalls>,
}

/// What a model is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it should do, in our words only.
    pub rules: &'static str,
    /// The data it should do it with.
    pub data: String,
    /// JPEG files.
    pub pictures: Vec<Vec<u8>>,
    /// The maximum length of the answer in tokens, of about four letters each.
    pub most_tokens: u32,
    /// The name and JSON schema of the answer; without one, it is text.
    pub schema: Option<(&'static str, Value)>,
}

/// Why there is no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum AiError {
    #[error("The AI service's account has no credit left.")]
    OutOfCredit,
    #[error("Today's AI calls are used up (setting ai_calls_per_day).")]
    DailyLimit,
    /// The key, the model or the URL is wrong, most likely.
    #[error("The AI service refused the call ({status}): {message}")]
    Refused { status: u16, message: String },
    /// It stayed so through all attempts.
    #[error("The AI service is down or busy: {0}")]
    Unavailable(String),
    #[error("The AI service's content filter refused the call.")]
    Filtered,
    #[error("The AI model declined: {0}")]
    Declined(String),
    #[error("The AI model's answer is cut off.")]
    Cut,
    #[error("The AI service's answer can't be used: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Ours(#[from] Error),
}

impl AiError {
    /// Whether every other call would fail, too.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        match self {
            Self::OutOfCredit | Self::DailyLimit | Self::Ours(_) => true,
            Self::Refused { status, .. } => matches!(status, 401 | 403 | 404),
            _ => false,
        }
    }

    /// Whether the service didn't work; such calls may succeed later.
    #[must_use]
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }
}

impl Ai {
    /// Reads the settings; doesn't connect yet.
    ///
    /// # Errors
    ///
    /// When TLS can't be set up.
    pub fn open(settings: &Settings, database: Database, keys: Keys, clock: Clock) -> Result<Self> {
        let calls = Arc::new(AiCalls::default());
        if settings.ai_url.is_empty() {
            return Ok(Self { model: None, calls });
        }
        let model = Model {
            client: outbound::service_client(ATTEMPT_TIME)?,
            address: format!("{}/chat/completions", settings.ai_url.trim_end_matches('/')),
            key: settings.ai_key.clone(),
            name: settings.ai_model.clone(),
            reads_images: settings.ai_reads_images,
            token_field: settings.ai_token_field.clone(),
            calls_per_day: settings.ai_calls_per_day,
            database,
            keys,
            clock,
            calls: calls.clone(),
        };
        Ok(Self {
            model: Some(Arc::new(model)),
            calls,
        })
    }

    /// The model, if one is configured.
    #[must_use]
    pub fn configured(&self) -> Option<&Model> {
        self.model.as_deref()
    }

    /// The model, if it understands pictures.
    #[must_use]
    pub fn with_eyes(&self) -> Option<&Model> {
        self.configured().filter(|model| model.reads_images)
    }

    /// The metrics of calls.
    #[must_use]
    pub fn calls(&self) -> &AiCalls {
        &self.calls
    }
}

/// The result of one attempt.
enum Attempt {
    Answered(String),
    Failed(AiError),
    /// May succeed after this pause; our own choice if the service doesn't name one.
    Again(String, Option<Duration>),
}

impl Model {
    /// The model's answer, trimmed and not empty.
    ///
    /// # Errors
    ///
    /// When there is none that can be used.
    pub async fn ask(&self, question: &Question) -> std::result::Result<String, AiError> {
        let body = self.body(question).to_string();
        let mut pause = FIRST_PAUSE;
        let mut tries = 1;
        loop {
            self.count().await?;
            let attempt = self.attempt(body.clone()).await;
            let (reason, wanted) = match attempt {
                Attempt::Answered(text) => {
                    self.calls.answered();
                    return Ok(text);
                }
                Attempt::Failed(error) => {
                    self.calls.failed();
                    return Err(error);
                }
                Attempt::Again(reason, wanted) => (reason, wanted),
            };
            self.calls.failed();
            let wait = wanted.unwrap_or(pause);
            if tries == ATTEMPTS || wait > LONGEST_PAUSE {
                return Err(AiError::Unavailable(reason));
            }
            tokio::time::sleep(wait).await;
            pause *= 2;
            tries += 1;
        }
    }

    /// Counts one call against the daily limit.
    async fn count(&self) -> std::result::Result<(), AiError> {
        if self.calls_per_day == 0 {
            return Ok(());
        }
        let limit = Limit {
            name: "AI calls",
            count: self.calls_per_day,
            period: TimeDelta::days(1),
            message: "Today's AI calls are used up.",
        };
        let (keys, now) = (self.keys.clone(), self.clock.now());
        let wait = self
            .database
            .transaction(move |transaction| {
                let keys = keys.clone();
                Box::pin(async move {
                    limits_shared::count_or_wait(transaction, &keys, &limit, EVERYONE, now).await
                })
            })
            .await?;
        wait.map_or(Ok(()), |_| Err(AiError::DailyLimit))
    }

    fn body(&self, question: &Question) -> Value {
        let data = if question.pictures.is_empty() {
            json!(question.data)
        } else {
            let text = json!({ "type": "text", "text": question.data });
            let pictures = question.pictures.iter().map(|jpeg| {
                let url = format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(jpeg));
                json!({ "type": "image_url", "image_url": { "url": url, "detail": "low" } })
            });
            std::iter::once(text).chain(pictures).collect()
        };
        let mut body = json!({
            "model": self.name,
            "messages": [
                { "role": "system", "content": question.rules },
                { "role": "user", "content": data },
            ],
            self.token_field.as_str(): question.most_tokens,
        });
        if let (Some((name, schema)), Some(body)) = (&question.schema, body.as_object_mut()) {
            let format = json!({
                "type": "json_schema",
                "json_schema": { "name": name, "strict": true, "schema": schema },
            });
            body.insert("response_format".to_owned(), format);
        }
        body
    }

    async fn attempt(&self, body: String) -> Attempt {
        let mut request = self
            .client
            .post(&self.address)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body);
        let key = self.key.reveal();
        if !key.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let mut response = match request.send().await {
            Ok(response) => response,
            Err(error) if error.is_timeout() => {
                return Attempt::Again("it took too long to answer".to_owned(), None);
            }
            Err(_) => return Attempt::Again("it can't be reached".to_owned(), None),
        };
        let status = response.status();
        let wanted = wanted_pause(response.headers(), self.clock.now());
        let mut whole = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if whole.len() + chunk.len() <= LARGEST => {
                    whole.extend_from_slice(&chunk);
                }
                Ok(Some(_)) => {
                    let reason = "it is too long".to_owned();
                    return Attempt::Failed(AiError::Unreadable(reason));
                }
                Ok(None) => break,
                Err(_) => {
                    return Attempt::Again("the connection was lost".to_owned(), None);
                }
            }
        }
        if status.is_success() {
            return answer::read(&whole).map_or_else(Attempt::Failed, Attempt::Answered);
        }
        self.refusal(status, &whole, wanted)
    }

    fn refusal(&self, status: StatusCode, body: &[u8], wanted: Option<Duration>) -> Attempt {
        let (code, message) = answer::problem(body);
        let message = match self.key.reveal() {
            "" => message,
            key => message.replace(key, "…"),
        };
        match code.as_str() {
            "insufficient_quota" => return Attempt::Failed(AiError::OutOfCredit),
            "content_filter" => return Attempt::Failed(AiError::Filtered),
            _ => {}
        }
        let passes = status.is_server_error() || matches!(status.as_u16(), 408 | 409 | 429);
        let status = status.as_u16();
        if passes {
            Attempt::Again(format!("it answered {status} {message}"), wanted)
        } else {
            Attempt::Failed(AiError::Refused { status, message })
        }
    }
}

/// How long the service asks to wait: `retry-after-ms`, or else `Retry-After` in seconds or as a date.
fn wanted_pause(headers: &header::HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(millis) = text("retry-after-ms").and_then(|text| text.trim().parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    let text = text("retry-after")?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = DateTime::parse_from_rfc2822(text).ok()?;
    Some((date.to_utc() - now).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_read_in_each_of_its_forms() {
        let now = "2026-03-04T15:00:00Z".parse().unwrap();
        let wanted = |name: &'static str, value: &'static str| {
            let headers = [(name.parse().unwrap(), value.parse().unwrap())];
            wanted_pause(&headers.into_iter().collect(), now)
        };
        let seconds = |count| Some(Duration::from_secs(count));
        assert_eq!(
            wanted("retry-after-ms", "1500"),
            Some(Duration::from_millis(1500))
        );
        assert_eq!(wanted("retry-after", "20"), seconds(20));
        assert_eq!(
            wanted("retry-after", "Wed, 04 Mar 2026 15:00:09 GMT"),
            seconds(9)
        );
        assert_eq!(
            wanted("retry-after", "Wed, 04 Mar 2026 14:00:00 GMT"),
            seconds(0)
        );
        assert_eq!(wanted("retry-after", "soon"), None);
        assert_eq!(wanted("date", "20"), None);
    }
}
