//! The records of an edition, once it was read to its end: a shop whose record it lacks may be in it under another ID (D114).

use uuid::Uuid;

use super::names::Names;
use crate::catalog::{admission::Candidate, entities::shop};

/// An edition of a list that was read to its end.
#[derive(Debug)]
pub(super) struct Edition {
    /// The IDs of all of its records.
    pub(super) ids: Names,
    /// Somebody says that it is complete, or it has most of its list's shops. Otherwise it may be a part of the list, whose other
    /// parts are imported by themselves.
    pub(super) is_complete: bool,
}

impl Edition {
    /// Whether the records with these IDs are gone from the list. `is_newer`: than what the list has said of their shop, so that
    /// no other part of the same edition has them.
    pub(super) fn has_lost<'a>(
        &self,
        mut ids: impl Iterator<Item = &'a String>,
        is_newer: bool,
    ) -> bool {
        (self.is_complete || is_newer) && !ids.any(|id| self.ids.contains(id))
    }
}

/// Whether a record, of this town, is where the shop is. Name, phone number and website are those of a branch elsewhere, too.
pub(super) fn is_at(candidate: &Candidate, town: Option<&Uuid>, shop: &shop::Model) -> bool {
    let ours = candidate.profile_of_ours(shop);
    town == Some(&shop.city_id) || candidate.profile().is_near(&ours)
}
