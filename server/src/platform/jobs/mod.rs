//! Work after the answer: asked for in the transaction that caused it, done once by whichever node comes first, tried
//! again with growing pauses, and taken over by another node when the one that worked on it is gone.
//!
//! A node works on a job while it holds the job's lease and renews it. A node that dies renews nothing, so the lease ends
//! and the job is due again: what a job does must bear being done twice.

mod entity;
mod overview;
mod progress;
mod runs;
mod schedule;
mod store;
mod worker;

pub use overview::{JobKind, overview};
pub use progress::Progress;
pub use runs::{JobRun, RunState, cancel, run_of, runs};
pub use schedule::Schedule;
pub use store::{NewJob, enqueue, prune};
pub(in crate::platform) use worker::pause_after;
pub use worker::{Handler, Handlers, JobAttempt, JobOutcome, Worker};
