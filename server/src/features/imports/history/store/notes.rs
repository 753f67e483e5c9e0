//! Notes of what an import wrote, in the order of writing.

use std::collections::HashSet;

use sea_orm::{DatabaseTransaction, EntityTrait, QuerySelect};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::{
    catalog::entities::{shop, shop_source},
    features::imports::{
        history::entity::{
            import,
            import_change::{self, ChangeKind},
        },
        store::{Batch, WrittenBatch, insert},
    },
    platform::error::{Error, Result},
};

/// Refuses to write for an import that is being undone, or whose lease another one has ended. Who asks for that from now on waits
/// until this batch is written, and then sees it.
///
/// # Errors
///
/// [`Error::Conflict`] in these cases; otherwise when the database fails.
pub(in crate::features::imports) async fn refuse_ended(
    transaction: &DatabaseTransaction,
    run_id: Uuid,
) -> Result<()> {
    let row = import::Entity::find_by_id(run_id)
        .lock_exclusive()
        .one(transaction)
        .await?;
    if row.as_ref().is_none_or(|row| row.undo_asked_at.is_some()) {
        return Err(Error::Conflict(
            "This import is being undone, so it writes nothing more.".into(),
        ));
    }
    if row.is_some_and(|row| row.lease_until.is_none()) {
        return Err(Error::Conflict(
            "This import stood still for too long, and another one has begun. Run it again.".into(),
        ));
    }
    Ok(())
}

/// Notes what a batch wrote, in its transaction, from the number `first` on. `done`: what became of its links and questions;
/// `before`: the changed shops as they were. Returns how many notes that took.
///
/// # Errors
///
/// When the database fails.
pub(in crate::features::imports) async fn note(
    transaction: &DatabaseTransaction,
    (run_id, first): (Uuid, i64),
    (batch, done): (&Batch, &WrittenBatch),
    before: &[shop::Model],
) -> Result<i64> {
    let mut written = Vec::new();
    let added: HashSet<Uuid> = batch.inserts.iter().map(|row| row.id).collect();
    written.extend(
        batch
            .cities
            .iter()
            .map(|row| (ChangeKind::Town, row.id, None)),
    );
    written.extend(added_in(batch));
    for was in before {
        let now = batch.updates.iter().find(|row| row.id == was.id);
        if let Some(values) = now.map(|now| changed_values(was, now)).transpose()? {
            written.push((ChangeKind::Changed, was.id, Some(values)));
        }
    }
    let links = batch
        .sources
        .iter()
        .filter(|row| !added.contains(&row.shop_id));
    written.extend(links.map(|row| (ChangeKind::Linked, row.id, None)));
    let moved = done.moved.iter();
    written.extend(moved.map(|(was, is)| {
        let values = (record_of(was), record_of(is));
        (ChangeKind::Relinked, was.id, Some(values))
    }));
    // Those that have a number already were asked by an earlier import.
    let asked = batch.holds.iter().filter(|item| item.number == 0);
    written.extend(asked.map(|item| (ChangeKind::Asked, item.id, None)));
    let missing = batch.questions.iter();
    written.extend(missing.map(|row| (ChangeKind::Missing, row.id, None)));
    // The answer that an added shop is goes with that shop, and stays with it.
    let settled = done.settled.iter();
    let settled = settled.filter(|(_, shop)| !added.contains(shop));
    written.extend(settled.map(|(item, shop)| {
        let answer = |shop: Option<Uuid>| json!({ "shop_id": shop });
        let values = (answer(None), answer(Some(*shop)));
        (ChangeKind::Settled, *item, Some(values))
    }));
    let rows: Vec<import_change::Model> = (first..)
        .zip(written)
        .map(|(number, (kind, row_id, values))| {
            let (before, after) = values.unzip();
            import_change::Model {
                run_id,
                number,
                row_id,
                kind,
                before,
                after,
                outcome: None,
                kept_because: None,
            }
        })
        .collect();
    insert(transaction, &rows).await?;
    Ok(i64::try_from(rows.len()).unwrap_or(i64::MAX))
}

type Values = (Value, Value);

fn added_in(batch: &Batch) -> impl Iterator<Item = (ChangeKind, Uuid, Option<Values>)> {
    batch
        .inserts
        .iter()
        .map(|row| (ChangeKind::Added, row.id, None))
}

/// The columns of a link that say which record it goes to.
fn record_of(link: &shop_source::Model) -> Value {
    json!({
        "source_id": link.source_id,
        "refreshed_at": link.refreshed_at,
        "fetched_at": link.fetched_at,
    })
}

/// Columns that no import writes, and those that any writer counts up.
const NOT_FACTS: [&str; 7] = [
    "upvote_count",
    "version",
    "edition",
    "owner_id",
    "submitter_id",
    "deleted_at",
    "updated_at",
];

/// The values of the columns in which two versions of a row differ, in each of them.
fn changed_values(before: &shop::Model, after: &shop::Model) -> Result<Values> {
    let (mut before, mut after) = (columns(before)?, columns(after)?);
    before.retain(|column, value| {
        let differs = after.get(column) != Some(value) && !NOT_FACTS.contains(&column.as_str());
        if !differs {
            after.remove(column);
        }
        differs
    });
    Ok((before.into(), after.into()))
}

fn columns(row: &shop::Model) -> Result<Map<String, Value>> {
    match serde_json::to_value(row) {
        Ok(Value::Object(columns)) => Ok(columns),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(Error::Internal(format!("a shop is no JSON: {error}"))),
    }
}
