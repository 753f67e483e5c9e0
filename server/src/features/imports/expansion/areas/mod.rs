//! The metro areas and towns of metro expansion (D67, D74): from two files in the data folder, or the shipped list.

mod census;
mod files;
mod names;
mod rule;
mod shipped;

use std::{fs, path::PathBuf, sync::LazyLock};

use gazetteer::distance_miles;
use serde::Serialize;
use utoipa::ToSchema;

use super::target::Target;
use crate::platform::{
    data_folder::DataFolder,
    error::{Error, Result},
};

/// Where the list comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AreaListOrigin {
    /// Made from the place table.
    Shipped,
    /// The operator's two files.
    Files,
}

/// A metro area: its main town, and the smaller towns that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub(super) target: Target,
    pub(super) towns: Vec<Target>,
}

impl Area {
    /// Its name in the table of areas that are done.
    pub(super) fn slug(&self) -> &str {
        &self.target.town.slug
    }

    /// All of its towns.
    pub(super) fn targets(&self) -> impl Iterator<Item = &Target> {
        std::iter::once(&self.target).chain(&self.towns)
    }
}

/// Every area, in the order in which they are done.
#[derive(Clone, Debug)]
pub(super) struct AreaList {
    pub(super) areas: Vec<Area>,
    pub(super) origin: AreaListOrigin,
}

impl AreaList {
    /// The operator's list, else the shipped one. Takes some time at first.
    ///
    /// # Errors
    ///
    /// When a file can't be read.
    pub(super) fn load(folder: &DataFolder) -> Result<Self> {
        static SHIPPED: LazyLock<Vec<Area>> = LazyLock::new(|| {
            let (areas, towns) = shipped::list();
            joined(areas, towns)
        });
        Ok(match files::read(folder)? {
            Some((areas, towns)) => Self {
                areas: joined(areas, towns),
                origin: AreaListOrigin::Files,
            },
            None => Self {
                areas: SHIPPED.clone(),
                origin: AreaListOrigin::Shipped,
            },
        })
    }

    /// The number of smaller towns.
    pub(super) fn towns(&self) -> usize {
        self.areas.iter().map(|area| area.towns.len()).sum()
    }
}

/// What was made from the Census Bureau's files.
#[derive(Debug)]
pub struct BuiltAreas {
    pub areas: usize,
    pub towns: usize,
    /// Areas that were left out, because none of their main towns is in the place table.
    pub unknown: Vec<String>,
}

/// Makes the list of the Census Bureau's files (D67), and puts it into the data folder.
///
/// # Errors
///
/// When a file can't be read, isn't one of those, or is missing; when the list can't be written.
pub fn build_areas(folder: &DataFolder, files: &[PathBuf]) -> Result<BuiltAreas> {
    let mut census = census::CensusFiles::default();
    for path in files {
        let wrong = |reason: String| Error::Setup(format!("{}: {reason}", path.display()));
        let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
        census.read(&bytes).map_err(wrong)?;
    }
    let list = census.list().map_err(Error::Setup)?;
    files::write(folder, &list.areas, &list.towns)?;
    Ok(BuiltAreas {
        areas: list.areas.len(),
        towns: list.towns.len(),
        unknown: list.unknown,
    })
}

/// Gives each town to the nearest area of its state, or of the country if its state has none.
fn joined(areas: Vec<Target>, towns: Vec<Target>) -> Vec<Area> {
    let mut areas: Vec<Area> = areas
        .into_iter()
        .map(|target| Area {
            target,
            towns: Vec::new(),
        })
        .collect();
    for town in towns {
        let far = |area: &Area| {
            let is_abroad = area.target.town.state != town.town.state;
            (
                is_abroad,
                distance_miles(area.target.center(), town.center()),
            )
        };
        let nearest = areas.iter_mut().min_by(|one, other| {
            let (one, other) = (far(one), far(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        if let Some(area) = nearest {
            area.towns.push(town);
        }
    }
    areas
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn list() -> AreaList {
        let folder = tempfile::TempDir::new().unwrap();
        AreaList::load(&DataFolder::open(folder.path()).unwrap()).unwrap()
    }

    #[test]
    fn the_shipped_list_has_321_areas_and_five_towns_per_state() {
        let list = list();
        assert_eq!((list.areas.len(), list.towns()), (321, 250));
        let states: BTreeSet<&str> = (list.areas.iter())
            .map(|area| area.target.town.state.code())
            .collect();
        assert_eq!(states.len(), 50);
        let slugs: BTreeSet<&str> = list.areas.iter().map(Area::slug).collect();
        assert_eq!(slugs.len(), 321, "each area is listed once");
        for town in [
            "alexandria-la",
            "hammond-la",
            "monroe-la",
            "lake-charles-la",
        ] {
            assert!(slugs.contains(town), "{town}");
        }
        for area in &list.areas {
            for town in &area.towns {
                assert_eq!(town.town.state, area.target.town.state, "{}", town.name());
            }
        }
    }
}
