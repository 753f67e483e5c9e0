//! Rows on their way from the database to a state of the catalog.

use std::collections::HashMap;

use uuid::Uuid;

use super::{
    entities::{article, article_category, city, former_slug, shop},
    photos::OwnedPhotos,
    ranking::Tally,
    records::Extras,
};

/// A page of rows from one table.
pub(super) enum RowPage {
    Cities(Vec<city::Model>),
    Shops(Vec<shop::Model>),
    FormerSlugs(Vec<former_slug::Model>),
    Categories(Vec<article_category::Model>),
    Articles(Vec<article::Model>),
}

/// The current state of the given rows. An ID without a row was removed.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) cities: HashMap<Uuid, Option<city::Model>>,
    pub(super) shops: HashMap<Uuid, Option<shop::Model>>,
    pub(super) articles: HashMap<Uuid, Option<article::Model>>,
    pub(super) categories: HashMap<Uuid, Option<article_category::Model>>,
    pub(super) former_slugs: Vec<former_slug::Model>,
    pub(super) extras: HashMap<Uuid, Extras>,
    pub(super) photos: OwnedPhotos,
    /// Only for shops that weren't in the state; the others keep theirs from the start of the day.
    pub(super) tallies: HashMap<Uuid, Tally>,
}
