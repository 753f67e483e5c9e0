//! Taking back what a run did, in acts of a few shops each. What has changed since stays.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ResultRow, RunKind, RunRow, ShopOutcome, Tally, find, no_run, note, open_job, tallies,
    with_outcome,
};
use crate::{
    catalog::writing::{Act, Ledger, Subject},
    platform::{
        database::TransactionFuture,
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome, SingleRun},
        web::{Actor, LongRun, wait_for_run},
    },
};

/// How many shops an act changes.
const TOGETHER: usize = 50;

/// What taking back a run did.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakenBack {
    /// Texts or images that were removed, now or before.
    pub undone: usize,
    /// Those that have changed since, and stay.
    pub kept: usize,
}

impl From<Tally> for TakenBack {
    fn from(tally: Tally) -> Self {
        Self {
            undone: tally.of(ShopOutcome::Undone),
            kept: tally.of(ShopOutcome::Done),
        }
    }
}

/// Takes back what a run did to one shop; `false` if that has changed since.
pub type TakeBack = for<'a> fn(&'a Act<'a>, &'a ResultRow) -> TransactionFuture<'a, bool>;

/// How a kind of runs is taken back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The action in the audit log.
    pub action: &'static str,
    /// What the log calls the run: at most 16 characters.
    pub subject: &'static str,
    pub take_back: TakeBack,
}

/// The run that a job's payload says to take back, if it is such a job.
#[must_use]
pub fn run_to_undo(payload: &serde_json::Value) -> Option<Uuid> {
    Uuid::try_parse(payload.get("undo")?.as_str()?).ok()
}

/// Starts taking back a run, as a job of the kind that does its runs, and waits for its end. `another` is the message if
/// a run goes on.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such run, [`Error::Conflict`] if another one goes on; otherwise when the database
/// fails.
pub async fn undo_and_wait(
    ledger: &Ledger,
    (kind, job): (RunKind, &'static str),
    id: Uuid,
    another: &'static str,
) -> Result<LongRun<TakenBack>> {
    let database = &ledger.database;
    let run = find(database.reads(), id).await?;
    run.filter(|run| run.kind == kind).ok_or_else(no_run)?;
    let (identifiers, now) = (ledger.identifiers.clone(), ledger.clock.now());
    let started = database.transaction(move |transaction| {
        let (identifiers, payload) = (identifiers.clone(), json!({ "undo": id }));
        Box::pin(
            async move { open_job(transaction, (kind, job), payload, &identifiers, now).await },
        )
    });
    let SingleRun::Started(job) = started.await? else {
        return Err(Error::Conflict(another.into()));
    };
    let find = async {
        let mut tallies = tallies(database.reads(), &[id]).await?;
        Ok(Some(tallies.remove(&id).unwrap_or_default()))
    };
    let clocked = (database, &ledger.clock);
    wait_for_run(clocked, job, find, |_, tally: Tally| Ok(tally.into())).await
}

/// Runs the job that takes back the run `id`.
///
/// # Errors
///
/// When the database fails.
pub async fn undo(
    ledger: &Ledger,
    attempt: &JobAttempt,
    id: Uuid,
    undo: Undo,
) -> Result<JobOutcome> {
    let reads = ledger.database.reads();
    let Some(run) = find(reads, id).await? else {
        return Ok(JobOutcome::Done);
    };
    let results = with_outcome(reads, id, ShopOutcome::Done).await?;
    let (mut done, total) = (0, results.len() as u64);
    for some in results.chunks(TOGETHER) {
        attempt.progress.note(done, total).await;
        undo_some(ledger, &run, some.into(), undo).await?;
        done += some.len() as u64;
    }
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

async fn undo_some(
    ledger: &Ledger,
    run: &RunRow,
    results: Arc<[ResultRow]>,
    undo: Undo,
) -> Result<()> {
    let (id, label) = (run.id, run.label.clone());
    let act = ledger.act(Actor::System, undo.action, move |act| {
        let (results, label) = (results.clone(), label.clone());
        Box::pin(async move {
            act.set_subject(Subject::new(undo.subject, id, &label));
            for result in results.iter() {
                if (undo.take_back)(act, result).await? {
                    let ids = (result.run_id, result.shop_id);
                    let undone = (ShopOutcome::Undone, result.detail.as_deref());
                    note(act.transaction(), ids, undone, act.now()).await?;
                }
            }
            Ok(())
        })
    });
    act.await?;
    Ok(())
}
