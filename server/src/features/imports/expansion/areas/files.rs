//! The operator's list: `expansion-areas.csv` and `expansion-towns.csv` in the data folder.

use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use super::super::target::Target;
use crate::platform::{
    data_folder::DataFolder,
    error::{Error, Result},
};

const AREAS: &str = "expansion-areas.csv";
const TOWNS: &str = "expansion-towns.csv";
const COLUMNS: [&str; 4] = ["name", "state", "latitude", "longitude"];

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

/// Writes both files. A server that runs uses them from its next run on.
///
/// # Errors
///
/// When a file can't be written; then it is as it was.
pub(super) fn write(folder: &DataFolder, areas: &[Target], towns: &[Target]) -> Result<()> {
    for (name, targets) in [(TOWNS, towns), (AREAS, areas)] {
        let path = folder.join(name);
        let next = folder.join(&format!("{name}.new"));
        text(targets)
            .and_then(|text| fs::write(&next, text))
            .and_then(|()| fs::rename(&next, &path))
            .map_err(|error| Error::Setup(format!("can't write {}: {error}", path.display())))?;
    }
    Ok(())
}

fn text(targets: &[Target]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for target in targets {
        let (latitude, longitude) = target.center();
        let (name, state) = (target.town.name.to_string(), target.town.state.code());
        writer.write_record([&name, state, &latitude.to_string(), &longitude.to_string()])?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Rows under a header with the columns `name`, `state`, `latitude`, `longitude`; others are ignored. The same town
/// counts once.
fn parse(text: &str) -> std::result::Result<Vec<Target>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let column = |name: &str| {
        let place = header
            .iter()
            .position(|cell| cell.eq_ignore_ascii_case(name));
        place.ok_or_else(|| format!("the column {name} is missing"))
    };
    let [name, state, latitude, longitude] = COLUMNS.map(column);
    let columns = [name?, state?, latitude?, longitude?];
    let mut found: Vec<Target> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| error.to_string())?;
        let [name, state, latitude, longitude] =
            columns.map(|place| row.get(place).unwrap_or_default());
        let point = latitude.parse().ok().zip(longitude.parse().ok());
        let target = point.and_then(|point| Target::at(name, state, point));
        let target = target.ok_or_else(|| {
            let line = row.position().map_or(0, csv::Position::line);
            format!("line {line} names no town in the United States with its coordinates")
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
