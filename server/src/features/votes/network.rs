//! The networks that a vote comes from, under names that tell nothing of them (D20).

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::rules::COOL_DOWN;
use crate::platform::{keys::Keys, network::Network};

/// A network, as the ledger knows it for a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct VotingNetwork {
    pub(super) today: Uuid,
    /// The name that it had an hour ago: another one until one o'clock.
    pub(super) an_hour_ago: Uuid,
    /// How many times the limits it may use up.
    pub(super) shares: usize,
}

/// The networks that count a vote: the address, or /64, /56 and /48 of IPv6. The /24 of an IPv4 address does not: the whole
/// small town whose shop it is may lie in one.
pub(super) fn networks_of(
    keys: &Keys,
    network: Network,
    now: DateTime<Utc>,
) -> [Option<VotingNetwork>; 3] {
    let [today, an_hour_ago] = [now, now - COOL_DOWN].map(|at| at.date_naive());
    let mut networks = network.levels_of_one_customer().map(|level| {
        let text = level.prefix.to_string();
        VotingNetwork {
            today: name_of(keys, &text, today),
            an_hour_ago: name_of(keys, &text, an_hour_ago),
            shares: usize::try_from(level.shares).unwrap_or(1),
        }
    });
    std::array::from_fn(|_| networks.next())
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
