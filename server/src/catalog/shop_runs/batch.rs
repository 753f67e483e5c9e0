//! The job of a run: a few shops get their turn, one after the other, then other long jobs do. Shops come in the order of
//! their IDs, so the last result says where the run goes on.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    AskedShops, ShopRun, ShopRunKind, ShopRunState, WhichShops, answers::with_tally,
    last_processed, undo::run_undo,
};
use crate::{
    catalog::{Catalog, View, entities::shop_ids_after, writing::Ledger},
    platform::{
        cpu::CpuPool,
        database::Database,
        error::{Error, Result},
        jobs::{self, JobAttempt, JobOutcome},
        runs::{Failures, Run, StepError, taken_back_by},
        web::LongRun,
    },
};

/// How many shops get their turn before other long work does.
const TOGETHER: usize = 20;
/// How many IDs are read at once when looking for shops that a run is about.
const IDS: u64 = 1000;

/// Starts a run, or joins the same one, and waits for its end. A run that did something has a result, even if it was
/// stopped or canceled.
///
/// # Errors
///
/// [`Error::Conflict`] if another run goes on, [`Error::Unavailable`] if the run had to give up before anything was done;
/// otherwise when the database fails.
pub async fn start_and_wait<K: ShopRunKind>(
    ledger: &Ledger,
    asked: AskedShops,
) -> Result<LongRun<ShopRun>> {
    let id = ledger.runs().start::<K>(&asked).await?;
    wait::<K>(ledger, id).await
}

/// Waits for the end of a run.
///
/// # Errors
///
/// [`Error::Unavailable`] if the run had to give up before anything was done; otherwise when the database fails.
pub async fn wait<K: ShopRunKind>(ledger: &Ledger, id: Uuid) -> Result<LongRun<ShopRun>> {
    let ended = ledger.runs().wait::<K>(id).await?;
    ended
        .try_map(async |run| {
            let run = with_tally(&ledger.database, run).await?;
            match &run.stopped {
                Some(reason) if run.done + run.waiting == 0 => {
                    Err(Error::unavailable(reason.clone()))
                }
                None if run.state == ShopRunState::Canceled => Ok(ShopRun {
                    stopped: Some("Canceled by the administrator.".to_owned()),
                    ..run
                }),
                _ => Ok(run),
            }
        })
        .await
}

/// Runs a job of this kind: it takes a run back, or gives the next shops that need it their `turn`. A turn's result is
/// written even if it failed, which is a [`StepError::Skip`] or [`StepError::Unanswered`]. The run ends when there are no more shops, or
/// when it has to give up. A shop that begins to need it behind the run is left to the next one.
///
/// # Errors
///
/// Those of `turn` after which it is tried again; otherwise when the database fails.
pub async fn run_job<K: ShopRunKind, T>(
    shared: (&Ledger, &CpuPool),
    attempt: &JobAttempt,
    turn: impl Fn(Uuid, Uuid) -> T,
) -> Result<JobOutcome>
where
    T: Future<Output = std::result::Result<(), StepError>>,
{
    let runs = shared.0.runs();
    match taken_back_by(&attempt.payload) {
        Some(id) => run_undo::<K>(shared.0, attempt, id).await,
        None => {
            let next = |run| next_batch(shared, attempt, run, turn);
            runs.work::<K, _>(attempt, next).await
        }
    }
}

async fn next_batch<K: ShopRunKind, T>(
    (ledger, cpu): (&Ledger, &CpuPool),
    attempt: &JobAttempt,
    run: Run<K>,
    turn: impl Fn(Uuid, Uuid) -> T,
) -> std::result::Result<(), StepError>
where
    T: Future<Output = std::result::Result<(), StepError>>,
{
    let (database, catalog) = (&ledger.database, &ledger.catalog);
    let which = run.asked.shops;
    let after = last_processed(database.reads(), run.id).await?;
    let (before, total) = match after {
        None => (0, count::<K>(catalog, cpu, which).await?),
        Some(_) => progress(ledger, run.id).await?,
    };
    let shops = next_shops::<K>((database, catalog), which, after).await?;
    let total = total.max(before + shops.len() as u64);
    let has_more = shops.len() > TOGETHER;
    let mut failures = Failures::default();
    let mut done = before;
    for id in shops.into_iter().take(TOGETHER) {
        attempt.progress.note(done, total).await;
        match turn(run.id, id).await {
            Ok(()) => failures.end(),
            Err(step_error @ (StepError::Skip(_) | StepError::Unanswered(_))) => {
                if let Some(end) = failures.note(&step_error) {
                    return Err(end);
                }
            }
            Err(step_error) => return Err(step_error.after(done > before)),
        }
        done += 1;
    }
    if has_more {
        attempt.progress.keep(done, total).await;
        return Err(StepError::Later(TimeDelta::zero()));
    }
    attempt.progress.note(total, total).await;
    Ok(())
}

/// How many shops the run is about when it begins.
async fn count<K: ShopRunKind>(catalog: &Catalog, cpu: &CpuPool, which: WhichShops) -> Result<u64> {
    let view = catalog.view();
    if which != WhichShops::All {
        return Ok(of_subject::<K>(&view, which, None).len() as u64);
    }
    let count = move || {
        let mut shops = 0;
        view.each_listed_shop(|shop, _| shops += u64::from(K::needs(shop)));
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
async fn next_shops<K: ShopRunKind>(
    (database, catalog): (&Database, &Catalog),
    which: WhichShops,
    after: Option<Uuid>,
) -> Result<Vec<Uuid>> {
    let most = TOGETHER + 1;
    if which != WhichShops::All {
        let mut shops = of_subject::<K>(&catalog.view(), which, after);
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
        let needed = |id: &Uuid| {
            let listed = view.listed_shop(*id);
            listed.is_some_and(|(shop, _)| K::needs(&shop))
        };
        let left = most - shops.len();
        shops.extend(ids.into_iter().filter(needed).take(left));
    }
    Ok(shops)
}

/// The shops of a run about a town or a shop, with higher IDs than `after`, in order.
fn of_subject<K: ShopRunKind>(view: &View, which: WhichShops, after: Option<Uuid>) -> Vec<Uuid> {
    let shops = match which {
        WhichShops::All | WhichShops::Edit(_) => Vec::new(),
        WhichShops::City(town) => view.shops_of_city(town),
        WhichShops::Shop(shop) => view.any_shop(shop).into_iter().collect(),
    };
    let needed = shops.into_iter().filter(|shop| K::needs(shop));
    let mut ids: Vec<Uuid> = needed
        .map(|shop| shop.id)
        .filter(|id| after.is_none_or(|after| *id > after))
        .collect();
    ids.sort();
    ids
}
