//! The only access to the directory's data. Reading is recording: a view notes every scope that was read.

mod articles;
mod foursquare;
mod ranks;
mod unscoped;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    directory::Directory,
    entities::{change::Kind, site, site_logo, site_page},
    photos::Photo,
    records::{CityEntry, Shop, Visibility},
    scope::{DegreeSquare, Scope, ScopeKey},
    site_facts::SiteFacts,
};

/// One state of the directory at one moment, and what was read from it. Clones share the record.
#[derive(Clone, Debug)]
pub struct View {
    state: Arc<Directory>,
    now: DateTime<Utc>,
    trace: Arc<Mutex<Trace>>,
}

/// An answer's dependencies.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The scopes that were read.
    pub scopes: HashSet<ScopeKey>,
    /// When the answer changes just because time passes, if it does.
    pub expires: Option<DateTime<Utc>>,
}

/// What a slug or an ID refers to.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup<T> {
    /// It is current.
    Found(T),
    /// It has moved; the current slug is another.
    Moved(Arc<str>),
    /// It was removed.
    Gone,
    /// It doesn't exist.
    Missing,
}

impl View {
    pub(super) fn new(state: Arc<Directory>, now: DateTime<Utc>) -> Self {
        Self {
            state,
            now,
            trace: Arc::default(),
        }
    }

    /// Facts about the site.
    #[must_use]
    pub fn site(&self) -> &SiteFacts {
        self.note(&Scope::Site);
        &self.state.site
    }

    /// The operator's words, as forms show them; none if nothing was ever set.
    #[must_use]
    pub fn site_row(&self) -> Option<Arc<site::Model>> {
        self.note(&Scope::Site);
        self.state.site_row.clone()
    }

    /// The operator's logo.
    #[must_use]
    pub fn site_logo(&self) -> Option<Arc<site_logo::Model>> {
        self.note(&Scope::Site);
        self.state.site_logo.clone()
    }

    /// What icons are made of: the operator's icon, else the logo, if it can be drawn; and whether it is the icon.
    #[must_use]
    pub fn site_icon(&self) -> Option<(Arc<site_logo::Model>, bool)> {
        self.note(&Scope::Site);
        let drawn =
            |row: &Option<Arc<site_logo::Model>>| row.clone().filter(|row| row.picture.is_some());
        let own = drawn(&self.state.site_icon).map(|icon| (icon, true));
        own.or_else(|| drawn(&self.state.site_logo).map(|logo| (logo, false)))
    }

    /// The operator's pages, in no order.
    pub fn site_pages(&self) -> impl Iterator<Item = &Arc<site_page::Model>> {
        self.note(&Scope::SitePages);
        self.state.site_pages.values()
    }

    /// The moment that this view shows.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The revision of the state behind the view.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.state.revision()
    }

    /// What has been read so far.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.record().clone()
    }

    /// Notes that the answer changes at `moment` even if nothing is written.
    pub fn changes_at(&self, moment: DateTime<Utc>) {
        let mut trace = self.record();
        trace.expires = Some(trace.expires.map_or(moment, |known| known.min(moment)));
    }

    /// The town that a slug or UUID refers to. A UUID is `Moved` to the slug (D4), even if its town was merged.
    #[must_use]
    pub fn city_by_slug(&self, slug: &str) -> Lookup<CityEntry> {
        let id = Uuid::try_parse(slug).ok();
        if let Some(entry) = id.and_then(|id| self.city(id)) {
            return Lookup::Moved(entry.city.slug.clone());
        }
        // The ID of a merged town is a former slug of the remaining one.
        let written = id.map(|id| id.to_string());
        let slug = written.as_deref().unwrap_or(slug);
        self.note(&Scope::CitySlug(slug.into()));
        if let Some(id) = self.state.city_slugs.get(slug) {
            return self.city(*id).map_or(Lookup::Missing, Lookup::Found);
        }
        match self
            .state
            .former_slugs
            .get(&(Kind::City, slug.into()))
            .and_then(|id| self.city(*id))
        {
            Some(entry) => Lookup::Moved(entry.city.slug.clone()),
            None => Lookup::Missing,
        }
    }

    /// The town with this ID.
    #[must_use]
    pub fn city(&self, id: Uuid) -> Option<CityEntry> {
        self.note(&Scope::City(id));
        self.state.cities.get(&id).cloned()
    }

    /// All towns in the directory, sorted by state name and name (D19).
    #[must_use]
    pub fn cities(&self) -> Vec<&CityEntry> {
        self.note(&Scope::Cities);
        self.state
            .cities_in_order
            .keys()
            .filter_map(|(_, _, id)| self.state.cities.get(id))
            .filter(|entry| entry.is_listed())
            .collect()
    }

    /// The towns in the directory that `may_be` accepts by state name and the [`gazetteer::letters`] of their folded
    /// name. This lets a search look at only a few of them.
    pub fn cities_where(&self, mut may_be: impl FnMut(&str, u32) -> bool) -> Vec<&CityEntry> {
        self.note(&Scope::Cities);
        self.state
            .cities_in_order
            .iter()
            .filter(|((state, _, _), letters)| may_be(state, **letters))
            .filter_map(|((_, _, id), _)| self.state.cities.get(id))
            .filter(|entry| entry.is_listed())
            .collect()
    }

    /// The towns with a shop in the degree squares around `point`: all within `miles`, and some more.
    #[must_use]
    pub fn cities_around(&self, point: (f64, f64), miles: f64) -> Vec<&CityEntry> {
        let mut towns = Vec::new();
        for area in DegreeSquare::of(point).around(DegreeSquare::reach(point, miles)) {
            self.note(&Scope::DegreeSquare(area));
            let ids = self.state.areas.get(&area).into_iter().flatten();
            towns.extend(
                ids.filter_map(|id| self.state.cities.get(id))
                    .filter(|entry| !entry.shops.is_empty()),
            );
        }
        towns
    }

    /// The shop that a slug or UUID refers to. A UUID is `Moved` to the slug (D4).
    #[must_use]
    pub fn shop_by_slug_or_id(&self, slug_or_id: &str) -> Lookup<Arc<Shop>> {
        if let Ok(id) = Uuid::try_parse(slug_or_id) {
            return match self.shop_or_its_heir(id) {
                Lookup::Found(shop) => Lookup::Moved(shop.slug.clone()),
                other => other,
            };
        }
        self.note(&Scope::ShopSlug(slug_or_id.into()));
        if let Some(id) = self.state.shop_slugs.get(slug_or_id) {
            return self.shop(*id);
        }
        match self
            .state
            .former_slugs
            .get(&(Kind::Shop, slug_or_id.into()))
            .map(|id| self.shop(*id))
        {
            Some(Lookup::Found(shop)) => Lookup::Moved(shop.slug.clone()),
            Some(other) => other,
            None => Lookup::Missing,
        }
    }

    /// The shop with this ID, or the one it was merged into.
    #[must_use]
    pub fn shop_or_its_heir(&self, id: Uuid) -> Lookup<Arc<Shop>> {
        let found = self.shop(id);
        if found != Lookup::Gone {
            return found;
        }
        let former: Arc<str> = id.to_string().into();
        self.note(&Scope::ShopSlug(former.clone()));
        let heir = self.state.former_slugs.get(&(Kind::Shop, former));
        heir.map_or(found, |heir| self.shop(*heir))
    }

    /// The shop with this ID, if visitors may see it.
    #[must_use]
    pub fn shop(&self, id: Uuid) -> Lookup<Arc<Shop>> {
        self.note(&Scope::Shop(id));
        match self.state.shops.get(&id) {
            None => Lookup::Missing,
            Some(shop) => match shop.visibility {
                Visibility::Listed | Visibility::ClosedForGood => Lookup::Found(shop.clone()),
                Visibility::Unpublished => Lookup::Missing,
                Visibility::Deleted => Lookup::Gone,
            },
        }
    }

    /// A town's listed shops, in arbitrary order.
    #[must_use]
    pub fn shops_of_city(&self, city_id: Uuid) -> Vec<Arc<Shop>> {
        self.note(&Scope::CityShops(city_id));
        let Some(entry) = self.state.cities.get(&city_id) else {
            return Vec::new();
        };
        entry
            .shops
            .iter()
            .filter_map(|id| self.state.shops.get(id).cloned())
            .collect()
    }

    /// A listed shop with its town, for answers cached for only a second: records no scope.
    #[must_use]
    pub fn listed_shop(&self, id: Uuid) -> Option<(Arc<Shop>, CityEntry)> {
        let shop = self.state.shops.get(&id).filter(|shop| shop.is_listed())?;
        Some((shop.clone(), self.state.cities.get(&shop.city_id)?.clone()))
    }

    /// Every listed shop with its town, for indexes that follow changes themselves: records no scope.
    pub fn each_listed_shop(&self, mut visit: impl FnMut(&Shop, &CityEntry)) {
        for shop in self.state.shops.values().filter(|shop| shop.is_listed()) {
            if let Some(town) = self.state.cities.get(&shop.city_id) {
                visit(shop, town);
            }
        }
    }

    /// The `count` newest listed shops that `admits` accepts, for answers cached for only a second.
    #[must_use]
    pub fn newest_where(
        &self,
        count: usize,
        admits: impl Fn(&Arc<Shop>) -> bool,
    ) -> Vec<Arc<Shop>> {
        let newest = self
            .state
            .newest
            .iter()
            .filter_map(|(_, id)| self.state.shops.get(id));
        newest
            .filter(|shop| admits(shop))
            .take(count)
            .cloned()
            .collect()
    }

    /// The `count` newest listed shops.
    #[must_use]
    pub fn newest_shops(&self, count: usize) -> Vec<Arc<Shop>> {
        self.note(&Scope::Recent);
        self.state
            .newest
            .iter()
            .take(count)
            .filter_map(|(_, id)| {
                self.note(&Scope::Shop(*id));
                self.state.shops.get(id).cloned()
            })
            .collect()
    }

    /// The `count` listed shops with the newest stories, newest first. Also records their own facts.
    #[must_use]
    pub fn latest_storytellers(&self, count: usize) -> Vec<Arc<Shop>> {
        self.note(&Scope::Stories);
        self.state
            .told
            .iter()
            .take(count)
            .filter_map(|(_, id)| {
                self.note(&Scope::Shop(*id));
                self.state.shops.get(id).cloned()
            })
            .collect()
    }

    /// Every listed shop, oldest listing first, for documents that list all of them.
    pub fn shops_by_age(&self) -> impl Iterator<Item = &Arc<Shop>> {
        self.note(&Scope::Everything);
        let oldest_first = self.state.newest.iter().rev();
        oldest_first.filter_map(|(_, id)| self.state.shops.get(id))
    }

    /// Every town with a listed shop, and when the town or one of its shops last changed.
    pub fn towns_with_shops(&self) -> impl Iterator<Item = (&CityEntry, DateTime<Utc>)> {
        self.note(&Scope::Everything);
        let shop_changed = |id: &Uuid| self.state.shops.get(id).map(|shop| shop.updated_at);
        self.state
            .cities_in_order
            .keys()
            .filter_map(|(_, _, id)| self.state.cities.get(id))
            .filter(|entry| !entry.shops.is_empty())
            .map(move |entry| {
                let shops = entry.shops.iter().filter_map(shop_changed).max();
                (entry, shops.unwrap_or_default().max(entry.city.updated_at))
            })
    }

    /// The photos among `all` that may be shown now, in order. Notes when one of them expires.
    #[must_use]
    pub fn shown<'a>(&self, all: &'a [Photo]) -> Vec<&'a Photo> {
        let is_shown = |photo: &&Photo| photo.expires_at.is_none_or(|end| end > self.now);
        let shown: Vec<&Photo> = all.iter().filter(is_shown).collect();
        if let Some(moment) = shown.iter().filter_map(|photo| photo.expires_at).min() {
            self.changes_at(moment);
        }
        shown
    }

    /// Whether the photo with this key was removed from its pages. For files, which depend on nothing else: records no
    /// scope.
    #[must_use]
    pub fn is_removed_photo(&self, key: &str) -> bool {
        self.state.removed_photos.contains(key)
    }

    /// Records that the answer shows facts of `shop`, however it was found.
    pub fn depends_on_shop(&self, shop: &Shop) {
        self.note(&Scope::Shop(shop.id));
    }

    /// The number of listed demo shops.
    #[must_use]
    pub fn sample_count(&self) -> usize {
        self.note(&Scope::Samples);
        self.state.samples
    }

    fn note(&self, scope: &Scope) {
        self.record().scopes.insert(scope.key());
    }

    fn record(&self) -> MutexGuard<'_, Trace> {
        self.trace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
