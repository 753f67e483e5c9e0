//! Idempotency keys: a call repeated with its key gets the first response, and nothing else happens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ApiError;

/// How long an answer is kept, in seconds.
const KEPT: i64 = 24 * 3600;

/// A recorded response.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    /// The ID of the first call.
    pub request: String,
    asked: String,
    at: i64,
}

/// Responses by key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Answers {
    kept: BTreeMap<String, Answer>,
}

impl Answers {
    /// The response for `key`. `asked` must match the first call.
    ///
    /// # Errors
    ///
    /// When the key was used for a different call.
    pub fn find(&self, key: &str, asked: &str, now: i64) -> Result<Option<Answer>, ApiError> {
        match self.kept.get(key).filter(|answer| answer.at + KEPT > now) {
            None => Ok(None),
            Some(answer) if answer.asked == asked => Ok(Some(answer.clone())),
            Some(_) => Err(ApiError::new(
                400,
                "idempotency_error",
                format!(
                    "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '{key}' if you meant to execute a different request."
                ),
            )),
        }
    }

    /// Keeps an answer.
    pub fn keep(
        &mut self,
        key: &str,
        asked: String,
        status: u16,
        body: Value,
        request: String,
        now: i64,
    ) {
        self.kept.retain(|_, answer| answer.at + KEPT > now);
        self.kept.insert(
            key.to_owned(),
            Answer {
                status,
                body,
                request,
                asked,
                at: now,
            },
        );
    }
}
