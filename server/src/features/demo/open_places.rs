//! Places for trying out expansion without the internet: a file in the data folder with invented shops, which are
//! marked as samples when they are added.

use std::{fs, path::Path};

use crate::platform::{
    data_folder::DataFolder,
    error::{Error, Result},
    settings::Settings,
};

const PLACES: &str = include_str!("content/open_places.csv");
/// Its name in the data folder.
const FILE: &str = "demo-open-places.csv";

/// Lets expansion read the invented places instead of asking OpenStreetMap, unless the operator set a server or a file.
///
/// # Errors
///
/// When the file can't be written.
pub fn provide_places(settings: &mut Settings, folder: &DataFolder) -> Result<()> {
    let has_own_server = settings.overpass_url != Settings::defaults()?.overpass_url;
    if !has_own_server {
        settings.overpass_url.clear();
    }
    if !settings.open_places_file.as_os_str().is_empty() {
        return Ok(());
    }
    let file = folder.join(FILE);
    fs::write(&file, PLACES).map_err(|error| unwritable(&file, &error))?;
    settings.open_places_file = FILE.into();
    settings.demo_places = true;
    Ok(())
}

fn unwritable(file: &Path, error: &std::io::Error) -> Error {
    Error::Setup(format!("can't write {}: {error}", file.display()))
}
