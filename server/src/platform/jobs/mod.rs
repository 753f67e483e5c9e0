//! Background work: enqueued in the transaction that causes it, run by whichever node takes it first, retried with
//! growing delays, and taken over by another node if the first one dies.
//!
//! A node works on a job while it holds the job's lease and renews it. If a node dies, its lease expires and the job is
//! due again, so every job must be safe to run twice.

mod entity;
mod handlers;
mod old_runs;
mod overview;
mod progress;
mod runs;
mod schedule;
mod single;
mod store;
mod worker;

pub use handlers::{Handler, Handlers, JobAttempt, JobOutcome};
pub use old_runs::{RUNS_KEPT, RunTable, kept_runs, prune_runs};
pub use overview::{JobKind, overview};
pub use progress::Progress;
pub use runs::{JobCount, JobRun, RunState, cancel, counts, run_of, runs};
pub use schedule::Schedule;
pub use single::{SingleRun, ended_within, enqueue_single};
pub use store::{NewJob, enqueue, forget_turns, prune};
pub use worker::Worker;
pub(in crate::platform) use worker::pause_after;
