//! Taking an import back, backwards, in acts of a few rows each. What somebody has changed since stays (D88).

use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    entity::{
        import,
        import_change::{self, ChangeKind, UndoOutcome},
    },
    store::{self, Adding},
};
use crate::{
    catalog::{
        entities::{city, shop, shop_source, suggestion},
        photo_acts, photos,
        writing::{Act, Ledger, Subject, restore_columns},
    },
    features::{
        Services,
        imports::entity::review_item::{self, Status},
    },
    platform::{
        database::Database,
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, NewJob, SingleRun, enqueue_single},
        web::{Actor, LongRun},
    },
};

/// How many rows an act changes.
const TOGETHER: u64 = 50;
/// The kind of the job.
const JOB: &str = "imports.undo";

/// What undoing an import did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoneImport {
    /// Shops that the import added, and that are gone.
    pub removed: u64,
    /// Shops whose facts are as before.
    pub restored: u64,
    /// Shops that stay, or some of whose facts do, because somebody has changed them since.
    pub kept: u64,
}

impl UndoneImport {
    pub(super) async fn of(database: &Database, run: Uuid) -> Result<Self> {
        let undone = Some(UndoOutcome::Undone);
        let kept = Some(UndoOutcome::Kept);
        let count = async |kind, outcome| store::count(database, run, (Some(kind), outcome)).await;
        Ok(Self {
            removed: count(ChangeKind::Added, undone).await?,
            restored: count(ChangeKind::Changed, undone).await?,
            kept: count(ChangeKind::Added, kept).await? + count(ChangeKind::Changed, kept).await?,
        })
    }
}

pub(in crate::features::imports) fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(JOB, move |job| run(services.clone(), job))
}

/// Starts undoing an import as a job, or joins the one that does it already, and waits for its end.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such import, [`Error::Conflict`] if it was undone already or another one is being
/// undone; otherwise when the database fails.
pub(super) async fn start_and_wait(ledger: &Ledger, number: i64) -> Result<LongRun<UndoneImport>> {
    let row = store::find(&ledger.database, number).await?;
    refuse_undone(&row)?;
    let (identifiers, now) = (ledger.identifiers.clone(), ledger.clock.now());
    let started = ledger.database.transaction(move |transaction| {
        let identifiers = identifiers.clone();
        let job = NewJob {
            kind: JOB,
            payload: json!({ "import": number }),
            unique_key: None,
            due_at: now,
        };
        Box::pin(async move { enqueue_single(transaction, (JOB, job), &identifiers, now).await })
    });
    let SingleRun::Started(job) = started.await? else {
        return Err(Error::Conflict(
            "An import is being undone. Wait until that has ended.".into(),
        ));
    };
    let ended = ledger.runs().wait_for_job(job).await?;
    ended
        .try_map(async |()| UndoneImport::of(&ledger.database, row.id).await)
        .await
}

fn refuse_undone(row: &import::Model) -> Result<()> {
    match row.undone_at {
        None => Ok(()),
        Some(at) => Err(Error::Conflict(
            format!("This import was undone on {}.", at.format("%B %-d, %Y")).into(),
        )),
    }
}

async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let number = job
        .payload
        .get("import")
        .and_then(serde_json::Value::as_i64);
    let Some(number) = number else {
        return Ok(JobOutcome::Failed("it names no import".to_owned()));
    };
    let ledger = &services.ledger;
    let row = store::find(&ledger.database, number).await?;
    let total = store::count(&ledger.database, row.id, (None, None)).await?;
    let mut done = 0;
    job.progress.note(done, total).await;
    begin(ledger, &row).await?;
    while let Some(some) = undo_some(ledger, &row).await? {
        done += some;
        job.progress.note(done, total).await;
    }
    Ok(JobOutcome::Done)
}

/// Undoes an import in this process. Next to a job that does the same, each takes some of the rows.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such import, [`Error::Conflict`] if it was undone already; otherwise when the
/// database fails.
pub async fn undo_import(ledger: &Ledger, number: i64) -> Result<UndoneImport> {
    let row = store::find(&ledger.database, number).await?;
    refuse_undone(&row)?;
    begin(ledger, &row).await?;
    while undo_some(ledger, &row).await?.is_some() {}
    UndoneImport::of(&ledger.database, row.id).await
}

async fn begin(ledger: &Ledger, row: &import::Model) -> Result<()> {
    store::ask_to_undo(&ledger.database, row.id, ledger.clock.now()).await
}

/// Undoes some of what is left. Returns how many rows that were, and `None` when nothing was left.
async fn undo_some(ledger: &Ledger, row: &import::Model) -> Result<Option<u64>> {
    let (id, number) = (row.id, row.number);
    let label = format!("Import {number}: {}", row.files.0.join(", "));
    let acted = ledger.act(Actor::System, "import.undo", move |act| {
        let label = label.clone();
        Box::pin(async move {
            act.set_subject(Subject::new("import", id, &label));
            let changes = store::pending(act.transaction(), id, TOGETHER).await?;
            if changes.is_empty() {
                store::end_undo(act.transaction(), id, act.now()).await?;
                return Ok(None);
            }
            let added = changes
                .iter()
                .filter(|change| change.kind == ChangeKind::Added);
            let added: Vec<Uuid> = added.map(|change| change.row_id).collect();
            let touched = store::touched(act.transaction(), Adding::Import(id), &added).await?;
            for change in &changes {
                let stays = match touched.get(&change.row_id) {
                    Some(how) if change.kind == ChangeKind::Added => Stays::Because((*how).into()),
                    _ => take_back(act, change).await?,
                };
                let (outcome, reason) = match stays {
                    Stays::No => (UndoOutcome::Undone, None),
                    Stays::Unsaid => (UndoOutcome::Kept, None),
                    Stays::Because(reason) => (UndoOutcome::Kept, Some(reason)),
                };
                store::settle(act.transaction(), change, reason, outcome).await?;
            }
            Ok(Some(changes.len() as u64))
        })
    });
    Ok(acted.await?.value)
}

/// Whether something of an import stays.
enum Stays {
    No,
    /// It is no shop's, such as a town that others need by now.
    Unsaid,
    Because(String),
}

async fn take_back(act: &Act<'_>, change: &import_change::Model) -> Result<Stays> {
    let id = change.row_id;
    match change.kind {
        ChangeKind::Added => remove_shop(act, id).await.map(|()| Stays::No),
        ChangeKind::Changed => restore_facts(act, change).await,
        ChangeKind::Linked => {
            if let Some(link) = act.find::<shop_source::Model>(id).await? {
                if let Some(item) = store::answered_with(act.transaction(), &link).await? {
                    ask_again(act, item).await?;
                }
                act.delete(&link).await?;
            }
            Ok(Stays::No)
        }
        ChangeKind::Relinked => link_again(act, change).await,
        ChangeKind::Asked => match act.find::<review_item::Model>(id).await? {
            Some(item) if item.status != Status::Open => Ok(Stays::Unsaid),
            Some(item) => act.delete(&item).await.map(|()| Stays::No),
            None => Ok(Stays::No),
        },
        ChangeKind::Missing => match act.find::<suggestion::Model>(id).await? {
            Some(row) if row.status != suggestion::Status::Open => Ok(Stays::Unsaid),
            Some(row) => act.delete(&row).await.map(|()| Stays::No),
            None => Ok(Stays::No),
        },
        ChangeKind::Settled => match act.find::<review_item::Model>(id).await? {
            Some(item) if !is_still_answered(&item, change) => Ok(Stays::Unsaid),
            Some(item) => ask_again(act, item).await.map(|()| Stays::No),
            None => Ok(Stays::No),
        },
        ChangeKind::Town => match act.find::<city::Model>(id).await? {
            Some(town) if !store::is_needless(act.transaction(), &town).await? => Ok(Stays::Unsaid),
            Some(town) => act.delete(&town).await.map(|()| Stays::No),
            None => Ok(Stays::No),
        },
    }
}

/// Removes a shop that nobody has touched, as if it had never been added: a later edition may add it again.
pub(in crate::features::imports) async fn remove_shop(act: &Act<'_>, id: Uuid) -> Result<()> {
    let Some(row) = act.find::<shop::Model>(id).await? else {
        return Ok(());
    };
    for link in store::sources_of(act.transaction(), id).await? {
        act.delete(&link).await?;
    }
    for photo in photos::of_owner(act.transaction(), photos::Owner::Shop(id)).await? {
        photo_acts::remove(act, photo).await?;
    }
    for item in store::answered_by(act.transaction(), id).await? {
        ask_again(act, item).await?;
    }
    act.delete(&row).await
}

/// Lets a shop's link go to the record that it went to before, unless that is another shop by now.
async fn link_again(act: &Act<'_>, change: &import_change::Model) -> Result<Stays> {
    let link: Option<shop_source::Model> = act.find(change.row_id).await?;
    let (Some(link), Some(before), Some(after)) = (link, &change.before, &change.after) else {
        return Ok(Stays::No);
    };
    let record = before.get("source_id").and_then(Value::as_str);
    if store::is_linked(
        act.transaction(),
        (&link.source, record.unwrap_or_default()),
    )
    .await?
    {
        return Ok(Stays::Unsaid);
    }
    let since = restore_columns(act, &link, (before, after)).await?;
    Ok(if since.is_empty() {
        Stays::No
    } else {
        Stays::Unsaid
    })
}

/// Whether a question has the answer that the import gave. If its shop went, somebody may have given another one.
fn is_still_answered(item: &review_item::Model, change: &import_change::Model) -> bool {
    let given = change.after.as_ref().and_then(|after| after.get("shop_id"));
    item.status == Status::Accepted && given == Some(&json!(item.shop_id))
}

/// Lets a question wait whose answer is taken back.
async fn ask_again(act: &Act<'_>, item: review_item::Model) -> Result<()> {
    let mut open = item.clone();
    open.status = Status::Open;
    open.shop_id = None;
    open.decided_at = None;
    act.update(&item, open).await?;
    Ok(())
}

async fn restore_facts(act: &Act<'_>, change: &import_change::Model) -> Result<Stays> {
    let row: Option<shop::Model> = act.find(change.row_id).await?;
    let (Some(row), Some(before), Some(after)) = (row, &change.before, &change.after) else {
        return Ok(Stays::No);
    };
    let since = restore_columns(act, &row, (before, after)).await?;
    if since.is_empty() {
        return Ok(Stays::No);
    }
    Ok(Stays::Because(format!(
        "{} changed since",
        since.join(", ").replace('_', " ")
    )))
}
