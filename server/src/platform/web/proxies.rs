//! Which proxies' `X-Forwarded-For` is trusted.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::http::{HeaderMap, HeaderValue};
use chrono::{DateTime, Utc};
use ipnet::IpNet;

use super::Peer;
use crate::platform::error::{Error, Result};

/// The header to which each proxy adds whom it answers.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// What stands for programs that use the Unix socket in `listen`.
const UNIX: &str = "unix";

/// The networks of our own proxies (checklist X13).
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    networks: Vec<IpNet>,
    /// Whoever may open the Unix socket is a proxy of ours.
    unix: bool,
    /// Who else passed a request on, and when. Shared by all clones.
    stranger: Arc<Mutex<Option<Stranger>>>,
}

/// Who passed a request on without being named, and when.
type Stranger = (Peer, DateTime<Utc>);

impl TrustedProxies {
    /// Parses comma-separated addresses and networks (CIDR), and `unix`.
    ///
    /// # Errors
    ///
    /// When an entry is none of these.
    pub fn parse(list: &str) -> Result<Self> {
        let entries = list.split(',').map(str::trim);
        let mut proxies = Self::default();
        for entry in entries.filter(|entry| !entry.is_empty()) {
            if entry == UNIX {
                proxies.unix = true;
                continue;
            }
            let network = entry
                .parse::<IpNet>()
                .or_else(|_| entry.parse::<IpAddr>().map(IpNet::from));
            proxies.networks.push(network.map_err(|_| {
                Error::Setup(format!(
                    "trusted_proxies: \"{entry}\" is neither an address nor a network such as 10.0.0.0/8, nor \"unix\""
                ))
            })?);
        }
        Ok(proxies)
    }

    /// The address of the visitor behind `peer`: the last one in `X-Forwarded-For` that isn't one of our proxies.
    /// Anything before it came from the visitor and proves nothing.
    #[must_use]
    pub fn address_behind(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        let lines = headers.get_all(FORWARDED_FOR).iter();
        self.address_in(peer, lines.map(HeaderValue::as_bytes))
    }

    /// The same for the values of all lines of that header.
    #[must_use]
    pub fn address_in<'a>(&self, peer: Peer, lines: impl Iterator<Item = &'a [u8]>) -> IpAddr {
        let mut address = peer.address();
        if !self.trusts(peer) {
            return address;
        }
        // A visitor may have started the header with arbitrary bytes; the hops added by our proxies still count.
        let lines: Vec<_> = lines.map(String::from_utf8_lossy).collect();
        let hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        for hop in hops {
            let Some(earlier) = parse_hop(hop.trim()) else {
                break;
            };
            address = earlier;
            if !self.contains(address) {
                break;
            }
        }
        address
    }

    /// Whether `peer` is one of our proxies.
    #[must_use]
    pub fn trusts(&self, peer: Peer) -> bool {
        match peer {
            Peer::Network(address) => self.contains(address.to_canonical()),
            Peer::Socket => self.unix,
        }
    }

    fn contains(&self, address: IpAddr) -> bool {
        self.networks
            .iter()
            .any(|network| network.contains(&address))
    }

    /// Notes that `peer`, which isn't ours, says that it passed a request on.
    pub fn note_stranger(&self, peer: Peer, now: DateTime<Utc>) {
        *self.stranger() = Some((peer, now));
    }

    /// Who did so last, and when.
    #[must_use]
    pub fn last_stranger(&self) -> Option<(Peer, DateTime<Utc>)> {
        *self.stranger()
    }

    fn stranger(&self) -> MutexGuard<'_, Option<(Peer, DateTime<Utc>)>> {
        // Safe after a panic: it is replaced as a whole.
        self.stranger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.networks.is_empty() && !self.unix
    }

    /// Whether everyone is trusted, so that visitors can choose their address.
    #[must_use]
    pub fn believes_everybody(&self) -> bool {
        self.networks
            .iter()
            .any(|network| network.prefix_len() == 0)
    }
}

/// Whether the request says that it was forwarded.
#[must_use]
pub fn was_passed_on(headers: &HeaderMap) -> bool {
    headers.contains_key(FORWARDED_FOR) || headers.contains_key(axum::http::header::FORWARDED)
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
            .address_behind(Peer::Network(peer.parse().unwrap()), &headers)
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
        let address = proxies.address_behind(Peer::Network("10.1.1.1".parse().unwrap()), &headers);
        assert_eq!(address.to_string(), "1.2.3.4");
    }

    #[test]
    fn who_uses_the_socket_is_believed_if_the_settings_say_so() {
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED_FOR, HeaderValue::from_static("1.2.3.4"));
        for (trusted, address) in [
            ("unix", "1.2.3.4"),
            ("127.0.0.1", "127.0.0.1"),
            ("", "127.0.0.1"),
        ] {
            let proxies = TrustedProxies::parse(trusted).unwrap();
            let behind = proxies.address_behind(Peer::Socket, &headers);
            assert_eq!(behind.to_string(), address, "{trusted}");
        }
    }

    #[test]
    fn a_list_with_nonsense_is_refused() {
        let refused = TrustedProxies::parse("10.0.0.0/8, localhost").unwrap_err();
        assert!(refused.to_string().contains("localhost"), "{refused}");
    }
}
