//! Work beside requests: rooms' workers that run until the server stops, and are asked to finish then.

use std::{future::Future, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinSet};

/// Workers that have not finished this long after they were asked to are cut.
const GRACE: Duration = Duration::from_secs(10);

/// The running workers.
#[derive(Debug)]
pub struct Background {
    workers: JoinSet<()>,
    stop: watch::Sender<bool>,
}

/// Tells a worker when it is time to finish. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Waits until the server stops.
    pub async fn asked(&self) {
        // The sender goes with the server.
        let _ = self.0.clone().wait_for(|stop| *stop).await;
    }

    /// Whether the server stops.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits for `pause`, or shorter when the server stops; says whether to go on.
    pub async fn pause(&self, pause: Duration) -> bool {
        tokio::select! {
            () = self.asked() => false,
            () = tokio::time::sleep(pause) => true,
        }
    }
}

/// Tells answers that stay open that the server stops. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Closing(Arc<watch::Sender<bool>>);

impl Default for Closing {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Closing {
    /// The server stops.
    pub fn close(&self) {
        self.0.send_replace(true);
    }

    /// Waits until the server stops.
    pub async fn asked(&self) {
        // The sender is ours too.
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
    /// What workers are told by.
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
            tracing::warn!("work in the background did not end in time and was cut");
        }
    }
}
