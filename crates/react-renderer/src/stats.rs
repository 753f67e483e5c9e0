//! Counters for a metrics endpoint.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::RenderFault;

/// What a renderer has done since it started, and its current state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RendererStats {
    /// Pages rendered.
    pub renders: u64,
    /// Faults: deadline passed, in the queue or while rendering.
    pub deadline: u64,
    /// Faults: the script threw, ran out of memory or stack, or never settled.
    pub script: u64,
    /// Faults: a failed Suspense boundary.
    pub suspended: u64,
    /// Faults: a read closure panicked.
    pub read: u64,
    /// Faults: refused because the queue was full.
    pub queue_full: u64,
    /// Faults: refused or dropped because the renderer stopped.
    pub stopped: u64,
    /// Queued renders dropped because their caller was gone.
    pub skipped: u64,
    /// Runtimes replaced: after a fault, after their number of renders, or for their memory use.
    pub replacements: u64,
    /// Threads abandoned because they didn't return from a page, and replaced.
    pub given_up: u64,
    /// Renders currently waiting for a thread.
    pub queue_length: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    renders: AtomicU64,
    deadline: AtomicU64,
    script: AtomicU64,
    suspended: AtomicU64,
    read: AtomicU64,
    queue_full: AtomicU64,
    stopped: AtomicU64,
    skipped: AtomicU64,
    replacements: AtomicU64,
    given_up: AtomicU64,
}

impl Counters {
    pub(crate) fn count_outcome<T>(&self, outcome: &Result<T, RenderFault>) {
        let counter = match outcome {
            Ok(_) => &self.renders,
            Err(RenderFault::Deadline | RenderFault::NoTurn) => &self.deadline,
            Err(RenderFault::Script(_)) => &self.script,
            Err(RenderFault::Suspended) => &self.suspended,
            Err(RenderFault::Read(_)) => &self.read,
            Err(RenderFault::QueueFull) => &self.queue_full,
            Err(RenderFault::Stopped) => &self.stopped,
        };
        counter.fetch_add(1, Relaxed);
    }

    pub(crate) fn count_skipped(&self, number: usize) {
        self.skipped.fetch_add(number as u64, Relaxed);
    }

    pub(crate) fn count_replacement(&self) {
        self.replacements.fetch_add(1, Relaxed);
    }

    pub(crate) fn count_given_up(&self) {
        self.given_up.fetch_add(1, Relaxed);
    }

    pub(crate) fn snapshot(&self, queue_length: usize) -> RendererStats {
        RendererStats {
            renders: self.renders.load(Relaxed),
            deadline: self.deadline.load(Relaxed),
            script: self.script.load(Relaxed),
            suspended: self.suspended.load(Relaxed),
            read: self.read.load(Relaxed),
            queue_full: self.queue_full.load(Relaxed),
            stopped: self.stopped.load(Relaxed),
            skipped: self.skipped.load(Relaxed),
            replacements: self.replacements.load(Relaxed),
            given_up: self.given_up.load(Relaxed),
            queue_length,
        }
    }
}
