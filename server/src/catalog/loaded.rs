//! Rows on their way from the database to a state of the catalog.

use std::collections::HashMap;

use uuid::Uuid;

use super::{
    entities::{article, article_category, city, former_slug, shop, site, site_logo, site_page},
    photos::OwnedPhotos,
    ranking::Tally,
    records::Extras,
};

/// The site's row with what it refers to.
#[derive(Debug, Default)]
pub(super) struct SiteRow {
    pub(super) row: Option<site::Model>,
    pub(super) logo: Option<site_logo::Model>,
    /// An icon other than the logo.
    pub(super) icon: Option<site_logo::Model>,
}

/// A page of rows from one table.
pub(super) enum RowPage {
    Cities(Vec<city::Model>),
    Shops(Vec<shop::Model>),
    FormerSlugs(Vec<former_slug::Model>),
    Categories(Vec<article_category::Model>),
    Articles(Vec<article::Model>),
    Site(Box<SiteRow>),
    SitePages(Vec<site_page::Model>),
}

/// The current state of the given rows. An ID without a row was removed.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) cities: HashMap<Uuid, Option<city::Model>>,
    pub(super) shops: HashMap<Uuid, Option<shop::Model>>,
    pub(super) articles: HashMap<Uuid, Option<article::Model>>,
    pub(super) categories: HashMap<Uuid, Option<article_category::Model>>,
    /// Given if it may have changed.
    pub(super) site: Option<SiteRow>,
    pub(super) site_pages: HashMap<Uuid, Option<site_page::Model>>,
    pub(super) former_slugs: Vec<former_slug::Model>,
    pub(super) extras: HashMap<Uuid, Extras>,
    pub(super) photos: OwnedPhotos,
    /// Only for shops that weren't in the state; the others keep theirs from the start of the day.
    pub(super) tallies: HashMap<Uuid, Tally>,
}
