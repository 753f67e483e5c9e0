//! The threads that hold connections: one a processor, each with an event loop of its own. An answer from the cache is
//! read, found and written without another thread's help, which is a tenth more of them in a second than a shared
//! scheduler gives.

use std::{io, num::NonZero, thread};

use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::watch,
};

/// Running event loops. They end when this is dropped, with all that was started on them: keep it until what requests
/// began (writers of batches, connections to the database) has been stopped.
#[derive(Debug)]
pub struct EventLoops {
    handles: Vec<Handle>,
    _alive: watch::Sender<()>,
}

impl EventLoops {
    /// Starts one for each processor.
    ///
    /// # Errors
    /// When the system gives no thread or no event queue.
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

    /// One after the other, without end.
    pub(super) fn round_robin(&self) -> impl Iterator<Item = &Handle> {
        self.handles.iter().cycle()
    }
}

/// Until the other end of `life` is dropped.
fn run(runtime: &Runtime, mut life: watch::Receiver<()>) {
    runtime.block_on(async { while life.changed().await.is_ok() {} });
}
