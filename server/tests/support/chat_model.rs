//! An OpenAI-compatible server on loopback, with the wire format of `POST /v1/chat/completions`.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{Site, command::until};

/// A running model; it ends with the test.
pub struct ChatModel {
    pub site: Site,
    desk: Desk,
}

#[derive(Clone, Default)]
struct Desk {
    script: Arc<Mutex<VecDeque<Scripted>>>,
    judgments: Arc<Mutex<VecDeque<String>>>,
    questions: Arc<Mutex<Vec<Value>>>,
    judged: Arc<Mutex<Vec<Value>>>,
    released: Arc<Notify>,
}

enum Scripted {
    Answer(u16, HeaderMap, String),
    /// Answers as usual once the test releases it.
    Held,
}

impl ChatModel {
    /// Serves a model that writes a plain sentence about each shop, unless told otherwise.
    pub async fn serve() -> Self {
        let desk = Desk::default();
        let pages = Router::new()
            .route("/v1/chat/completions", post(answer))
            .with_state(desk.clone());
        let site = Site::serve(pages).await;
        Self { site, desk }
    }

    /// For the setting `ai_url`.
    pub fn url(&self) -> String {
        self.site.url("/v1")
    }

    /// The next answer is this text.
    pub fn says(&self, text: &str) {
        self.responds(200, &[], completion(text).to_string());
    }

    /// The next text about a shop is this one.
    pub fn writes(&self, text: &str) {
        self.says(&json!({ "sentences": [{ "text": text, "facts": [1] }] }).to_string());
    }

    /// The next judgment is this one; otherwise all sentences are supported.
    pub fn judges(&self, answer: &str) {
        self.desk
            .judgments
            .lock()
            .unwrap()
            .push_back(answer.to_owned());
    }

    /// The bodies of all requests so far that ask for a judgment.
    pub fn judged(&self) -> Vec<Value> {
        self.desk.judged.lock().unwrap().clone()
    }

    /// The next response is this one.
    pub fn responds(&self, status: u16, headers: &[(&'static str, &'static str)], body: String) {
        let headers = headers.iter().map(|(name, value)| {
            let name = HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        let scripted = Scripted::Answer(status, headers.collect(), body);
        self.desk.script.lock().unwrap().push_back(scripted);
    }

    /// From now on it answers as usual.
    pub fn forget_script(&self) {
        self.desk.script.lock().unwrap().clear();
    }

    /// The next answer waits for [`ChatModel::release`].
    pub fn holds(&self) {
        self.desk.script.lock().unwrap().push_back(Scripted::Held);
    }

    /// Lets a held answer go.
    pub fn release(&self) {
        self.desk.released.notify_one();
    }

    /// The bodies of all other requests so far.
    pub fn questions(&self) -> Vec<Value> {
        self.desk.questions.lock().unwrap().clone()
    }

    /// Returns once it was asked `count` times.
    pub async fn asked(&self, count: usize) {
        until(&format!("question {count}"), || async {
            self.questions().len() >= count
        })
        .await;
    }
}

/// A successful response with this text.
pub fn completion(text: &str) -> Value {
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": text, "refusal": null },
            "finish_reason": "stop",
        }],
        "usage": { "prompt_tokens": 117, "completion_tokens": 46, "total_tokens": 163 },
    })
}

async fn answer(State(desk): State<Desk>, Json(question): Json<Value>) -> Response {
    if let Some(sentences) = sentences_of(&question) {
        desk.judged.lock().unwrap().push(question);
        let scripted = desk.judgments.lock().unwrap().pop_front();
        let usual = || json!({ "sentences": sentences }).to_string();
        return Json(completion(&scripted.unwrap_or_else(usual))).into_response();
    }
    let usual = plain(&question);
    desk.questions.lock().unwrap().push(question);
    let scripted = desk.script.lock().unwrap().pop_front();
    match scripted {
        Some(Scripted::Answer(status, headers, body)) => {
            (StatusCode::from_u16(status).unwrap(), headers, body).into_response()
        }
        Some(Scripted::Held) => {
            desk.released.notified().await;
            usual
        }
        None => usual,
    }
}

/// If it asks for a judgment, one that supports all sentences.
fn sentences_of(question: &Value) -> Option<Vec<Value>> {
    let data = question["messages"][1]["content"].as_str()?;
    let data: Value = serde_json::from_str(data).ok()?;
    let sentences = data.get("sentences")?.as_array()?.iter();
    let verdict = |sentence: &Value| json!({ "number": sentence["number"], "supported": true });
    Some(sentences.map(verdict).collect())
}

/// The value of a fact that a question holds; empty if it holds none.
pub fn fact(question: &Value, about: &str) -> String {
    let data = question["messages"][1]["content"].as_str().unwrap_or("[]");
    let facts: Vec<Value> = serde_json::from_str(data).unwrap_or_default();
    let found = facts.iter().find(|fact| fact["about"] == about);
    found
        .map_or("", |fact| fact["value"].as_str().unwrap())
        .to_owned()
}

/// What a good model writes from the facts; the first picture if it is asked to choose one.
fn plain(question: &Value) -> Response {
    if question["messages"][1]["content"].is_array() {
        return Json(completion(r#"{"picture":1}"#)).into_response();
    }
    let of = |about: &str| fact(question, about);
    let place = format!(
        "{} is an independent coffee shop in {}.",
        of("name"),
        of("town and state")
    );
    let street = format!("It is at {} and serves coffee.", of("street"));
    let sentences = json!({ "sentences": [
        { "text": place, "facts": [1, 2] },
        { "text": street, "facts": [3] },
    ] });
    Json(completion(&sentences.to_string())).into_response()
}
