//! Determines which ID a record is known by. Normally the source's own; if that is used twice, the record's name and
//! street are used instead, so that no record is lost.

use std::collections::HashSet;

use super::known::{Present, Seen};
use crate::catalog::admission::Candidate;

/// What happened with a record's own ID.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Identity {
    /// It identifies the record.
    #[default]
    Own,
    /// The same record occurred earlier in the file.
    Repeated,
    /// The file also uses it for another record.
    SharedInFile,
    /// It belongs to a different shop of ours.
    OfAnotherShop,
}

impl Identity {
    /// Whether the source's ID couldn't be used.
    pub(super) fn is_renamed(self) -> bool {
        matches!(self, Self::SharedInFile | Self::OfAnotherShop)
    }
}

/// Decides which ID a record is known by, and sets it. `ids_are_sure`: the source's IDs are globally unique.
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
        // Most are where they were, which is enough and quickly seen.
        let point = ours.latitude.zip(ours.longitude);
        let stays = point.is_some() && point == candidate.facts.point;
        !stays
            && candidate
                .profile()
                .is_stranger_to(&candidate.profile_of_ours(ours))
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

/// The records' IDs, for looking up what we have.
pub(super) fn names_of<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> Vec<String> {
    let names: HashSet<&str> = candidates.map(|candidate| &*candidate.source_id).collect();
    names.into_iter().map(str::to_owned).collect()
}
