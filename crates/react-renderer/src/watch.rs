//! The watch: a thread that makes sure every caller is answered, even if a rendering thread doesn't come back.
//!
//! QuickJS checks whether to stop about every ten thousand steps, and a single step may be a built-in function over
//! megabytes; a read closure may block.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{
    RenderFault,
    queue::Abandonable,
    shared::Shared,
    worker::{Worker, start_engine, start_engine_or_log},
    worker_state::WorkerState,
};

/// Maximum time between two rounds.
const MAX_INTERVAL: Duration = Duration::from_millis(250);
/// Minimum time between two rounds, and between checks of threads that should end.
const MIN_INTERVAL: Duration = Duration::from_millis(10);

struct Member {
    state: Arc<WorkerState>,
    thread: JoinHandle<()>,
}

/// The rendering threads. Dropping it ends them.
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
    members: Vec<Member>,
    hired: usize,
}

/// Reports that a new thread's runtime has loaded the bundle.
pub(crate) type Ready = Sender<Result<(), String>>;

impl WorkerPool {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self {
            shared,
            members: Vec::new(),
            hired: 0,
        }
    }

    /// Starts a thread. With `ready`, it ends if the bundle doesn't start; without, each page tries again.
    pub(crate) fn hire(&mut self, ready: Option<Ready>) -> io::Result<()> {
        let state = Arc::new(WorkerState::default());
        let (shared, own_post) = (Arc::clone(&self.shared), Arc::clone(&state));
        let thread = thread::Builder::new()
            .name(format!("render-{}", self.hired))
            .stack_size(shared.options.thread_stack_size())
            .spawn(move || serve(&shared, &own_post, ready))?;
        self.hired += 1;
        self.members.push(Member { state, thread });
        Ok(())
    }

    /// Watches until the other end of `stopping` is dropped.
    pub(crate) fn watch(mut self, stopping: &Receiver<()>) {
        let interval = (self.shared.options.deadline / 4).clamp(MIN_INTERVAL, MAX_INTERVAL);
        while stopping.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
            self.expire_queue();
            for _ in 0..self.give_up_stuck(self.shared.options.threads) {
                if let Err(error) = self.hire(None) {
                    tracing::error!("no new thread for rendering: {error}");
                }
            }
        }
    }

    /// Fails renders that have waited too long, without waiting for a thread to take them.
    fn expire_queue(&self) {
        let now = Instant::now();
        for job in self.shared.queue.extract(|job| job.due < now) {
            if job.is_abandoned() {
                self.shared.counters.count_skipped(1);
            } else {
                self.shared.answer(job.reply, Err(RenderFault::NoTurn));
            }
        }
    }

    /// Answers for threads that are long overdue, and abandons up to `limit` of them.
    fn give_up_stuck(&mut self, limit: usize) -> usize {
        // A script that just loops returns by itself soon after its deadline.
        let grace = self.shared.options.deadline / 2;
        self.members.retain(|member| !member.thread.is_finished());
        let given_up = self
            .members
            .iter()
            .filter(|member| member.state.is_given_up())
            .count();
        let mut room = limit.saturating_sub(given_up);
        let mut number = 0;
        for Member { state, .. } in &self.members {
            if !state.is_overdue(grace) {
                continue;
            }
            if let Some(reply) = state.take_reply() {
                self.shared.answer(reply, Err(RenderFault::Deadline));
            }
            if room > 0 && state.give_up() {
                tracing::error!(
                    "a rendering thread does not come back from a page and is given up"
                );
                self.shared.counters.count_given_up();
                room -= 1;
                number += 1;
            }
        }
        number
    }
}

impl Drop for WorkerPool {
    /// Ends the threads. Each returns soon after its deadline, or is stuck and abandoned.
    fn drop(&mut self) {
        self.shared.stop();
        loop {
            self.give_up_stuck(usize::MAX);
            if self.members.iter().all(|member| member.state.is_given_up()) {
                return;
            }
            thread::sleep(MIN_INTERVAL);
        }
    }
}

fn serve(shared: &Shared, state: &WorkerState, ready: Option<Ready>) {
    let engine = match ready {
        None => start_engine_or_log(shared),
        Some(ready) => {
            let started = start_engine(shared);
            let (engine, readiness) = match started {
                Ok(engine) => (Some(engine), Ok(())),
                Err(reason) => (None, Err(reason)),
            };
            let starts = readiness.is_ok();
            // Nobody listens if another thread failed first.
            if ready.send(readiness).is_err() || !starts {
                return;
            }
            engine
        }
    };
    Worker::new(shared, state, engine).run();
}
