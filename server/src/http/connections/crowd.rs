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
const MOST: u32 = 256;

/// Open connections by network. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Crowd(Arc<Mutex<HashMap<IpNet, u32>>>);

impl Crowd {
    /// Counts a connection from `address` until the returned place is dropped; `None` if its network is at its limit.
    pub fn admit(&self, address: IpAddr) -> Option<Place> {
        let network = Network::of(address);
        let mut open = self.open();
        let is_full = network.levels().any(|level| {
            let held = open.get(&level.prefix).copied().unwrap_or_default();
            held >= MOST.saturating_mul(level.shares)
        });
        if is_full {
            return None;
        }
        for level in network.levels() {
            *open.entry(level.prefix).or_default() += 1;
        }
        Some(Place {
            network,
            crowd: self.clone(),
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
    crowd: Crowd,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.crowd.open();
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

    fn admitted(crowd: &Crowd, addresses: impl Iterator<Item = String>) -> Vec<Place> {
        addresses
            .filter_map(|address| crowd.admit(address.parse().unwrap()))
            .collect()
    }

    #[test]
    fn an_address_holds_so_many_and_leaves_room_for_others() {
        let crowd = Crowd::default();
        let flood = || std::iter::repeat_n("192.0.2.1".to_owned(), 1000);
        let held = admitted(&crowd, flood());
        assert_eq!(held.len(), 256);
        assert!(crowd.admit("192.0.2.2".parse().unwrap()).is_some());
        drop(held);
        assert!(crowd.open().is_empty(), "who has left is not remembered");
        assert_eq!(admitted(&crowd, flood()).len(), 256);
    }

    #[test]
    fn a_48_holds_four_times_as_many() {
        let crowd = Crowd::default();
        let flood = (0..5000).map(|number| format!("2001:db8:1:{number:x}::1"));
        let held = admitted(&crowd, flood);
        assert_eq!(held.len(), 1024);
        assert!(crowd.admit("2001:db8:2::1".parse().unwrap()).is_some());
    }
}
