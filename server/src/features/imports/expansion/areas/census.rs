//! Makes a list of areas and towns from the Census Bureau's population estimates (D67):
//! - `cbsa-est2025-alldata.csv`, the metropolitan statistical areas, and
//! - `sub-est2025.csv`, the incorporated places; also in parts, one per state.
//!
//! Both are on <https://www2.census.gov/programs-surveys/popest/datasets/>. Vintages differ in their columns, so columns
//! are found by name, and the newest estimate counts.

use std::{cmp::Reverse, collections::HashMap};

use csv::{ByteRecord, ReaderBuilder};
use gazetteer::{Gazetteer, Place, State};

use super::{
    super::target::Target,
    rule::{Settlement, smaller_towns},
};

/// Areas in the list: the least populous.
const AREAS: usize = 321;
/// What the Bureau calls such an area in the column `LSAD`.
const METROPOLITAN: &str = "Metropolitan Statistical Area";
/// The level of rows on whole incorporated places; others are counties, or parts of places.
const PLACE_LEVEL: &str = "162";
/// Columns with a year's estimate begin with this.
const ESTIMATE: &str = "POPESTIMATE";

/// A list made from the Bureau's files.
#[derive(Debug)]
pub(super) struct CensusList {
    /// From the largest down.
    pub(super) areas: Vec<Target>,
    /// By state.
    pub(super) towns: Vec<Target>,
    /// Areas of which no main town is in the place table, so they are left out.
    pub(super) unknown: Vec<String>,
}

/// What was read so far.
#[derive(Debug, Default)]
pub(super) struct CensusFiles {
    areas: Vec<Area>,
    places: Vec<Settlement>,
}

/// A metropolitan statistical area.
#[derive(Debug)]
struct Area {
    /// `Allentown-Bethlehem-Easton, PA-NJ`.
    title: String,
    people: u32,
}

impl CensusFiles {
    /// Adds what a file says, of whichever kind it is.
    ///
    /// # Errors
    ///
    /// A sentence that continues the file's name.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut reader = ReaderBuilder::new().flexible(true).from_reader(bytes);
        let header = reader.byte_headers().map_err(|error| error.to_string())?;
        let columns = Columns::of(header);
        let estimate = columns.newest_estimate();
        let is_areas = columns.have(&["CBSA", "MDIV", "STCOU", "NAME", "LSAD"]);
        let is_places = columns.have(&["SUMLEV", "NAME", "STNAME"]);
        let Some(estimate) = estimate.filter(|_| is_areas || is_places) else {
            return Err(
                "isn't one of the Census Bureau's files of population estimates: cbsa-est2025-alldata.csv or sub-est2025.csv, or those of another year".to_owned(),
            );
        };
        for row in reader.byte_records() {
            let row = row.map_err(|error| error.to_string())?;
            let cell = |name: &str| columns.cell(&row, name);
            let Ok(people) = columns.cell(&row, &estimate).parse() else {
                continue;
            };
            if is_areas {
                let is_whole = cell("MDIV").is_empty() && cell("STCOU").is_empty();
                if is_whole && cell("LSAD") == METROPOLITAN {
                    let title = cell("NAME");
                    self.areas.push(Area { title, people });
                }
            } else if cell("SUMLEV") == PLACE_LEVEL {
                let place = place_of(&cell("NAME"), &cell("STNAME"), people);
                let settlement = place.map(|place| Settlement { place, people });
                self.places.extend(settlement);
            }
        }
        Ok(())
    }

    /// The list.
    ///
    /// # Errors
    ///
    /// A sentence that names the file that is missing.
    pub(super) fn list(mut self) -> Result<CensusList, String> {
        if self.areas.is_empty() {
            return Err("No file names metropolitan areas: cbsa-est2025-alldata.csv, or that of another year, is missing.".to_owned());
        }
        if self.places.is_empty() {
            return Err("No file names incorporated places: sub-est2025.csv, or that of another year, is missing.".to_owned());
        }
        // Puerto Rico's areas have no state of ours.
        self.areas.retain(|area| !states_of(&area.title).is_empty());
        self.areas
            .sort_by(|one, other| (one.people, &one.title).cmp(&(other.people, &other.title)));
        self.areas.truncate(AREAS);
        self.areas.sort_by_key(|area| Reverse(area.people));
        let (mut towns_of_areas, mut unknown) = (Vec::new(), Vec::new());
        for area in self.areas {
            match main_town(&area.title) {
                Some(place) => towns_of_areas.push(place),
                None => unknown.push(area.title),
            }
        }
        let towns = smaller_towns(self.places, &towns_of_areas);
        let targets = |places: Vec<&'static Place>| {
            let found = places.into_iter().filter_map(Target::of_place);
            found.collect()
        };
        Ok(CensusList {
            areas: targets(towns_of_areas),
            towns: targets(towns),
            unknown,
        })
    }
}

/// Where the columns are.
struct Columns(HashMap<String, usize>);

impl Columns {
    fn of(header: &ByteRecord) -> Self {
        let names = header.iter().map(latin).enumerate();
        Self(names.map(|(place, name)| (name, place)).collect())
    }

    fn have(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.0.contains_key(*name))
    }

    /// The name of the column with the newest estimate. Years sort as text.
    fn newest_estimate(&self) -> Option<String> {
        let estimates = self.0.keys().filter(|name| name.starts_with(ESTIMATE));
        estimates.max().cloned()
    }

    fn cell(&self, row: &ByteRecord, name: &str) -> String {
        let cell = self.0.get(name).and_then(|place| row.get(*place));
        cell.map(latin).unwrap_or_default().trim().to_owned()
    }
}

/// The Bureau's files are in Latin-1 or, some of late, in UTF-8.
fn latin(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The place that the Bureau calls `Alexandria city`: what follows the name says in lower case what kind of place it is.
fn place_of(name: &str, state: &str, people: u32) -> Option<&'static Place> {
    let name = name.split(" (").next().unwrap_or(name);
    let mut words: Vec<&str> = name.split(' ').collect();
    while words.len() > 1 && words.last().is_some_and(|word| is_lowercase(word)) {
        words.pop();
    }
    let places = Gazetteer::get().places_named(&words.join(" "), State::parse(state));
    let named = places.into_iter();
    named.min_by_key(|place| place.population.abs_diff(people))
}

fn is_lowercase(word: &str) -> bool {
    word.starts_with(|first: char| first.is_lowercase())
}

/// The states in an area's title, its main town's first.
fn states_of(title: &str) -> Vec<State> {
    let codes = title.rsplit(", ").next().unwrap_or_default();
    codes.split('-').filter_map(State::from_code).collect()
}

/// The first town in an area's title that is in the place table. Names of towns may have hyphens, too
/// (`Winston-Salem, NC`), so longer names are tried first.
fn main_town(title: &str) -> Option<&'static Place> {
    let names = title.rsplit_once(", ")?.0;
    let parts: Vec<&str> = names.split('-').collect();
    for start in 0..parts.len() {
        for end in (start + 1..=parts.len()).rev() {
            let name = parts.get(start..end)?.join("-");
            for state in states_of(title) {
                if let Some(place) = largest(&name, state) {
                    return Some(place);
                }
            }
        }
    }
    None
}

/// The largest place of this name. `Barnstable Town`, `Boise City`, `Urban Honolulu` and `Louisville/Jefferson County`
/// are known by shorter names.
fn largest(name: &str, state: State) -> Option<&'static Place> {
    let name = name.trim().split('/').next().unwrap_or_default();
    let shorter = [
        name,
        name.strip_suffix(" Town").unwrap_or(name),
        name.strip_suffix(" City").unwrap_or(name),
        name.strip_prefix("Urban ").unwrap_or(name),
    ];
    shorter.into_iter().find_map(|name| {
        let places = Gazetteer::get().places_named(name, Some(state));
        places.into_iter().max_by_key(|place| place.population)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREAS_HEADER: &str = "CBSA,MDIV,STCOU,NAME,LSAD,POPESTIMATE2024,POPESTIMATE2025\n";
    const PLACES_HEADER: &str = "SUMLEV,STATE,COUNTY,PLACE,NAME,STNAME,POPESTIMATE2025\n";

    fn list_of(files: &[&str]) -> Result<CensusList, String> {
        let mut census = CensusFiles::default();
        for file in files {
            census.read(file.as_bytes())?;
        }
        census.list()
    }

    fn names(targets: &[Target]) -> Vec<String> {
        targets.iter().map(Target::name).collect()
    }

    #[test]
    fn areas_are_whole_metropolitan_areas_and_towns_whole_places() {
        let areas = format!(
            "\u{feff}{AREAS_HEADER}\
            10780,,,\"Alexandria, LA\",{METROPOLITAN},900000,148000\n\
            10780,,22079,\"Rapides Parish, LA\",County or equivalent,1,126000\n\
            16980,16984,,\"Chicago-Naperville, IL\",Metropolitan Division,1,7000000\n\
            35060,,,\"Natchitoches, LA\",Micropolitan Statistical Area,1,36000\n\
            25220,,,\"Hammond, LA\",{METROPOLITAN},1,139000\n\
            41980,,,\"San Juan-Bayamón-Caguas, PR\",{METROPOLITAN},1,2000000\n\
            99999,,,\"Nowhere at All, LA\",{METROPOLITAN},1,140000\n"
        );
        let places = format!(
            "{PLACES_HEADER}\
            040,22,000,00000,Louisiana,Louisiana,4500000\n\
            162,22,000,53545,Natchitoches city,Louisiana,17500\n\
            157,22,069,53545,Natchitoches city (pt.),Louisiana,17500\n\
            162,22,000,60530,Pineville city,Louisiana,14000\n\
            162,22,000,00975,Alexandria city,Louisiana,44000\n"
        );
        let list = list_of(&[&places, &areas]).unwrap();
        assert_eq!(names(&list.areas), ["Alexandria, LA", "Hammond, LA"]);
        assert_eq!(list.unknown, ["Nowhere at All, LA"]);
        assert_eq!(
            names(&list.towns),
            ["Natchitoches, LA"],
            "Pineville is next to Alexandria"
        );
    }

    #[test]
    fn the_321_least_populous_areas_count() {
        let mut areas = AREAS_HEADER.to_owned();
        let places = Gazetteer::get().places();
        let mut towns: Vec<&Place> = places.iter().filter(|place| place.population > 0).collect();
        towns.sort_by_key(|place| Reverse(place.population));
        towns.dedup_by_key(|place| (place.name, place.state.code()));
        for (rank, place) in towns.iter().take(387).enumerate() {
            let (name, state) = (place.name, place.state.code());
            areas += &format!(
                "1,,,\"{name}, {state}\",{METROPOLITAN},0,{}\n",
                1_000_000 - rank
            );
        }
        let places = format!("{PLACES_HEADER}162,22,000,1,Natchitoches city,Louisiana,17500\n");
        let list = list_of(&[&areas, &places]).unwrap();
        assert_eq!(list.areas.len() + list.unknown.len(), AREAS);
        let first = towns[387 - AREAS];
        assert_eq!(
            list.areas[0].name(),
            format!("{}, {}", first.name, first.state.code())
        );
    }

    #[test]
    fn an_area_is_found_by_its_first_town_that_is_known() {
        for (title, expected) in [
            ("Allentown-Bethlehem-Easton, PA-NJ", "Allentown"),
            ("Winston-Salem, NC", "Winston-Salem"),
            ("Scranton--Wilkes-Barre, PA", "Scranton"),
            ("Texarkana, TX-AR", "Texarkana"),
            ("Barnstable Town, MA", "Barnstable"),
            ("Athens-Clarke County, GA", "Athens"),
            ("Boise City, ID", "Boise"),
        ] {
            let place = main_town(title).unwrap_or_else(|| panic!("{title}"));
            assert_eq!(place.name, expected, "{title}");
        }
    }

    #[test]
    fn names_of_any_spelling_and_encoding_are_known() {
        let place = |name, state| place_of(name, state, 0).map(|place| place.name);
        assert_eq!(place("Fond du Lac city", "Wisconsin"), Some("Fond du Lac"));
        assert_eq!(place("Carson City", "Nevada"), Some("Carson City"));
        assert_eq!(place("Sitka city and borough", "Alaska"), Some("Sitka"));
        assert_eq!(latin(b"Espa\xf1ola city"), "Española city");
        assert_eq!(latin("Española city".as_bytes()), "Española city");
    }

    #[test]
    fn what_is_missing_is_named() {
        let areas = format!("{AREAS_HEADER}1,,,\"Alexandria, LA\",{METROPOLITAN},1,2\n");
        assert!(list_of(&[&areas]).unwrap_err().contains("sub-est2025.csv"));
        let places = format!("{PLACES_HEADER}162,22,000,1,Natchitoches city,Louisiana,17500\n");
        assert!(list_of(&[&places]).unwrap_err().contains("cbsa-est2025"));
        assert!(list_of(&["name,state\nAlexandria,LA\n"]).is_err());
    }
}
