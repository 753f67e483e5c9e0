//! The network that a request comes from, as seen by rate limits.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use ipnet::IpNet;

/// Shares of a limit for an IPv4 address, and for the /24 around it: neighbors at one provider.
const LEVELS_OF_IPV4: [(u8, u32); 2] = [(32, 1), (24, 4)];

/// The same for IPv6. A /64 is a household; providers assign a /56 to larger customers and a /48 to anyone who asks.
const LEVELS_OF_IPV6: [(u8, u32); 3] = [(64, 1), (56, 2), (48, 4)];

/// The same for the /40 around an IPv6 address, with 256 /48s: one customer may hold several of them, and a small town's people may
/// all be in one.
const PROVIDER_OF_IPV6: (u8, u32) = (40, 8);

/// Where a request comes from: an address, or the one behind a tunnel. Requests are counted for the address and for the
/// networks around it, which have more shares. So a network can't multiply its allowance by using many addresses, and
/// one address can't use up its neighbors' allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpAddr);

/// A range of addresses, and its share of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub prefix: IpNet,
    pub shares: u32,
}

impl Network {
    /// The network of `address`. 6to4, Teredo and NAT64 addresses count as the IPv4 address behind them, since each of
    /// those has any number of IPv6 addresses.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        let address = match address.to_canonical() {
            IpAddr::V6(address) => behind_tunnel(address).map_or(IpAddr::V6(address), IpAddr::V4),
            address @ IpAddr::V4(_) => address,
        };
        Self(address)
    }

    /// All levels, smallest first.
    pub fn levels(self) -> impl Iterator<Item = Level> + use<> {
        let levels: &[(u8, u32)] = match self.0 {
            IpAddr::V4(_) => &LEVELS_OF_IPV4,
            IpAddr::V6(_) => &LEVELS_OF_IPV6,
        };
        levels.iter().filter_map(move |level| self.level(*level))
    }

    fn level(self, (bits, shares): (u8, u32)) -> Option<Level> {
        let prefix = IpNet::new(self.0, bits).ok()?.trunc();
        Some(Level { prefix, shares })
    }

    /// The level of a part of an IPv6 provider. Only votes are counted for it: a carrier may have a whole region's phones in one.
    #[must_use]
    pub fn level_of_provider(self) -> Option<Level> {
        self.level(PROVIDER_OF_IPV6)
            .filter(|level| matches!(level.prefix, IpNet::V6(_)))
    }

    /// The levels that one customer of a provider holds: only the address for IPv4, all levels for IPv6.
    pub fn levels_of_one_customer(self) -> impl Iterator<Item = Level> + use<> {
        self.levels()
            .filter(|level| !matches!(level.prefix, IpNet::V4(prefix) if prefix.prefix_len() < 32))
    }

    /// The widest level, a /24 or a /48.
    #[must_use]
    pub fn widest(self) -> IpNet {
        self.levels()
            .last()
            .map_or_else(|| self.0.into(), |level| level.prefix)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.widest().fmt(formatter)
    }
}

/// The IPv4 address behind an IPv6-over-IPv4 tunnel.
fn behind_tunnel(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let joined = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match (a, b) {
        // 6to4 (RFC 3056): 2002::/16.
        (0x2002, _) => Some(joined(b, c)),
        // Teredo (RFC 4380): 2001::/32, with all bits of the address inverted.
        (0x2001, 0) => Some(joined(!g, !h)),
        // NAT64 (RFC 6052): 64:ff9b::/96.
        (0x64, 0xff9b) if [c, d, e, f] == [0; 4] => Some(joined(g, h)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(address: &str) -> Vec<(String, u32)> {
        Network::of(address.parse().unwrap())
            .levels()
            .map(|level| (level.prefix.to_string(), level.shares))
            .collect()
    }

    fn ipv4() -> Vec<(String, u32)> {
        vec![
            ("192.0.2.33/32".to_owned(), 1),
            ("192.0.2.0/24".to_owned(), 4),
        ]
    }

    #[test]
    fn a_wider_network_has_more_shares_and_not_as_many_as_it_has_addresses() {
        assert_eq!(levels("192.0.2.33"), ipv4());
        let expected = [
            ("2001:db8:1:2300::/64", 1),
            ("2001:db8:1:2300::/56", 2),
            ("2001:db8:1::/48", 4),
        ];
        assert_eq!(
            levels("2001:db8:1:2300:4:5:6:7"),
            expected.map(|(prefix, shares)| (prefix.to_owned(), shares))
        );
    }

    #[test]
    fn what_comes_through_a_tunnel_counts_as_the_address_behind_it() {
        for address in [
            "::ffff:192.0.2.33",
            "2002:c000:221::1",
            "2002:c000:221:ffff:1:2:3:4",
            "2001:0:4136:e378:8000:63bf:3fff:fdde",
            "64:ff9b::192.0.2.33",
        ] {
            assert_eq!(levels(address), ipv4(), "{address}");
        }
    }

    #[test]
    fn one_customer_of_a_provider_holds_one_address_or_all_levels_of_ipv6() {
        let count = |address: &str| {
            let network = Network::of(address.parse().unwrap());
            network.levels_of_one_customer().count()
        };
        assert_eq!((count("192.0.2.33"), count("2001:db8::1")), (1, 3));
    }

    #[test]
    fn only_ipv6_has_a_level_of_a_provider() {
        let level = |address: &str| {
            let level = Network::of(address.parse().unwrap()).level_of_provider();
            level.map(|level| (level.prefix.to_string(), level.shares))
        };
        assert_eq!(level("192.0.2.33"), None);
        let expected = ("2001:db8:400::/40".to_owned(), 8);
        assert_eq!(level("2001:db8:4ab:2::3"), Some(expected));
    }

    #[test]
    fn a_network_is_called_by_its_widest_level() {
        let name = |address: &str| Network::of(address.parse().unwrap()).to_string();
        assert_eq!(name("192.0.2.33"), "192.0.2.0/24");
        assert_eq!(name("2001:db8:1:2::3"), "2001:db8:1::/48");
    }
}
