//! Resetting what an act changed in a row, where it is still as the act left it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Act, Parent, Recorded};
use crate::{
    catalog::entities::{city, shop, story},
    platform::error::{Error, Result},
};

/// Resets the columns of one row that the act changed.
///
/// # Errors
///
/// [`Error::Conflict`] if the row is gone and so is what it belongs to, [`Error::ConflictWith`] if one of the columns isn't as the act
/// left it; otherwise when the database fails.
pub async fn restore<M: Recorded>(
    act: &Act<'_>,
    row: Uuid,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let now: Option<M> = act.find(row).await?;
    let is_gone = now.is_none() && after.is_some();
    if now.is_none()
        && let Some(known) = before.as_ref().or(after.as_ref())
        && let Some(parent) = read::<M>(known.clone())?.parent()
    {
        refuse_without(act, parent).await?;
    }
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
    let message = if is_gone {
        "This can't be undone because it has been removed since."
    } else {
        "This can't be undone because it has changed since."
    };
    Err(Error::ConflictWith {
        message: message.into(),
        details: json!({ "table": M::TABLE, "row": row, "fields": since }),
    })
}

/// Refuses to bring back what belongs to a row that is gone, as an invented shop with everything about it. Where it is there, it stays
/// until the act ends.
async fn refuse_without(act: &Act<'_>, parent: Parent) -> Result<()> {
    let (is_there, message) = match parent {
        Parent::City(id) => (
            act.find::<city::Model>(id).await?.is_some(),
            "This can't be undone because the town has been removed.",
        ),
        Parent::Shop(id) => (
            act.find::<shop::Model>(id).await?.is_some(),
            "This can't be undone because the coffee shop has been removed.",
        ),
        Parent::Story(id) => (
            act.find::<story::Model>(id).await?.is_some(),
            "This can't be undone because the story has been removed.",
        ),
    };
    if is_there {
        Ok(())
    } else {
        Err(Error::Conflict(message.into()))
    }
}

/// Sets the columns in `before` back to their values there, but for those that aren't as in `after` any more. Returns the
/// latter. In columns with named values, such as the source of each fact, each of those counts.
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

/// What becomes of a row's image; `None` if it stays as it is.
pub type RowChange<'a> = dyn Fn(&Value) -> Option<Value> + Send + Sync + 'a;

/// Changes a row by what `change` makes of its image, without recording it. Returns whether it did.
pub async fn rewrite<M: Recorded>(
    act: &Act<'_>,
    row: Uuid,
    change: &RowChange<'_>,
) -> Result<bool> {
    let now: Option<M> = act.find(row).await?;
    let Some(now) = now else { return Ok(false) };
    let Some(changed) = change(&now.image()?) else {
        return Ok(false);
    };
    let target: M = read(changed)?;
    act.update_unrecorded(&now, target.with_content_of(&now))
        .await?;
    Ok(true)
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
