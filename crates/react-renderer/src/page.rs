//! A page before and after its render.

use std::time::Duration;

/// Answers `host.get(path)` of one render: the text for a path, or `None` when there is nothing.
pub type Read = Box<dyn FnMut(&str) -> Option<String> + Send>;

/// One page to render.
pub struct RenderJob {
    /// What `globalThis.render` is called with, as a rule JSON.
    pub argument: String,
    /// Asked on the rendering thread, at most once per path. It should not block: its time counts, and nothing can cut it short.
    pub read: Read,
}

/// A rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// What the script returned, unchanged.
    pub html: String,
    /// Each path that the script asked for with the very bytes that it got, in first-asked order.
    pub reads: Vec<(String, Option<String>)>,
    /// Time in the queue.
    pub waited: Duration,
    /// Time from the start of the render to its end.
    pub duration: Duration,
}
