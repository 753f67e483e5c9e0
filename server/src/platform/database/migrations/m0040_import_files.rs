//! Lists that the administrator has uploaded, and the lease of the one import that writes.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let files = Table::create()
            .table("import_files")
            .col(uuid("id").primary_key())
            .col(string_len("name", 200))
            .col(big_integer("bytes"))
            .col(string_len("format", 80))
            .col(json_binary("columns"))
            .col(json_binary_null("choices"))
            .col(uuid_null("job_id"))
            .col(json_binary_null("outcome"))
            .col(timestamp_with_time_zone("uploaded_at"))
            .to_owned();
        manager.create_table(files).await?;
        let lease = Table::alter()
            .table("imports")
            .add_column(timestamp_with_time_zone_null("lease_until"))
            .to_owned();
        manager.alter_table(lease).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let lease = Table::alter()
            .table("imports")
            .drop_column("lease_until")
            .to_owned();
        manager.alter_table(lease).await?;
        manager
            .drop_table(Table::drop().table("import_files").to_owned())
            .await
    }
}
