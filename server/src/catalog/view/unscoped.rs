//! What admission asks of the directory. Nobody caches an answer that rests on it, so no scope is noted.

use std::sync::Arc;

use super::View;
use uuid::Uuid;

use crate::catalog::{City, CityEntry, Shop, entities::change::Kind};

impl View {
    /// The shop with this identifier, wherever it can be seen.
    #[must_use]
    pub fn any_shop(&self, id: Uuid) -> Option<Arc<Shop>> {
        self.state.shops.get(&id).cloned()
    }

    /// Every town in the order of D19, those among them that the directory does not list.
    pub fn each_city(&self) -> impl Iterator<Item = &CityEntry> {
        let ids = self.state.cities_in_order.keys();
        ids.filter_map(|(_, _, id)| self.state.cities.get(id))
    }

    /// Whether a town has this slug or had it.
    #[must_use]
    pub fn is_city_slug_taken(&self, slug: &str) -> bool {
        self.state.city_slugs.contains_key(slug)
            || self
                .state
                .former_slugs
                .contains_key(&(Kind::City, slug.into()))
    }

    /// Every shop with its town, unpublished, closed and deleted ones among them.
    pub fn each_shop(&self, mut visit: impl FnMut(&Arc<Shop>, Option<&Arc<City>>)) {
        for shop in self.state.shops.values() {
            let town = self.state.cities.get(&shop.city_id);
            visit(shop, town.map(|entry| &entry.city));
        }
    }

    /// Whether a shop has this slug or had it.
    #[must_use]
    pub fn is_shop_slug_taken(&self, slug: &str) -> bool {
        self.state.shop_slugs.contains_key(slug)
            || self
                .state
                .former_slugs
                .contains_key(&(Kind::Shop, slug.into()))
    }
}
