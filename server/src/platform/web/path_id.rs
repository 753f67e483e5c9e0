//! IDs in paths.

use uuid::Uuid;

use crate::platform::error::{Error, Result};

/// The ID in a path. Nothing can be found under a text that is not an ID.
///
/// # Errors
/// What `missing` gives when the text is not an ID.
pub fn path_id(text: &str, missing: impl FnOnce() -> Error) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| missing())
}
