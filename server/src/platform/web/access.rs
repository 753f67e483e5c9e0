//! Who may use an endpoint. Every endpoint declares it, and the guard checks it before the handler runs.

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
    /// Callers with our signature or a provider's, or with a token from an email; the handler checks it.
    SignedCall,
    /// Whoever finds the doors of a demo open (`platform/demo_doors.rs`). To others there is nothing here.
    Demo,
    /// Anyone who has proven an address (D40).
    SignedIn,
    /// The owner of the shop in the path, one of its managers, its confirmed submitter while it has no owner (D42), or the
    /// administrator.
    ShopEditor,
    /// The owner of the shop in the path, one of its managers, or the administrator.
    ShopManager,
    /// The owner of the shop in the path, or the administrator.
    ShopOwner,
    /// The same or, for a shop without an owner, the browser with a successful payment for it (D45).
    ShopOwnerOrCheckout,
    /// An administrator.
    Administrator,
    /// An administrator who has entered the password or a code in the last quarter of an hour (D103).
    ConfirmedAdministrator,
}

/// One of several administrators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdministratorId(pub Uuid);

/// Who is acting, for rules and the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Someone who isn't signed in.
    Visitor,
    /// Somebody with a proven address.
    Person(Uuid),
    /// Which one; `None` for who came in with the shared password, and for the console.
    Administrator(Option<AdministratorId>),
    /// A job, or an operator's command.
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

    /// The administrator's ID, if it is one with a name.
    #[must_use]
    pub fn administrator(self) -> Option<Uuid> {
        match self {
            Self::Administrator(id) => id.map(|id| id.0),
            _ => None,
        }
    }
}

/// Admits or refuses a request, and puts what it learned about the caller into the request's extensions.
pub type Guard = Arc<dyn Fn(Access, Request) -> Admission + Send + Sync>;

/// A request being checked by the guard.
pub type Admission = Pin<Box<dyn Future<Output = Result<Request>> + Send>>;

/// The actor that the guard admitted; a visitor if the endpoint is open to anyone.
impl<S: Send + Sync> FromRequestParts<S> for Actor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(parts.extensions.get().copied().unwrap_or(Self::Visitor))
    }
}
