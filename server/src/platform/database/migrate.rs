//! Runs migrations: all or nothing, one process at a time.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};

use super::{Database, dialect, migrations::Migrator};
use crate::platform::error::{Error, Result};

/// Another process may be migrating, and large tables take time.
const LONGEST: Duration = Duration::from_secs(3600);

/// Applies missing migrations. Refuses a database that a newer version has migrated.
pub(super) async fn up(database: &Database) -> Result<()> {
    database
        .waiting(LONGEST)
        .transaction(|transaction| {
            Box::pin(async move {
                dialect::take_your_time(transaction).await?;
                dialect::lock_migrations(transaction).await?;
                Migrator::install(transaction).await?;
                refuse_newer(transaction).await?;
                let missing = up_to_date(transaction).await?;
                if missing > 0 {
                    tracing::info!(migrations = missing, "the database's schema is up to date");
                }
                Ok(())
            })
        })
        .await
}

/// Applies missing migrations in the caller's transaction and returns how many.
pub(in crate::platform) async fn up_to_date(transaction: &DatabaseTransaction) -> Result<usize> {
    let missing = Migrator::get_pending_migrations(transaction).await?.len();
    if missing > 0 {
        Migrator::up(transaction, None).await?;
    }
    Ok(missing)
}

/// Applies the first `number` migrations to an empty database, in the caller's transaction.
pub(in crate::platform) async fn up_to(
    transaction: &DatabaseTransaction,
    number: usize,
) -> Result<()> {
    Migrator::install(transaction).await?;
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Migrator::up(transaction, Some(number)).await?)
}

/// Whether the database has this version's tables; `false` if it has none at all. Changes nothing, so it refuses a
/// database that needs migrating first.
pub(super) async fn is_current(connection: &DatabaseConnection) -> Result<bool> {
    if !SchemaManager::new(connection)
        .has_table("seaql_migrations")
        .await?
    {
        return Ok(false);
    }
    refuse_newer(connection).await?;
    if applied(connection).await?.len() < names().len() {
        return Err(Error::Setup(
            "the database is an older program's, and this command changes nothing: start the server once, then try again"
                .to_owned(),
        ));
    }
    Ok(true)
}

/// The applied migrations in this version's order, followed by those it doesn't know.
pub(in crate::platform) async fn applied(connection: &impl ConnectionTrait) -> Result<Vec<String>> {
    let query = Statement::from_string(
        connection.get_database_backend(),
        "SELECT version FROM seaql_migrations ORDER BY version",
    );
    let mut versions = Vec::new();
    for row in connection.query_all_raw(query).await? {
        versions.push(row.try_get("", "version")?);
    }
    let names = names();
    versions.sort_by_key(|version| {
        names
            .iter()
            .position(|it| it == version)
            .unwrap_or(usize::MAX)
    });
    Ok(versions)
}

/// Refuses a list of migrations that isn't a prefix of this version's.
pub(in crate::platform) fn known(versions: &[String]) -> Result<()> {
    if names().starts_with(versions) {
        return Ok(());
    }
    Err(Error::Setup(
        "the schema is not one that this program has known".to_owned(),
    ))
}

fn names() -> Vec<String> {
    Migrator::migrations()
        .iter()
        .map(|migration| migration.name().to_owned())
        .collect()
}

pub(in crate::platform) async fn refuse_newer(connection: &impl ConnectionTrait) -> Result<()> {
    let names = names();
    let unknown = applied(connection)
        .await?
        .into_iter()
        .find(|version| !names.contains(version));
    match unknown {
        None => Ok(()),
        Some(version) => Err(Error::Setup(format!(
            "the database is newer than this program: it holds the migration {version}. Start the newer program, or restore a backup made with this one."
        ))),
    }
}
