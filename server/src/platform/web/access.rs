//! Who may use an address. Every endpoint says so when it is declared; the guard asks before the handler runs.

use std::{future::Future, pin::Pin, sync::Arc};

use axum::{
    extract::{FromRequestParts, Request},
    http::request::Parts,
};
use uuid::Uuid;

use crate::platform::error::{Error, Result};

/// Who may use an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anyone,
    /// Whoever brings our signature or a provider's, or a token from a mail: the handler checks it.
    SignedCall,
    /// Who has proved an address (D40).
    SignedIn,
    /// The owner of the shop that the path names, its confirmed submitter while it has no owner (D42), or the administrator.
    ShopEditor,
    /// The owner of the shop that the path names, or the administrator.
    ShopOwner,
    /// The same, or, for a shop without an owner, the browser whose payment for it has succeeded (D45).
    ShopOwnerOrCheckout,
    /// The administrator.
    Administrator,
}

/// Who acts, as rules and the audit log see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody who is not signed in.
    Visitor,
    /// Somebody with a proven address.
    Person(Uuid),
    Administrator,
    /// A job or a command of the operator.
    System,
}

impl Actor {
    /// The person, if it is one.
    #[must_use]
    pub fn person(self) -> Option<Uuid> {
        match self {
            Self::Person(id) => Some(id),
            _ => None,
        }
    }

    /// Refuses whoever is not the administrator.
    #[must_use]
    pub fn is_administrator(self) -> bool {
        self == Self::Administrator
    }
}

/// Lets a request pass or refuses it. What it found out about the caller is in the request's extensions.
pub type Guard = Arc<dyn Fn(Access, Request) -> Admission + Send + Sync>;

/// A request on its way through the guard.
pub type Admission = Pin<Box<dyn Future<Output = Result<Request>> + Send>>;

/// The actor that the guard let in; a visitor where the endpoint is for anyone.
impl<S: Send + Sync> FromRequestParts<S> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(parts.extensions.get().copied().unwrap_or(Self::Visitor))
    }
}
