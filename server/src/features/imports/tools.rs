//! What the steps of an import share.

use super::edition::Edition;
use crate::{
    catalog::{
        admission::{Candidate, facts::Coverage, shop::Origin},
        entities::shop::FactOrigin,
    },
    platform::{clock::Clock, id_generator::IdGenerator},
};

/// The tools shared by an import.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tools<'a> {
    pub(super) clock: &'a Clock,
    pub(super) identifiers: &'a IdGenerator,
    pub(super) source: &'a str,
    /// As set by the operator.
    pub(super) license: Option<&'a str>,
    /// The provider of the records, if the operator gave the list another name.
    pub(super) provider: Option<&'a str>,
    /// What the file says anything about.
    pub(super) coverage: Coverage,
    /// `None` if it wasn't read to its end before, so that no record is gone from the list.
    pub(super) edition: Option<&'a Edition>,
    /// The list has no name of its own, so no shop is its own to change.
    pub(super) is_nobodys: bool,
}

impl<'a> Tools<'a> {
    /// What to store with a record's facts.
    pub(super) fn facts_of(self, candidate: &Candidate) -> FactOrigin {
        FactOrigin {
            as_of: candidate.refreshed_at,
            license: self.license.map(str::to_owned),
            provider: self.provider.map(str::to_owned),
        }
    }

    /// Where a new row comes from.
    pub(super) fn origin(self) -> Origin<'a> {
        Origin {
            id: self.identifiers.next(),
            now: self.clock.now(),
            source: self.source,
        }
    }
}
