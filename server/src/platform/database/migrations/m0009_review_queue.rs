//! Imported records that wait for the administrator, and the administrator's chain lists.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(review_items()).await?;
        let record = Index::create()
            .table("review_items")
            .name("uq_review_items")
            .col("source")
            .col("source_id")
            .unique()
            .to_owned();
        manager.create_index(record).await?;
        let waiting = Index::create()
            .table("review_items")
            .name("ix_review_items_status_id")
            .col("status")
            .col("id")
            .to_owned();
        manager.create_index(waiting).await?;
        manager.create_table(chain_names()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["chain_names", "review_items"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn review_items() -> TableCreateStatement {
    Table::create()
        .table("review_items")
        .col(uuid("id").primary_key())
        .col(string_len("source", 32))
        .col(string_len("source_id", 160))
        .col(string_len("name", 200))
        .col(string_len("town", 160))
        .col(text("reason"))
        .col(string_len_null("similar_slug", 80))
        .col(text("record"))
        .col(string_len("status", 16))
        .col(uuid_null("shop_id"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("decided_at"))
        .to_owned()
}

fn chain_names() -> TableCreateStatement {
    Table::create()
        .table("chain_names")
        .col(string_len("key", 200).primary_key())
        .col(string_len("name", 200))
        .col(string_len("list", 8))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}
