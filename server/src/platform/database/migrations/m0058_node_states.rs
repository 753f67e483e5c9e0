//! For the operator: the clock of each node, and which node runs a job.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let nodes = Table::alter()
            .table("nodes")
            // The database's clock minus the node's, in milliseconds.
            .add_column(big_integer("clock_offset").default(0))
            .to_owned();
        manager.alter_table(nodes).await?;
        let jobs = Table::alter()
            .table("jobs")
            // The name of the node that made the last attempt.
            .add_column(text_null("node"))
            .to_owned();
        manager.alter_table(jobs).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [("jobs", "node"), ("nodes", "clock_offset")] {
            let change = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(change).await?;
        }
        Ok(())
    }
}
