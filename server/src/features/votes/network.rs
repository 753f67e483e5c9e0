//! The networks behind a vote, under names that don't reveal them (D20).

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::rules::COOL_DOWN;
use crate::platform::{keys::Keys, network::Network};

/// How many networks one vote counts against.
pub(super) const MOST: usize = 4;

/// A network, as stored for a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct VotingNetwork {
    pub(super) today: Uuid,
    /// Its name an hour ago, which differs until one o'clock.
    pub(super) an_hour_ago: Uuid,
    /// Its share of the limits.
    pub(super) shares: usize,
}

/// The networks that a vote counts against: the IPv4 address, or the IPv6 /64, /56, /48 and /40. Not the /24 around an IPv4
/// address, which may contain the shop's whole small town.
pub(super) fn networks_of(
    keys: &Keys,
    network: Network,
    now: DateTime<Utc>,
) -> [Option<VotingNetwork>; MOST] {
    let [today, an_hour_ago] = [now, now - COOL_DOWN].map(|at| at.date_naive());
    let levels = network.levels_of_one_customer();
    let mut networks = levels.chain(network.level_of_provider()).map(|level| {
        let text = level.prefix.to_string();
        VotingNetwork {
            today: name_of(keys, &text, today),
            an_hour_ago: name_of(keys, &text, an_hour_ago),
            shares: usize::try_from(level.shares).unwrap_or(1),
        }
    });
    std::array::from_fn(|_| networks.next())
}

/// A keyed hash that includes the day, so the same network has another name tomorrow (checklist X18).
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
