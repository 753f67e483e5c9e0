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

    /// The values of all cookies with this name: another site of the domain can set one, too. Each pair stands alone, because those
    /// of other programs may hold any bytes.
    pub fn cookies(&self, name: &str) -> impl Iterator<Item = String> {
        self.headers
            .get_all(header::COOKIE)
            .iter()
            .flat_map(|line| line.as_bytes().split(|byte| *byte == b';'))
            .filter_map(|pair| std::str::from_utf8(pair).ok())
            .filter_map(|pair| cookie::Cookie::parse(pair).ok())
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

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn sent(lines: &[&[u8]]) -> Client {
        let mut client = Client::unknown();
        for line in lines {
            let line = HeaderValue::from_bytes(line).unwrap();
            client.headers.append(header::COOKIE, line);
        }
        client
    }

    #[test]
    fn a_cookie_is_found_beside_whatever_else_is_sent() {
        for line in [
            "town=Cañon City; ours=1".as_bytes(),
            b"town=Ca\xf1on City; ours=1",
            b"ours=1; \xff\xfe=\x80",
            "☕=ʻOhana;ours=1;a=b".as_bytes(),
            b"=; nothing; ; ours = 1 ; quoted=\"a, b\"",
            b"ours=1",
        ] {
            let client = sent(&[line]);
            let text = String::from_utf8_lossy(line);
            assert_eq!(client.cookie("ours").as_deref(), Some("1"), "{text}");
            assert_eq!(client.cookie("our"), None, "{text}");
        }
        let apart = sent(&[b"town=Ca\xf1on", b"ours=1; ours=2"]);
        assert_eq!(apart.cookies("ours").collect::<Vec<_>>(), ["1", "2"]);
    }

    #[test]
    fn a_value_that_is_no_text_is_no_cookie_of_ours() {
        let client = sent(&[b"ours=\xf1; ours=2"]);
        assert_eq!(client.cookies("ours").collect::<Vec<_>>(), ["2"]);
    }
}
