//! Starting a run and waiting for it, as the calls behind buttons do.

use uuid::Uuid;

use super::{NewRun, ShopRun, ShopRunState, StartedShopRun, run_answer, start};
use crate::{
    catalog::writing::Ledger,
    platform::{
        error::{Error, Result},
        web::{LongRun, wait_for_run},
    },
};

/// Starts a run as a job of this kind and waits for its end. `another` is the message if another run goes on.
///
/// # Errors
///
/// [`Error::Conflict`] if another run goes on, [`Error::Unavailable`] if the run had to give up before anything was done;
/// otherwise when the database fails.
pub async fn start_and_wait(
    ledger: &Ledger,
    (job, new): (&'static str, NewRun),
    another: &'static str,
) -> Result<LongRun<ShopRun>> {
    let (identifiers, now) = (ledger.identifiers.clone(), ledger.clock.now());
    let started = ledger
        .database
        .transaction(move |transaction| {
            let (identifiers, new) = (identifiers.clone(), new.clone());
            Box::pin(async move { start(transaction, (job, &new), &identifiers, now).await })
        })
        .await?;
    match started {
        StartedShopRun::Yours(id) => wait_for(ledger, id).await,
        StartedShopRun::Another(_) => Err(Error::Conflict(another.into())),
    }
}

/// A run that did something has a result, even if it was stopped or canceled.
async fn wait_for(ledger: &Ledger, id: Uuid) -> Result<LongRun<ShopRun>> {
    let (database, clock) = (&ledger.database, &ledger.clock);
    let find = run_answer(database, id, clock);
    wait_for_run((database, clock), id, find, |_, run| match &run.stopped {
        Some(reason) if run.done == 0 => Err(Error::unavailable(reason.clone())),
        None if run.state == ShopRunState::Canceled => Ok(ShopRun {
            stopped: Some("Canceled by the administrator.".to_owned()),
            ..run
        }),
        _ => Ok(run),
    })
    .await
}
