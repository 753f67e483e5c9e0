//! Imports as acts with a number, and what each of them wrote, so that it can be taken back.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let imports = Table::create()
            .table("imports")
            .col(uuid("id").primary_key())
            .col(big_integer("number").unique_key())
            .col(json_binary("files"))
            .col(string_len_null("source", 64))
            .col(json_binary("counts"))
            .col(timestamp_with_time_zone("started_at"))
            .col(timestamp_with_time_zone_null("ended_at"))
            .col(timestamp_with_time_zone_null("undo_asked_at"))
            .col(timestamp_with_time_zone_null("undone_at"))
            .to_owned();
        manager.create_table(imports).await?;
        let changes = Table::create()
            .table("import_changes")
            .col(uuid("run_id"))
            // Counts up in the order of writing; undo goes backwards.
            .col(big_integer("number"))
            .col(uuid("row_id"))
            .col(string_len("kind", 8))
            .col(json_binary_null("before"))
            .col(json_binary_null("after"))
            .col(string_len_null("outcome", 8))
            .col(text_null("kept_because"))
            .primary_key(Index::create().col("run_id").col("number"))
            .to_owned();
        manager.create_table(changes).await?;
        let by_row = Index::create()
            .name("import_changes_by_row")
            .table("import_changes")
            .col("row_id")
            .to_owned();
        manager.create_index(by_row).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["import_changes", "imports"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
