//! IDs in paths.

use uuid::Uuid;

use crate::platform::error::{Error, Result};

/// The ID in a path.
///
/// # Errors
///
/// What `missing` returns if the text isn't an ID: nothing can be found under it.
pub fn path_id(text: &str, missing: impl FnOnce() -> Error) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| missing())
}
