//! Visitors' actions, counted by day without anything that identifies anyone.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let counts = Table::create()
            .table("event_counts")
            .col(string_len("day", 10))
            .col(string_len("kind", 32))
            .col(uuid("subject"))
            .col(string_len("detail", 200))
            .col(big_integer("count"))
            .col(big_integer_null("results"))
            .primary_key(
                Index::create()
                    .col("day")
                    .col("kind")
                    .col("subject")
                    .col("detail"),
            )
            .to_owned();
        manager.create_table(counts).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("event_counts").to_owned())
            .await
    }
}
