//! Reads what strangers' websites send: on a thread of its own and for a limited time, so that a file made to be slow holds
//! up nobody.

use std::time::Duration;

use super::{cpu::CpuPool, error::Result};

/// How long reading one file may take, with the wait for its turn. The longest takes a fraction of a second.
const TIME: Duration = Duration::from_secs(5);
/// Maximum files waiting to be read: each holds a few megabytes.
const MAX_WAITING: usize = 8;

/// The thread. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    thread: CpuPool,
    time: Duration,
}

impl Reader {
    /// Starts it.
    ///
    /// # Errors
    ///
    /// When the system starts no more threads.
    pub fn start() -> Result<Self> {
        Self::within(TIME)
    }

    /// The same with another time limit.
    ///
    /// # Errors
    ///
    /// When the system starts no more threads.
    pub fn within(time: Duration) -> Result<Self> {
        Ok(Self {
            thread: CpuPool::start(1, MAX_WAITING)?,
            time,
        })
    }

    /// Runs `work`; `None` if it takes too long.
    ///
    /// # Errors
    ///
    /// As for [`CpuPool::run`].
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>> {
        match tokio::time::timeout(self.time, self.thread.run(work)).await {
            Ok(done) => done.map(Some),
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn what_takes_too_long_holds_up_its_caller_for_a_limited_time() {
        let reader = Reader::within(Duration::from_millis(50)).unwrap();
        let (go_on, held) = mpsc::channel::<()>();
        let slow = reader.read(move || held.recv().ok());
        let slow = tokio::time::timeout(Duration::from_secs(20), slow).await;
        assert_eq!(slow.unwrap().unwrap(), None);
        drop(go_on);
        let next = Reader {
            time: Duration::from_secs(20),
            ..reader
        };
        assert_eq!(next.read(|| 7).await.unwrap(), Some(7));
    }
}
