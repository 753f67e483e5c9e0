//! The caller of an endpoint.

use std::{convert::Infallible, net::IpAddr};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};

use crate::platform::network::Network;

/// A request's ID in its response and in the log: 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId([u8; 32]);

impl RequestId {
    /// The ID made of the process's part and the request's.
    #[must_use]
    pub fn new(process: u64, request: u64) -> Self {
        let mut digits = [0; 32];
        let value = (u128::from(process) << 64) | u128::from(request);
        for (place, digit) in digits.iter_mut().rev().enumerate() {
            let nibble = ((value >> (place * 4)) & 0xf) as u8;
            *digit = if nibble < 10 {
                b'0' + nibble
            } else {
                b'a' + nibble - 10
            };
        }
        Self(digits)
    }

    /// The ID.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The ID as a header value.
    #[must_use]
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_bytes(&self.0).unwrap_or(HeaderValue::from_static(""))
    }
}

/// The caller's address as determined by the edge.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

/// The caller of a handler. The address is used for limits and location, and is never stored or logged.
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

    /// The network of the address.
    #[must_use]
    pub fn network(&self) -> Network {
        Network::of(self.address)
    }

    /// The value of a cookie.
    #[must_use]
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(cookie::Cookie::split_parse)
            .flatten()
            .find(|cookie| cookie.name() == name)
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
