//! The job of a run: a few shops get their turn, one after the other, then other long jobs do. Shops come in the order of
//! their IDs, so the last result says where the run goes on.

use std::sync::Arc;

use chrono::TimeDelta;
use uuid::Uuid;

use super::{RunRow, RunScope, end, find, last_processed};
use crate::{
    catalog::{Catalog, Shop, View, entities::shop_ids_after, writing::Ledger},
    platform::{
        cpu::CpuPool,
        database::Database,
        error::Result,
        jobs::{self, JobAttempt, JobOutcome},
    },
};

/// How many shops get their turn before other long work does.
const TOGETHER: usize = 20;
/// How many IDs are read at once when looking for shops that a run is about.
const IDS: u64 = 1000;
/// After this many outages in a row, a service counts as down.
const MOST_OUTAGES: usize = 3;

/// What came of one shop's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShopTurn {
    /// Its result is written, whatever it is.
    Noted,
    /// Its result is written: a service didn't work.
    Outage(String),
    /// Nothing was written, and nothing more can be done, for this reason.
    Over(String),
}

/// Works on the run with the job's ID: the next shops that need it get their `turn`. The run ends when there are none, or
/// when it has to give up. A shop that begins to need it behind the run is left to the next one.
///
/// # Errors
///
/// Those of `turn`; otherwise when the database fails.
pub async fn next_batch<T>(
    (ledger, cpu): (&Ledger, &CpuPool),
    attempt: &JobAttempt,
    needs: fn(&Shop) -> bool,
    turn: impl Fn(Arc<RunRow>, Uuid) -> T,
) -> Result<JobOutcome>
where
    T: Future<Output = Result<ShopTurn>>,
{
    let database = &ledger.database;
    let Some(run) = find(database.reads(), attempt.id).await? else {
        return Ok(JobOutcome::Done);
    };
    if run.ended_at.is_some() {
        return Ok(outcome(run.stopped));
    }
    let run = Arc::new(run);
    let after = last_processed(database.reads(), run.id).await?;
    let (before, total) = match after {
        None => (0, count(&ledger.catalog, cpu, &run, needs).await?),
        Some(_) => progress(ledger, run.id).await?,
    };
    let shops = next_shops((database, &ledger.catalog), &run, after, needs).await?;
    let total = total.max(before + shops.len() as u64);
    let has_more = shops.len() > TOGETHER;
    let mut outages = 0;
    let mut done = before;
    for id in shops.into_iter().take(TOGETHER) {
        attempt.progress.note(done, total).await;
        let stopped = match turn(run.clone(), id).await? {
            ShopTurn::Noted => {
                outages = 0;
                None
            }
            ShopTurn::Outage(reason) => {
                outages += 1;
                (outages == MOST_OUTAGES).then_some(reason)
            }
            ShopTurn::Over(reason) => Some(reason),
        };
        if stopped.is_some() {
            return ended(ledger, &run, stopped).await;
        }
        done += 1;
    }
    if has_more {
        attempt.progress.keep(done, total).await;
        return Ok(JobOutcome::MoreAfter(TimeDelta::zero()));
    }
    attempt.progress.note(total, total).await;
    ended(ledger, &run, None).await
}

async fn ended(ledger: &Ledger, run: &RunRow, stopped: Option<String>) -> Result<JobOutcome> {
    let now = ledger.clock.now();
    end(&ledger.database, run.id, stopped.clone(), now).await?;
    Ok(outcome(stopped))
}

/// The operator sees why a run gave up.
fn outcome(stopped: Option<String>) -> JobOutcome {
    stopped.map_or(JobOutcome::Done, JobOutcome::Failed)
}

/// How many shops the run is about when it begins.
async fn count(
    catalog: &Catalog,
    cpu: &CpuPool,
    run: &RunRow,
    needs: fn(&Shop) -> bool,
) -> Result<u64> {
    let view = catalog.view();
    if run.scope != RunScope::All {
        return Ok(of_subject(&view, run, None, needs).len() as u64);
    }
    let count = move || {
        let mut shops = 0;
        view.each_listed_shop(|shop, _| shops += u64::from(needs(shop)));
        shops
    };
    cpu.run(count).await
}

/// How far the run was at the end of its last batch.
async fn progress(ledger: &Ledger, id: Uuid) -> Result<(u64, u64)> {
    let job = jobs::run_of(&ledger.database, id, ledger.clock.now()).await?;
    Ok(job.and_then(|job| job.progress).unwrap_or_default())
}

/// The next batch and one more, if there is one: shops with higher IDs than `after`.
async fn next_shops(
    (database, catalog): (&Database, &Catalog),
    run: &RunRow,
    after: Option<Uuid>,
    needs: fn(&Shop) -> bool,
) -> Result<Vec<Uuid>> {
    let most = TOGETHER + 1;
    if run.scope != RunScope::All {
        let mut shops = of_subject(&catalog.view(), run, after, needs);
        shops.truncate(most);
        return Ok(shops);
    }
    let (mut shops, mut after) = (Vec::new(), after.unwrap_or_default());
    while shops.len() < most {
        let ids = shop_ids_after(database.reads(), after, IDS).await?;
        let Some(last) = ids.last() else {
            break;
        };
        after = *last;
        let view = catalog.view();
        let needed = |id: &Uuid| view.listed_shop(*id).is_some_and(|(shop, _)| needs(&shop));
        let left = most - shops.len();
        shops.extend(ids.into_iter().filter(needed).take(left));
    }
    Ok(shops)
}

/// The shops of a run about a town or a shop, with higher IDs than `after`, in order.
fn of_subject(
    view: &View,
    run: &RunRow,
    after: Option<Uuid>,
    needs: fn(&Shop) -> bool,
) -> Vec<Uuid> {
    let shops = match (run.scope, run.subject_id) {
        (RunScope::City, Some(town)) => view.shops_of_city(town),
        (RunScope::Shop, Some(shop)) => view.any_shop(shop).into_iter().collect(),
        _ => Vec::new(),
    };
    let needed = shops.into_iter().filter(|shop| needs(shop));
    let mut ids: Vec<Uuid> = needed
        .map(|shop| shop.id)
        .filter(|id| after.is_none_or(|after| *id > after))
        .collect();
    ids.sort();
    ids
}
