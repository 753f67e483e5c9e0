//! Which shops a text is written for.

use super::facts;
use crate::catalog::{Shop, entities::shop, is_described_by_people};

/// The reason of shops that somebody described meanwhile.
pub(super) const CHANGED: &str = "It has been described or removed meanwhile.";

/// Whether nobody has described this listed shop, neither people nor a model.
pub(super) fn needs_text(shop: &Shop) -> bool {
    shop.is_listed()
        && !shop.is_described_by_people
        && is_blank(shop.ai_generated_description.as_deref())
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

/// Whether a run writes about this shop.
pub(super) fn may_write(shop: &Shop) -> bool {
    needs_text(shop) && facts::count(shop) >= facts::FEWEST
}

/// [`needs_text`], for the row as it is now.
pub(super) fn may_get_text(row: &shop::Model) -> bool {
    row.is_active
        && row.closed_at.is_none()
        && row.deleted_at.is_none()
        && !is_described_by_people(row)
        && is_blank(row.ai_generated_description.as_deref())
}
