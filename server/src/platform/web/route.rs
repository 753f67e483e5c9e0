//! One address that a room answers by itself, beside the reads and pages that the edge answers from its cache.

use axum::{
    handler::Handler,
    http::Method,
    routing::{MethodFilter, MethodRouter, on},
};

use super::Access;

/// An address and its endpoints; `S` is the state that they take.
#[derive(Clone, Debug)]
pub struct Route<S> {
    /// Such as `/api/coffee-shops/{id}/upvote`.
    pub path: &'static str,
    /// One for each method.
    pub endpoints: Vec<Endpoint<S>>,
    /// Whether other sites may make a browser write here.
    pub from_other_sites: bool,
    /// The longest body in bytes.
    pub largest_body: usize,
}

/// One method of an address.
#[derive(Clone, Debug)]
pub struct Endpoint<S> {
    pub method: Method,
    pub access: Access,
    pub handler: MethodRouter<S>,
}

/// A request's body in bytes at most, where a route says nothing else.
const LARGEST_BODY: usize = 64 * 1024;

impl<S: Clone + Send + Sync + 'static> Route<S> {
    /// An address without endpoints yet, that browsers write to from our own pages only.
    #[must_use]
    pub fn at(path: &'static str) -> Self {
        Self {
            path,
            endpoints: Vec::new(),
            from_other_sites: false,
            largest_body: LARGEST_BODY,
        }
    }

    /// Answers GET, and HEAD.
    #[must_use]
    pub fn get<H: Handler<T, S>, T: 'static>(self, access: Access, handler: H) -> Self {
        self.on((Method::GET, MethodFilter::GET), access, handler)
    }

    /// Answers POST.
    #[must_use]
    pub fn post<H: Handler<T, S>, T: 'static>(self, access: Access, handler: H) -> Self {
        self.on((Method::POST, MethodFilter::POST), access, handler)
    }

    /// Answers PUT.
    #[must_use]
    pub fn put<H: Handler<T, S>, T: 'static>(self, access: Access, handler: H) -> Self {
        self.on((Method::PUT, MethodFilter::PUT), access, handler)
    }

    /// Answers PATCH.
    #[must_use]
    pub fn patch<H: Handler<T, S>, T: 'static>(self, access: Access, handler: H) -> Self {
        self.on((Method::PATCH, MethodFilter::PATCH), access, handler)
    }

    /// Answers DELETE.
    #[must_use]
    pub fn delete<H: Handler<T, S>, T: 'static>(self, access: Access, handler: H) -> Self {
        self.on((Method::DELETE, MethodFilter::DELETE), access, handler)
    }

    fn on<H: Handler<T, S>, T: 'static>(
        mut self,
        (method, filter): (Method, MethodFilter),
        access: Access,
        handler: H,
    ) -> Self {
        self.endpoints.push(Endpoint {
            method,
            access,
            handler: on(filter, handler),
        });
        self
    }

    /// Hands `value` to the handlers that take it as an `Extension`.
    #[must_use]
    pub fn with_extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        for endpoint in &mut self.endpoints {
            let handler = std::mem::take(&mut endpoint.handler);
            endpoint.handler = handler.layer(axum::Extension(value.clone()));
        }
        self
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

    /// Whether it answers `method`.
    #[must_use]
    pub fn answers(&self, method: &Method) -> bool {
        self.endpoints
            .iter()
            .any(|endpoint| endpoint.method == method)
    }
}
