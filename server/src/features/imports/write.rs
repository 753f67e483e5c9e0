//! What an import writes for one record.

use super::entity::review_item;
use crate::catalog::entities::shop;

/// What to write for a candidate.
#[derive(Debug)]
pub(super) enum Write {
    Insert(Box<shop::Model>),
    Update(Box<shop::Model>),
    /// Leave it to the administrator, or store a later edition of a refused record.
    Hold(Box<review_item::Model>),
    /// Give the shop with this slug what it lacks.
    Fill(String),
}
