//! The caller of an endpoint.

use std::{convert::Infallible, net::IpAddr};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

use crate::platform::network::Network;

/// The caller's address as determined by the edge.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// The caller of a handler. The address is used for limits and location, and is never stored. The log names it only when a
/// sign-in fails, and with `access_log`.
#[derive(Clone, Debug)]
pub struct Client {
    /// The visitor's address, as reported by our proxies.
    pub address: IpAddr,
    headers: HeaderMap,
}

impl Client {
    /// A caller about whom nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self {
            address: IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED),
            headers: HeaderMap::new(),
        }
    }

    /// Logs a wrong password or code, in the line that `deploy/fail2ban` reads. Guesses are limited, and so are these lines.
    pub fn log_failed_sign_in(&self, account: &'static str) {
        tracing::warn!(client = %self.address, account, "sign-in failed");
    }

    /// The network of the address.
    #[must_use]
    pub fn network(&self) -> Network {
        Network::of(self.address)
    }

    /// The value of a cookie.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies(name).next()
    }

    /// The values of all cookies with this name: another site of the domain can set one, too.
    pub fn cookies(&self, name: &str) -> impl Iterator<Item = String> {
        self.headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(cookie::Cookie::split_parse)
            .flatten()
            .filter(move |cookie| cookie.name() == name)
            .map(|cookie| cookie.value().to_owned())
    }

    /// The `User-Agent`; empty if not sent.
    #[must_use]
    pub fn user_agent(&self) -> &str {
        self.header("user-agent")
    }

    /// A header as text; empty if it is missing or not text.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let unknown = ClientAddress(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
        let ClientAddress(address) = parts.extensions.get().copied().unwrap_or(unknown);
        Ok(Self {
            address,
            headers: parts.headers.clone(),
        })
    }
}
