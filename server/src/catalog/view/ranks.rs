//! Today's ranking: votes, ratings, boosts.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::View;
use crate::catalog::{
    daily_ranking::DailyRanking,
    ranking::{Score, Tally},
    records::Shop,
    scope::Scope,
};

impl View {
    /// The numbers behind today's ranking.
    #[must_use]
    pub fn daily_ranking(&self) -> &DailyRanking {
        self.note(&Scope::DailyRanking);
        self.state.daily_ranking()
    }

    /// The score of `shop` today, and the votes behind it (D15).
    #[must_use]
    pub fn standing(&self, shop: &Shop) -> (Score, Tally) {
        let daily_ranking = self.daily_ranking();
        let tally = daily_ranking.tally(shop.id);
        (
            Score::new(daily_ranking.mean(), shop.ratings(), tally),
            tally,
        )
    }

    /// Whether `shop` is boosted now. Notes when that changes.
    #[must_use]
    pub fn is_boosted(&self, shop: &Shop) -> bool {
        let (is_boosted, next_change) = shop.boosted_at(self.now);
        if let Some(moment) = next_change {
            self.changes_at(moment);
        }
        is_boosted
    }

    /// When the last boost that runs now ends; `None` without one. Notes when that changes.
    #[must_use]
    pub fn boosted_until(&self, shop: &Shop) -> Option<DateTime<Utc>> {
        if !self.is_boosted(shop) {
            return None;
        }
        let running = shop.boosts.iter();
        let running = running.filter(|boost| boost.starts <= self.now && self.now < boost.ends);
        running.map(|boost| boost.ends).max()
    }

    /// The currently boosted listed shops, in arbitrary order.
    #[must_use]
    pub fn boosted_shops(&self) -> Vec<Arc<Shop>> {
        self.note(&Scope::Boosted);
        let shops = self
            .state
            .boosted
            .iter()
            .filter_map(|id| self.state.shops.get(id));
        shops
            .filter(|shop| self.is_boosted(shop))
            .cloned()
            .collect()
    }
}
