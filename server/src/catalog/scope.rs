//! What an answer can depend on. Reads record the scopes they use; changes mark them.

use std::{
    hash::{BuildHasher, RandomState},
    sync::{Arc, LazyLock},
};

use uuid::Uuid;

/// A part of the directory that changes as a unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The facts of one shop.
    Shop(Uuid),
    /// Which shop a slug refers to, if any.
    ShopSlug(Arc<str>),
    /// The facts and counts of one town.
    City(Uuid),
    /// Which town a slug refers to, if any.
    CitySlug(Arc<str>),
    /// Any shop of one town.
    CityShops(Uuid),
    /// The list of all towns, with their facts and counts.
    Cities,
    /// Which towns are in a one-degree square, and how many shops they have.
    DegreeSquare(DegreeSquare),
    /// Which shops are newest.
    Recent,
    /// Which shops are boosted, and when.
    Boosted,
    /// How many demo shops there are.
    Samples,
    /// Which stories are newest.
    Stories,
    /// Any article or category of the blog, except views.
    Articles,
    /// An article's displayed view count.
    ArticleViews(Uuid),
    /// Any fact of a town or listed shop, for documents that list all of them.
    Everything,
    /// What every page says about the site.
    Site,
    /// The operator's pages.
    SitePages,
    /// The numbers behind the community ranking, which change daily.
    DailyRanking,
}

/// A scope in eight bytes, stable while the process runs: a cached answer depends on dozens. Two scopes that happened
/// to share a key would merely change together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeKey(u64);

impl Scope {
    /// The key of this scope.
    #[must_use]
    pub fn key(&self) -> ScopeKey {
        static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);
        ScopeKey(HASHER.hash_one(self))
    }
}

/// When a scope last changed, in revisions of the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision {
    /// By anything other than vote and view counts.
    pub content: u64,
    /// By anything.
    pub any: u64,
}

impl Revision {
    /// Changed completely at `revision`.
    #[must_use]
    pub fn at(revision: u64) -> Self {
        Self {
            content: revision,
            any: revision,
        }
    }
}

/// A square of one degree, identified by the whole degrees of its southwest corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DegreeSquare {
    latitude: i16,
    longitude: i16,
}

impl DegreeSquare {
    /// The square that contains a point (degrees).
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "degrees lie between -180 and 180"
    )]
    pub fn of((latitude, longitude): (f64, f64)) -> Self {
        Self {
            latitude: latitude.floor() as i16,
            longitude: longitude.floor() as i16,
        }
    }

    /// How many squares from `point`'s own to search for places within `miles`: a degree of latitude is 69 miles, a
    /// degree of longitude less.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a few squares")]
    pub fn reach((latitude, _): (f64, f64), miles: f64) -> i16 {
        let degree_east = 69.0 * latitude.abs().min(75.0).to_radians().cos();
        (miles / degree_east).ceil().clamp(1.0, 20.0) as i16
    }

    /// This square and those up to `reach` squares away.
    pub fn around(self, reach: i16) -> impl Iterator<Item = Self> {
        (-reach..=reach).flat_map(move |north| {
            (-reach..=reach).map(move |east| Self {
                latitude: self.latitude + north,
                longitude: self.longitude + east,
            })
        })
    }
}
