//! The hours of a week, as a form or a suggestion gives them.

use hours_text::{Reading, normalize};
use serde::{Deserialize, Serialize};

/// The hours of a week. Both `None`: the shop states none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Week {
    /// As typed.
    pub text: Option<String>,
    /// In OpenStreetMap `opening_hours` syntax, if the text could be read with certainty (D10).
    pub osm: Option<String>,
}

impl Week {
    /// Reads the hours in `text`, in plain words or in OpenStreetMap syntax.
    #[must_use]
    pub fn read(text: Option<String>) -> Self {
        let osm = match normalize(text.as_deref().unwrap_or_default()) {
            Reading::Osm { osm } => Some(osm),
            Reading::Unreadable { .. } | Reading::Empty => None,
        };
        Self { text, osm }
    }

    /// Hours in OpenStreetMap syntax; none if `osm` is empty.
    #[must_use]
    pub fn of_osm(osm: String) -> Self {
        let osm = Some(osm).filter(|osm| !osm.is_empty());
        Self {
            text: osm.clone(),
            osm,
        }
    }
}
