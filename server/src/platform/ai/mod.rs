//! A language model behind an OpenAI-compatible endpoint (`ai_url`): OpenAI's own, or a server on this machine such as
//! Ollama, llama.cpp or vLLM (D65). What is asked, and what may be done with an answer, is up to the rooms; an answer is
//! always untrusted text.

mod answer;
mod calls;
mod mending;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use chrono::TimeDelta;
use outside_client::{Client, Policy, Problem};
use reqwest::header;
use serde_json::{Value, json};

use super::{
    clock::Clock,
    database::Database,
    error::{Error, Result},
    keys::Keys,
    limits::table,
    limits_shared, outbound,
    outside::{Service, ServiceError},
    runs::StepError,
    settings::{Secret, Settings},
};

pub use calls::AiCalls;
use mending::{Mended, Sent};

static AI: Service = Service {
    name: "The AI service",
    advice: "Check the settings ai_key and ai_model, and the account.",
    pause: TimeDelta::minutes(1),
};
/// How long an answer is waited for. Models on small machines are slow.
pub const PATIENCE: Duration = Duration::from_secs(50);
const POLICY: Policy = Policy {
    time: PATIENCE,
    largest: 1 << 20,
    // A retry is a second call, which costs as much.
    attempts: 3,
    first_pause: Duration::from_millis(500),
    longest_pause: Duration::from_secs(20),
    ..Policy::USUAL
};
/// What a limit of the setting `ai_calls_per_day` applies to: all nodes together.
const EVERYONE: &str = "";

/// The names that servers use for the limit on an answer's length.
pub const TOKEN_FIELDS: [&str; 2] = ["max_completion_tokens", "max_tokens"];
/// How long a model may think before it answers.
pub const REASONING_EFFORTS: [&str; 4] = ["minimal", "low", "medium", "high"];

/// Access to the model, if one is configured. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ai {
    model: Option<Arc<Model>>,
    calls: Arc<AiCalls>,
}

/// The configured model.
#[derive(Debug)]
pub struct Model {
    client: Client,
    /// Of `/chat/completions`.
    address: String,
    key: Secret,
    /// Its name, such as `gpt-5-mini`.
    pub name: String,
    /// Whether it understands pictures.
    pub reads_images: bool,
    token_field: String,
    max_tokens: u32,
    reasoning_effort: String,
    mended: Mended,
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
    /// The name and JSON schema of the answer; without one, it is text.
    pub schema: Option<(&'static str, Value)>,
}

/// Why there is no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum AiError {
    #[error("Today's AI calls are used up (setting ai_calls_per_day).")]
    DailyLimit,
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error("The AI service's content filter refused the call.")]
    Filtered,
    #[error("The AI model declined: {0}")]
    Declined(String),
    #[error(
        "The AI model's answer is cut off after {0} tokens. Raise the setting ai_max_tokens; if the model thinks before it answers, lower ai_reasoning_effort."
    )]
    Cut(u32),
    #[error("The AI service's answer can't be used: {0}")]
    Unreadable(String),
    #[error("{0}")]
    Ours(#[from] Error),
}

impl From<Problem> for AiError {
    fn from(problem: Problem) -> Self {
        match &problem {
            Problem::Refused(refusal) if refusal.code == "content_filter" => Self::Filtered,
            _ => Self::Service(AI.failed(problem)),
        }
    }
}

impl From<AiError> for StepError {
    fn from(error: AiError) -> Self {
        match error {
            AiError::Ours(error) => Self::Again(error),
            AiError::DailyLimit => Self::Stop(error.to_string()),
            // 404 is a wrong address, or a model that isn't there.
            AiError::Service(error) if error.problem.status() == Some(404) => {
                Self::Stop(error.to_string())
            }
            AiError::Service(error) => error.into(),
            error => Self::Skip(error.to_string()),
        }
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
            client: outbound::outside_client(POLICY, settings.ai_key.reveal())?,
            address: format!("{}/chat/completions", settings.ai_url.trim_end_matches('/')),
            key: settings.ai_key.clone(),
            name: settings.ai_model.clone(),
            reads_images: settings.ai_reads_images,
            token_field: settings.ai_token_field.clone(),
            max_tokens: settings.ai_max_tokens,
            reasoning_effort: settings.ai_reasoning_effort.clone(),
            mended: Mended::default(),
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
    pub fn vision_model(&self) -> Option<&Model> {
        self.configured().filter(|model| model.reads_images)
    }

    /// The metrics of calls.
    #[must_use]
    pub fn calls(&self) -> &AiCalls {
        &self.calls
    }
}

impl Model {
    /// The model's answer, trimmed and not empty. What the service doesn't understand of a call is left out, and an answer
    /// that is cut off is asked for again with more room, in this and in later calls.
    ///
    /// # Errors
    ///
    /// When there is none that can be used.
    pub async fn ask(&self, question: &Question) -> std::result::Result<String, AiError> {
        loop {
            let sent = self.mended.sent();
            match self.ask_once(question, sent).await {
                Err(error) if self.mended.may_mend(sent, &error, self.token_field(sent)) => {}
                answer => return answer,
            }
        }
    }

    async fn ask_once(
        &self,
        question: &Question,
        sent: Sent,
    ) -> std::result::Result<String, AiError> {
        let attempts = AtomicU32::new(0);
        let body = self.body(question, sent).to_string();
        let content = self.content(body, &attempts).await;
        let answer = content.and_then(|content| answer::read(&content, self.tokens(sent)));
        let (attempts, answered) = (attempts.into_inner(), u32::from(answer.is_ok()));
        self.calls.note(answered, attempts - answered);
        answer
    }

    /// The service's whole response.
    async fn content(
        &self,
        body: String,
        attempts: &AtomicU32,
    ) -> std::result::Result<Bytes, AiError> {
        let mut request = (self.client.transport().post(&self.address))
            .header(header::CONTENT_TYPE, "application/json")
            .body(body);
        let key = self.key.reveal();
        if !key.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let request = request.build().map_err(Problem::from)?;
        let answer = self.client.ask_counted(request, || self.count(attempts));
        Ok(answer.await?.body()?)
    }

    fn tokens(&self, sent: Sent) -> u32 {
        self.max_tokens.saturating_mul(sent.room)
    }

    fn token_field(&self, sent: Sent) -> &str {
        let other = TOKEN_FIELDS
            .into_iter()
            .find(|field| *field != self.token_field);
        match other.filter(|_| sent.other_token_field) {
            Some(other) => other,
            None => &self.token_field,
        }
    }

    /// Counts one call, also against the daily limit.
    async fn count(&self, attempts: &AtomicU32) -> std::result::Result<(), AiError> {
        if self.calls_per_day > 0 {
            self.count_for_the_day().await?;
        }
        attempts.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    async fn count_for_the_day(&self) -> std::result::Result<(), AiError> {
        let limit = table::ai_calls(self.calls_per_day);
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

    fn body(&self, question: &Question, sent: Sent) -> Value {
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
            self.token_field(sent): self.tokens(sent),
        });
        let Some(fields) = body.as_object_mut() else {
            return body;
        };
        if sent.effort && !self.reasoning_effort.is_empty() {
            let effort = json!(self.reasoning_effort);
            fields.insert("reasoning_effort".to_owned(), effort);
        }
        if let Some((name, schema)) = question.schema.as_ref().filter(|_| sent.schema) {
            let format = json!({
                "type": "json_schema",
                "json_schema": { "name": name, "strict": true, "schema": schema },
            });
            fields.insert("response_format".to_owned(), format);
        }
        body
    }
}
