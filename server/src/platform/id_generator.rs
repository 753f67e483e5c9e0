//! The one source of identifiers and of chance, seeded in tests.

use std::sync::{Arc, Mutex, PoisonError};

use rand::{RngCore, SeedableRng, rngs::StdRng};
use uuid::{Builder, Uuid};

use super::clock::Clock;

/// Makes identifiers: UUIDv7 (RFC 9562), so that rows written together lie together. Cheap to clone.
#[derive(Clone, Debug)]
pub struct IdGenerator {
    clock: Clock,
    random: Arc<Mutex<StdRng>>,
}

impl IdGenerator {
    /// Identifiers from the operating system's randomness.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self::with(clock, StdRng::from_os_rng())
    }

    /// The same identifiers in each run, for tests and for demo content.
    #[must_use]
    pub fn seeded(clock: Clock, seed: u64) -> Self {
        Self::with(clock, StdRng::seed_from_u64(seed))
    }

    fn with(clock: Clock, random: StdRng) -> Self {
        Self {
            clock,
            random: Arc::new(Mutex::new(random)),
        }
    }

    /// A new identifier, in the order of the clock's milliseconds.
    #[must_use]
    pub fn next(&self) -> Uuid {
        let mut bytes = [0_u8; 10];
        self.fill(&mut bytes);
        let millis = u64::try_from(self.clock.now().timestamp_millis()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }

    /// Fills `bytes` with chance.
    pub fn fill(&self, bytes: &mut [u8]) {
        self.random
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill_bytes(bytes);
    }
}
