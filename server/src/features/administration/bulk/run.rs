//! The run that applies a bulk edit: many short acts, so that nobody waits for it, and so that a run that is interrupted goes on with the shops that
//! had no turn yet. A shop that has changed since the administrator looked at it is left as it is.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::{BulkChanges, entity, preview::asked_of, store};
use crate::{
    catalog::{
        Shop,
        entities::shop,
        people::ShopRole,
        shop_runs::{
            self, AskedShops, Came, IN_A_TURN, ResultRow, ShopOutcome, ShopRunKind, Taken, Turn,
            Undo, Undoable,
        },
        writing::{Act, Acted, BULK_EDIT, Recorded, Subject, restore_columns},
    },
    features::{Services, administration::shops::ShopEdit},
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        runs::{Kind, Run, StepError, taken_back_by},
        web::{Actor, AdministratorId},
    },
};

/// The acts of the run in the audit log.
const ACTION: &str = "shop.bulk_edit";

/// Runs that apply bulk edits.
#[derive(Debug)]
pub(in crate::features::administration) struct BulkEdits;

impl Kind for BulkEdits {
    const JOB: &'static str = "administration.bulk_edit";
    type Asked = AskedShops;
    type Result = ();

    fn joins(wanted: &AskedShops, asked: &AskedShops) -> bool {
        wanted.shops == asked.shops
    }

    fn busy(_: Option<&AskedShops>) -> String {
        "Another bulk edit goes on. Please wait until it has ended, or cancel it.".to_owned()
    }
}

impl Undoable for BulkEdits {
    const UNDO: Undo = Undo {
        action: "shop.bulk_undo",
        subject: BULK_EDIT,
        is_one_entry: true,
        take_back: |act, result| Box::pin(take_back(act, result)),
    };

    fn label(asked: &AskedShops) -> String {
        asked.label.clone()
    }
}

impl ShopRunKind for BulkEdits {
    fn needs(_: &Shop) -> bool {
        true
    }
}

/// Runs the job: applies an edit, or takes it back.
pub(in crate::features::administration) async fn run(
    services: Services,
    attempt: JobAttempt,
) -> Result<JobOutcome> {
    if let Some(id) = taken_back_by(&attempt.payload) {
        return shop_runs::run_undo::<BulkEdits>(&services.ledger, &attempt, id).await;
    }
    let next = |run| apply(&services, &attempt, run);
    services
        .ledger
        .runs()
        .work::<BulkEdits, _>(&attempt, next)
        .await
}

async fn apply(
    services: &Services,
    attempt: &JobAttempt,
    run: Run<BulkEdits>,
) -> std::result::Result<(), StepError> {
    let shop_runs::WhichShops::Edit(id) = run.asked.shops else {
        return Err(StepError::Stop("This run names no bulk edit.".to_owned()));
    };
    let reads = services.database.reads();
    let Some(entity::Model { changes, shops, .. }) = store::find(reads, id).await? else {
        return Err(StepError::Stop(
            "The bulk edit is no longer kept.".to_owned(),
        ));
    };
    let changes: BulkChanges = serde_json::from_value(changes)
        .map_err(|error| Error::Internal(format!("a stored bulk edit can't be read: {error}")))?;
    let had_turn: HashSet<Uuid> = shop_runs::processed(reads, run.id).await?;
    let total = shops.0.len() as u64;
    let left: Vec<(Uuid, i64)> = (shops.0.into_iter())
        .filter(|(shop, _)| !had_turn.contains(shop))
        .collect();
    let mut done = had_turn.len() as u64;
    let edit = Arc::new(changes.as_edit()?);
    let mut left = left.as_slice();
    let mut is_part = false;
    while !left.is_empty() {
        attempt.progress.note(done, total).await;
        let some = left.get(..IN_A_TURN).unwrap_or(left).into();
        let acted = apply_to(services, (&run, &edit), (attempt.id, is_part), some).await?;
        is_part |= acted.entry.is_some();
        left = left.get(acted.value..).unwrap_or_default();
        done += acted.value as u64;
    }
    attempt.progress.note(total, total).await;
    Ok(())
}

/// Changes as many of the shops as there is time for; returns how many had their turn.
async fn apply_to(
    services: &Services,
    (run, edit): (&Run<BulkEdits>, &Arc<ShopEdit>),
    (job, is_part): (Uuid, bool),
    shops: Arc<[(Uuid, i64)]>,
) -> Result<Acted<usize>> {
    let by = run.asked.by.map(AdministratorId);
    let (run, label) = (run.id, run.asked.label.clone());
    let (edit, held) = (Arc::clone(edit), services.clone());
    let actor = Actor::Administrator(by);
    services
        .ledger
        .act(actor, ACTION, move |act| {
            let (edit, shops) = (edit.clone(), shops.clone());
            let (label, services) = (label.clone(), held.clone());
            Box::pin(async move {
                act.set_subject(Subject::new(BULK_EDIT, run, &label));
                // In this transaction, because one of an earlier attempt may have been committed a moment ago.
                let transaction = act.transaction();
                if is_part || shop_runs::has_entry(transaction, (run, job), ACTION).await? {
                    act.set_part();
                }
                let turn = Turn::begin();
                let ids: Vec<Uuid> = shops.iter().map(|(id, _)| *id).collect();
                let rows: Vec<shop::Model> = act.find_all(&ids).await?;
                let mut rows: HashMap<Uuid, shop::Model> =
                    rows.into_iter().map(|row| (row.id, row)).collect();
                let mut came: Vec<Came> = Vec::with_capacity(ids.len());
                for (id, edition) in shops.iter() {
                    if !came.is_empty() && turn.is_over() {
                        break;
                    }
                    let (outcome, detail) = match rows.remove(id) {
                        Some(row) if row.deleted_at.is_none() && row.edition == *edition => {
                            change(&services, act, &edit, &row).await?
                        }
                        found => (ShopOutcome::Skipped, Some(why_left(found.as_ref()))),
                    };
                    came.push((*id, outcome, detail));
                }
                let count = came.len();
                shop_runs::note_all(act.transaction(), run, came, act.now()).await?;
                Ok(count)
            })
        })
        .await
}

fn why_left(found: Option<&shop::Model>) -> String {
    match found {
        Some(row) if row.deleted_at.is_none() => "It has been edited since you looked at it.",
        _ => "It has been deleted.",
    }
    .to_owned()
}

/// Changes one shop, unless the new values aren't right for it.
async fn change(
    services: &Services,
    act: &Act<'_>,
    edit: &ShopEdit,
    row: &shop::Model,
) -> Result<(ShopOutcome, Option<String>)> {
    let asked = asked_of(edit, row, &services.catalog.view());
    let by = (row, ShopRole::Administrator);
    let after = match asked {
        Ok(asked) => {
            let after = asked.patch.apply(act, &services.identifiers, by).await;
            after.map(|mut after| {
                asked.listing.apply(&mut after, act.now());
                after
            })
        }
        Err(error) => Err(error),
    };
    let after = match after {
        Ok(after) => act.update(row, after).await?,
        // Found before anything was written.
        Err(error @ (Error::Invalid { .. } | Error::InvalidFields(_))) => {
            return Ok((ShopOutcome::Refused, Some(error.to_string())));
        }
        Err(error) => return Err(error),
    };
    let changed = Changed::between(row, &after)?;
    Ok((ShopOutcome::Done, Some(changed.as_text()?)))
}

/// The columns that an edit has changed, for taking it back.
#[derive(Debug, Serialize, Deserialize)]
struct Changed {
    before: Value,
    after: Value,
}

impl Changed {
    fn between(before: &shop::Model, after: &shop::Model) -> Result<Self> {
        let (before, after) = (before.clone().stamped_like(after).image()?, after.image()?);
        let mut both = (Map::new(), Map::new());
        for (column, value) in before.as_object().into_iter().flatten() {
            let new = after.get(column).unwrap_or(&Value::Null);
            if new != value {
                both.0.insert(column.clone(), value.clone());
                both.1.insert(column.clone(), new.clone());
            }
        }
        Ok(Self {
            before: both.0.into(),
            after: both.1.into(),
        })
    }

    fn as_text(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|error| Error::Internal(format!("a bulk edit can't be stored: {error}")))
    }
}

/// Restores what the edit changed in a shop, except what has changed since.
async fn take_back(act: &Act<'_>, result: &ResultRow) -> Result<Taken> {
    let detail = result.detail.as_deref().unwrap_or_default();
    let changed: Changed = serde_json::from_str(detail)
        .map_err(|error| Error::Internal(format!("a stored bulk edit can't be read: {error}")))?;
    let row: Option<shop::Model> = act.find(result.shop_id).await?;
    let Some(row) = row else {
        return Ok(Taken::Kept("The coffee shop is gone."));
    };
    let since = restore_columns(act, &row, (&changed.before, &changed.after)).await?;
    Ok(if since.is_empty() {
        Taken::Back
    } else {
        Taken::Kept("Some of it was changed since, and stays.")
    })
}
