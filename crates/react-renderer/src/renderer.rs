//! The pool: a bounded queue, and threads with one runtime each.

use std::{
    fmt, io,
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use tokio::sync::oneshot;

use crate::{
    Bundle, RenderFault, RendererOptions, RendererStats, StartError,
    page::{RenderJob, Rendered},
    queue::{Queue, Refused},
    shared::{Job, Shared},
    stats::Counters,
    watch::WorkerPool,
};

/// A bounded pool of threads that render pages of one bundle.
///
/// Dropping it stops it: waiting renders fail with [`RenderFault::Stopped`], running ones finish, and the threads end.
/// This blocks, usually for milliseconds; on a machine that isn't overloaded, for at most about one and a half
/// deadlines.
pub struct Renderer {
    shared: Arc<Shared>,
    /// Dropping this ends the watch, which ends the rendering threads.
    stopping: Option<Sender<()>>,
    watch: Option<JoinHandle<()>>,
}

impl Renderer {
    /// Starts the threads and loads the bundle in each.
    ///
    /// Blocks until all are ready: some milliseconds, or at most ten seconds for a bundle that hangs.
    ///
    /// # Errors
    ///
    /// [`StartError`] if an option is out of range, the bundle's top level fails or doesn't define `globalThis.render`,
    /// or the system can't create a thread.
    pub fn start(bundle: Bundle, options: RendererOptions) -> Result<Self, StartError> {
        options.check()?;
        let shared = Arc::new(Shared {
            bundle,
            queue: Queue::new(options.queue_limit),
            counters: Counters::default(),
            options,
        });
        // On an error the crew is dropped, which ends the threads that did start.
        let mut crew = WorkerPool::new(Arc::clone(&shared));
        let (ready, readiness) = mpsc::channel();
        for _ in 0..shared.options.threads {
            crew.hire(Some(ready.clone())).map_err(no_thread)?;
        }
        drop(ready);
        for _ in 0..shared.options.threads {
            match readiness.recv() {
                Ok(Ok(())) => {}
                Ok(Err(reason)) => return Err(StartError::Bundle(reason)),
                Err(mpsc::RecvError) => {
                    return Err(StartError::Thread(
                        "a rendering thread ended early".to_owned(),
                    ));
                }
            }
        }
        let (stopping, stopped) = mpsc::channel();
        let watch = thread::Builder::new()
            .name("render-watch".to_owned())
            .spawn(move || crew.watch(&stopped))
            .map_err(no_thread)?;
        Ok(Self {
            shared,
            stopping: Some(stopping),
            watch: Some(watch),
        })
    }

    /// Renders one page. Dropping the future gives up its place in the queue.
    ///
    /// # Errors
    ///
    /// A [`RenderFault`]; [`RenderFault::QueueFull`] and [`RenderFault::Stopped`] at once, [`RenderFault::NoTurn`]
    /// after a deadline in the queue.
    pub async fn render(&self, job: RenderJob) -> Result<Rendered, RenderFault> {
        let (reply, answer) = oneshot::channel();
        let RenderJob { argument, read } = job;
        let queued = Instant::now();
        let due = queued + self.shared.options.deadline;
        match self.shared.queue.push(Job {
            argument,
            read,
            queued,
            due,
            reply,
        }) {
            Ok(skipped) => self.shared.counters.count_skipped(skipped),
            Err(refused) => {
                let fault = match refused {
                    Refused::Full => RenderFault::QueueFull,
                    Refused::Closed => RenderFault::Stopped,
                };
                let outcome = Err(fault);
                self.shared.counters.count_outcome(&outcome);
                return outcome;
            }
        }
        answer.await.unwrap_or(Err(RenderFault::Stopped))
    }

    /// Counters since the start, and the current queue length.
    #[must_use]
    pub fn stats(&self) -> RendererStats {
        self.shared.counters.snapshot(self.shared.queue.len())
    }

    /// Accepts no more renders, and fails waiting ones with [`RenderFault::Stopped`]. Doesn't wait for running ones.
    pub fn stop(&self) {
        self.shared.stop();
    }
}

impl Drop for Renderer {
    fn drop(&mut self) {
        self.stop();
        self.stopping = None;
        if self.watch.take().is_some_and(|watch| watch.join().is_err()) {
            tracing::error!("the watch over the rendering threads had panicked");
        }
    }
}

impl fmt::Debug for Renderer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Renderer")
            .field("options", &self.shared.options)
            .field("stats", &self.stats())
            .finish()
    }
}

fn no_thread(error: io::Error) -> StartError {
    StartError::Thread(error.to_string())
}
