//! `townperk check`: looks at a set-up without changing anything but what opening a database makes.

use std::process::ExitCode;

use crate::{
    pages::WebBundle,
    platform::{
        data_folder::DataFolder,
        database::Database,
        error::Result,
        settings::{Settings, Severity},
    },
};

/// Prints a line for each finding; the exit code says whether a server would start.
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
            .map_err(|error| crate::platform::error::Error::Setup(error.to_string())),
    );
    if let Ok(folder) = folder {
        let opened = Database::open(&settings, &folder).await;
        report(
            "database",
            opened.map(|database| format!("{}, schema up to date", database.engine())),
        );
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
            "This set-up does not work yet."
        }
    );
    Ok(if errors == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
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
