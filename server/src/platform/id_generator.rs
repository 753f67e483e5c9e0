//! The only source of IDs and random numbers, seeded in tests.

use std::sync::{Arc, Mutex, PoisonError};

use rand::{RngCore, SeedableRng, rngs::StdRng};
use uuid::{Builder, Uuid};

use super::clock::Clock;

/// Generates UUIDv7 IDs (RFC 9562), so that rows written together are stored together. Cheap to clone.
#[derive(Clone, Debug)]
pub struct IdGenerator {
    clock: Clock,
    random: Arc<Mutex<StdRng>>,
}

impl IdGenerator {
    /// IDs from the operating system's random numbers.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self::with(clock, StdRng::from_os_rng())
    }

    /// The same IDs in every run, for tests and demo content.
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

    /// A new ID, ordered by the clock's milliseconds.
    #[must_use]
    pub fn next(&self) -> Uuid {
        let mut bytes = [0_u8; 10];
        self.fill(&mut bytes);
        let millis = u64::try_from(self.clock.now().timestamp_millis()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }

    /// Fills `bytes` with random data.
    pub fn fill(&self, bytes: &mut [u8]) {
        self.random
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .fill_bytes(bytes);
    }
}
