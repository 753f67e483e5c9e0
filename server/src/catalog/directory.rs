//! One state of the directory. Persistent maps: the next state shares all that did not change.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    blog::Blog,
    daily_ranking::DailyRanking,
    entities::change::Kind,
    ranking::Ratings,
    records::{CityEntry, Shop},
    scope::{DegreeSquare, Revision, Scope, ScopeKey},
};

/// Beyond this many moved scopes their list is emptied and everything counts as moved: one reload of caches costs less
/// than remembering a bulk import.
const MOST_SCOPES: usize = 200_000;

/// A state of the directory; never changed once it is published.
#[derive(Clone, Debug)]
pub struct Directory {
    pub(super) revision: u64,
    pub(super) cities: imbl::HashMap<Uuid, CityEntry>,
    pub(super) shops: imbl::HashMap<Uuid, Arc<Shop>>,
    pub(super) city_slugs: imbl::HashMap<Arc<str>, Uuid>,
    pub(super) shop_slugs: imbl::HashMap<Arc<str>, Uuid>,
    pub(super) former_slugs: imbl::HashMap<(Kind, Arc<str>), Uuid>,
    /// Towns by the name of their state, then by their own, as people sort them, with the letters of their folded names.
    pub(super) cities_in_order: imbl::OrdMap<(Box<str>, Box<str>, Uuid), u32>,
    /// Towns by the square they lie in.
    pub(super) areas: imbl::HashMap<DegreeSquare, imbl::OrdSet<Uuid>>,
    /// Listed shops, the newest first.
    pub(super) newest: imbl::OrdSet<(Reverse<DateTime<Utc>>, Uuid)>,
    /// Listed shops with an entry in the ledger of boosts, past ones included.
    pub(super) boosted: imbl::OrdSet<Uuid>,
    /// Listed shops with a story, by their newest one's time, the newest first.
    pub(super) told: imbl::OrdSet<(Reverse<DateTime<Utc>>, Uuid)>,
    pub(super) samples: usize,
    /// Photos whose files are still in the storage and may not be shown any more.
    pub(super) removed_photos: imbl::HashSet<Box<str>>,
    pub(super) blog: Blog,
    /// All ratings of listed shops, as they are now.
    pub(super) ratings: Ratings,
    /// What the community's order rests on today.
    pub(super) daily_ranking: DailyRanking,
    /// Scopes that moved since `floor`.
    scopes: imbl::HashMap<ScopeKey, Revision>,
    floor: u64,
    /// Nobody has seen this state yet: there is nothing that could have moved since.
    is_loading: bool,
}

impl Directory {
    /// An empty directory to be filled; every scope counts as changed at `revision`.
    pub(super) fn empty(revision: u64, day: DateTime<Utc>) -> Self {
        Self {
            revision,
            cities: imbl::HashMap::new(),
            shops: imbl::HashMap::new(),
            city_slugs: imbl::HashMap::new(),
            shop_slugs: imbl::HashMap::new(),
            former_slugs: imbl::HashMap::new(),
            cities_in_order: imbl::OrdMap::new(),
            areas: imbl::HashMap::new(),
            newest: imbl::OrdSet::new(),
            boosted: imbl::OrdSet::new(),
            told: imbl::OrdSet::new(),
            samples: 0,
            removed_photos: imbl::HashSet::new(),
            blog: Blog::default(),
            ratings: Ratings::default(),
            daily_ranking: DailyRanking::empty(day),
            scopes: imbl::HashMap::new(),
            floor: revision,
            is_loading: true,
        }
    }

    /// Grows with each state.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The shops that are not as they were in `before`, those that are gone among them.
    pub(super) fn shops_that_differ(&self, before: &Self) -> HashSet<Uuid> {
        let same = |id: &Uuid, shop: &Arc<Shop>| {
            let known = before.shops.get(id);
            known.is_some_and(|known| Arc::ptr_eq(known, shop))
        };
        let changed = self.shops.iter().filter(|(id, shop)| !same(id, shop));
        let gone = before
            .shops
            .keys()
            .filter(|id| !self.shops.contains_key(*id));
        changed.map(|(id, _)| id).chain(gone).copied().collect()
    }

    /// The numbers that today's order rests on.
    #[must_use]
    pub fn daily_ranking(&self) -> &DailyRanking {
        &self.daily_ranking
    }

    /// When `scope` last changed.
    #[must_use]
    pub fn revision_of(&self, scope: ScopeKey) -> Revision {
        self.scopes
            .get(&scope)
            .copied()
            .unwrap_or(Revision::at(self.floor))
    }

    /// Marks `scope` as changed in this state; `votes_only` leaves what rests on its content alone.
    pub(super) fn touch(&mut self, scope: &Scope, votes_only: bool) {
        if self.is_loading {
            return;
        }
        let scope = scope.key();
        let mut revision = self.revision_of(scope);
        revision.any = self.revision;
        if !votes_only {
            revision.content = self.revision;
        }
        self.scopes.insert(scope, revision);
        if self.scopes.len() > MOST_SCOPES {
            self.scopes.clear();
            self.floor = self.revision;
        }
    }

    /// The directory is as the ledger has it; from now on, what moves is noted.
    pub(super) fn loaded(mut self) -> Self {
        self.is_loading = false;
        self
    }
}
