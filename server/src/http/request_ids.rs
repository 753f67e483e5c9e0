//! Request IDs: a random prefix per process, and a counter.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::platform::{id_generator::IdGenerator, web::RequestId};

/// Generates IDs that are unique in the installation.
#[derive(Debug)]
pub struct RequestIds {
    process: u64,
    made: AtomicU64,
}

impl RequestIds {
    /// Picks the prefix.
    #[must_use]
    pub fn new(identifiers: &IdGenerator) -> Self {
        let mut start = [0_u8; 8];
        identifiers.fill(&mut start);
        Self {
            process: u64::from_be_bytes(start),
            made: AtomicU64::new(1),
        }
    }

    /// The next ID.
    pub fn next(&self) -> RequestId {
        RequestId::new(self.process, self.made.fetch_add(1, Ordering::Relaxed))
    }
}
