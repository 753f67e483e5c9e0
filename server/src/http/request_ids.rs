//! Names for requests: a start that this process drew by chance, and a count.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::platform::{id_generator::IdGenerator, web::RequestId};

/// Makes names that no other request of the installation has.
#[derive(Debug)]
pub struct RequestIds {
    process: u64,
    made: AtomicU64,
}

impl RequestIds {
    /// Draws the start.
    #[must_use]
    pub fn new(identifiers: &IdGenerator) -> Self {
        let mut start = [0_u8; 8];
        identifiers.fill(&mut start);
        Self {
            process: u64::from_be_bytes(start),
            made: AtomicU64::new(1),
        }
    }

    /// The next name.
    pub fn next(&self) -> RequestId {
        RequestId::new(self.process, self.made.fetch_add(1, Ordering::Relaxed))
    }
}
