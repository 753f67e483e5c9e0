//! Undoing an act from the audit log.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Act, Acted, Ledger, Recorded, RecordedTable, Subject};
use crate::{
    catalog::entities::audit::{entry, image},
    platform::{
        error::{Error, Result},
        mail::{self, DecisionMail},
        web::Actor,
    },
};

/// Restores all rows of the act `id` to their previous state, in an act of its own, and recalls its unsent emails.
/// Returns the sent ones.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such act, [`Error::Conflict`] if it was already undone, [`Error::ConflictWith`]
/// if one of its rows has changed since: `details` names it.
pub async fn undo(
    ledger: &Ledger,
    tables: Vec<RecordedTable>,
    actor: Actor,
    id: Uuid,
) -> Result<Acted<Vec<DecisionMail>>> {
    ledger
        .act(actor, "undo", move |act| {
            let tables = tables.clone();
            Box::pin(async move {
                let undone = entry::Entity::find_by_id(id)
                    .one(act.transaction())
                    .await?
                    .ok_or_else(|| Error::NotFound("There is no such entry.".into()))?;
                act.set_subject(Subject {
                    kind: "act",
                    id: undone.subject_id,
                    label: format!("{}: {}", undone.action, undone.subject_label),
                });
                act.set_note(&id.to_string());
                // The condition decides: of two simultaneous undos, one is too late.
                let marked = entry::Entity::update_many()
                    .col_expr(entry::Column::UndoneBy, Expr::value(act.entry()))
                    .filter(entry::Column::Id.eq(id))
                    .filter(entry::Column::UndoneBy.is_null())
                    .exec(act.transaction())
                    .await?;
                if marked.rows_affected == 0 {
                    return Err(Error::Conflict("This has already been undone.".into()));
                }
                let images = image::Entity::find()
                    .filter(image::Column::EntryId.eq(id))
                    .order_by_desc(image::Column::Position)
                    .all(act.transaction())
                    .await?;
                if images.is_empty() {
                    return Err(Error::Conflict("There is nothing to undo.".into()));
                }
                for written in images {
                    let table = tables
                        .iter()
                        .find(|table| table.name == written.table_name)
                        .ok_or_else(|| {
                            Error::Conflict("This kind of change can't be undone.".into())
                        })?;
                    (table.restore)(
                        act,
                        written.row_id,
                        written.before_image,
                        written.after_image,
                    )
                    .await?;
                }
                mail::recall(act.transaction(), id).await
            })
        })
        .await
}

/// Restores one row to `before`; fails with [`Error::ConflictWith`] if it isn't as `after` any more.
pub(in crate::catalog) async fn restore<M: Recorded>(
    act: &Act<'_>,
    row: Uuid,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let now: Option<M> = act.find(row).await?;
    match (now, before, after) {
        (Some(now), Some(before), Some(after)) if is_still(&now, &after)? => {
            let target: M = read(without_the_act(now.image()?, &before, &after))?;
            let target = target.with_content_of(&now).stamped_like(&now);
            act.update(&now, target).await?;
            Ok(())
        }
        (Some(now), None, Some(after)) if is_still(&now, &after)? => act.delete(&now).await,
        (None, Some(before), None) => act.insert(&read::<M>(before)?).await,
        _ => Err(Error::ConflictWith {
            message: "This can't be undone because it has changed since.".into(),
            details: json!({ "table": M::TABLE, "row": row }),
        }),
    }
}

/// Whether the row is still as the act left it, apart from versions. The row is serialized and parsed first, like its image was, because
/// numbers with many digits may change in the last one.
pub(in crate::catalog) fn is_still<M: Recorded>(now: &M, after: &Value) -> Result<bool> {
    let written = now.image()?.to_string();
    let now: M = read(serde_json::from_str(&written).map_err(|error| unreadable::<M>(&error))?)?;
    Ok(now.is_same(&read(after.clone())?))
}

/// The current row, with the columns that the act changed reset to their previous values.
fn without_the_act(mut now: Value, before: &Value, after: &Value) -> Value {
    if let (Some(now), Some(before)) = (now.as_object_mut(), before.as_object()) {
        for (column, value) in before {
            if after.get(column) != Some(value) {
                now.insert(column.clone(), value.clone());
            }
        }
    }
    now
}

fn read<M: Recorded>(image: Value) -> Result<M> {
    serde_json::from_value(image).map_err(|error| unreadable::<M>(&error))
}

fn unreadable<M: Recorded>(error: &serde_json::Error) -> Error {
    Error::Internal(format!("an image of {} can't be read: {error}", M::TABLE))
}
