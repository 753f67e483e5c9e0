//! `townperk backups`: the vault that the server backs up into every night.

use std::path::PathBuf;

use crate::platform::{
    backup::{
        self,
        vault::{SealingKey, Snapshot, SnapshotName, Unreadable, Vault},
    },
    data_folder::DataFolder,
    error::{Error, Result},
    scratch::Scratch,
    settings::Settings,
};

/// See the backups in the vault that `backup_url` names, verify them, and fetch one. `townperk restore --from-vault` restores
/// one.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Print a new key for the setting `backup_key`. It is stored nowhere.
    Key,
    /// List the backups, newest first, and since when and until when everything is recorded besides.
    List,
    /// Fetch one, open it, and compare every count and hash.
    Verify {
        /// A name that `list` prints. Without one, the newest.
        name: Option<SnapshotName>,
    },
    /// Fetch one into a file that `townperk restore` reads. Its photos stay in the vault.
    Fetch {
        /// The file to create. It must not exist.
        file: PathBuf,
        /// A name that `list` prints. Without one, the newest.
        name: Option<SnapshotName>,
    },
}

/// Runs the command.
pub(super) async fn run(arguments: Arguments, settings: &Settings) -> Result<()> {
    match arguments.action {
        Action::Key => {
            say!("{}", SealingKey::generate()?);
            complain!(
                "Put it into backup_key, or into a file that backup_key_file names, and keep a copy off this machine."
            );
            Ok(())
        }
        Action::List => list(&Vault::expect(settings)?).await,
        Action::Verify { name } => verify(settings, name).await,
        Action::Fetch { file, name } => {
            let vault = Vault::expect(settings)?;
            let snapshot = chosen(&vault, name).await?;
            vault.fetch(&snapshot, &file).await?;
            tell(&snapshot);
            say!("Written: {}", file.display());
            Ok(())
        }
    }
}

async fn list(vault: &Vault) -> Result<()> {
    let (snapshots, recordings) = (vault.snapshots().await?, vault.recordings().await?);
    tell_unreadable(&snapshots.unreadable);
    tell_unreadable(&recordings.unreadable);
    let snapshots = match recordings.found.is_empty() {
        true => snapshots.readable()?,
        false => snapshots.found,
    };
    for snapshot in &snapshots {
        tell(snapshot);
    }
    for recording in recordings.found {
        say!(
            "{}  everything saved until {}, recorded",
            recording.began().format("%Y-%m-%dT%H%M%SZ"),
            vault
                .recorded_until(&recording)
                .await?
                .format("%Y-%m-%d %H:%M:%S UTC"),
        );
    }
    let count = snapshots.len();
    say!(
        "{count} {} in {}.",
        if count == 1 { "backup" } else { "backups" },
        vault.address()
    );
    Ok(())
}

async fn verify(settings: &Settings, name: Option<SnapshotName>) -> Result<()> {
    let vault = Vault::expect(settings)?;
    if name.is_none() {
        // The newest may be the one that can't be read.
        vault.snapshots().await?.all()?;
    }
    let snapshot = chosen(&vault, name).await?;
    let scratch = Scratch::make(&DataFolder::open(&settings.data_dir)?, "verify-scratch")?;
    let file = scratch.path().join("snapshot.tar");
    vault.fetch(&snapshot, &file).await?;
    backup::verify(&file).await?;
    vault.check_photos(&snapshot, usize::MAX).await?;
    tell(&snapshot);
    say!("It is whole: every row and every photo was opened and compared with its hash.");
    Ok(())
}

async fn chosen(vault: &Vault, name: Option<SnapshotName>) -> Result<Snapshot> {
    let listed = vault.snapshots().await?;
    tell_unreadable(&listed.unreadable);
    let mut snapshots = listed.readable()?.into_iter();
    let Some(name) = name else {
        return vault.newest(None).await;
    };
    let found = snapshots.find(|snapshot| snapshot.name() == name);
    found.ok_or_else(|| {
        Error::Setup(format!(
            "{} has no backup {name}; `townperk backups list` prints all of them",
            vault.address()
        ))
    })
}

/// Says which backups can't be used.
pub(super) fn tell_unreadable(unreadable: &[Unreadable]) {
    for one in unreadable {
        complain!("Left out: {}.", one.problem);
    }
}

/// Prints a line about one.
pub(super) fn tell(snapshot: &Snapshot) {
    say!(
        "{}  {}, Townperk {} on {}",
        snapshot.name(),
        snapshot.contents(),
        snapshot.program,
        snapshot.engine
    );
}
