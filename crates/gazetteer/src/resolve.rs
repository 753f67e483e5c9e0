//! The rule that assigns each address one town: its city's, else its ZIP code's, else its point's (D83).

use crate::address::{Address, City};
use crate::bare_point::TOWN_MILES;
use crate::gazetteer::Gazetteer;
use crate::geometry::{comes_near, distance_miles};
use crate::names::{fold_place_name, one_slip_apart, town_slug};
use crate::states::State;
use crate::tables::{Place, PlaceKind, ZipArea, ZipKind};
use crate::towns::{FoundBy, NoTown, Town, TownQuery};

/// A city name counts if its center is this close to the point or ZIP code: 99.5 % of ZIP codes are this close to their
/// own city.
const CITY_MILES: f64 = 30.0;
/// The same if the ZIP code's own city has that name, too, because postal districts in the West are long.
const CONFIRMED_CITY_MILES: f64 = 60.0;
/// A name with one typo counts as a place this close.
const MISSPELT_MILES: f64 = 5.0;
/// A stated state counts if its land is this close, because borders are simplified and people live across them.
const BORDER_MILES: f64 = 2.0;
/// The same if the ZIP code belongs to the stated state, because rivers have moved since the border was drawn.
const CONFIRMED_BORDER_MILES: f64 = 6.0;
/// A ZIP code can extend into the next state, with its center on the other side.
const ZIP_BORDER_MILES: f64 = 15.0;
/// A ZIP code with its center farther than this from the point belongs to another address.
const ZIP_MILES: f64 = 60.0;
/// Postal districts in Alaska are as large as other states.
const ALASKA_FACTOR: f64 = 4.0;
/// The maximum distance to a place that supplies the county and time zone of an unknown town.
const COUNTY_MILES: f64 = 300.0;

impl Gazetteer {
    /// The town of an address: its city's, else its ZIP code's, else the town for its point, within 25 miles in the
    /// same state.
    ///
    /// Text and tables are matched by location, not by name alone: a city name means the place with that name near the
    /// point, or else near the ZIP code. If the parts contradict each other, two outvote one: a ZIP code that disagrees
    /// with point and city, or with point and state, is ignored. Otherwise the error says what contradicts what.
    ///
    /// # Errors
    ///
    /// [`NoTown`] with the reason, for an importer to reject the address or to show it to a person.
    pub fn town_of(&self, query: TownQuery<'_>) -> Result<Town, NoTown> {
        let address = Address::read(self, &query);
        let located = match query.point {
            Some(point) => Some((
                point,
                self.state_at(point.0, point.1)
                    .ok_or(NoTown::OutsideUs(point.0, point.1))?,
            )),
            None => None,
        };
        let state = decide_state(&address, located)?;
        let mut search = Search {
            table: self,
            state,
            point: query.point,
            zip: None,
        };
        search.zip = search.usable_zip(&address)?;
        let town = search.town(address.city.as_ref())?;
        Ok(Town {
            zip_disregarded: address.zip.is_some() && search.zip.is_none(),
            ..town
        })
    }
}

fn decide_state(
    address: &Address<'_>,
    located: Option<((f64, f64), State)>,
) -> Result<State, NoTown> {
    match (located, address.state, address.zip) {
        (Some((_, located)), None, None) => Ok(located),
        (Some((point, located)), Some(stated), zip) => {
            let confirmed = zip.is_some_and(|zip| zip.state == stated);
            let tolerance = if confirmed {
                CONFIRMED_BORDER_MILES
            } else {
                BORDER_MILES
            };
            let agree = stated == located || comes_near(stated, point, tolerance);
            if agree {
                Ok(stated)
            } else {
                Err(NoTown::StateContradictsPoint { stated, located })
            }
        }
        (Some((point, located)), None, Some(zip)) => {
            let across = zip.state != located && comes_near(zip.state, point, BORDER_MILES);
            Ok(if across { zip.state } else { located })
        }
        (None, Some(stated), None) => Ok(stated),
        (None, Some(stated), Some(zip)) if reaches(zip, stated) => Ok(stated),
        (None, Some(state), Some(zip)) => Err(NoTown::ZipContradictsState {
            zip: zip.zip,
            of_zip: zip.state,
            state,
        }),
        (None, None, Some(zip)) => Ok(zip.state),
        (None, None, None) if address.city.is_some() => Err(NoTown::UnknownState),
        (None, None, None) => Err(NoTown::NothingToGoBy),
    }
}

fn reaches(zip: &ZipArea, state: State) -> bool {
    zip.state == state || comes_near(state, zip.point(), ZIP_BORDER_MILES)
}

/// A lookup in a known state.
struct Search<'t> {
    table: &'t Gazetteer,
    state: State,
    point: Option<(f64, f64)>,
    zip: Option<&'t ZipArea>,
}

impl<'t> Search<'t> {
    /// The ZIP code, unless point and state, or point and city, contradict it.
    fn usable_zip(&self, address: &Address<'t>) -> Result<Option<&'t ZipArea>, NoTown> {
        let (Some(zip), Some(point)) = (address.zip, self.point) else {
            return Ok(address.zip);
        };
        let miles = distance_miles(zip.point(), point);
        if miles <= self.scaled(ZIP_MILES) && reaches(zip, self.state) {
            return Ok(Some(zip));
        }
        let outvoted_by_state = address.state.is_some() && zip.state != self.state;
        let outvoted_by_city = || {
            address
                .city
                .as_ref()
                .is_some_and(|city| self.known_city(city).is_some())
        };
        if outvoted_by_state || outvoted_by_city() {
            return Ok(None);
        }
        Err(NoTown::ZipContradictsPoint {
            zip: zip.zip,
            city: zip.city,
            miles,
        })
    }

    fn town(&self, city: Option<&City>) -> Result<Town, NoTown> {
        match (city, self.reference()) {
            (Some(city), Some(near)) => self.town_of_city(city, near),
            (Some(city), None) => self.town_of_name_alone(city),
            (None, Some(near)) => self.town_without_city(near),
            (None, None) => Err(NoTown::NothingToGoBy),
        }
    }

    fn town_of_city(&self, city: &City, near: (f64, f64)) -> Result<Town, NoTown> {
        if let Some(town) = self.town_of_quarter(city, near) {
            return Ok(town);
        }
        if let Some(town) = self.known_city(city) {
            return Ok(town);
        }
        if let Some(town) = self.misspelt(city, near) {
            return Ok(town);
        }
        if let Some((city, miles)) = self.namesake_elsewhere(city, near) {
            return Err(NoTown::CityFarAway {
                city,
                state: self.state,
                miles,
            });
        }
        self.unknown(city, near)
    }

    /// A quarter's town is its ZIP code's city, or the bare point's.
    fn town_of_quarter(&self, city: &City, near: (f64, f64)) -> Option<Town> {
        let (area, found_by) = match self.zip {
            Some(zip) => (zip, FoundBy::ZipCode),
            None => {
                let most = self.scaled(TOWN_MILES);
                let area = self.table.zip_of_point(near, self.state, most)?;
                (area, FoundBy::Point)
            }
        };
        let whose = (area, self.zip.is_some());
        if !self.table.is_quarter(city, whose, self.state) || self.misspelt(city, near).is_some() {
            return None;
        }
        let town = self.known_key(&fold_place_name(area.city), area.point())?;
        Some(Town { found_by, ..town })
    }

    /// A place, or else a postal city, with that name near the point or ZIP code.
    fn known_city(&self, city: &City) -> Option<Town> {
        let near = self.reference()?;
        city.keys
            .iter()
            .find_map(|key| self.known_key(key, near))
            .map(|town| Town {
                found_by: FoundBy::City,
                ..town
            })
    }

    fn known_key(&self, key: &str, near: (f64, f64)) -> Option<Town> {
        let confirmed = self
            .zip
            .is_some_and(|zip| zip.state == self.state && fold_place_name(zip.city) == key);
        let limit = self.scaled(if confirmed {
            CONFIRMED_CITY_MILES
        } else {
            CITY_MILES
        });
        let candidates = self.table.named(key, Some(self.state)).into_iter();
        let (miles, place) =
            nearest(candidates.map(|place| (distance_miles(near, place.point()), place))).unzip();
        match (miles, place) {
            (Some(miles), Some(place)) if miles <= limit => {
                Some(town_of_place(place, FoundBy::City))
            }
            _ => self.postal_city(key, near),
        }
    }

    fn postal_city(&self, key: &str, near: (f64, f64)) -> Option<Town> {
        let areas: Vec<&ZipArea> = self.table.zips_of_city(key, self.state).collect();
        nearest(
            areas
                .iter()
                .map(|area| (distance_miles(near, area.point()), *area)),
        )
        .filter(|(miles, _)| *miles <= self.scaled(CITY_MILES))
        .and_then(|(_, nearest)| self.town_of_zips(key, nearest, &areas))
    }

    /// Every address in a postal city must give the same town, so its first street ZIP code represents all those around
    /// the nearest one.
    fn town_of_zips(&self, key: &str, nearest: &ZipArea, areas: &[&ZipArea]) -> Option<Town> {
        let (around, elsewhere): (Vec<&ZipArea>, Vec<&ZipArea>) =
            areas.iter().copied().partition(|area| {
                distance_miles(area.point(), nearest.point()) <= self.scaled(CONFIRMED_CITY_MILES)
            });
        let area = around
            .iter()
            .find(|area| area.kind == ZipKind::Standard)
            .or(around.first())?;
        let shared = !elsewhere.is_empty() || !self.table.named(key, Some(self.state)).is_empty();
        Some(Town {
            name: area.city.to_owned(),
            state: self.state,
            county: area.county,
            latitude: area.latitude,
            longitude: area.longitude,
            time_zone: area.time_zone,
            slug: town_slug(
                area.city,
                shared.then_some(area.county.name),
                self.state.code(),
            ),
            found_by: FoundBy::ZipCode,
            zip_disregarded: false,
        })
    }

    /// "Raliegh": one typo away from the ZIP code's city, or from a place close to the point.
    fn misspelt(&self, city: &City, near: (f64, f64)) -> Option<Town> {
        let key = city.keys.first()?;
        let of_zip = self
            .zip
            .map(|zip| fold_place_name(zip.city))
            .filter(|other| one_slip_apart(key, other));
        let town = match of_zip {
            Some(other) => self.known_key(&other, near),
            None => self
                .table
                .nearest(near, MISSPELT_MILES, |place| {
                    place.state == self.state && one_slip_apart(key, &fold_place_name(place.name))
                })
                .map(|(place, _)| town_of_place(place, FoundBy::City)),
        };
        town.map(|town| Town {
            found_by: FoundBy::MisspeltCity,
            ..town
        })
    }

    /// A place or postal city with that name that is too far away.
    fn namesake_elsewhere(&self, city: &City, near: (f64, f64)) -> Option<(&'static str, f64)> {
        let key = city.keys.first()?;
        let places = self
            .table
            .named(key, Some(self.state))
            .into_iter()
            .map(|place| (place.name, place.point()));
        let cities = self
            .table
            .zips_of_city(key, self.state)
            .map(|area| (area.city, area.point()));
        nearest(
            places
                .chain(cities)
                .map(|(name, point)| (distance_miles(near, point), name)),
        )
        .map(|(miles, name)| (name, miles))
    }

    fn unknown(&self, city: &City, near: (f64, f64)) -> Result<Town, NoTown> {
        let (place, _) = self
            .table
            .nearest(near, COUNTY_MILES, |place| place.state == self.state)
            .ok_or(NoTown::NoPlaceNear { state: self.state })?;
        let zip = self.zip.filter(|zip| zip.state == self.state);
        Ok(Town {
            name: city.typed.clone(),
            state: self.state,
            county: zip.map_or(place.county, |zip| zip.county),
            latitude: near.0,
            longitude: near.1,
            time_zone: place.time_zone,
            slug: town_slug(&city.typed, None, self.state.code()),
            found_by: FoundBy::UnknownCity,
            zip_disregarded: false,
        })
    }

    /// For only a city and a state: the single place with that name, or the one among several that has postal
    /// addresses.
    fn town_of_name_alone(&self, city: &City) -> Result<Town, NoTown> {
        for key in &city.keys {
            let places = self.table.named(key, Some(self.state));
            let postal: Vec<&Place> = places
                .iter()
                .copied()
                .filter(|place| place.kind == PlaceKind::Postal)
                .collect();
            match (places.as_slice(), postal.as_slice()) {
                ([place], _) | (_, [place]) => return Ok(town_of_place(place, FoundBy::City)),
                ([], _) => {}
                _ => {
                    return Err(NoTown::AmbiguousCity {
                        state: self.state,
                        count: places.len(),
                    });
                }
            }
            let areas: Vec<&ZipArea> = self.table.zips_of_city(key, self.state).collect();
            let town = areas
                .first()
                .and_then(|first| self.town_of_zips(key, first, &areas));
            if let Some(town) = town {
                return Ok(Town {
                    found_by: FoundBy::City,
                    ..town
                });
            }
        }
        Err(NoTown::UnknownCity { state: self.state })
    }

    fn town_without_city(&self, near: (f64, f64)) -> Result<Town, NoTown> {
        if let Some(zip) = self.zip.filter(|zip| zip.state == self.state) {
            let key = fold_place_name(zip.city);
            if let Some(town) = self.known_key(&key, zip.point()) {
                return Ok(Town {
                    found_by: FoundBy::ZipCode,
                    ..town
                });
            }
        }
        let most = self.scaled(TOWN_MILES);
        self.table
            .zip_of_point(near, self.state, most)
            .and_then(|area| self.known_key(&fold_place_name(area.city), area.point()))
            .map(|town| Town {
                found_by: FoundBy::Point,
                ..town
            })
            .ok_or(NoTown::NoPlaceNear { state: self.state })
    }

    /// The location of the address, as far as known.
    fn reference(&self) -> Option<(f64, f64)> {
        self.point.or_else(|| self.zip.map(ZipArea::point))
    }

    fn scaled(&self, miles: f64) -> f64 {
        if self.state.code() == "AK" {
            miles * ALASKA_FACTOR
        } else {
            miles
        }
    }
}

fn town_of_place(place: &Place, found_by: FoundBy) -> Town {
    Town {
        name: place.name.to_owned(),
        state: place.state,
        county: place.county,
        latitude: place.latitude,
        longitude: place.longitude,
        time_zone: place.time_zone,
        slug: place.slug(),
        found_by,
        zip_disregarded: false,
    }
}

fn nearest<T>(candidates: impl Iterator<Item = (f64, T)>) -> Option<(f64, T)> {
    candidates.min_by(|(one, _), (other, _)| one.total_cmp(other))
}
