//! Makes a backup file of a recording, which both engines can restore.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::{Rebuilt, Recording};
use crate::platform::{
    backup::{self, Photos, vault::Vault},
    data_folder::DataFolder,
    database::Database,
    error::{Error, Result},
    settings::{Secret, Settings},
};

/// Writes the backup file `file`, without photos, of the database as the recording has it at `until`. `folder` is for the database,
/// which is checked first. `left_out` are tables that no backup needs.
///
/// # Errors
///
/// When a file of the recording is missing or changed, the database made of it is damaged, or a file can't be written.
pub async fn write_recorded(
    (vault, recording): (&Vault, &Recording),
    until: Option<DateTime<Utc>>,
    (settings, folder): (&Settings, &DataFolder),
    file: &Path,
    left_out: &[&str],
) -> Result<Rebuilt> {
    let settings = Settings {
        database_url: Secret::default(),
        backup_url: Secret::default(),
        ..settings.clone()
    };
    let rebuilt = vault
        .rebuild(recording, until, &folder.join("townperk.sqlite"))
        .await?;
    let database = Database::connect(&settings, folder).await?;
    let written = async {
        let damage = database.damage().await?;
        if !damage.is_empty() {
            return Err(Error::Setup(format!(
                "the recording {} makes a damaged database: {}",
                recording.id(),
                damage.join("; ")
            )));
        }
        backup::write(file, &database, &Photos::Apart, left_out, rebuilt.until).await
    };
    let written = written.await;
    database.close().await?;
    written.map(|_| rebuilt)
}
