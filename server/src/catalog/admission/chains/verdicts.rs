//! The administrator's decision about a name as part of an act, so it's in the audit log and can be undone.

use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{List, key, tidy_name};
use crate::{
    catalog::{
        entities::chain_name::{Column, Entity, Model},
        writing::{Act, RecordedTable},
    },
    platform::error::{Error, Result},
};

const TABLE: &str = "chain_names";

/// Puts a name on a list and removes it from the other one.
///
/// # Errors
///
/// [`Error::Invalid`] for a name without a letter or a digit; otherwise when the database fails.
pub async fn put(act: &Act<'_>, list: List, name: &str) -> Result<()> {
    let key = key(name)?;
    let before = find(act, &key).await?;
    if before.as_ref().is_some_and(|row| row.list == list) {
        return Ok(());
    }
    let after = Model {
        name: tidy_name(name)?.to_owned(),
        list,
        created_at: act.now(),
        key,
    };
    write(act, before, Some(after)).await
}

/// Removes a name from its list; returns whether it was on one.
///
/// # Errors
///
/// [`Error::Invalid`] for a name without a letter or a digit; otherwise when the database fails.
pub async fn forget(act: &Act<'_>, name: &str) -> Result<bool> {
    let before = find(act, &key(name)?).await?;
    let was_there = before.is_some();
    write(act, before, None).await?;
    Ok(was_there)
}

/// The names in the audit log. Their rows have no ID, so the log's is derived from their comparison key.
#[must_use]
pub fn recorded_table() -> RecordedTable {
    RecordedTable::with(TABLE, |act, _, before, after| {
        Box::pin(async move {
            let (before, after) = (read(before)?, read(after)?);
            let Some(key) = before
                .as_ref()
                .or(after.as_ref())
                .map(|row| row.key.clone())
            else {
                return Ok(());
            };
            let now = find(act, &key).await?;
            if now != after {
                return Err(Error::Conflict(
                    "This can't be undone because it has changed since.".into(),
                ));
            }
            write(act, now, before).await
        })
    })
}

async fn find(act: &Act<'_>, key: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(key).one(act.transaction()).await?)
}

async fn write(act: &Act<'_>, before: Option<Model>, after: Option<Model>) -> Result<()> {
    let Some(key) = before.as_ref().or(after.as_ref()).map(|row| &row.key) else {
        return Ok(());
    };
    Entity::delete_many()
        .filter(Column::Key.eq(key))
        .exec(act.transaction())
        .await?;
    if let Some(row) = &after {
        Entity::insert(row.clone().into_active_model())
            .exec_without_returning(act.transaction())
            .await?;
    }
    let row = row_of(key);
    let image = |row: Option<Model>| row.map(serde_json::to_value).transpose();
    let unwritable = |error| Error::Internal(format!("a row of {TABLE} is no JSON: {error}"));
    let images = (
        image(before).map_err(unwritable)?,
        image(after).map_err(unwritable)?,
    );
    act.record_image(TABLE, row, images);
    Ok(())
}

fn row_of(key: &str) -> Uuid {
    let hash = Sha256::digest(key.as_bytes());
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    Uuid::from_bytes(bytes)
}

fn read(image: Option<Value>) -> Result<Option<Model>> {
    image
        .map(serde_json::from_value)
        .transpose()
        .map_err(|error| Error::Internal(format!("an image of {TABLE} can't be read: {error}")))
}
