//! Keys that sign cookies and links, and the key for hashes of values that must be recognized but never read.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let keys = Table::create()
            .table("keys")
            .col(uuid("id").primary_key())
            .col(string_len("purpose", 16))
            .col(string_len("secret", 64))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(keys).await?;
        // There is only ever one key for hashes: two nodes that start at once must not create two.
        let index = Index::create()
            .table("keys")
            .name("ux_keys_purpose_created_at")
            .col("purpose")
            .col("created_at")
            .unique()
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("keys").to_owned())
            .await
    }
}
