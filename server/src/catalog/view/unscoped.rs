//! Queries for admission. Answers that depend on them aren't cached, so no scope is recorded.

use std::sync::Arc;

use super::View;
use chrono_tz::Tz;
use uuid::Uuid;

use crate::catalog::{
    City, CityEntry, Shop,
    entities::{change::Kind, shop},
};

impl View {
    /// The shop with this ID, visible or not.
    #[must_use]
    pub fn any_shop(&self, id: Uuid) -> Option<Arc<Shop>> {
        self.state.shops.get(&id).cloned()
    }

    /// By whose clocks the shop in `row` opens and closes (D111).
    #[must_use]
    pub fn clocks(&self, row: &shop::Model) -> Tz {
        self.state.clocks(row)
    }

    /// Every town in the order of D19, including unlisted ones.
    pub fn each_city(&self) -> impl Iterator<Item = &CityEntry> {
        let ids = self.state.cities_in_order.keys();
        ids.filter_map(|(_, _, id)| self.state.cities.get(id))
    }

    /// Whether a town has or had this slug.
    #[must_use]
    pub fn is_city_slug_taken(&self, slug: &str) -> bool {
        self.state.city_slugs.contains_key(slug)
            || self
                .state
                .former_slugs
                .contains_key(&(Kind::City, slug.into()))
    }

    /// Every shop with its town, including unpublished, closed and deleted ones.
    pub fn each_shop(&self, mut visit: impl FnMut(&Arc<Shop>, Option<&Arc<City>>)) {
        for shop in self.state.shops.values() {
            let town = self.state.cities.get(&shop.city_id);
            visit(shop, town.map(|entry| &entry.city));
        }
    }

    /// Whether a shop has or had this slug.
    #[must_use]
    pub fn is_shop_slug_taken(&self, slug: &str) -> bool {
        self.state.shop_slugs.contains_key(slug)
            || self
                .state
                .former_slugs
                .contains_key(&(Kind::Shop, slug.into()))
    }
}
