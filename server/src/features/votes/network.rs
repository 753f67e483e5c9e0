//! The networks that a vote comes from, under names that tell nothing of them (D20).

use std::net::{IpAddr, Ipv6Addr};

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::rules::COOL_DOWN;
use crate::platform::keys::Keys;

/// What a /48 may give, as a multiple of what a /64 may: a provider gives one to a house, or a whole campus has one.
const SHARES_OF_A_48: usize = 4;

/// A network, as the ledger knows it for a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct Network {
    pub(super) today: Uuid,
    /// The name that it had an hour ago: another one until one o'clock.
    pub(super) an_hour_ago: Uuid,
    /// How many times the limits it may use up.
    pub(super) shares: usize,
}

/// The networks of `address`: itself, or the /64 and the /48 of IPv6.
pub(super) fn networks_of(
    keys: &Keys,
    address: IpAddr,
    now: DateTime<Utc>,
) -> [Option<Network>; 2] {
    let [today, an_hour_ago] = [now, now - COOL_DOWN].map(|at| at.date_naive());
    let network = |text: String, shares| Network {
        today: name_of(keys, &text, today),
        an_hour_ago: name_of(keys, &text, an_hour_ago),
        shares,
    };
    match address.to_canonical() {
        IpAddr::V4(address) => [Some(network(address.to_string(), 1)), None],
        IpAddr::V6(address) => [
            Some(network(prefix(address, 64), 1)),
            Some(network(prefix(address, 48), SHARES_OF_A_48)),
        ],
    }
}

fn prefix(address: Ipv6Addr, bits: u32) -> String {
    let kept = u128::from(address) & (u128::MAX << (128 - bits));
    format!("{}/{bits}", Ipv6Addr::from(kept))
}

/// A keyed hash with the day in it: the same network has another name tomorrow (checklist X18).
fn name_of(keys: &Keys, network: &str, day: NaiveDate) -> Uuid {
    let value = format!("{day} {network}");
    let hash = keys.keyed_hash("votes of a network", value.as_bytes());
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    Uuid::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_has_a_64_and_a_provider_a_48() {
        let address: Ipv6Addr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        assert_eq!(prefix(address, 64), "2001:db8:1:2::/64");
        assert_eq!(prefix(address, 48), "2001:db8:1::/48");
    }
}
