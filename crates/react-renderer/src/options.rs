//! The limits of a renderer.

use std::{num::NonZero, thread, time::Duration};

use crate::StartError;

const MIB: usize = 1 << 20;
/// Above this size, QuickJS silently disables its stack check.
const MAX_STACK_SIZE: usize = 16 * MIB;
/// Below this limit, no bundle starts (measured: React needs 2 MB).
const MIN_MEMORY_LIMIT: usize = 2 * MIB;
/// Far beyond any use, and far from overflowing when added to a time.
const MAX_DEADLINE: Duration = Duration::from_secs(3_600);
/// Below this size, no page renders (measured: React needs 96 KiB).
const MIN_STACK_SIZE: usize = 64 << 10;

/// The limits of a [`Renderer`](crate::Renderer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RendererOptions {
    /// Rendering threads, each with one runtime. Default: one per available CPU.
    pub threads: usize,
    /// Renders that may wait for a thread; any more fail with `QueueFull` at once. Default: 64.
    pub queue_limit: usize,
    /// Maximum time in the queue, and maximum time for the render itself; at most an hour each. Time in which the
    /// thread was ready but the machine had no CPU for it doesn't count, up to ten times this time.
    ///
    /// If a page isn't done half a deadline later, its caller is answered and its thread replaced. So on a machine that
    /// isn't overloaded, every caller is answered within two and a half times this time.
    ///
    /// Default: 1 s. A large page takes 25 ms, so this is forty times what a normal render needs, and just enough for
    /// one thread to work through a full default queue of average pages.
    pub deadline: Duration,
    /// Bytes that one runtime may use, at least 2 MiB. A script that needs more is stopped; until then, it may use as
    /// much again (at least 64 MiB). Default: 64 MiB, twenty times what a page with its libraries needs.
    pub memory_limit: usize,
    /// Maximum stack size of a script in bytes, 64 KiB to 16 MiB. Default: 512 KiB, five times what a page needs.
    pub stack_size: usize,
    /// Renders after which a runtime is replaced, so that nothing a script leaves behind grows forever.
    ///
    /// Default: 1,000. A replacement takes about 6 ms, so this costs well under a thousandth.
    pub renders_per_runtime: u32,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self {
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            queue_limit: 64,
            deadline: Duration::from_secs(1),
            memory_limit: 64 * MIB,
            stack_size: 512 << 10,
            renders_per_runtime: 1_000,
        }
    }
}

impl RendererOptions {
    /// Refuses values that would disable a limit or make every render fail.
    pub(crate) fn check(&self) -> Result<(), StartError> {
        let refuse = |reason| Err(StartError::Options(reason));
        match self {
            Self { threads: 0, .. } => refuse("threads must be at least 1"),
            Self { queue_limit: 0, .. } => refuse("queue_limit must be at least 1"),
            Self { memory_limit, .. } if *memory_limit < MIN_MEMORY_LIMIT => {
                refuse("memory_limit must be at least 2 MiB")
            }
            Self {
                renders_per_runtime: 0,
                ..
            } => refuse("renders_per_runtime must be at least 1"),
            Self { deadline, .. } if deadline.is_zero() || *deadline > MAX_DEADLINE => {
                refuse("deadline must be more than 0 and at most an hour")
            }
            Self { stack_size, .. } if !(MIN_STACK_SIZE..=MAX_STACK_SIZE).contains(stack_size) => {
                refuse("stack_size must be 64 KiB to 16 MiB")
            }
            _ => Ok(()),
        }
    }

    /// Stack size of a rendering thread: far above the script's share, for the engine's own C frames and the read
    /// closure.
    pub(crate) fn thread_stack_size(&self) -> usize {
        self.stack_size * 2 + 4 * MIB
    }
}
