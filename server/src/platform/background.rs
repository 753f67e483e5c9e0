//! Background work: rooms' workers, which run until the server stops and then get a chance to finish.

use std::{future::Future, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet};

/// How long workers may take to finish before they are aborted.
const GRACE: Duration = Duration::from_secs(10);

/// The running workers.
#[derive(Debug)]
pub struct Background {
    workers: JoinSet<()>,
    stop: watch::Sender<bool>,
}

/// Tells a worker when to finish. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Waits until the server is stopping.
    pub async fn asked(&self) {
        // The sender lives as long as the server.
        let _ = self.0.clone().wait_for(|stop| *stop).await;
    }

    /// Whether the server is stopping.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Sleeps for `pause`, or until the server stops; returns whether to continue.
    pub async fn pause(&self, pause: Duration) -> bool {
        tokio::select! {
            () = self.asked() => false,
            () = tokio::time::sleep(pause) => true,
        }
    }
}

/// Tells open-ended responses that the server is stopping. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Closing(Arc<watch::Sender<bool>>);

impl Default for Closing {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Closing {
    /// Signals that the server is stopping.
    pub fn close(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server is stopping.
    pub async fn asked(&self) {
        // We hold the sender, so it can't be gone.
        let _ = self.0.subscribe().wait_for(|closes| *closes).await;
    }
}

impl Default for Background {
    fn default() -> Self {
        Self {
            workers: JoinSet::new(),
            stop: watch::Sender::new(false),
        }
    }
}

impl Background {
    /// The signal for workers.
    #[must_use]
    pub fn stopping(&self) -> Stopping {
        Stopping(self.stop.subscribe())
    }

    /// Starts a worker.
    pub fn start(&mut self, worker: impl Future<Output = ()> + Send + 'static) {
        self.workers.spawn(worker);
    }

    /// Asks all workers to finish and waits for them.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        let finished = async { while self.workers.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, finished).await.is_err() {
            tracing::warn!("background tasks timed out and were aborted");
        }
    }
}
