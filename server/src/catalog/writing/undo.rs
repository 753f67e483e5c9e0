//! Undoing an act from the audit log.

use std::{borrow::Cow, collections::BTreeSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, SqlErr, sea_query::Expr,
};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Act, Acted, Ledger, Recorded, RecordedTable, Subject, undo_policy::undo_refusal};
use crate::{
    catalog::entities::audit::{entry, image},
    platform::{
        error::{Error, Result},
        mail::{self, DecisionMail},
        web::Actor,
    },
};

/// A later act that changed the same fields.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LaterAct {
    entry: Uuid,
    action: String,
    at: DateTime<Utc>,
    /// `visitor`, `person`, `administrator` or `system`.
    by: String,
    /// Whether the same actor may undo it.
    can_undo: bool,
}

/// Restores all rows of the act `id` to their previous state, in an act of its own, and recalls its unsent emails.
/// Returns the sent ones. Fields that the act didn't change keep what was done to them since.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such act, [`Error::Forbidden`] if `actor` may not undo it (D86), [`Error::Conflict`]
/// if it was already undone or something else has its place now, [`Error::ConflictWith`] if one of the same fields has
/// changed since: `details` names the row, the fields, and the later acts, newest first.
pub async fn undo(
    ledger: &Ledger,
    tables: Vec<RecordedTable>,
    actor: Actor,
    id: Uuid,
) -> Result<Acted<Vec<DecisionMail>>> {
    let undone = ledger
        .act(actor, "undo", move |act| {
            let tables = tables.clone();
            Box::pin(async move {
                let undone = entry::Entity::find_by_id(id)
                    .one(act.transaction())
                    .await?
                    .ok_or_else(|| Error::NotFound("There is no such entry.".into()))?;
                if let Some(reason) = undo_refusal(actor, &undone) {
                    return Err(Error::Forbidden(reason.into()));
                }
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
                    let (row, before, after) =
                        (written.row_id, written.before_image, written.after_image);
                    match (table.restore)(act, row, before, after).await {
                        Err(Error::ConflictWith { message, details }) => {
                            return Err(
                                changed_since(act, (actor, &undone), (message, details)).await?
                            );
                        }
                        restored => restored?,
                    }
                }
                mail::recall(act.transaction(), id).await
            })
        })
        .await;
    undone.map_err(|error| match error {
        Error::Database(cause) if is_duplicate(&cause) => Error::Conflict(
            "This can't be undone: something else has its place now, such as the same address or a newer claim. Change or remove that first."
                .into(),
        ),
        error => error,
    })
}

fn is_duplicate(cause: &DbErr) -> bool {
    matches!(cause.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

/// The refusal that names the acts since `undone` that changed the same fields of a row.
async fn changed_since(
    act: &Act<'_>,
    undone: (Actor, &entry::Model),
    (message, mut details): (Cow<'static, str>, Value),
) -> Result<Error> {
    let later = later_acts(act, undone, &details).await?;
    let message = match later.first() {
        Some(latest) => {
            let day = latest.at.format("%B %-d, %Y");
            let first = if latest.can_undo {
                "Undo that first."
            } else {
                "Only Townperk's administrator can undo that."
            };
            format!("This can't be undone because the same was changed again on {day}. {first}")
                .into()
        }
        None => message,
    };
    if let Some(details) = details.as_object_mut() {
        details.insert("later".to_owned(), json!(later));
    }
    Ok(Error::ConflictWith { message, details })
}

/// The acts since `undone` that changed the row's fields in `details`, newest first.
async fn later_acts(
    act: &Act<'_>,
    (actor, undone): (Actor, &entry::Model),
    details: &Value,
) -> Result<Vec<LaterAct>> {
    let row = details.get("row").and_then(Value::as_str);
    let Some(row) = row.and_then(|row| Uuid::try_parse(row).ok()) else {
        return Ok(Vec::new());
    };
    let fields: Vec<&str> = (details.get("fields").and_then(Value::as_array))
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let images = image::Entity::find()
        .filter(image::Column::RowId.eq(row))
        .filter(image::Column::EntryId.gt(undone.id))
        .order_by_desc(image::Column::EntryId)
        .all(act.transaction())
        .await?;
    let touching = images.into_iter().filter(|image| {
        let of = |image: &Option<Value>, field: &str| image.as_ref()?.get(field).cloned();
        fields.is_empty()
            || (fields.iter())
                .any(|field| of(&image.before_image, field) != of(&image.after_image, field))
    });
    let mut ids: Vec<Uuid> = touching.map(|image| image.entry_id).collect();
    ids.dedup();
    let mut later = Vec::new();
    for id in ids {
        let found = entry::Entity::find_by_id(id)
            .filter(entry::Column::UndoneBy.is_null())
            .filter(entry::Column::Action.ne("undo"))
            .one(act.transaction())
            .await?;
        later.extend(found.map(|entry| LaterAct {
            entry: entry.id,
            can_undo: undo_refusal(actor, &entry).is_none(),
            by: entry.actor_kind.to_value(),
            action: entry.action,
            at: entry.created_at,
        }));
    }
    Ok(later)
}

/// Resets the columns of one row that the act changed; fails with [`Error::ConflictWith`] if one of them isn't as the act
/// left it.
pub(in crate::catalog) async fn restore<M: Recorded>(
    act: &Act<'_>,
    row: Uuid,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let now: Option<M> = act.find(row).await?;
    let since = match (now, before, after) {
        (Some(now), Some(before), Some(after)) => {
            let changed = Changed::between::<M>(&before, &after)?;
            let since = changed.not_left_in(&content(&now)?);
            if since.is_empty() {
                let target: M = read(changed.reset(now.image()?))?;
                let target = target.with_content_of(&now).stamped_like(&now);
                act.update(&now, target).await?;
                return Ok(());
            }
            since
        }
        (Some(now), None, Some(after)) if is_still(&now, &after)? => {
            return act.delete(&now).await;
        }
        (None, Some(before), None) => return act.insert(&read::<M>(before)?).await,
        _ => Vec::new(),
    };
    Err(Error::ConflictWith {
        message: "This can't be undone because it has changed since.".into(),
        details: json!({ "table": M::TABLE, "row": row, "fields": since }),
    })
}

/// Sets the columns in `before` back to their values there, but for those that aren't as in `after` any more. Returns the
/// latter. In columns with named values, such as the source of each fact, each of those counts.
///
/// # Errors
///
/// When the database fails.
pub async fn restore_columns<M: Recorded>(
    act: &Act<'_>,
    row: &M,
    (before, after): (&Value, &Value),
) -> Result<Vec<String>> {
    let image = row.image()?;
    let with = |columns: &Value| {
        let mut image = image.clone();
        for (column, value) in columns.as_object().into_iter().flatten() {
            if let Some(known) = image.get_mut(column) {
                *known = value.clone();
            }
        }
        image
    };
    let mut changed = Changed::between::<M>(&with(before), &with(after))?;
    let current = content(row)?;
    let since = changed.not_left_in(&current);
    changed.0.retain(|change| change.is_left_in(&current));
    if !changed.0.is_empty() {
        let target: M = read(changed.reset(image))?;
        let target = target.with_content_of(row).stamped_like(row);
        act.update(row, target).await?;
    }
    Ok(since)
}

/// One value that an act changed.
struct Change {
    column: String,
    /// For a column with named values, such as the source of each fact, the name.
    name: Option<String>,
    /// As it was recorded, so that it is restored to the last digit; `None` if it wasn't there.
    before: Option<Value>,
    after: Option<Value>,
}

impl Change {
    /// Whether the value is as the act left it.
    fn is_left_in(&self, current: &Value) -> bool {
        let column = current.get(&self.column).unwrap_or(&Value::Null);
        value_of(column, self.name.as_ref()) == self.after
    }
}

/// What an act changed in a row, apart from versions.
struct Changed(Vec<Change>);

impl Changed {
    fn between<M: Recorded>(image: &Value, after: &Value) -> Result<Self> {
        let after: M = read(after.clone())?;
        let before: M = read(image.clone())?;
        let before = content(&before.stamped_like(&after))?;
        let after = content(&after)?;
        let mut changes = Vec::new();
        for (column, before) in before.as_object().into_iter().flatten() {
            let after = after.get(column).unwrap_or(&Value::Null);
            let recorded = image.get(column).unwrap_or(before);
            let change = |name: Option<&String>| Change {
                column: column.clone(),
                name: name.cloned(),
                before: value_of(recorded, name),
                after: value_of(after, name),
            };
            match (before.as_object(), after.as_object()) {
                (Some(was), Some(is)) => {
                    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
                    let differing = names
                        .into_iter()
                        .filter(|name| was.get(*name) != is.get(*name));
                    changes.extend(differing.map(|name| change(Some(name))));
                }
                _ if before != after => changes.push(change(None)),
                _ => {}
            }
        }
        Ok(Self(changes))
    }

    /// The columns in which something has been changed again since.
    fn not_left_in(&self, current: &Value) -> Vec<String> {
        let since = self.0.iter().filter(|change| !change.is_left_in(current));
        let columns: BTreeSet<&String> = since.map(|change| &change.column).collect();
        columns.into_iter().cloned().collect()
    }

    fn reset(self, mut current: Value) -> Value {
        for change in self.0 {
            let Some(column) = current.get_mut(&change.column) else {
                continue;
            };
            match (change.name, column.as_object_mut()) {
                (Some(name), Some(values)) => {
                    match change.before {
                        Some(before) => values.insert(name, before),
                        None => values.remove(&name),
                    };
                }
                _ => *column = change.before.unwrap_or_default(),
            }
        }
        current
    }
}

/// A column's value, or the one of this name in it.
fn value_of(column: &Value, name: Option<&String>) -> Option<Value> {
    match name {
        Some(name) => column.get(name).cloned(),
        None => Some(column.clone()),
    }
}

/// The row's image as compared with others: after a round trip through text, because numbers with many digits may change in the
/// last one.
fn content<M: Recorded>(row: &M) -> Result<Value> {
    let written = row.image()?.to_string();
    serde_json::from_str(&written).map_err(|error| unreadable::<M>(&error))
}

/// Whether the row is still as the act left it, apart from versions.
pub(in crate::catalog) fn is_still<M: Recorded>(now: &M, after: &Value) -> Result<bool> {
    let now: M = read(content(now)?)?;
    Ok(now.is_same(&read(after.clone())?))
}

fn read<M: Recorded>(image: Value) -> Result<M> {
    serde_json::from_value(image).map_err(|error| unreadable::<M>(&error))
}

fn unreadable<M: Recorded>(error: &serde_json::Error) -> Error {
    Error::Internal(format!("an image of {} can't be read: {error}", M::TABLE))
}
