//! Brings the schema up to date: all of it or nothing, and one process at a time.

use std::{collections::HashSet, time::Duration};

use sea_orm::{ConnectionTrait, DatabaseTransaction, Statement};
use sea_orm_migration::MigratorTrait;

use super::{Database, dialect, migrations::Migrator};
use crate::platform::error::{Error, Result};

/// Another process may be migrating, and a large table takes its time.
const LONGEST: Duration = Duration::from_secs(3600);

/// Applies what is missing. Refuses a database that a newer program has migrated.
pub(super) async fn up(database: &Database) -> Result<()> {
    database
        .waiting(LONGEST)
        .transaction(|transaction| {
            Box::pin(async move {
                dialect::take_your_time(transaction).await?;
                dialect::lock_migrations(transaction).await?;
                Migrator::install(transaction).await?;
                refuse_newer(transaction).await?;
                let missing = Migrator::get_pending_migrations(transaction).await?.len();
                if missing > 0 {
                    Migrator::up(transaction, None).await?;
                    tracing::info!(migrations = missing, "the database's schema is up to date");
                }
                Ok(())
            })
        })
        .await
}

async fn refuse_newer(transaction: &DatabaseTransaction) -> Result<()> {
    let known: HashSet<String> = Migrator::migrations()
        .iter()
        .map(|migration| migration.name().to_owned())
        .collect();
    let query = Statement::from_string(
        transaction.get_database_backend(),
        "SELECT version FROM seaql_migrations",
    );
    for row in transaction.query_all_raw(query).await? {
        let version: String = row.try_get("", "version")?;
        if !known.contains(&version) {
            return Err(Error::Setup(format!(
                "the database is newer than this program: it holds the migration {version}. Start the newer program, or restore a backup made with this one."
            )));
        }
    }
    Ok(())
}
