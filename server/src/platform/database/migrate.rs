//! Runs migrations: all or nothing, one process at a time. Compares a database's schema with this program's.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};

use super::{Database, dialect, fitness::Facts, migrations::Migrator};
use crate::platform::error::{Error, Result};

/// Another process may be migrating, and large tables take time.
const LONGEST: Duration = Duration::from_secs(3600);

/// The oldest release that can work with this program's schema. Raise it with a migration that removes what older
/// releases read or write.
const OLDEST_RELEASE: &str = "0.1.0";

/// This program's release.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Applies missing migrations. Refuses a database that a newer version has migrated.
pub(super) async fn up(database: &Database) -> Result<usize> {
    applying(database, false).await
}

/// The same for a server, which also accepts a newer schema that names this release as one that can work with it.
pub(super) async fn up_or_accept(database: &Database) -> Result<usize> {
    applying(database, true).await
}

async fn applying(database: &Database, accepts_newer: bool) -> Result<usize> {
    database
        .waiting(LONGEST)
        .transaction(|transaction| {
            Box::pin(async move {
                dialect::disable_timeouts(transaction).await?;
                dialect::lock_migrations(transaction).await?;
                refuse_unfit(transaction).await?;
                Migrator::install(transaction).await?;
                if accepts_newer && is_compatible(transaction).await? {
                    tracing::warn!(
                        release = RELEASE,
                        "the database's schema is newer than this program, which can still work with it; update this server soon"
                    );
                    return Ok(0);
                }
                refuse_newer(transaction).await?;
                let missing = up_to_date(transaction).await?;
                if missing > 0 {
                    tracing::info!(migrations = missing, "the database's schema is up to date");
                }
                Ok(missing)
            })
        })
        .await
}

/// Applies missing migrations in the caller's transaction and returns how many.
pub(in crate::platform) async fn up_to_date(transaction: &DatabaseTransaction) -> Result<usize> {
    let missing = Migrator::get_pending_migrations(transaction).await?.len();
    if missing > 0 {
        Migrator::up(transaction, None).await?;
        note_release(transaction).await?;
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
    Migrator::up(transaction, Some(number)).await?;
    note_release(transaction).await
}

/// Writes into the database which release is the oldest that can work with it.
async fn note_release(transaction: &DatabaseTransaction) -> Result<()> {
    let has_table = SchemaManager::new(transaction)
        .has_table("schema_release")
        .await?;
    if has_table {
        transaction
            .execute_unprepared("DELETE FROM schema_release")
            .await?;
        let row = format!("INSERT INTO schema_release (id, oldest) VALUES (1, '{OLDEST_RELEASE}')");
        transaction.execute_unprepared(&row).await?;
    }
    Ok(())
}

/// Refuses a PostgreSQL database that no server can work with, or whose tables the role can't bring to this program's schema.
pub(super) async fn refuse_unfit(connection: &DatabaseTransaction) -> Result<()> {
    let Some(facts) = Facts::of(connection).await? else {
        return Ok(());
    };
    facts.refuse_unfit()?;
    if has_tables(connection).await? && !has_all(&applied(connection).await?) {
        facts.refuse_other_owner()?;
    }
    Ok(())
}

/// Whether the database has Townperk's tables at all.
pub(super) async fn has_tables(connection: &DatabaseTransaction) -> Result<bool> {
    let has_table = SchemaManager::new(connection)
        .has_table("seaql_migrations")
        .await?;
    Ok(has_table && !applied(connection).await?.is_empty())
}

/// Refuses a schema that isn't this program's, for a command that changes no schema.
pub(super) async fn refuse_other(connection: &DatabaseTransaction) -> Result<()> {
    refuse_newer(connection).await?;
    let applied = applied(connection).await?;
    let names = names();
    if has_all(&applied) {
        return Ok(());
    }
    Err(Error::Setup(format!(
        "{}: run `townperk migrate`, or start the server, which does the same",
        difference(applied.last(), &names)
    )))
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

/// Whether each of this program's migrations was applied.
fn has_all(applied: &[String]) -> bool {
    names().iter().all(|name| applied.contains(name))
}

/// Refuses a database that a newer version has migrated.
pub(in crate::platform) async fn refuse_newer(connection: &impl ConnectionTrait) -> Result<()> {
    let names = names();
    let applied = applied(connection).await?;
    match applied.last().filter(|last| !names.contains(last)) {
        None => Ok(()),
        Some(last) => Err(Error::Setup(format!(
            "the database is newer than this program: {}. Start the newer program, or restore a backup made with this one.",
            difference(Some(last), &names)
        ))),
    }
}

fn difference(last: Option<&String>, names: &[String]) -> String {
    let none = "none".to_owned();
    format!(
        "this database is at schema {}, this townperk expects {}",
        last.unwrap_or(&none),
        names.last().unwrap_or(&none)
    )
}

/// Whether the schema is newer than this program's, and names this release or an older one as able to work with it.
async fn is_compatible(connection: &DatabaseTransaction) -> Result<bool> {
    let applied = applied(connection).await?;
    let names = names();
    let is_newer = applied.iter().any(|version| !names.contains(version));
    if !is_newer || !has_all(&applied) {
        return Ok(false);
    }
    let query = Statement::from_string(
        connection.get_database_backend(),
        "SELECT oldest FROM schema_release",
    );
    let Some(row) = connection.query_one_raw(query).await? else {
        return Ok(false);
    };
    let oldest: String = row.try_get("", "oldest")?;
    Ok(reaches(RELEASE, &oldest))
}

/// Whether `release` is `oldest` or a later one. A text that isn't a release number reaches nothing.
fn reaches(release: &str, oldest: &str) -> bool {
    match (numbers(release), numbers(oldest)) {
        (Some(release), Some(oldest)) => release >= oldest,
        _ => false,
    }
}

/// The three numbers of a release, such as 1.20.3.
fn numbers(release: &str) -> Option<[u32; 3]> {
    let plain = release.split(['-', '+']).next()?;
    let mut parts = plain.split('.').map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_compare_as_numbers() {
        assert!(reaches("0.10.0", "0.9.3"));
        assert!(reaches("1.0.0", "1.0.0"));
        assert!(reaches("1.0.1-beta.2", "1.0.1"));
        assert!(!reaches("0.9.3", "0.10.0"));
        assert!(!reaches("1.0.0", "soon"));
        assert!(reaches(RELEASE, OLDEST_RELEASE));
    }
}
