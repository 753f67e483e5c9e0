//! Edits of many shops at once: what is asked, and which shops as they were when the administrator looked at them.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let edits = Table::create()
            .table("bulk_edits")
            .col(uuid("id").primary_key())
            // Null until it is applied.
            .col(big_integer_null("number").unique_key())
            .col(uuid_null("run_id"))
            .col(json_binary("changes"))
            .col(json_binary("shops"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(edits).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("bulk_edits").to_owned())
            .await
    }
}
