//! The files that settings name, who can read those with secrets, and whether the disk takes anything.

use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
};

use super::report::Report;
use crate::{
    features::operator,
    platform::{
        address_places::AddressPlaces, data_folder::DataFolder, error::Error,
        id_generator::IdGenerator, settings::Settings,
    },
};

/// Container engines put secrets here, where only the container's processes see them.
const MOUNTED_SECRETS: &str = "/run/secrets";

/// As much as a photo.
const WRITTEN: usize = 1 << 20;

/// Opens every file that a setting names.
pub(super) fn named_by(settings: &Settings, report: &mut Report) {
    let source = &settings.source;
    let secrets = source.secret_files.iter().map(|(name, path)| (*name, path));
    let file = source.file.iter().map(|path| ("settings file", path));
    for (what, path) in file.chain(secrets) {
        if let Some(mode) = open_to_others(path) {
            report.warning(
                what,
                format!(
                    "every user of this machine can read {} (mode {mode:04o}): run `chmod o= {0}`",
                    path.display()
                ),
            );
        }
    }
    let places = &settings.geoip_file;
    if !places.as_os_str().is_empty() {
        let opened = AddressPlaces::open(places).map(|_| format!("{} opens", places.display()));
        report.add("geoip_file", opened);
    }
    let places = settings.data_dir.join(&settings.open_places_file);
    if !settings.open_places_file.as_os_str().is_empty() {
        let opened = File::open(&places)
            .map(|_| format!("{} opens", places.display()))
            .map_err(|error| {
                Error::Setup(format!(
                    "can't read {}: {error}. Correct the path, or let this user read the file",
                    places.display()
                ))
            });
        report.add("open_places_file", opened);
    }
}

/// The mode of a file that every user of the machine can read or change.
fn open_to_others(path: &Path) -> Option<u32> {
    let mode = fs::metadata(path).ok()?.permissions().mode() & 0o7777;
    (mode & 0o007 != 0 && !path.starts_with(MOUNTED_SECRETS)).then_some(mode)
}

/// Writes a file to the data folder, waits until it is on the disk, and removes it.
pub(super) fn disk(folder: &DataFolder, identifiers: &IdGenerator, report: &mut Report) {
    let path = folder.join(&format!(".check-{}", identifiers.next().simple()));
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(&vec![0; WRITTEN])?;
        file.sync_all()
    });
    let removed = fs::remove_file(&path);
    if let Err(error) = written.and(removed) {
        report.error(
            "disk",
            format!("can't write to the data folder: {error}. Make room on its disk, and let this user write there"),
        );
        return;
    }
    match operator::disk(folder) {
        Some((text, None)) => report.ok("disk", text),
        Some((text, Some(advice))) => report.warning("disk", format!("{text}. {advice}")),
        None => report.ok("disk", "takes what is written"),
    }
}
