//! A state of the directory, made of persistent maps: the next state shares everything that didn't change.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::{
    blog::Blog,
    daily_ranking::DailyRanking,
    entities::{change::Kind, shop, site, site_logo, site_page},
    ranking::Ratings,
    records::{CityEntry, Shop, time_zone},
    scope::{DegreeSquare, Revision, Scope, ScopeKey},
    site_facts::{ShopsByState, SiteFacts},
};

/// Beyond this many changed scopes, the list is cleared and everything counts as changed: refilling caches once is
/// cheaper than remembering a bulk import.
const MAX_SCOPES: usize = 200_000;

/// A state of the directory, immutable once published.
#[derive(Clone, Debug)]
pub struct Directory {
    pub(super) revision: u64,
    pub(super) cities: imbl::HashMap<Uuid, CityEntry>,
    pub(super) shops: imbl::HashMap<Uuid, Arc<Shop>>,
    pub(super) city_slugs: imbl::HashMap<Arc<str>, Uuid>,
    pub(super) shop_slugs: imbl::HashMap<Arc<str>, Uuid>,
    pub(super) former_slugs: imbl::HashMap<(Kind, Arc<str>), Uuid>,
    /// Towns sorted by state name and name, as people would, with the letters of their folded names.
    pub(super) cities_in_order: imbl::OrdMap<(Box<str>, Box<str>, Uuid), u32>,
    /// Towns by the degree square that they are in.
    pub(super) areas: imbl::HashMap<DegreeSquare, imbl::OrdSet<Uuid>>,
    /// Listed shops, newest first.
    pub(super) newest: imbl::OrdSet<(Reverse<DateTime<Utc>>, Uuid)>,
    /// Listed shops whose hours somebody confirmed, by when that was last.
    pub(super) confirmed: imbl::OrdSet<(DateTime<Utc>, Uuid)>,
    /// Listed shops with any boost, including past ones.
    pub(super) boosted: imbl::OrdSet<Uuid>,
    /// Listed shops with a story, by the time of their newest story, newest first.
    pub(super) told: imbl::OrdSet<(Reverse<DateTime<Utc>>, Uuid)>,
    pub(super) samples: usize,
    /// Photos that may no longer be shown, with files still in storage.
    pub(super) removed_photos: imbl::HashSet<Box<str>>,
    pub(super) blog: Blog,
    /// The operator's words.
    pub(super) site_row: Option<Arc<site::Model>>,
    pub(super) site_logo: Option<Arc<site_logo::Model>>,
    /// An icon other than the logo.
    pub(super) site_icon: Option<Arc<site_logo::Model>>,
    /// The operator's pages.
    pub(super) site_pages: imbl::OrdMap<Uuid, Arc<site_page::Model>>,
    /// The settings with those words.
    pub(super) site: Arc<SiteFacts>,
    pub(super) shops_by_state: ShopsByState,
    /// All current ratings of listed shops.
    pub(super) ratings: Ratings,
    /// The numbers behind today's ranking.
    pub(super) daily_ranking: DailyRanking,
    /// Scopes changed since `floor`.
    scopes: imbl::HashMap<ScopeKey, Revision>,
    floor: u64,
    /// This state hasn't been published yet, so no changes need recording.
    is_loading: bool,
}

impl Directory {
    /// An empty directory to fill; every scope counts as changed at `revision`.
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
            confirmed: imbl::OrdSet::new(),
            boosted: imbl::OrdSet::new(),
            told: imbl::OrdSet::new(),
            samples: 0,
            removed_photos: imbl::HashSet::new(),
            blog: Blog::default(),
            site_row: None,
            site_logo: None,
            site_icon: None,
            site_pages: imbl::OrdMap::new(),
            site: Arc::default(),
            shops_by_state: ShopsByState::new(),
            ratings: Ratings::default(),
            daily_ranking: DailyRanking::empty(day),
            scopes: imbl::HashMap::new(),
            floor: revision,
            is_loading: true,
        }
    }

    /// By whose clocks the shop in `row` opens and closes: the administrator's for it, else its town's (D111). A town that was
    /// just made may not be read yet.
    pub(super) fn clocks(&self, row: &shop::Model) -> Tz {
        let towns = || (self.cities.get(&row.city_id)).map(|entry| entry.city.time_zone);
        let own = row.own_time_zone.as_deref().map(time_zone);
        own.or_else(towns)
            .unwrap_or_else(|| time_zone(&row.time_zone))
    }

    /// Increases with each state.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The shops that differ from `before`, including those that are gone.
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

    /// The numbers behind today's ranking.
    #[must_use]
    pub fn daily_ranking(&self) -> &DailyRanking {
        &self.daily_ranking
    }

    /// Lets the site's facts follow its words and its shops. `settings` are those of this installation.
    pub(super) fn settle_site(&mut self, settings: &SiteFacts) {
        let facts = settings.with(
            self.site_row.as_deref(),
            (self.site_logo.as_deref(), self.site_icon.as_deref()),
            &self.shops_by_state,
            self.site_pages.values(),
        );
        if *self.site != facts {
            self.site = Arc::new(facts);
            self.touch(&Scope::Site, false);
        }
    }

    /// When `scope` last changed.
    #[must_use]
    pub fn revision_of(&self, scope: ScopeKey) -> Revision {
        self.scopes
            .get(&scope)
            .copied()
            .unwrap_or(Revision::at(self.floor))
    }

    /// Marks `scope` as changed in this state; with `votes_only`, answers that depend on its content stay valid.
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
        if self.scopes.len() > MAX_SCOPES {
            self.scopes.clear();
            self.floor = self.revision;
        }
    }

    /// The directory matches the ledger; from now on, changes are recorded.
    pub(super) fn loaded(mut self) -> Self {
        self.is_loading = false;
        self
    }
}
