//! Errors in Stripe's format.

use serde_json::{Map, Value, json};

/// The error response of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The members of `error`.
    pub members: Map<String, Value>,
}

/// The result of a call.
pub type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    /// An error of `kind` (`invalid_request_error`, `card_error`, …).
    #[must_use]
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let mut members = Map::new();
        members.insert("message".to_owned(), Value::from(message.into()));
        members.insert("type".to_owned(), Value::from(kind));
        Self { status, members }
    }

    /// A request that can't be executed as it is.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    /// Adds a machine-readable reason.
    #[must_use]
    pub fn code(self, code: &str) -> Self {
        self.with("code", Value::from(code)).with(
            "doc_url",
            Value::from(format!(
                "https://stripe.com/docs/error-codes/{}",
                code.replace('_', "-")
            )),
        )
    }

    /// Names the invalid parameter.
    #[must_use]
    pub fn param(self, name: &str) -> Self {
        self.with("param", Value::from(name))
    }

    /// Adds a member.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.members.insert(name.to_owned(), value);
        self
    }

    /// There is no such object.
    #[must_use]
    pub fn no_such(resource: &str, id: &str, param: &str) -> Self {
        Self::new(
            404,
            "invalid_request_error",
            format!("No such {resource}: '{id}'"),
        )
        .code("resource_missing")
        .param(param)
    }

    /// A required parameter is missing.
    #[must_use]
    pub fn missing(param: &str) -> Self {
        Self::invalid(format!("Missing required param: {param}."))
            .code("parameter_missing")
            .param(param)
    }

    /// There is no such endpoint.
    #[must_use]
    pub fn no_route(method: &str, path: &str) -> Self {
        Self::new(
            404,
            "invalid_request_error",
            format!("Unrecognized request URL ({method}: {path})."),
        )
    }

    /// The response body.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({ "error": self.members })
    }
}
