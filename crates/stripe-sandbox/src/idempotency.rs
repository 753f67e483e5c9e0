//! Idempotency keys: a call repeated with its key gets the first response, and nothing else happens.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::ApiError;

/// How long an answer is kept, in seconds.
const KEPT: i64 = 24 * 3600;

/// How many answers are kept at most, so that strangers who call a demo's sandbox can't fill its memory.
const MAX_KEPT: usize = 2_000;
/// Stripe's longest key.
const LONGEST_KEY: usize = 255;

/// A recorded response.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    /// The ID of the first call.
    pub request: String,
    /// A hash of the first call.
    asked: String,
    at: i64,
}

fn hash_of(asked: &str) -> String {
    Sha256::digest(asked)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
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
    /// When the key is too long, or was used for a different call.
    pub fn find(&self, key: &str, asked: &str, now: i64) -> Result<Option<Answer>, ApiError> {
        if key.chars().count() > LONGEST_KEY {
            return Err(ApiError::invalid(
                "Idempotency keys may have at most 255 characters.",
            ));
        }
        match self.kept.get(key).filter(|answer| answer.at + KEPT > now) {
            None => Ok(None),
            Some(answer) if answer.asked == hash_of(asked) => Ok(Some(answer.clone())),
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
        asked: &str,
        status: u16,
        body: Value,
        request: String,
        now: i64,
    ) {
        self.kept.retain(|_, answer| answer.at + KEPT > now);
        if self.kept.len() >= MAX_KEPT {
            let oldest = self.kept.iter().min_by_key(|(_, answer)| answer.at);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.kept.remove(&oldest);
            }
        }
        self.kept.insert(
            key.to_owned(),
            Answer {
                status,
                body,
                request,
                asked: hash_of(asked),
                at: now,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_answers_are_forgotten_and_long_keys_refused() {
        let mut answers = Answers::default();
        let body = || Value::Null;
        for number in 0..MAX_KEPT + 10 {
            let at = i64::try_from(number).unwrap();
            answers.keep(
                &format!("key {number}"),
                "asked",
                200,
                body(),
                "req".into(),
                at,
            );
        }
        assert_eq!(answers.kept.len(), MAX_KEPT);
        assert!(answers.find("key 0", "asked", 0).unwrap().is_none());
        assert!(answers.find("key 10", "asked", 10).unwrap().is_some());
        answers.find("key 10", "another call", 10).unwrap_err();
        answers
            .find(&"k".repeat(LONGEST_KEY + 1), "asked", 0)
            .unwrap_err();
    }
}
