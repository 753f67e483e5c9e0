//! What one rendering thread does: take a job, render it, replace its runtime when that is due.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::{
    Bundle, Read, RenderFault, Rendered, RendererOptions,
    engine::Engine,
    host::panic_message,
    queue::{Abandonable, Queue},
    stats::Counters,
};

/// Time for the bundle's top level. It takes 3 ms; the bound only ends a loop, so it is generous to busy machines.
const START_DEADLINE: Duration = Duration::from_secs(10);
/// Renders between two looks at a runtime's memory; each walks the heap, some milliseconds.
const RENDERS_PER_HEAP_CHECK: u32 = 100;

pub(crate) struct Job {
    pub(crate) argument: String,
    pub(crate) read: Read,
    pub(crate) queued: Instant,
    pub(crate) reply: oneshot::Sender<Result<Rendered, RenderFault>>,
}

impl Abandonable for Job {
    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }
}

/// What callers and threads share.
pub(crate) struct Shared {
    pub(crate) bundle: Bundle,
    pub(crate) options: RendererOptions,
    pub(crate) queue: Queue<Job>,
    pub(crate) counters: Counters,
}

impl Shared {
    pub(crate) fn answer(
        &self,
        reply: oneshot::Sender<Result<Rendered, RenderFault>>,
        outcome: Result<Rendered, RenderFault>,
    ) {
        self.counters.count_outcome(&outcome);
        // A caller that left meanwhile needs no answer.
        drop(reply.send(outcome));
    }
}

pub(crate) struct Worker<'shared> {
    shared: &'shared Shared,
    engine: Option<Engine>,
    renders: u32,
}

impl<'shared> Worker<'shared> {
    /// A worker with a runtime that has loaded the bundle; the text says why there is none.
    pub(crate) fn start(shared: &'shared Shared) -> Result<Self, String> {
        let engine = start_engine(shared)?;
        Ok(Self {
            shared,
            engine: Some(engine),
            renders: 0,
        })
    }

    /// Renders until the queue is closed.
    pub(crate) fn run(mut self) {
        while let Some(job) = self.shared.queue.pop() {
            if job.is_abandoned() {
                self.shared.counters.count_skipped(1);
                continue;
            }
            let Job {
                argument,
                read,
                queued,
                reply,
            } = job;
            let outcome = self.render(&argument, read, queued);
            let faulted = outcome.is_err();
            self.shared.answer(reply, outcome);
            if faulted || self.is_worn() {
                self.replace();
            }
        }
    }

    fn render(
        &mut self,
        argument: &str,
        read: Read,
        queued: Instant,
    ) -> Result<Rendered, RenderFault> {
        let started = Instant::now();
        let due = queued + self.shared.options.deadline;
        if started > due {
            return Err(RenderFault::Deadline);
        }
        // The last replacement may have failed for want of memory: try again for this page.
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => start_engine(self.shared).map_err(RenderFault::Script)?,
        };
        let engine = self.engine.insert(engine);
        self.renders += 1;
        let page = catch_unwind(AssertUnwindSafe(|| engine.render(argument, read, due)))
            .unwrap_or_else(|payload| {
                Err(RenderFault::Script(
                    panic_message(payload.as_ref()).to_owned(),
                ))
            })?;
        Ok(Rendered {
            html: page.html,
            reads: page.reads,
            waited: started - queued,
            duration: started.elapsed(),
        })
    }

    /// Whether the runtime has done its share, or holds so much that a page may run out of memory.
    fn is_worn(&self) -> bool {
        let Some(engine) = &self.engine else {
            return false;
        };
        self.renders >= self.shared.options.renders_per_runtime
            || (self.renders.is_multiple_of(RENDERS_PER_HEAP_CHECK)
                && engine.heap_size() > self.shared.options.memory_limit / 2)
    }

    fn replace(&mut self) {
        // The old runtime goes first, so that two never hold memory at once.
        self.engine = None;
        self.renders = 0;
        self.shared.counters.count_replacement();
        match start_engine(self.shared) {
            Ok(engine) => self.engine = Some(engine),
            Err(reason) => tracing::error!(
                "no new runtime for rendering, trying again with the next page: {reason}"
            ),
        }
    }
}

fn start_engine(shared: &Shared) -> Result<Engine, String> {
    let start = || {
        Engine::start(
            &shared.bundle,
            &shared.options,
            Instant::now() + START_DEADLINE,
        )
    };
    catch_unwind(AssertUnwindSafe(start))
        .unwrap_or_else(|payload| Err(panic_message(payload.as_ref()).to_owned()))
}
