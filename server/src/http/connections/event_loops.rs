//! The threads that hold connections: one per CPU, each with its own event loop. A cached response is read, found and
//! written on one thread, which serves a tenth more of them than a shared scheduler.

use std::{io, num::NonZero, thread};

use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::watch,
};

/// Running event loops. Dropping this ends them and everything started on them, so keep it until background work
/// started by requests (batch writers, database connections) has stopped.
#[derive(Debug)]
pub struct EventLoops {
    handles: Vec<Handle>,
    _alive: watch::Sender<()>,
}

impl EventLoops {
    /// Starts one per CPU.
    ///
    /// # Errors
    ///
    /// When the system can't create a thread or an event queue.
    pub fn start() -> io::Result<Self> {
        let (alive, _) = watch::channel(());
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let handles = (0..processors)
            .map(|number| {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                let (handle, life) = (runtime.handle().clone(), alive.subscribe());
                thread::Builder::new()
                    .name(format!("connections-{number}"))
                    .spawn(move || run(&runtime, life))?;
                Ok(handle)
            })
            .collect::<io::Result<_>>()?;
        Ok(Self {
            handles,
            _alive: alive,
        })
    }

    /// An endless round robin over the loops.
    pub(super) fn round_robin(&self) -> impl Iterator<Item = &Handle> {
        self.handles.iter().cycle()
    }
}

/// Runs until the other end of `life` is dropped.
fn run(runtime: &Runtime, mut life: watch::Receiver<()>) {
    runtime.block_on(async { while life.changed().await.is_ok() {} });
}
