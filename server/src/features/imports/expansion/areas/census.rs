//! Makes a list of areas and towns from the Census Bureau's population estimates (D67):
//! - `cbsa-est2025-alldata.csv`, the metropolitan statistical areas, and
//! - `sub-est2025.csv`, the incorporated places; also in parts, one per state.
//!
//! Both are on <https://www2.census.gov/programs-surveys/popest/datasets/>. Vintages differ in their columns, so columns
//! are found by name, and the newest estimate counts.

use std::{cmp::Reverse, collections::HashMap};

use csv::{ByteRecord, ReaderBuilder};
use gazetteer::{Place, State};

use super::{
    super::target::Target,
    names::{main_town, place_of, states_of},
    rule::{Settlement, smaller_towns},
};

/// Areas in the list: the least populous.
const AREAS: usize = 321;
/// What the Bureau calls such an area in the column `LSAD`.
const METROPOLITAN: &str = "Metropolitan Statistical Area";
/// The level of rows on whole incorporated places; others are counties, or parts of places.
const PLACE_LEVEL: &str = "162";
/// What continues the name of a file that ends in the middle of a row.
const CUT: &str = "ends in the middle of a row, so it is cut. Download it again.";
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
        if !bytes.ends_with(b"\n") {
            return Err(CUT.to_owned());
        }
        let (width, mut is_whole) = (columns.0.len(), true);
        for row in reader.byte_records() {
            let row = row.map_err(|error| error.to_string())?;
            is_whole = row.len() >= width;
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
        // The last row.
        if is_whole {
            Ok(())
        } else {
            Err(CUT.to_owned())
        }
    }

    /// The list.
    ///
    /// # Errors
    ///
    /// A sentence that names the file that is missing or isn't whole: a list of some states would stand in for the good one.
    pub(super) fn list(self) -> Result<CensusList, String> {
        if self.areas.is_empty() {
            return Err("No file names metropolitan areas: cbsa-est2025-alldata.csv, or that of another year, is missing.".to_owned());
        }
        if self.places.is_empty() {
            return Err("No file names incorporated places: sub-est2025.csv, or that of another year, is missing.".to_owned());
        }
        let areas = self.areas.iter();
        let areas = areas.filter(|area| !states_of(&area.title).is_empty());
        let areas = areas.count();
        if areas < AREAS {
            return Err(format!(
                "cbsa-est2025-alldata.csv, or that of another year, names {areas} metropolitan areas instead of at least {AREAS}, so it is cut. Download it again."
            ));
        }
        let missing: Vec<&str> = State::all()
            .filter(|state| state.code() != "DC")
            .filter(|state| !self.places.iter().any(|it| it.place.state == *state))
            .map(State::name)
            .collect();
        if !missing.is_empty() {
            return Err(format!(
                "sub-est2025.csv, or that of another year, names no place in {}, so it is cut, or parts of it are missing. Download it again.",
                missing.join(", ")
            ));
        }
        Ok(self.made())
    }

    /// The list of what the files name.
    fn made(mut self) -> CensusList {
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
        CensusList {
            areas: targets(towns_of_areas),
            towns: targets(towns),
            unknown,
        }
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

#[cfg(test)]
mod tests {
    use gazetteer::Gazetteer;

    use super::*;

    const AREAS_HEADER: &str = "CBSA,MDIV,STCOU,NAME,LSAD,POPESTIMATE2024,POPESTIMATE2025\n";
    const PLACES_HEADER: &str = "SUMLEV,STATE,COUNTY,PLACE,NAME,STNAME,POPESTIMATE2025\n";

    fn read(files: &[&str]) -> Result<CensusFiles, String> {
        let mut census = CensusFiles::default();
        for file in files {
            census.read(file.as_bytes())?;
        }
        Ok(census)
    }

    fn list_of(files: &[&str]) -> Result<CensusList, String> {
        read(files)?.list()
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
        let list = read(&[&places, &areas]).unwrap().made();
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
        let list = read(&[&areas, &places]).unwrap().made();
        assert_eq!(list.areas.len() + list.unknown.len(), AREAS);
        let first = towns[387 - AREAS];
        assert_eq!(
            list.areas[0].name(),
            format!("{}, {}", first.name, first.state.code())
        );
    }

    #[test]
    fn both_encodings_are_read() {
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

    #[test]
    fn a_cut_file_makes_no_list() {
        let mut areas = AREAS_HEADER.to_owned();
        for number in 0..AREAS {
            areas += &format!("1,,,\"Alexandria {number}, LA\",{METROPOLITAN},0,{number}\n");
        }
        let mut places = PLACES_HEADER.to_owned();
        for state in State::all() {
            let all = Gazetteer::get().places().iter();
            let largest = all
                .filter(|place| place.state == state)
                .max_by_key(|place| place.population);
            let (name, state) = (largest.unwrap().name, state.name());
            places += &format!("162,1,000,1,{name} city,{state},1\n");
        }
        assert!(list_of(&[&areas, &places]).is_ok());
        let without_last_row = |text: &str| {
            let rows = text.trim_end().rsplit_once('\n').unwrap().0;
            format!("{rows}\n")
        };
        let (shorter, fewer) = (
            areas[..areas.len() - 4].to_owned(),
            without_last_row(&areas),
        );
        let (odd, unended) = (
            format!("{areas}1,,,\n"),
            places[..places.len() - 1].to_owned(),
        );
        let without_wyoming = without_last_row(&places);
        for (areas, places, reason) in [
            (&shorter, &places, "middle of a row"),
            (&areas, &unended, "middle of a row"),
            (&odd, &places, "middle of a row"),
            (&fewer, &places, "320 metropolitan areas"),
            (&areas, &without_wyoming, "no place in Wyoming"),
        ] {
            let refused = list_of(&[areas, places]).unwrap_err();
            assert!(refused.contains(reason), "{refused} should say {reason}");
        }
    }
}
