//! One address that a room answers by itself, beside the reads and pages that the edge answers from its cache.

use axum::routing::MethodRouter;

/// An address and its handlers; `S` is the state that they take.
#[derive(Clone, Debug)]
pub struct Route<S> {
    /// Such as `/api/coffee-shops/{id}/upvote`.
    pub path: &'static str,
    /// The handlers by method.
    pub handlers: MethodRouter<S>,
    /// Whether other sites may make a browser write here.
    pub from_other_sites: bool,
    /// The longest body in bytes.
    pub largest_body: usize,
}

/// A request's body in bytes at most, where a route says nothing else.
const LARGEST_BODY: usize = 64 * 1024;

impl<S> Route<S> {
    /// An address that browsers write to from our own pages only.
    #[must_use]
    pub fn new(path: &'static str, handlers: MethodRouter<S>) -> Self {
        Self {
            path,
            handlers,
            from_other_sites: false,
            largest_body: LARGEST_BODY,
        }
    }

    /// Lets other sites write here too: what a mail program or a payment provider calls. `DESIGN.md`, "Same origin",
    /// lists them.
    #[must_use]
    pub fn open_to_other_sites(mut self) -> Self {
        self.from_other_sites = true;
        self
    }

    /// Takes bodies of at most `bytes`.
    #[must_use]
    pub fn with_largest_body(mut self, bytes: usize) -> Self {
        self.largest_body = bytes;
        self
    }
}
