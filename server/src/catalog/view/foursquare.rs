//! What Foursquare's API says about a shop: for a limited time (D72). Each method notes when that ends.

use hours_text::Schedule;

use super::View;
use crate::catalog::records::Shop;

impl View {
    /// Whether Foursquare's content may be shown now.
    #[must_use]
    pub fn shows_foursquare(&self, shop: &Shop) -> bool {
        if let Some(end) = shop.foursquare.end_after(self.now) {
            self.changes_at(end);
        }
        shop.foursquare.are_kept_at(self.now)
    }

    /// The credit that Foursquare's content needs, if any is shown.
    #[must_use]
    pub fn foursquare_credit(&self, shop: &Shop) -> Option<&'static str> {
        let is_shown = shop.foursquare.until.is_some() && self.shows_foursquare(shop);
        is_shown.then_some("Powered by Foursquare")
    }

    /// The categories that may be shown now.
    #[must_use]
    pub fn categories<'a>(&self, shop: &'a Shop) -> &'a [String] {
        if shop.foursquare.gave_categories && !self.shows_foursquare(shop) {
            return &[];
        }
        &shop.categories
    }

    /// Whether the hours may be shown now.
    #[must_use]
    pub fn shows_hours(&self, shop: &Shop) -> bool {
        !shop.foursquare.gave_hours || self.shows_foursquare(shop)
    }

    /// The parsed hours that may be shown now.
    #[must_use]
    pub fn schedule<'a>(&self, shop: &'a Shop) -> Option<&'a Schedule> {
        shop.schedule().filter(|_| self.shows_hours(shop))
    }
}
