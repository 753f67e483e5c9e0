//! The runs that read uploaded lists, and what is stored of them. The names in the table are those of earlier releases.

use std::collections::BTreeMap;

use gazetteer::State;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    features::imports::{Missing, history::ImportCounts, report::Example},
    platform::runs::Kind,
};

/// Runs that read a list. They don't go on where they were: an import of the same list adds nothing twice.
#[derive(Debug)]
pub(super) struct ListRun;

/// The list, and what the administrator says about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AskedList {
    pub(super) file: Uuid,
    pub(super) choices: Choices,
}

/// See [`ImportChoices`](super::choices::ImportChoices).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Choices {
    pub(super) dry_run: bool,
    pub(super) columns: BTreeMap<String, String>,
    pub(super) source: Option<String>,
    pub(super) license: Option<String>,
    pub(super) as_of: Option<String>,
    pub(super) town: Option<String>,
    pub(super) missing: Option<Missing>,
    pub(super) allow_loss: bool,
}

/// What came of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ListDone {
    pub(super) is_dry_run: bool,
    /// The import's number, if something was written.
    pub(super) number: Option<i64>,
    pub(super) counts: ImportCounts,
    pub(super) examples: Vec<Example>,
    pub(super) losses: Vec<String>,
    pub(super) advice: Vec<String>,
    /// Why it ended early.
    pub(super) problem: Option<String>,
    /// Somebody canceled it; what it had done until then stays.
    #[serde(default)]
    pub(super) is_canceled: bool,
    /// Whose the records are, such as `osm` or the list's name.
    #[serde(default)]
    pub(super) source: Option<String>,
}

impl Kind for ListRun {
    const JOB: &'static str = "imports.run";
    type Asked = AskedList;
    /// `None` until it has come to its end.
    type Result = Option<ListDone>;

    fn joins(_: &AskedList, _: &AskedList) -> bool {
        false
    }

    fn busy(_: Option<&AskedList>) -> String {
        "Another list is being read. Wait until that has ended.".to_owned()
    }
}

/// Runs that fetch all coffee shops of a state from OpenStreetMap and leave them as a list. They begin anew if they are
/// interrupted: nothing is written before the end.
#[derive(Debug)]
pub(super) struct StateFetch;

/// The state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AskedState {
    /// Its code.
    pub(super) state: String,
}

/// The list that was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StateFetched {
    pub(super) file: Uuid,
    pub(super) places: usize,
}

impl Kind for StateFetch {
    const JOB: &'static str = "places.fetch_state";
    type Asked = AskedState;
    /// `None` until it has ended.
    type Result = Option<StateFetched>;

    fn joins(wanted: &AskedState, asked: &AskedState) -> bool {
        wanted == asked
    }

    fn busy(asked: Option<&AskedState>) -> String {
        let state = asked.and_then(|asked| State::from_code(&asked.state));
        let name = state.map_or("A state", State::name);
        format!("{name} is being fetched. Wait until that has ended, or cancel it.")
    }
}
