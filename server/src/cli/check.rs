//! `townperk check`: checks a setup. Creates no database and changes none.

use std::process::ExitCode;

use crate::{
    pages::WebBundle,
    platform::{
        data_folder::DataFolder,
        database::{Database, SqliteFile, name_of},
        error::{Error, Result},
        settings::{Settings, Severity},
    },
};

/// Prints a line per finding; the exit code says whether a server would start.
pub(super) async fn run(settings: Settings) -> Result<ExitCode> {
    let mut errors = 0;
    for finding in settings.findings() {
        let word = if finding.severity == Severity::Error {
            "error"
        } else {
            "warning"
        };
        errors += usize::from(finding.severity == Severity::Error);
        say!("{word:8} {}: {}", finding.setting, finding.message);
    }
    let mut report = |what: &str, result: Result<String>| match result {
        Ok(good) => say!("ok       {what}: {good}"),
        Err(error) => {
            errors += 1;
            say!("error    {what}: {error}");
        }
    };
    let folder = DataFolder::open(&settings.data_dir);
    report(
        "data folder",
        folder
            .as_ref()
            .map(|_| settings.data_dir.display().to_string())
            .map_err(|error| Error::Setup(error.to_string())),
    );
    if let Ok(folder) = folder {
        let file = SqliteFile::of(&settings, &folder);
        let exposed = folder.exposed(&file.map(|file| file.files()).unwrap_or_default());
        for one in exposed.iter().filter(|_| !settings.is_production()) {
            say!("warning  data folder: {one}");
        }
        for one in exposed.iter().filter(|_| settings.is_production()) {
            report("data folder", Err(Error::Setup(one.to_string())));
        }
        report("database", database(&settings, &folder).await);
    }
    report("address", bind(&settings).await);
    report(
        "web app",
        WebBundle::embedded().map(|web| format!("{} files", web.assets().len())),
    );
    say!(
        "{}",
        if errors == 0 {
            "This set-up works."
        } else {
            "This setup doesn't work yet."
        }
    );
    Ok(if errors == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Opens the database, and verifies all of a SQLite file.
async fn database(settings: &Settings, folder: &DataFolder) -> Result<String> {
    let file = SqliteFile::of(settings, folder);
    let losses = file.as_ref().and_then(SqliteFile::losses);
    if let Some(losses) = losses {
        return Err(Error::Setup(losses));
    }
    let explained = |error| match &file {
        Some(file) => file.explain(error),
        None => error,
    };
    super::database::say_which(settings, folder);
    let database = Database::open_unchanged(settings, folder)
        .await
        .map_err(explained)?;
    let Some(database) = database else {
        return Ok(format!(
            "none yet ({}); `townperk serve` creates it",
            name_of(settings, folder)
        ));
    };
    let damage = database.damage().await.map_err(explained)?;
    database.close().await?;
    match (&file, damage.first()) {
        (Some(file), Some(first)) => Err(file.damaged(first)),
        _ => Ok(format!("{}, schema up to date", database.engine())),
    }
}

async fn bind(settings: &Settings) -> Result<String> {
    let listener = super::serve::bind(settings).await?;
    drop(listener);
    Ok(format!(
        "{} is free, visitors use {}",
        settings.listen,
        settings.origin()
    ))
}
