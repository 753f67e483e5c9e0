//! What admission asks of the directory. Nobody caches an answer that rests on it, so no scope is noted.

use std::sync::Arc;

use super::View;
use crate::catalog::{City, Shop, entities::change::Kind};

impl View {
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
