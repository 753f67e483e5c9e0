//! How many connections one network may hold. Each idle one costs a file handle, and a client that takes all of them
//! locks out everyone else.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ipnet::IpNet;

use crate::platform::network::Network;

/// Connections from one IPv4 address or one /64. A browser opens six; larger networks get several times as many.
const MAX_PER_NETWORK: u32 = 256;

/// Open connections by network. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct OpenConnections(Arc<Mutex<HashMap<IpNet, u32>>>);

impl OpenConnections {
    /// Counts a connection from `address` until the returned place is dropped; `None` if its network is at its limit.
    pub fn admit(&self, address: IpAddr) -> Option<Place> {
        let network = Network::of(address);
        let mut open = self.open();
        let is_full = network.levels().any(|level| {
            let held = open.get(&level.prefix).copied().unwrap_or_default();
            held >= MAX_PER_NETWORK.saturating_mul(level.shares)
        });
        if is_full {
            return None;
        }
        for level in network.levels() {
            *open.entry(level.prefix).or_default() += 1;
        }
        Some(Place {
            network,
            connections: self.clone(),
        })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpNet, u32>> {
        // Safe after a panic: nothing under this lock leaves a number half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection's place.
#[derive(Debug)]
pub struct Place {
    network: Network,
    connections: OpenConnections,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        for level in self.network.levels() {
            let left = open.get(&level.prefix).copied().unwrap_or_default();
            if left > 1 {
                open.insert(level.prefix, left - 1);
            } else {
                open.remove(&level.prefix);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(
        connections: &OpenConnections,
        addresses: impl Iterator<Item = String>,
    ) -> Vec<Place> {
        addresses
            .filter_map(|address| connections.admit(address.parse().unwrap()))
            .collect()
    }

    #[test]
    fn an_address_holds_so_many_and_leaves_room_for_others() {
        let connections = OpenConnections::default();
        let flood = || std::iter::repeat_n("192.0.2.1".to_owned(), 1000);
        let held = admitted(&connections, flood());
        assert_eq!(held.len(), 256);
        assert!(connections.admit("192.0.2.2".parse().unwrap()).is_some());
        drop(held);
        assert!(
            connections.open().is_empty(),
            "who has left is not remembered"
        );
        assert_eq!(admitted(&connections, flood()).len(), 256);
    }

    #[test]
    fn a_48_holds_four_times_as_many() {
        let connections = OpenConnections::default();
        let flood = (0..5000).map(|number| format!("2001:db8:1:{number:x}::1"));
        let held = admitted(&connections, flood);
        assert_eq!(held.len(), 1024);
        assert!(
            connections
                .admit("2001:db8:2::1".parse().unwrap())
                .is_some()
        );
    }
}
