//! Fields of a body that are absent, empty or filled.

use serde::{Deserialize, Deserializer};

/// Tells `null`, which empties a field, from one that is absent and stays as it is. For
/// `#[serde(default, deserialize_with = "given")]`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}
