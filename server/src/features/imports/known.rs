//! What an import knows of the directory and of the file that it reads.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use gazetteer::slugify;
use uuid::Uuid;

use super::{
    entity::review_item::{self, Status},
    names::Names,
};
use crate::catalog::{
    admission::{Candidate, ReviewReason, duplicates::DuplicateIndex},
    entities::shop,
};

/// The longest name that tells refused shops apart, in characters.
const LONGEST_NAME: usize = 200;

/// Everything known about existing shops, updated as the import adds some.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) duplicates: DuplicateIndex,
    pub(super) slugs: Names,
    pub(super) seen: Seen,
    /// The shops with several records of a list, by the list, for which one has spoken, in whichever of its files.
    pub(super) spoken_for: HashSet<(String, Uuid)>,
    /// What the administrator has refused as a chain's, from whichever list, by [`refusal_key`].
    pub(super) refused_chains: Names,
    /// Whether the database was read for it.
    pub(super) is_read: bool,
}

/// The same shop of a chain in two lists: its name in its town.
pub(super) fn refusal_key(name: &str, town: &str) -> String {
    format!("{}|{}", slugify(name, LONGEST_NAME), town.to_lowercase())
}

impl Known {
    /// Whether the administrator has refused this chain's shop when another list had it.
    pub(super) fn has_refused(&self, candidate: &Candidate) -> bool {
        let doubt = candidate.doubt.as_ref();
        let reason = doubt.and_then(|cause| cause.reason.as_ref());
        let key = || refusal_key(&candidate.facts.name, &town_of(candidate));
        reason.is_some_and(ReviewReason::is_about_a_chain) && self.refused_chains.contains(&key())
    }

    /// Starts a new file.
    pub(super) fn begin_file(&mut self) {
        self.seen = Seen::default();
    }
}

/// What is already in the database for one batch.
#[derive(Debug, Default)]
pub(super) struct Present {
    /// Our shops, by the record's ID at the source.
    pub(super) shops: HashMap<String, Arc<shop::Model>>,
    /// Those of these shops that are several records of the list.
    pub(super) several: HashSet<Uuid>,
    /// Those of them that a record of this edition says are open, once it was read for losses.
    pub(super) said_open: HashSet<Uuid>,
    /// Towns by slug, including new ones.
    pub(super) cities: HashMap<String, Uuid>,
    /// Records left to the administrator, by the record's ID at the source.
    pub(super) held: HashMap<String, review_item::Model>,
    /// The shops of records that were answered, or matched, without a link of their own, by the record's ID at the source.
    pub(super) answers: HashMap<String, Arc<shop::Model>>,
}

impl Present {
    /// The question that waits about this record.
    pub(super) fn open_question(&self, candidate: &Candidate) -> Option<&review_item::Model> {
        let held = self.held.get(&candidate.source_id)?;
        (held.status == Status::Open).then_some(held)
    }
}

/// What the current file has contained so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The IDs of its records.
    pub(super) records: Names,
    /// The slugs of their shops.
    pub(super) shops: Names,
}

/// Whether a record says that its shop is closed for good.
pub(super) fn says_closed(candidate: &Candidate) -> bool {
    candidate.closed.is_some() && !candidate.is_closed_for_now
}

/// The town of a record as people write it.
pub(super) fn town_of(candidate: &Candidate) -> String {
    let town = &candidate.town;
    format!("{}, {}", town.name, town.state.code())
}
