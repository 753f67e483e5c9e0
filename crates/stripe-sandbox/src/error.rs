//! Refusals, in Stripe's shape.

use serde_json::{Map, Value, json};

/// What a call is refused with.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The members of `error`.
    pub members: Map<String, Value>,
}

/// The answer of a call.
pub type Result<T> = std::result::Result<T, ApiError>;

impl ApiError {
    /// A refusal of `kind` (`invalid_request_error`, `card_error`, …).
    #[must_use]
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let mut members = Map::new();
        members.insert("message".to_owned(), Value::from(message.into()));
        members.insert("type".to_owned(), Value::from(kind));
        Self { status, members }
    }

    /// A request that can't be carried out as it stands.
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

    /// Names the parameter that is wrong.
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

    /// No object of that name and identifier.
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

    /// A parameter that must be there.
    #[must_use]
    pub fn missing(param: &str) -> Self {
        Self::invalid(format!("Missing required param: {param}."))
            .code("parameter_missing")
            .param(param)
    }

    /// No address of the API.
    #[must_use]
    pub fn no_route(method: &str, path: &str) -> Self {
        Self::new(
            404,
            "invalid_request_error",
            format!("Unrecognized request URL ({method}: {path})."),
        )
    }

    /// The body of the answer.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({ "error": self.members })
    }
}
