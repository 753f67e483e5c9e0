//! Keeping a list for some days, with what it contains.

use bytes::Bytes;

use super::{columns, entity, key, store};
use crate::{features::Services, platform::error::Result};

/// A list that is to be kept.
pub(super) struct NewList {
    name: String,
    file: Bytes,
    state: Option<String>,
    missing: Option<String>,
}

impl NewList {
    pub(super) fn uploaded(name: String, file: Bytes) -> Self {
        Self {
            name,
            file,
            state: None,
            missing: None,
        }
    }

    /// One of a state, by its code; `missing` says what it doesn't have.
    pub(super) fn of_state(self, state: &str, missing: Option<String>) -> Self {
        Self {
            state: Some(state.to_owned()),
            missing,
            ..self
        }
    }
}

/// Keeps the list.
///
/// # Errors
///
/// [`Error::Invalid`](crate::platform::error::Error::Invalid) if it is of no known format; when storage or the database
/// fails.
pub(super) async fn keep(services: &Services, list: NewList) -> Result<entity::Model> {
    let contents = columns::look_at(&list.name, list.file.clone()).await?;
    let id = services.identifiers.next();
    let row = entity::Model {
        id,
        name: list.name,
        bytes: i64::try_from(list.file.len()).unwrap_or(i64::MAX),
        format: contents.format,
        columns: contents.columns,
        job_id: None,
        uploaded_at: services.clock.now(),
        state: list.state,
        missing: list.missing,
    };
    // The row first: a file in the storage without one would never be removed.
    store::insert(&services.database, row.clone()).await?;
    if let Err(error) = services.storage.put(&key(id), list.file).await {
        store::delete(&services.database, id).await?;
        return Err(error);
    }
    Ok(row)
}
