//! How commands open the database. Most of them use one that is there, with this program's schema, and refuse any
//! other; creating or migrating one unasked would report success about the wrong database.

use crate::platform::{
    clock::Clock,
    data_folder::DataFolder,
    database::{Database, SqliteFile, name_of},
    database_clock,
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

/// Opens the database and says which one it is. The clock tells its time.
pub(super) async fn open(
    settings: &Settings,
    right: Right,
) -> Result<(DataFolder, Database, Clock)> {
    let planned = DataFolder::planned(&settings.data_dir);
    // A folder that isn't there has no database either, and looking for one must not make it.
    let is_missing = SqliteFile::of(settings, &planned).is_some_and(|file| file.is_absent());
    if right == Right::Use && is_missing {
        return Err(none_at(&name_of(settings, &planned)));
    }
    let folder = DataFolder::open(&settings.data_dir)?;
    say_which(settings, &folder);
    refuse_foreign_log(settings, &folder)?;
    let found = match right {
        Right::Migrate => None,
        Right::Use | Right::Create => Database::open_unchanged(settings, &folder).await?,
    };
    let database = match found {
        Some(database) => database,
        None if right == Right::Use => return Err(none_at(&name_of(settings, &folder))),
        None => Database::open(settings, &folder).await?,
    };
    let clock = clock_of(&database).await?;
    Ok((folder, database, clock))
}

/// Refuses a SQLite file with another database's log, before it is opened.
pub(super) fn refuse_foreign_log(settings: &Settings, folder: &DataFolder) -> Result<()> {
    SqliteFile::of(settings, folder).map_or(Ok(()), |file| file.refuse_foreign_log())
}

/// A clock with this database's time (D105), which servers and other commands compare with what a command writes.
pub(super) async fn clock_of(database: &Database) -> Result<Clock> {
    let clock = Clock::system();
    database_clock::measure(database, &clock).await?;
    Ok(clock)
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
