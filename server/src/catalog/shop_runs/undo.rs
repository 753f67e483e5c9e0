//! Taking back what a run did, in acts of a few shops each. What has changed since stays.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    IN_A_TURN, ResultRow, ShopOutcome, Tally, Turn, has_entry, no_run, note, note_kept, tallies,
    with_outcome,
};
use crate::{
    catalog::writing::{Act, Acted, Ledger, Subject},
    platform::{
        database::TransactionFuture,
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        runs::Kind,
        web::{Actor, LongRun},
    },
};

/// What taking back a run did.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakenBack {
    /// Texts, images or edits that were taken back, now or before.
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

/// What became of a result whose run is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Back,
    /// It stays, and why: a sentence of at most 200 characters.
    Kept(&'static str),
}

/// Takes back what a run did to one shop.
pub type TakeBack = for<'a> fn(&'a Act<'a>, &'a ResultRow) -> TransactionFuture<'a, Taken>;

/// A kind of runs whose results are taken back shop by shop.
pub trait Undoable: Kind {
    /// How a run is taken back.
    const UNDO: Undo;

    /// What a run was about, such as `Alexandria, LA`.
    fn label(asked: &Self::Asked) -> String;
}

/// How a kind of runs is taken back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The action in the audit log.
    pub action: &'static str,
    /// What the log calls the run: at most 16 characters.
    pub subject: &'static str,
    /// Whether the log has one entry for the whole; otherwise each act has its own and is undone by itself.
    pub is_one_entry: bool,
    pub take_back: TakeBack,
}

/// Starts taking back a run and waits for its end.
///
/// # Errors
///
/// [`NotFound`](crate::platform::error::Error::NotFound) if there is no such run,
/// [`Conflict`](crate::platform::error::Error::Conflict) if another one goes on; otherwise when the database fails.
pub async fn undo_and_wait<K: Undoable>(ledger: &Ledger, id: Uuid) -> Result<LongRun<TakenBack>> {
    let runs = ledger.runs();
    runs.find::<K>(id).await?.ok_or_else(no_run)?;
    let ended = runs.take_back::<K>(id).await?;
    ended
        .try_map(async |()| {
            let mut tallies = tallies(ledger.database.reads(), &[id]).await?;
            Ok(tallies.remove(&id).unwrap_or_default().into())
        })
        .await
}

/// Runs the job that takes back the run `id`.
///
/// # Errors
///
/// When the database fails.
pub async fn run_undo<K: Undoable>(
    ledger: &Ledger,
    attempt: &JobAttempt,
    id: Uuid,
) -> Result<JobOutcome> {
    let Some(run) = ledger.runs().find::<K>(id).await? else {
        return Ok(JobOutcome::Done);
    };
    let label = K::label(&run.asked);
    let results = with_outcome(ledger.database.reads(), id, ShopOutcome::Done).await?;
    let (mut done, total) = (0, results.len() as u64);
    let mut left = results.as_slice();
    let mut is_part = K::UNDO.is_one_entry
        && has_entry(ledger.database.reads(), (id, attempt.id), K::UNDO.action).await?;
    while !left.is_empty() {
        attempt.progress.note(done, total).await;
        let some = left.get(..IN_A_TURN).unwrap_or(left).into();
        let run = (id, label.as_str(), is_part);
        let acted = undo_some(ledger, run, some, K::UNDO).await?;
        is_part |= K::UNDO.is_one_entry && acted.entry.is_some();
        left = left.get(acted.value..).unwrap_or_default();
        done += acted.value as u64;
    }
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

/// Takes back what there is time for; returns how many had their turn.
async fn undo_some(
    ledger: &Ledger,
    (id, label, is_part): (Uuid, &str, bool),
    results: Arc<[ResultRow]>,
    undo: Undo,
) -> Result<Acted<usize>> {
    let label = label.to_owned();
    let act = ledger.act(Actor::System, undo.action, move |act| {
        let (results, label) = (results.clone(), label.clone());
        Box::pin(async move {
            act.set_subject(Subject::new(undo.subject, id, &label));
            if is_part {
                act.set_part();
            }
            let (turn, mut count) = (Turn::begin(), 0);
            for result in results.iter() {
                if count > 0 && turn.is_over() {
                    break;
                }
                count += 1;
                let ids = (result.run_id, result.shop_id);
                match (undo.take_back)(act, result).await? {
                    Taken::Back => {
                        let undone = (ShopOutcome::Undone, result.detail.as_deref());
                        note(act.transaction(), ids, undone, act.now()).await?;
                    }
                    Taken::Kept(reason) => note_kept(act.transaction(), ids, reason).await?,
                }
            }
            Ok(count)
        })
    });
    act.await
}
