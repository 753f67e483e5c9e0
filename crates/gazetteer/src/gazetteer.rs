//! Lookups by ZIP code, by point and by name.

use std::sync::{LazyLock, OnceLock};

use rstar::RTree;
use rstar::primitives::GeomWithData;

use crate::geometry::{self, Located, distance_miles, squared_chord, unit_vector};
use crate::names::fold_place_name;
use crate::rows::rows;
use crate::states::State;
use crate::tables::{Place, SlugCounty, ZipArea, clocks_of};

/// A point this far off the coast still belongs to the nearest place, because of piers, harbors and simplified shore
/// lines.
const OFFSHORE_MILES: f64 = 5.0;

/// How far a point may be from the nearest place and still use its time zone.
const TIME_ZONE_MILES: f64 = 150.0;

/// The country's places and ZIP codes.
pub struct Gazetteer {
    places: Vec<Place>,
    zips: Vec<ZipArea>,
    places_by_name: NameIndex,
    zips_by_city: OnceLock<NameIndex>,
    points: RTree<GeomWithData<[f64; 3], u32>>,
    zip_points: OnceLock<RTree<GeomWithData<[f64; 3], u32>>>,
}

impl Gazetteer {
    /// The shared instance, created on first use (some tens of milliseconds).
    #[must_use]
    pub fn get() -> &'static Self {
        static TABLE: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::load);
        &TABLE
    }

    fn load() -> Self {
        let mut places = rows(include_str!("../data/places.csv"), Place::parse);
        let zips = rows(include_str!("../data/zip_areas.csv"), ZipArea::parse);
        let places_by_name = NameIndex::new(places.iter().map(|place| (place.name, place.state)));
        for group in places_by_name.groups() {
            part_namesakes(&mut places, &group);
        }
        let points = tree(places.iter().map(Place::point));
        Self {
            places,
            zips,
            places_by_name,
            zips_by_city: OnceLock::new(),
            points,
            zip_points: OnceLock::new(),
        }
    }

    /// Every place, grouped by state but not sorted by name.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Every ZIP code, in ascending order.
    #[must_use]
    pub fn zips(&self) -> &[ZipArea] {
        &self.zips
    }

    /// The area of a ZIP code: "71301", "71301-1234", "713011234", or "2108", which lost its zero in a spreadsheet.
    #[must_use]
    pub fn zip(&self, text: &str) -> Option<&ZipArea> {
        let number = zip_number(text)?;
        let position = self
            .zips
            .binary_search_by_key(&number, |area| area.number)
            .ok()?;
        self.zips.get(position)
    }

    /// The state that contains the point, or that of the nearest place within 5 miles of a point at sea.
    #[must_use]
    pub fn state_at(&self, latitude: f64, longitude: f64) -> Option<State> {
        match geometry::locate((latitude, longitude)) {
            Located::In(state) => Some(state),
            Located::Abroad => None,
            Located::Nowhere => self
                .nearest((latitude, longitude), OFFSHORE_MILES, |_| true)
                .map(|(place, _)| place.state),
        }
    }

    /// The places that the name may refer to in any spelling (see [`fold_place_name`]), largest first.
    #[must_use]
    pub fn places_named(&self, name: &str, state: Option<State>) -> Vec<&Place> {
        let mut found = self.named(&fold_place_name(name), state);
        found.sort_by_key(|place| std::cmp::Reverse(place.population));
        found
    }

    /// The IANA time zone at a point: that of the nearest place in the same state.
    #[must_use]
    pub fn time_zone_at(&self, latitude: f64, longitude: f64) -> Option<&'static str> {
        let state = self.state_at(latitude, longitude)?;
        let (place, _) = self.nearest((latitude, longitude), TIME_ZONE_MILES, |place| {
            place.state == state
        })?;
        Some(place.time_zone)
    }

    /// The IANA time zone of the town with this name and slug, if the table has it.
    #[must_use]
    pub fn time_zone_of_town(
        &self,
        (name, state): (&str, State),
        slug: &str,
    ) -> Option<&'static str> {
        clocks_of(name, state).or_else(|| {
            let places = self.named(&fold_place_name(name), Some(state));
            let place = places.into_iter().find(|place| place.slug() == slug)?;
            Some(place.time_zone)
        })
    }

    pub(crate) fn named(&self, folded: &str, state: Option<State>) -> Vec<&Place> {
        self.places_by_name
            .find(folded, state)
            .filter_map(|index| self.places.get(index))
            .collect()
    }

    /// The ZIP codes of a postal city, in ascending order.
    pub(crate) fn zips_of_city<'a>(
        &'a self,
        folded: &'a str,
        state: State,
    ) -> impl Iterator<Item = &'a ZipArea> {
        let index = self
            .zips_by_city
            .get_or_init(|| NameIndex::new(self.zips.iter().map(|area| (area.city, area.state))));
        index
            .find(folded, Some(state))
            .filter_map(|index| self.zips.get(index))
    }

    pub(crate) fn nearest(
        &self,
        point: (f64, f64),
        miles: f64,
        wanted: impl Fn(&Place) -> bool,
    ) -> Option<(&Place, f64)> {
        if !geometry::is_on_globe(point) || miles.is_nan() || miles < 0.0 {
            return None;
        }
        let limit = squared_chord(miles);
        self.points
            .nearest_neighbor_iter_with_distance_2(unit_vector(point))
            .take_while(|(_, squared)| *squared <= limit)
            .filter_map(|(found, _)| self.places.get(usize::try_from(found.data).ok()?))
            .find(|place| wanted(place))
            .map(|place| (place, distance_miles(point, place.point())))
    }
}

impl Gazetteer {
    /// A state's ZIP codes around a point with their distances in miles, nearest first.
    pub(crate) fn nearest_zips(
        &self,
        point: (f64, f64),
        miles: f64,
        state: State,
    ) -> impl Iterator<Item = (&ZipArea, f64)> {
        let tree = self
            .zip_points
            .get_or_init(|| tree(self.zips.iter().map(ZipArea::point)));
        let limit = squared_chord(miles);
        tree.nearest_neighbor_iter_with_distance_2(unit_vector(point))
            .take_while(move |(_, squared)| *squared <= limit)
            .filter_map(|(found, _)| self.zips.get(usize::try_from(found.data).ok()?))
            .filter(move |area| area.state == state)
            .map(move |area| (area, distance_miles(point, area.point())))
    }
}

fn tree(points: impl Iterator<Item = (f64, f64)>) -> RTree<GeomWithData<[f64; 3], u32>> {
    let numbered = points
        .zip(0..)
        .map(|(point, index)| GeomWithData::new(unit_vector(point), index));
    RTree::bulk_load(numbered.collect())
}

/// Gives each of several places with the same key and state its own slug.
fn part_namesakes(places: &mut [Place], members: &[usize]) {
    for level in [SlugCounty::Name, SlugCounty::FullName] {
        let slugs: Vec<Option<String>> = members
            .iter()
            .map(|index| places.get(*index).map(Place::slug))
            .collect();
        for (index, slug) in members.iter().zip(&slugs) {
            let shared = slugs.iter().filter(|other| *other == slug).count() > 1;
            if let Some(place) = places.get_mut(*index).filter(|_| shared) {
                place.slug_county = level;
            }
        }
    }
}

fn zip_number(text: &str) -> Option<u32> {
    let text = text.trim();
    let head = text.split(['-', ' ', '.']).next()?;
    let digits = if head.len() == 9 && head == text {
        head.get(..5)?
    } else {
        head
    };
    let plausible =
        matches!(digits.len(), 4 | 5) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plausible { digits.parse().ok() } else { None }
}

/// Row positions by folded name and state.
struct NameIndex(Vec<(Box<str>, State, u32)>);

impl NameIndex {
    fn new<'a>(names: impl Iterator<Item = (&'a str, State)>) -> Self {
        let mut keys: Vec<(Box<str>, State, u32)> = names
            .zip(0..)
            .map(|((name, state), index)| (fold_place_name(name).into_boxed_str(), state, index))
            .collect();
        keys.sort_unstable();
        Self(keys)
    }

    fn find<'a>(
        &'a self,
        folded: &'a str,
        state: Option<State>,
    ) -> impl Iterator<Item = usize> + 'a {
        let start = self
            .0
            .partition_point(|(key, of, _)| (&**key, Some(*of)) < (folded, state));
        self.0
            .iter()
            .skip(start)
            .take_while(move |(key, of, _)| {
                **key == *folded && state.is_none_or(|state| *of == state)
            })
            .filter_map(|(_, _, index)| usize::try_from(*index).ok())
    }

    /// Rows that share key and state.
    fn groups(&self) -> impl Iterator<Item = Vec<usize>> {
        self.0
            .chunk_by(|one, other| (&one.0, one.1) == (&other.0, other.1))
            .filter(|group| group.len() > 1)
            .map(|group| {
                group
                    .iter()
                    .filter_map(|(_, _, index)| usize::try_from(*index).ok())
                    .collect()
            })
    }
}
