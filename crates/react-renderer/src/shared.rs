//! State shared by callers, rendering threads and the watch.

use std::time::Instant;

use tokio::sync::oneshot;

use crate::{
    Bundle, Read, RenderFault, Rendered, RendererOptions,
    queue::{Abandonable, Queue},
    stats::Counters,
};

/// Sends a render's result.
pub(crate) type Reply = oneshot::Sender<Result<Rendered, RenderFault>>;

pub(crate) struct Job {
    pub(crate) argument: String,
    pub(crate) read: Read,
    pub(crate) queued: Instant,
    pub(crate) due: Instant,
    pub(crate) reply: Reply,
}

impl Abandonable for Job {
    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }
}

pub(crate) struct Shared {
    pub(crate) bundle: Bundle,
    pub(crate) options: RendererOptions,
    pub(crate) queue: Queue<Job>,
    pub(crate) counters: Counters,
}

impl Shared {
    pub(crate) fn answer(&self, reply: Reply, outcome: Result<Rendered, RenderFault>) {
        self.counters.count_outcome(&outcome);
        // A caller that is gone needs no answer.
        drop(reply.send(outcome));
    }

    /// Accepts no more renders, and fails waiting ones.
    pub(crate) fn stop(&self) {
        for job in self.queue.close() {
            self.answer(job.reply, Err(RenderFault::Stopped));
        }
    }
}
