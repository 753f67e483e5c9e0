//! Why a page wasn't rendered, as text for operators.

use rquickjs::{CaughtError, Coerced, Value};

/// The maximum length of an error text in bytes: a message and a stack, not a payload.
const MAX_DESCRIPTION: usize = 4_096;

/// Why a render failed. The next render always starts in a sound runtime.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderFault {
    /// The page was not ready in time.
    #[error("the render passed its deadline")]
    Deadline,
    /// No thread took the page before its deadline.
    #[error("no rendering thread had time for the page")]
    NoTurn,
    /// The script threw, ran out of memory or stack, didn't return a string, or awaits something that never settles.
    #[error("the script failed: {0}")]
    Script(String),
    /// The page contains a failed Suspense boundary (`<!--$!-->`): an error inside Suspense, or a read that wasn't
    /// available in time.
    #[error("the page holds an unfinished Suspense boundary")]
    Suspended,
    /// The caller's read closure panicked.
    #[error("a read panicked: {0}")]
    Read(String),
    /// The queue of waiting renders is full.
    #[error("the render queue is full")]
    QueueFull,
    /// The renderer is stopped.
    #[error("the renderer is stopped")]
    Stopped,
}

/// Why a [`Renderer`](crate::Renderer) didn't start.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StartError {
    /// An option is outside its range.
    #[error("renderer option out of range: {0}")]
    Options(&'static str),
    /// The bundle's top level failed, or it defines no `globalThis.render`.
    #[error("the server bundle does not start: {0}")]
    Bundle(String),
    /// The operating system couldn't create a thread.
    #[error("no thread for rendering: {0}")]
    Thread(String),
}

/// What was thrown, with name, message and stack, truncated for the log.
pub(crate) fn describe(error: &CaughtError<'_>) -> String {
    let mut text = match error {
        CaughtError::Error(rquickjs::Error::WouldBlock) => {
            "the promise never settles: it awaits something that nothing will resolve".to_owned()
        }
        CaughtError::Error(error) => error.to_string(),
        CaughtError::Exception(exception) => {
            let name: Option<Coerced<String>> = exception.get("name").ok();
            let name = name.map_or_else(|| "Error".to_owned(), |name| name.0);
            let message = exception.message().unwrap_or_default();
            let stack = exception.stack().unwrap_or_default();
            format!("{name}: {message}\n{}", stack.trim_end())
        }
        CaughtError::Value(value) => format!("threw {}", thrown_value(value)),
    };
    truncate(&mut text, MAX_DESCRIPTION);
    text.truncate(text.trim_end().len());
    text
}

fn thrown_value(value: &Value<'_>) -> String {
    value
        .get::<Coerced<String>>()
        .map_or_else(|_| value.type_name().to_owned(), |text| text.0)
}

/// Truncates a text to `limit` bytes at a character boundary.
pub(crate) fn truncate(text: &mut String, limit: usize) {
    if text.len() > limit {
        text.truncate(text.floor_char_boundary(limit));
    }
}
