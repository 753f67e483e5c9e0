//! A rendering thread: takes a job, renders it, and replaces its runtime when necessary.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use crate::{
    Read, RenderFault, Rendered,
    engine::Engine,
    host::panic_message,
    shared::{Job, Shared},
    timer::{Account, Timer},
    worker_state::{AfterRender, WorkerState},
};

/// Maximum time for the bundle's top level. It takes 3 ms; the limit only ends a loop, so it is generous for busy
/// machines.
const START_DEADLINE: Duration = Duration::from_secs(10);

pub(crate) struct Worker<'shared> {
    shared: &'shared Shared,
    state: &'shared WorkerState,
    /// `None` after a failed start: the next page tries again.
    engine: Option<Engine>,
    renders: u32,
    account: Account,
}

impl<'shared> Worker<'shared> {
    pub(crate) fn new(
        shared: &'shared Shared,
        state: &'shared WorkerState,
        engine: Option<Engine>,
    ) -> Self {
        Self {
            shared,
            state,
            engine,
            renders: 0,
            account: Account::of_this_thread(),
        }
    }

    /// Renders until the queue is closed or the watch has abandoned this thread.
    pub(crate) fn run(mut self) {
        while let Some(job) = self.shared.queue.pop() {
            let Job {
                argument,
                read,
                queued,
                due,
                reply,
            } = job;
            if reply.is_closed() {
                self.shared.counters.count_skipped(1);
                continue;
            }
            if Instant::now() > due {
                self.shared.answer(reply, Err(RenderFault::NoTurn));
                continue;
            }
            let timer = Timer::begin(&self.account, self.shared.options.deadline);
            self.state.begin(timer.clone(), reply);
            let outcome = self.render(&argument, read, queued, timer);
            let faulted = match self.state.finish() {
                AfterRender::InTime(reply) => {
                    let faulted = outcome.is_err();
                    self.shared.answer(reply, outcome);
                    faulted
                }
                AfterRender::Late => true,
                AfterRender::Replaced => break,
            };
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
        timer: Timer,
    ) -> Result<Rendered, RenderFault> {
        let started = Instant::now();
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => start_engine(self.shared).map_err(RenderFault::Script)?,
        };
        let engine = self.engine.insert(engine);
        self.renders += 1;
        let page = catch_unwind(AssertUnwindSafe(|| engine.render(argument, read, timer)))
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

    /// Whether the runtime has reached its number of renders, or uses so much memory that a page may run out.
    fn is_worn(&self) -> bool {
        let Some(engine) = &self.engine else {
            return false;
        };
        self.renders >= self.shared.options.renders_per_runtime || engine.is_half_full()
    }

    fn replace(&mut self) {
        // Dropped first, so that two runtimes never hold memory at once.
        self.engine = None;
        self.renders = 0;
        self.shared.counters.count_replacement();
        self.engine = start_engine_or_log(self.shared);
    }
}

/// A runtime with the bundle loaded, or the reason why there is none.
pub(crate) fn start_engine(shared: &Shared) -> Result<Engine, String> {
    let start = || {
        Engine::start(
            &shared.bundle,
            &shared.options,
            Timer::begin(&Account::of_this_thread(), START_DEADLINE),
        )
    };
    catch_unwind(AssertUnwindSafe(start))
        .unwrap_or_else(|payload| Err(panic_message(payload.as_ref()).to_owned()))
}

/// A bundle that started once starts again, unless the machine is short of memory, which may pass.
pub(crate) fn start_engine_or_log(shared: &Shared) -> Option<Engine> {
    start_engine(shared)
        .inspect_err(|reason| {
            tracing::error!("no new runtime for rendering, the next page tries again: {reason}")
        })
        .ok()
}
