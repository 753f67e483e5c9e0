//! Databases as earlier releases left them.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction,
    sea_query::{Alias, Expr, Query},
};
use sea_orm_migration::MigratorTrait;
use townperk::platform::{
    database::{Database, migrations::Migrator},
    error::Result,
};

use super::{Engine, TestDatabase};

/// A table's name, and a row's columns with their values.
pub type OldRow = (&'static str, Vec<(&'static str, Expr)>);

/// Inserts rows in this order, whatever today's entities look like.
pub async fn insert_rows(transaction: &DatabaseTransaction, rows: Vec<OldRow>) -> Result<()> {
    for (table, row) in rows {
        let (columns, values): (Vec<_>, Vec<_>) = row.into_iter().unzip();
        let insert = Query::insert()
            .into_table(Alias::new(table))
            .columns(columns.into_iter().map(Alias::new))
            .values_panic(values)
            .to_owned();
        transaction.execute(&insert).await?;
    }
    Ok(())
}

impl TestDatabase {
    /// Begins again with the schema of the release whose last migration was `last`, and with these rows.
    pub async fn become_release(&self, last: &'static str, rows: Vec<OldRow>) {
        self.remove_file();
        let database = Database::connect(&self.settings(), &self.folder())
            .await
            .unwrap();
        if database.engine() == Engine::Postgres {
            let begin = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
            database.reads().execute_unprepared(begin).await.unwrap();
        }
        let made = database.transaction(move |transaction| {
            let rows = rows.clone();
            Box::pin(async move {
                let all = Migrator::migrations();
                let place = all.iter().position(|it| it.name() == last).unwrap();
                Migrator::install(transaction).await?;
                Migrator::up(transaction, u32::try_from(place + 1).ok()).await?;
                insert_rows(transaction, rows).await
            })
        });
        made.await.unwrap();
        database.close().await.unwrap();
    }
}
