//! Which of our records a record of a file is. A source's own numbers say it, unless they are used twice: then a record goes by
//! its name and its street, so that none is lost.

use std::collections::HashSet;

use super::{names::Names, plan::Present};
use crate::catalog::admission::Candidate;

/// What the file in hand has shown.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// What its records are called.
    records: Names,
    /// The slugs of their shops.
    pub(super) shops: Names,
}

/// What became of a record's own name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Identity {
    /// It says which record it is.
    #[default]
    Own,
    /// The same record stands in the file before.
    Repeated,
    /// The file gives it to another record, too.
    SharedInFile,
    /// It belongs to another shop of ours.
    OfAnotherShop,
}

impl Identity {
    /// The source's number did not tell who it is.
    pub(super) fn is_renamed(self) -> bool {
        matches!(self, Self::SharedInFile | Self::OfAnotherShop)
    }
}

/// Decides by which name a record goes, and gives it that name. `ids_are_sure`: the source's numbers are one shop's each, all
/// over the world.
pub(super) fn identify(
    candidate: &mut Candidate,
    seen: &mut Seen,
    present: &Present,
    ids_are_sure: bool,
) -> Identity {
    if !candidate.has_own_id || ids_are_sure {
        return if seen.records.insert(&candidate.source_id) {
            Identity::Own
        } else {
            Identity::Repeated
        };
    }
    let ours = present.shops.get(&candidate.source_id);
    let is_other = ours.is_some_and(|ours| {
        let ours = candidate.profile_of_ours(ours);
        candidate.profile().is_stranger_to(&ours)
    });
    let identity = if is_other {
        Identity::OfAnotherShop
    } else if seen.records.insert(&candidate.source_id) {
        return Identity::Own;
    } else {
        Identity::SharedInFile
    };
    candidate.source_id = candidate.id_of_facts();
    if seen.records.insert(&candidate.source_id) {
        identity
    } else {
        Identity::Repeated
    }
}

/// What records are called, so that what we have of them can be looked up.
pub(super) fn names_of<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> Vec<String> {
    let names: HashSet<&str> = candidates.map(|candidate| &*candidate.source_id).collect();
    names.into_iter().map(str::to_owned).collect()
}
