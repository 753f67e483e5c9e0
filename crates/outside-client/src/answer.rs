//! What a service sent, and whether that is an answer.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{Response, header::HeaderMap};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Problem, Refusal, RefusalKind, retry_after};

/// Longer messages are cut, in characters.
const LONGEST_MESSAGE: usize = 200;

/// A response, whole.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    /// As it was sent, whatever the status.
    pub content: Bytes,
}

impl Answer {
    /// Reads a response, and gives up as soon as it is longer than `largest`, in bytes.
    ///
    /// # Errors
    ///
    /// [`Problem::TooLarge`], or [`Problem::Unreachable`] if the connection is lost.
    pub async fn read(mut response: Response, largest: usize) -> Result<Self, Problem> {
        let announced = response.content_length().unwrap_or_default();
        if usize::try_from(announced).is_ok_and(|length| length > largest) {
            return Err(Problem::TooLarge(largest));
        }
        let mut content = Vec::new();
        while let Some(part) = response.chunk().await? {
            if content.len() + part.len() > largest {
                return Err(Problem::TooLarge(largest));
            }
            content.extend_from_slice(&part);
        }
        Ok(Self {
            status: response.status().as_u16(),
            headers: std::mem::take(response.headers_mut()),
            content: content.into(),
        })
    }

    /// Reads the first `most` bytes of a response, and leaves the rest.
    ///
    /// # Errors
    ///
    /// [`Problem::Unreachable`] if the connection is lost before.
    pub async fn read_start(mut response: Response, most: usize) -> Result<Self, Problem> {
        let mut content = Vec::new();
        while content.len() < most
            && let Some(part) = response.chunk().await?
        {
            let left = most - content.len();
            content.extend_from_slice(part.get(..left).unwrap_or(&part));
        }
        Ok(Self {
            status: response.status().as_u16(),
            headers: std::mem::take(response.headers_mut()),
            content: content.into(),
        })
    }

    /// Whether the status says so.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// How long the service asks to wait.
    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        retry_after(&self.headers)
    }

    /// The body of a success.
    ///
    /// # Errors
    ///
    /// [`Problem::Refused`] for any other status.
    pub fn body(self) -> Result<Bytes, Problem> {
        if self.is_success() {
            return Ok(self.content);
        }
        Err(Problem::Refused(self.refusal()))
    }

    /// The body of a success, as JSON.
    ///
    /// # Errors
    ///
    /// [`Problem::Refused`] for any other status, [`Problem::Unreadable`] if it isn't this JSON.
    pub fn json<T: DeserializeOwned>(self) -> Result<T, Problem> {
        Ok(serde_json::from_slice(&self.body()?)?)
    }

    /// What a status other than success means.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let (code, message) = self.said();
        // Some services answer 429 when the account is empty: waiting wouldn't help.
        let is_about_money =
            code == "insufficient_quota" || message.to_lowercase().contains("credit");
        let kind = match self.status {
            402 => RefusalKind::NoCredit,
            403 | 429 if is_about_money => RefusalKind::NoCredit,
            429 | 503 | 504 => RefusalKind::Busy,
            408 | 409 | 500.. => RefusalKind::Down,
            _ => RefusalKind::Call,
        };
        Refusal {
            kind,
            status: self.status,
            code,
            message,
            wait: self.wait(),
        }
    }

    /// Code and message of a JSON body. Services differ: the error is a text or an object, its code of any type.
    fn said(&self) -> (String, String) {
        let body: Value = serde_json::from_slice(&self.content).unwrap_or_default();
        let error = body.get("error").unwrap_or(&body);
        if let Some(text) = error.as_str() {
            return (String::new(), in_short(text));
        }
        let text = |name| error.get(name).and_then(Value::as_str).unwrap_or_default();
        let code = [text("code"), text("type")];
        let code = code.into_iter().find(|code| !code.is_empty());
        (
            code.unwrap_or_default().to_owned(),
            in_short(text("message")),
        )
    }
}

/// The text on one line, shortened.
fn in_short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &'static str) -> Answer {
        Answer {
            status,
            headers: HeaderMap::new(),
            content: Bytes::from_static(body.as_bytes()),
        }
    }

    #[test]
    fn refusals_have_many_forms() {
        for (body, code, message) in [
            (
                r#"{"error":{"message":"No credit.","type":"x","code":"insufficient_quota"}}"#,
                "insufficient_quota",
                "No credit.",
            ),
            (
                r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#,
                "unavailable_error",
                "Loading model",
            ),
            (r#"{"error":"Unauthorized"}"#, "", "Unauthorized"),
            (
                r#"{"message":"Unknown\nAPI version"}"#,
                "",
                "Unknown API version",
            ),
            ("<html>Bad gateway</html>", "", ""),
            ("[]", "", ""),
        ] {
            let refusal = answer(400, body).refusal();
            assert_eq!((&*refusal.code, &*refusal.message), (code, message));
        }
    }

    #[test]
    fn a_status_says_what_to_do_next() {
        for (status, body, kind, is_lasting) in [
            (400, "", RefusalKind::Call, false),
            (401, "", RefusalKind::Call, true),
            (402, "", RefusalKind::NoCredit, true),
            (403, "", RefusalKind::Call, true),
            (404, "", RefusalKind::Call, false),
            (410, "", RefusalKind::Call, false),
            (429, "", RefusalKind::Busy, false),
            (
                429,
                r#"{"message":"No API credits remaining"}"#,
                RefusalKind::NoCredit,
                true,
            ),
            (500, "", RefusalKind::Down, false),
            (504, "", RefusalKind::Busy, false),
        ] {
            let refusal = answer(status, body).refusal();
            assert_eq!(refusal.kind, kind, "{status}");
            assert_eq!(
                Problem::Refused(refusal).is_lasting(),
                is_lasting,
                "{status}"
            );
        }
    }

    #[test]
    fn a_page_is_no_answer() {
        let page = answer(200, "<html>Sign in</html>").json::<Value>();
        let problem = page.unwrap_err().to_string();
        assert!(
            problem.starts_with("its answer can't be read (expected value"),
            "{problem}"
        );
        let refused = answer(404, r#"{"message":"Gone"}"#).json::<Value>();
        assert_eq!(
            refused.unwrap_err().to_string(),
            "it refused the call (status 404: Gone)"
        );
    }
}
