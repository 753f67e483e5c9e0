//! Input and output of a render.

use std::time::Duration;

/// Answers `host.get(path)` during one render: the text for a path, or `None`.
pub type Read = Box<dyn FnMut(&str) -> Option<String> + Send>;

/// One page to render.
pub struct RenderJob {
    /// The argument of `globalThis.render`, usually JSON.
    pub argument: String,
    /// Called on the rendering thread, at most once per path. It shouldn't block: its time counts, and it can't be
    /// interrupted.
    pub read: Read,
}

/// A rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// The script's return value, unchanged.
    pub html: String,
    /// Each requested path with the exact bytes returned, in the order of first requests.
    pub reads: Vec<(String, Option<String>)>,
    /// Time in the queue.
    pub waited: Duration,
    /// Time from the start of the render to its end.
    pub duration: Duration,
}
