//! How commands open the database. Most of them use one that is there, with this program's schema, and refuse any
//! other; creating or migrating one unasked would report success about the wrong database.

use crate::platform::{
    data_folder::DataFolder,
    database::{Database, SqliteFile, name_of},
    error::{Error, Result},
    settings::Settings,
};

/// What a command may do to the database besides reading and writing rows. `serve` opens its own, and `restore` fills
/// an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// Use one that is there and has this program's schema.
    Use,
    /// The same, or create one where there is none.
    Create,
    /// Create one where there is none, and change an older schema.
    Migrate,
}

/// Opens the database and says which one it is.
pub(super) async fn open(settings: &Settings, right: Right) -> Result<(DataFolder, Database)> {
    let planned = DataFolder::planned(&settings.data_dir);
    // A folder that isn't there has no database either, and looking for one must not make it.
    let is_missing = SqliteFile::of(settings, &planned).is_some_and(|file| file.is_absent());
    if right == Right::Use && is_missing {
        return Err(none_at(&name_of(settings, &planned)));
    }
    let folder = DataFolder::open(&settings.data_dir)?;
    say_which(settings, &folder);
    if right == Right::Migrate {
        let database = Database::open(settings, &folder).await?;
        return Ok((folder, database));
    }
    let database = match Database::open_unchanged(settings, &folder).await? {
        Some(database) => database,
        None if right == Right::Create => Database::open(settings, &folder).await?,
        None => return Err(none_at(&name_of(settings, &folder))),
    };
    Ok((folder, database))
}

/// Says on standard error which database a command uses.
pub(super) fn say_which(settings: &Settings, folder: &DataFolder) {
    complain!("Database: {}", name_of(settings, folder));
}

fn none_at(name: &str) -> Error {
    Error::Setup(format!(
        "there is no Townperk database there ({name}). Check --config, TOWNPERK_DATA_DIR and TOWNPERK_DATABASE_URL; `townperk migrate`, `serve`, `import` or `restore` creates one"
    ))
}
