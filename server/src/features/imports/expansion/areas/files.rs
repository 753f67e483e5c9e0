//! The operator's list: `expansion-areas.csv` and `expansion-towns.csv` in the data folder.

use std::{fs, io::ErrorKind, path::Path};

use super::super::target::Target;
use crate::platform::{
    data_folder::DataFolder,
    error::{Error, Result},
};

const AREAS: &str = "expansion-areas.csv";
const TOWNS: &str = "expansion-towns.csv";

/// Areas and towns; `None` if there is no file of areas. Towns are optional.
///
/// # Errors
///
/// When a file can't be read, or names a town that isn't in the United States.
pub(super) fn read(folder: &DataFolder) -> Result<Option<(Vec<Target>, Vec<Target>)>> {
    let Some(areas) = targets(&folder.join(AREAS))? else {
        return Ok(None);
    };
    if areas.is_empty() {
        return Err(Error::Setup(format!("{AREAS} names no area")));
    }
    let towns = targets(&folder.join(TOWNS))?.unwrap_or_default();
    Ok(Some((areas, towns)))
}

fn targets(path: &Path) -> Result<Option<Vec<Target>>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(Error::Setup(format!(
                "can't read {}: {error}",
                path.display()
            )));
        }
    };
    parse(&text)
        .map(Some)
        .map_err(|reason| Error::Setup(format!("{}: {reason}", path.display())))
}

/// Rows under a header with the columns `name`, `state`, `latitude`, `longitude`; others are ignored. The same town
/// counts once.
fn parse(text: &str) -> std::result::Result<Vec<Target>, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines());
    let header: Vec<String> = lines
        .next()
        .map(|(_, line)| cells(line).map(str::to_ascii_lowercase).collect())
        .unwrap_or_default();
    let column = |name: &str| {
        let place = header.iter().position(|cell| cell == name);
        place.ok_or_else(|| format!("the column {name} is missing"))
    };
    let columns = [
        column("name")?,
        column("state")?,
        column("latitude")?,
        column("longitude")?,
    ];
    let mut found: Vec<Target> = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let cells: Vec<&str> = cells(line).collect();
        let [name, state, latitude, longitude] =
            columns.map(|place| cells.get(place).copied().unwrap_or_default());
        let point = latitude.parse().ok().zip(longitude.parse().ok());
        let target = point.and_then(|point| Target::at(name, state, point));
        let target = target.ok_or_else(|| {
            format!("line {number} names no town in the United States with its coordinates")
        })?;
        if !found
            .iter()
            .any(|known| known.town.slug == target.town.slug)
        {
            found.push(target);
        }
    }
    Ok(found)
}

/// A line's cells. Names of towns contain no commas.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_columns() {
        let text = "\u{feff}rank,\"Name\",state,longitude,latitude\n1,Alexandria,LA,-92.4451,31.3113\n\n\
            2,Hammond,Louisiana,-90.4612,30.5044\n3,Alexandria,LA,-92.4451,31.3113\n";
        let targets = parse(text).unwrap();
        let names: Vec<String> = targets.iter().map(Target::name).collect();
        assert_eq!(names, ["Alexandria, LA", "Hammond, LA"]);
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_line() {
        assert_eq!(
            parse("name,state\nAlexandria,LA").unwrap_err(),
            "the column latitude is missing"
        );
        let wrong = parse("name,state,latitude,longitude\nParis,,48.8,2.35").unwrap_err();
        assert!(wrong.starts_with("line 2 "), "{wrong}");
        assert!(parse("name,state,latitude,longitude\nAlexandria,LA,north,west").is_err());
    }
}
