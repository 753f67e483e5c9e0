//! For the operator page: when something was last done, and which nodes are running.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let marks = Table::create()
            .table("marks")
            .col(string_len("name", 32).primary_key())
            .col(timestamp_with_time_zone("at"))
            .col(text("detail"))
            .to_owned();
        manager.create_table(marks).await?;
        let nodes = Table::create()
            .table("nodes")
            .col(uuid("id").primary_key())
            // Where it listens, and the number of its process.
            .col(text("name"))
            .col(string_len("version", 32))
            .col(timestamp_with_time_zone("started_at"))
            .col(timestamp_with_time_zone("seen_at"))
            .to_owned();
        manager.create_table(nodes).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["nodes", "marks"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
