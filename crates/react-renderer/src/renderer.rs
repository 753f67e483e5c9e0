//! The pool: a bounded queue, and threads that each own a runtime.

use std::{
    fmt,
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::{
    Bundle, RenderFault, RendererOptions, RendererStats, StartError,
    queue::{Queue, Refused},
    stats::Counters,
    worker::{Job, Shared, Worker},
};

/// Answers `host.get(path)` of one render: the text for a path, or `None` when there is nothing.
pub type Read = Box<dyn FnMut(&str) -> Option<String> + Send>;

/// One page to render.
pub struct RenderJob {
    /// What `globalThis.render` is called with, as a rule JSON.
    pub argument: String,
    /// Asked on the rendering thread, at most once per path. It must not block for long: no script runs meanwhile, so no bound stops it.
    pub read: Read,
}

/// A rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// What the script returned, unchanged.
    pub html: String,
    /// Each path that the script asked for with the very bytes that it got, in first-asked order.
    pub reads: Vec<(String, Option<String>)>,
    /// Time in the queue.
    pub waited: Duration,
    /// Time from the start of the render to its end.
    pub duration: Duration,
}

/// A bounded pool of threads that render pages of one bundle.
///
/// Dropping it stops it: waiting renders are answered [`RenderFault::Stopped`], running ones finish (at most the deadline), threads are joined.
pub struct Renderer {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Renderer {
    /// Starts the threads and loads the bundle in each.
    ///
    /// Blocks until all are ready: some milliseconds, at most ten seconds for a bundle that hangs.
    ///
    /// # Errors
    /// [`StartError`] when an option is out of range, the bundle's top level fails, it defines no `globalThis.render`, or the system
    /// gives no thread.
    pub fn start(bundle: Bundle, options: RendererOptions) -> Result<Self, StartError> {
        options.check()?;
        let shared = Arc::new(Shared {
            bundle,
            queue: Queue::new(options.queue_limit),
            counters: Counters::default(),
            options,
        });
        let mut renderer = Self {
            shared,
            threads: Vec::new(),
        };
        let (ready, readiness) = mpsc::channel();
        for number in 0..renderer.shared.options.threads {
            let (shared, ready) = (Arc::clone(&renderer.shared), ready.clone());
            let thread = thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(shared.options.thread_stack_size())
                .spawn(move || serve(&shared, &ready))
                .map_err(|error| StartError::Thread(error.to_string()))?;
            renderer.threads.push(thread);
        }
        drop(ready);
        // On an error the renderer is dropped here, which ends the threads that did start.
        for _ in 0..renderer.threads.len() {
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
        Ok(renderer)
    }

    /// Renders one page. Dropping the future gives up the place in the queue.
    ///
    /// # Errors
    /// A [`RenderFault`]; [`RenderFault::QueueFull`] and [`RenderFault::Stopped`] come at once.
    pub async fn render(&self, job: RenderJob) -> Result<Rendered, RenderFault> {
        let (reply, answer) = oneshot::channel();
        let RenderJob { argument, read } = job;
        match self.shared.queue.push(Job {
            argument,
            read,
            queued: Instant::now(),
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

    /// Counters since the start, and the queue's length now.
    #[must_use]
    pub fn stats(&self) -> RendererStats {
        self.shared.counters.snapshot(self.shared.queue.len())
    }

    /// Takes no more renders and answers those that wait with [`RenderFault::Stopped`]. Does not wait for those that run.
    pub fn stop(&self) {
        for job in self.shared.queue.close() {
            self.shared.answer(job.reply, Err(RenderFault::Stopped));
        }
    }
}

impl Drop for Renderer {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a rendering thread had panicked");
            }
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

fn serve(shared: &Shared, ready: &mpsc::Sender<Result<(), String>>) {
    let (worker, readiness) = match Worker::start(shared) {
        Ok(worker) => (Some(worker), Ok(())),
        Err(reason) => (None, Err(reason)),
    };
    // Fails only when another thread failed first and the start was given up.
    drop(ready.send(readiness));
    if let Some(worker) = worker {
        worker.run();
    }
}
