//! A URL that a room answers itself, unlike the reads and pages that the edge answers from its cache.

use axum::{
    handler::Handler,
    http::Method,
    routing::{MethodFilter, MethodRouter, on},
};

use super::Access;

/// A URL and its endpoints; `S` is the state that they take.
#[derive(Clone, Debug)]
pub struct Route<S> {
    /// For example `/api/coffee-shops/{id}/upvote`.
    pub path: &'static str,
    /// One for each method.
    pub endpoints: Vec<Endpoint<S>>,
    /// Whether other sites may make a browser write here.
    pub from_other_sites: bool,
    /// The longest body in bytes.
    pub largest_body: usize,
}

/// One method of a URL.
#[derive(Clone, Debug)]
pub struct Endpoint<S> {
    pub method: Method,
    pub access: Access,
    pub handler: MethodRouter<S>,
}

/// The default maximum body size in bytes.
const LARGEST_BODY: usize = 64 * 1024;

impl<S: Clone + Send + Sync + 'static> Route<S> {
    /// A URL without endpoints yet, which browsers can write to only from our own pages.
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

    /// Passes `value` to handlers that take it as an `Extension`.
    #[must_use]
    pub fn with_extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        for endpoint in &mut self.endpoints {
            let handler = std::mem::take(&mut endpoint.handler);
            endpoint.handler = handler.layer(axum::Extension(value.clone()));
        }
        self
    }

    /// Allows other sites to write here: for calls by a mail program or a payment provider. `DESIGN.md`, "Same origin",
    /// lists them.
    #[must_use]
    pub fn open_to_other_sites(mut self) -> Self {
        self.from_other_sites = true;
        self
    }

    /// Accepts bodies of at most `bytes`.
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
