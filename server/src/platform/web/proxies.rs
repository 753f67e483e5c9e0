//! Which proxies' `X-Forwarded-For` is trusted.

use std::net::IpAddr;

use axum::http::HeaderMap;
use ipnet::IpNet;

use crate::platform::error::{Error, Result};

/// The networks of our own proxies (checklist X13).
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpNet>);

impl TrustedProxies {
    /// Parses comma-separated addresses and networks (CIDR).
    ///
    /// # Errors
    ///
    /// When an entry is neither.
    pub fn parse(list: &str) -> Result<Self> {
        list.split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .map(|entry| {
                entry
                    .parse::<IpNet>()
                    .or_else(|_| entry.parse::<IpAddr>().map(IpNet::from))
                    .map_err(|_| {
                        Error::Setup(format!(
                            "trusted_proxies: \"{entry}\" is neither an address nor a network such as 10.0.0.0/8"
                        ))
                    })
            })
            .collect::<Result<_>>()
            .map(Self)
    }

    /// The address of the visitor behind `peer`: the last one in `X-Forwarded-For` that isn't one of our proxies.
    /// Anything before it came from the visitor and proves nothing.
    #[must_use]
    pub fn address_behind(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut address = peer.to_canonical();
        // A visitor may have started the header with arbitrary bytes; the hops added by our proxies still count.
        let lines: Vec<_> = headers
            .get_all("x-forwarded-for")
            .iter()
            .map(|value| String::from_utf8_lossy(value.as_bytes()))
            .collect();
        let hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        for hop in hops {
            if !self.contains(address) {
                break;
            }
            match parse_hop(hop.trim()) {
                Some(earlier) => address = earlier,
                None => break,
            }
        }
        address
    }

    /// Whether `peer` is one of our proxies.
    #[must_use]
    pub fn contains(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.iter().any(|network| network.contains(&peer))
    }

    /// Whether everyone is trusted, so that visitors can choose their address.
    #[must_use]
    pub fn believes_everybody(&self) -> bool {
        self.0.iter().any(|network| network.prefix_len() == 0)
    }
}

/// Whether the request says that it was forwarded.
#[must_use]
pub fn was_passed_on(headers: &HeaderMap) -> bool {
    headers.contains_key("x-forwarded-for") || headers.contains_key(axum::http::header::FORWARDED)
}

/// An address as written by proxies: with or without brackets and a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .map_or(text, |(address, _)| address);
    bare.parse()
        .ok()
        .or_else(|| bare.parse::<std::net::SocketAddr>().ok().map(|it| it.ip()))
        .map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behind(trusted: &str, peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        TrustedProxies::parse(trusted)
            .unwrap()
            .address_behind(peer.parse().unwrap(), &headers)
            .to_string()
    }

    #[test]
    fn only_our_own_proxies_are_believed() {
        assert_eq!(behind("", "9.9.9.9", &["1.2.3.4"]), "9.9.9.9");
        assert_eq!(behind("10.0.0.0/8", "10.1.1.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(
            behind("10.0.0.0/8", "10.1.1.1", &["6.6.6.6, 1.2.3.4, 10.2.2.2"]),
            "1.2.3.4",
            "what the visitor wrote before the last hop proves nothing"
        );
        assert_eq!(
            behind("10.0.0.0/8", "10.1.1.1", &["6.6.6.6", "1.2.3.4"]),
            "1.2.3.4"
        );
        assert_eq!(behind("10.0.0.0/8", "10.1.1.1", &["nonsense"]), "10.1.1.1");
        assert_eq!(behind("10.0.0.0/8", "10.1.1.1", &[]), "10.1.1.1");
        assert_eq!(behind("::1", "::1", &["[2001:db8::1]:4711"]), "2001:db8::1");
        assert_eq!(
            behind("127.0.0.1", "::ffff:127.0.0.1", &["1.2.3.4:80"]),
            "1.2.3.4"
        );
    }

    #[test]
    fn strange_bytes_of_a_visitor_hide_no_hop() {
        let mut headers = HeaderMap::new();
        let line = axum::http::HeaderValue::from_bytes(b"\xff\x80, 1.2.3.4").unwrap();
        headers.append("x-forwarded-for", line);
        let proxies = TrustedProxies::parse("10.0.0.0/8").unwrap();
        let address = proxies.address_behind("10.1.1.1".parse().unwrap(), &headers);
        assert_eq!(address.to_string(), "1.2.3.4");
    }

    #[test]
    fn a_list_with_nonsense_is_refused() {
        let refused = TrustedProxies::parse("10.0.0.0/8, localhost").unwrap_err();
        assert!(refused.to_string().contains("localhost"), "{refused}");
    }
}
